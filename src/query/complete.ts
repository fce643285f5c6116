import type { Span } from './fault.ts'
import { type Field, isNameBegun, namedIn, nearestName, type Suggestion } from './field.ts'
import { fieldOf, type Grammar } from './grammar.ts'
import { type Term, tokenize } from './terms.ts'

/** Suggestions at a text position, and the span they replace. */
export interface Completion extends Span {
  readonly suggestions: readonly Suggestion[]
  readonly typed: string
}

/** The maximum number of suggestions. */
const MOST = 12
/** Short input matches too many words; one Han character is as significant as a word. */
const enough = (typed: string): boolean => typed.length >= 2 || /\p{Script=Han}/u.test(typed)

const noneAt = (caret: number): Completion => ({ start: caret, end: caret, typed: '', suggestions: [] })

/** Suggests field names, or after a name its values. Recently used suggestions come first. */
export function complete(text: string, caret: number, grammar: Grammar, lately: readonly string[]): Completion {
  const { pieces } = tokenize(text, grammar.joinerOf)
  const piece = pieces.find(({ start, end }) => start <= caret && caret <= end)
  const term = piece === undefined || 'mark' in piece ? null : piece
  // Right after a word between conditions, a name would become one with it.
  if (term === null && caret > 0 && /[\p{L}\p{N}]/u.test(text[caret - 1] as string)) return noneAt(caret)
  const found =
    term?.name != null && caret > term.name.end ? valuesAt(term, text, caret, grammar) : namesAt(term, text, caret, grammar)
  return { ...found, suggestions: inOrder(found.suggestions, lately).slice(0, MOST) }
}

/** The text with a suggestion applied, and the new caret position. */
export function applySuggestion(text: string, { start, end }: Span, suggestion: Suggestion): { text: string; caret: number } {
  const caret = start + suggestion.text.length
  return { text: text.slice(0, start) + suggestion.text + text.slice(end), caret }
}

function valuesAt(term: Term, text: string, caret: number, grammar: Grammar): Completion {
  const field = fieldOf(term, grammar)
  const span = field?.hasAlternatives === true ? itemAt(term, caret) : term.value
  const typed = text.slice(span.start, caret)
  return { start: span.start, end: span.end, typed, suggestions: field?.suggest(unquoted(typed), term) ?? [] }
}

const itemAt = ({ value }: Term, caret: number): Span =>
  value.items.find(({ start, end }) => start <= caret && caret <= end) ?? { start: caret, end: caret }

const unquoted = (typed: string): string => typed.replace(/^["＂“”„]|["＂“”]$/g, '')

function namesAt(term: Term | null, text: string, caret: number, grammar: Grammar): Completion {
  const start = term === null ? caret : term.start + (term.isNegated ? 1 : 0)
  const typed = unquoted(text.slice(start, caret))
  const end = endOfName(term, typed, caret)
  const { fields } = grammar
  const begun = fields.filter((field) => isNameBegun(field, typed))
  const named = (field: Field) => ({ text: `${field.name}:`, label: field.name, hint: exampleOf(field) })
  const values =
    term?.name == null && enough(typed)
      ? fields.flatMap((field) => field.suggest(typed, null).map((one) => withName(field, one)))
      : []
  const meant = begun.length + values.length === 0 ? (namedIn(fields, typed) ?? nearestName(fields, typed)) : undefined
  return { start, end, typed, suggestions: [...[...begun, ...(meant === undefined ? [] : [meant])].map(named), ...values] }
}

/** An existing name keeps the text after it; so does text that is only being typed in front of. */
function endOfName(term: Term | null, typed: string, caret: number): number {
  if (term === null) return caret
  if (term.name !== null) return term.value.start
  return typed === '' ? caret : term.end
}

const EXAMPLES = 3

/** Examples of a field: some of its values, or its title where that differs from the name. */
function exampleOf(field: Field): string {
  const values = field.suggest('', null).slice(0, EXAMPLES)
  if (values.length > 0) return values.map(({ label }) => label).join(', ')
  return field.title === field.name ? '' : field.title
}

const withName = ({ name }: Field, { text, label, hint }: Suggestion): Suggestion => ({
  text: `${name}:${text}`,
  label: `${name}:${label}`,
  hint,
})

function inOrder(suggestions: readonly Suggestion[], lately: readonly string[]): readonly Suggestion[] {
  const rank = ({ text }: Suggestion) => {
    const place = lately.indexOf(text)
    return place < 0 ? lately.length : place
  }
  return suggestions.toSorted((one, other) => rank(one) - rank(other))
}
