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
  onChoose(chosen: string[]): void
  /** The choices are wanted now. */
  onOpen?(): void
  words: SeveralWords
}

/** Any of some choices, found by typing a part of their name. */
export const FilterSeveral = plainUntilPressed(
  PlainSeveral,
  later(async () => (await import('./SeveralPopup.tsx')).SeveralPopup),
)

function PlainSeveral({ label, choices, chosen, words, button }: FilterSeveralProps & { button: PlainButton }) {
  const said = { label, choices, chosen, words }
  return (
    <div className={styles.field} data-filled={chosen.length === 0 ? undefined : ''}>
      <SeveralBox {...said} {...button} role="combobox" aria-haspopup="dialog" />
    </div>
  )
}

type SeveralBoxProps = Pick<FilterSeveralProps, 'label' | 'choices' | 'chosen' | 'words'> & ComponentProps<'button'>

/** What is chosen, as long as nobody chooses. */
export function SeveralBox({ label, choices, chosen, words, ...button }: SeveralBoxProps) {
  const chosenWords = chosen.map((value) => wordOf(value, choices))
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

/** The word for a choice; one that is not among them is its own word. */
export const wordOf = (value: string, choices: readonly Choice[]): string =>
  choices.find((choice) => choice.value === value)?.label ?? value
