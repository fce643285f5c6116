import type { Conditions } from '#contract/filterTree.ts'
import { type Field, namedIn } from './field.ts'
import type { JoinerOf, Term } from './terms.ts'

/** The filter language of one list in one locale. Text, chips and address are views of the queries it parses and prints. */
export interface Grammar {
  readonly fields: readonly Field[]
  /** The word between alternatives, as printed. */
  readonly or: string
  /** The field of text without a name; null when there is none. */
  freeTextField(text: string): Field | null
  readonly joinerOf: JoinerOf
  /** The conditions with the list's defaults. */
  withDefaults(filter: Conditions): Conditions
}

export function fieldOf({ name, value }: Term, { fields, freeTextField: free }: Grammar): Field | null {
  if (name !== null) return namedIn(fields, name.text) ?? null
  const [first, ...others] = value.items.map(({ text }) => free(text))
  return first !== undefined && others.every((other) => other === first) ? first : free(textOf(value))
}

export const textOf = ({ items }: Term['value']): string => items.map(({ text }) => text).join(' ')
