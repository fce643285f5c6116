import type { Fault } from '../../query/fault.ts'
import type { Query } from '../../query/field.ts'
import { parse, print } from '../../query/language.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { grammarOf } from './grammar.ts'
import type { Draft, ListFilter } from './listFilter.ts'

/** What was read, as a list asks for it: its language writes no other fields than its own. */
export const toDraft = ({ filter, sort }: Query): Draft => ({ filter: filter as ListFilter, sort })

/** What a text asks of the list, and what is wrong with it. */
export function parseFilterText(
  text: string,
  { list, address }: ListController,
  words: ListWords,
): { draft: Draft; faults: readonly Fault[] } {
  const { query, faults } = parse(text, grammarOf(list, words, address.now()))
  return { draft: toDraft(query), faults }
}

/** What is asked of the list, as text for somebody else, to whom nothing is usual. */
export const printFilterText = (draft: Draft, { list, address }: ListController, words: ListWords): string =>
  print(draft, grammarOf(list, words, address.now(), null))
