import type { Fault } from '../../query/fault.ts'
import type { Query } from '../../query/field.ts'
import { parse, print } from '../../query/language.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { grammarOf } from './grammar.ts'
import type { Draft, ListFilter } from './listFilter.ts'

/** A parsed query as a draft. The grammar of a list only produces fields of that list. */
export const toDraft = ({ filter, sort }: Query): Draft => ({ filter: filter as ListFilter, sort })

/** Parses a filter text into a draft and its errors. */
export function parseFilterText(
  text: string,
  { list, address }: ListController,
  words: ListWords,
): { draft: Draft; faults: readonly Fault[] } {
  const { query, faults } = parse(text, grammarOf(list, words, address.now()))
  return { draft: toDraft(query), faults }
}

/** Prints a draft as text for other users, with dates even if they are the default. */
export const printFilterText = (draft: Draft, { list, address }: ListController, words: ListWords): string =>
  print(draft, grammarOf(list, words, address.now(), null))
