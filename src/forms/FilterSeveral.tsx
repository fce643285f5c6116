import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { later, type PlainButton, plainUntilPressed } from '../ui/later.tsx'
import styles from './fields.module.css'

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface SeveralWords {
  any: string
  search: string
  nothing: string
  more(first: string, rest: number): string
}

export interface FilterSeveralProps {
  label: string
  name: string
  choices: readonly Choice[]
  chosen: readonly string[]
  /** Labels of excluded values. */
  without: readonly string[]
  onChoose(chosen: string[]): void
  /** Called when the popup opens, to load the choices. */
  onOpen?(): void
  words: SeveralWords
}

/** A multi-select with search. */
export const FilterSeveral = plainUntilPressed(
  PlainSeveral,
  later(async () => (await import('./SeveralPopup.tsx')).SeveralPopup),
)

function PlainSeveral({ label, choices, chosen, without, words, button }: FilterSeveralProps & { button: PlainButton }) {
  const said = { label, choices, chosen, without, words }
  return (
    <div className={styles.field} data-filled={isFilled(said) ? '' : undefined}>
      <SeveralBox {...said} {...button} role="combobox" aria-haspopup="dialog" />
    </div>
  )
}

type Said = Pick<FilterSeveralProps, 'label' | 'choices' | 'chosen' | 'without' | 'words'>

/** Whether the trigger shows any value. */
export const isFilled = ({ chosen, without }: Pick<Said, 'chosen' | 'without'>): boolean => chosen.length + without.length > 0

/** The trigger that shows chosen and excluded values. */
export function SeveralBox({ label, choices, chosen, without, words, ...button }: Said & ComponentProps<'button'>) {
  const chosenWords = [...chosen.map((value) => wordOf(value, choices)), ...without.map((word) => `≠ ${word}`)]
  const [first, ...rest] = chosenWords
  return (
    <button
      type="button"
      className={styles.box}
      aria-label={`${label}: ${first === undefined ? words.any : chosenWords.join(', ')}`}
      {...button}
    >
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {first !== undefined && (rest.length === 0 ? first : words.more(first, rest.length))}
      </span>
      <span className={styles.chevron} aria-hidden="true">
        <ChevronDown size={14} strokeWidth={1.5} />
      </span>
    </button>
  )
}

/** The label of a value; the value itself when it is not a choice. */
export const wordOf = (value: string, choices: readonly Choice[]): string =>
  choices.find((choice) => choice.value === value)?.label ?? value
