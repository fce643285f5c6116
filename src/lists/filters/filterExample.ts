import type { List } from '../list.ts'
import type { ListWords } from '../listWords.ts'
import type { Filter } from './filter.ts'

const MAX_CONDITIONS = 2
/** The localized example is about a million rupiah, which is too little in dollars. */
const LARGE_DOLLAR_AMOUNT = '>=100'

/** An example of a filter text, built from the list's own filters. */
export function filterExample({ filters, fractionDigits }: Pick<List, 'filters' | 'fractionDigits'>, words: ListWords): string {
  const examples = PRIORITY.flatMap((fits) => filters.filter(fits)).flatMap((filter) =>
    exampleOf(filter, fractionDigits, words),
  )
  return examples.slice(0, MAX_CONDITIONS).join(' ')
}

const isChoice = (filter: Filter, name: string) => filter.kind === 'several' && filter.name === name

/** Conditions by priority. */
const PRIORITY: readonly ((filter: Filter) => boolean)[] = [
  (filter) => isChoice(filter, 'status'),
  ({ kind }) => kind === 'amounts',
  (filter) => filter.kind === 'text' && filter.name === 'name',
  (filter) => isChoice(filter, 'type'),
  ({ kind }) => kind === 'days',
]

/** A condition as a user would type it; empty until its choices are loaded. */
function exampleOf(filter: Filter, fractionDigits: number, words: ListWords): string[] {
  const { t } = words
  const first = (text: string) => text.split(' ')[0] ?? ''
  if (filter.kind === 'amounts') {
    return [`${first(t('query.name.amount'))}:${fractionDigits > 2 ? LARGE_DOLLAR_AMOUNT : t('filter.line.amount')}`]
  }
  if (filter.kind === 'days') return [`${first(t('query.name.created'))}:${first(t('query.word.month'))}`]
  const name = first(t(`query.name.${filter.name}`))
  if (filter.kind === 'text') return [`${name}:${t('filter.line.name')}`]
  const choices = words.choicesOf(filter.from)
  const paid = filter.flags?.find((flag) => flag.name === 'paid')?.values[0]
  const label = (choices.find(({ value }) => value === paid) ?? choices[0])?.label.toLowerCase()
  return label === undefined ? [] : [`${name}:${/\s/.test(label) ? `"${label}"` : label}`]
}
