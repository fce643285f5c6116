import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type LazyButtonProps, lazyComponent, lazyControl } from '../ui/lazyComponent.tsx'
import styles from './fields.module.css'

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface MultiSelectLabels {
  any: string
  search: string
  nothing: string
  more(first: string, rest: number): string
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
  labels: MultiSelectLabels
}

/** A multi-select with search. */
export const FilterMultiSelect = lazyControl(
  PlainMultiSelect,
  lazyComponent(async () => (await import('./MultiSelectPopup.tsx')).MultiSelectPopup),
)

function PlainMultiSelect({
  label,
  choices,
  chosen,
  excluded,
  labels,
  button,
}: FilterMultiSelectProps & { button: LazyButtonProps }) {
  const content = { label, choices, chosen, excluded, labels }
  return (
    <div className={styles.field} data-filled={isFilled(content) ? '' : undefined}>
      <MultiSelectBox {...content} {...button} role="combobox" aria-haspopup="dialog" />
    </div>
  )
}

type BoxContent = Pick<FilterMultiSelectProps, 'label' | 'choices' | 'chosen' | 'excluded' | 'labels'>

/** Whether the trigger shows any value. */
export const isFilled = ({ chosen, excluded }: Pick<BoxContent, 'chosen' | 'excluded'>): boolean =>
  chosen.length + excluded.length > 0

/** The trigger that shows chosen and excluded values. */
export function MultiSelectBox({ label, choices, chosen, excluded, labels, ...button }: BoxContent & ComponentProps<'button'>) {
  const chosenLabels = [...chosen.map((value) => choiceLabel(value, choices)), ...excluded.map((label) => `≠ ${label}`)]
  const [first, ...rest] = chosenLabels
  return (
    <button
      type="button"
      className={styles.box}
      aria-label={`${label}: ${first === undefined ? labels.any : chosenLabels.join(', ')}`}
      {...button}
    >
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {first !== undefined && (rest.length === 0 ? first : labels.more(first, rest.length))}
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
