import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { lazyControl } from '../ui/lazyComponent.tsx'
import { useUiText } from '../ui/uiText.ts'
import styles from './fields.module.css'

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface FilterMultiSelectProps {
  label: string
  name: string
  choices: readonly Choice[]
  chosen: readonly string[]
  /** Labels of excluded values. */
  excluded: readonly string[]
  onChoose(chosen: string[]): void
  /** Called when the popup opens, to load the choices. */
  onOpen?(): void
}

export const FilterMultiSelect = lazyControl<FilterMultiSelectProps>(
  ({ label, choices, chosen, excluded, button }) => {
    const content = { label, choices, chosen, excluded }
    return (
      <div className={styles.field} data-filled={isFilled(content) ? '' : undefined}>
        <MultiSelectBox {...content} {...button} role="combobox" aria-haspopup="dialog" />
      </div>
    )
  },
  async () => (await import('./MultiSelectPopup.tsx')).MultiSelectPopup,
)

type BoxContent = Pick<FilterMultiSelectProps, 'label' | 'choices' | 'chosen' | 'excluded'>

/** Whether the trigger shows any value. */
export const isFilled = ({ chosen, excluded }: Pick<BoxContent, 'chosen' | 'excluded'>): boolean =>
  chosen.length + excluded.length > 0

/** The trigger that shows chosen and excluded values. */
export function MultiSelectBox({ label, choices, chosen, excluded, ...button }: BoxContent & ComponentProps<'button'>) {
  const t = useUiText()
  const chosenLabels = [...chosen.map((value) => choiceLabel(value, choices)), ...excluded.map((label) => `≠ ${label}`)]
  const [first, ...rest] = chosenLabels
  return (
    <button
      type="button"
      className={styles.box}
      aria-label={`${label}: ${first === undefined ? t('filter.any') : chosenLabels.join(', ')}`}
      {...button}
    >
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {first !== undefined && (rest.length === 0 ? first : t('filter.several', { first, n: rest.length }))}
      </span>
      <span className={styles.chevron} aria-hidden="true">
        <ChevronDown size={14} strokeWidth={1.5} />
      </span>
    </button>
  )
}

/** The label of a value; the value itself when it is not a choice. */
export const choiceLabel = (value: string, choices: readonly Choice[]): string =>
  choices.find((choice) => choice.value === value)?.label ?? value
