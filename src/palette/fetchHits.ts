import { hasNumbers } from '#commands/rows/hasNumbers.ts'
import { rowKinds } from '#commands/rows/kinds.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import { calls, liveListOf } from '#contract/calls.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Hit, Search, SearchResult } from '#machines/palette/page.ts'
import type { Api } from '../api/client.ts'
import { isWanted, newestFirst, toHit } from './hits.ts'

type SearchApi = Pick<Api, 'call' | 'has' | 'rows'>
type Found = SearchResult<SearchableKind>

const MOST_HITS = 10
const FIRST_PAGE = { offset: '0', limit: String(MOST_HITS), page: '1' }

/** Finds the rows of a search, for a number or its end with one call where the gateway serves that. */
export const fetchHits = (search: Search<SearchableKind>, api: SearchApi, signal: AbortSignal): Promise<Found> =>
  api.has('lookup') && search.by !== 'account' ? lookUp(search, api, signal) : searchLists(search, api, signal)

const FILTER_FIELDS = { number: 'orderNo', tail: 'orderTail', account: 'accountNumber', hash: 'payOrderNo' } as const

/** The list is asked only where its kind may have such an account. */
function accountCondition(kind: SearchableKind, text: string): { readonly [field: string]: string } | null {
  const { account } = rowKinds[kind]
  return account?.pattern.test(text) === true ? { [account.field]: text } : null
}

const hasAccount = (row: ListedRow, account: string): boolean => hasNumbers(row, { account }) === true

/** A number or hash is wanted of the first kind that has it, the end of a number and an account of all kinds. */
async function lookUp(search: Search<SearchableKind>, api: SearchApi, signal: AbortSignal): Promise<Found> {
  const { by, text, kinds, orAccount } = search
  const listOf = (kind: SearchableKind) => liveListOf(rowKinds[kind].list)!
  const lists = kinds.map((kind) => ({ list: listOf(kind), [FILTER_FIELDS[by]]: text }))
  const accounts = kinds.flatMap((kind) => {
    const condition = orAccount === true ? accountCondition(kind, text) : null
    return condition === null ? [] : [{ list: listOf(kind), ...condition }]
  })
  const byNumber = by === 'tail' ? [lists] : lists.map((one) => [one])
  const rounds = accounts.length === 0 ? byNumber : [...byNumber, accounts]
  // The palette reports a failure itself.
  const found = await api.call(calls.lookUp, { rounds }, { signal, quiet: true })
  const hits = found.flatMap(({ list, rows }) => {
    const kind = kinds.find((one) => listOf(one) === list)
    const wanted = rows.filter((row) => isWanted(row, search) || hasAccount(row, text))
    return kind === undefined ? [] : wanted.map((row) => toHit({ kind, row }))
  })
  return { hits: hits.sort(newestFirst), searched: null }
}

/**
 * Searches all kinds in parallel. For a number or hash the first kind with a match is enough and the other calls are aborted; for the
 * end of a number or an account it waits for all. Digits that are no number may be an account, whose orders are then found. Throws when
 * nothing was found and a call failed.
 *
 * Where the gateway lists other rows than those of a number or hash, it ignores the filter. Then the first rows of the list are searched.
 */
async function searchLists(search: Search<SearchableKind>, api: SearchApi, signal: AbortSignal): Promise<Found> {
  const isSingle = search.by === 'number' || search.by === 'hash'
  let searched: Found['searched'] = null
  const cancellation = new AbortController()
  // The palette reports a failure itself, once for all kinds.
  const options = { signal: AbortSignal.any([signal, cancellation.signal]), quiet: true }

  async function ask(kind: SearchableKind): Promise<Hit<SearchableKind>[]> {
    // A gateway may ignore the filter, and then lists other orders.
    const asHits = (rows: readonly ListedRow[]) =>
      rows.filter((row) => isWanted(row, search)).map((row) => toHit({ kind, row }))
    if (search.by === 'account' && kind === 'payin') {
      return asHits(await api.call(calls.vaNumber, { accountNumber: search.text }, options))
    }
    const filter = { [FILTER_FIELDS[search.by]]: search.text }
    const { list } = rowKinds[kind]
    const { rows } = await api.rows(list, { ...filter, ...FIRST_PAGE }, options)
    const hits = asHits(rows)
    if (!isSingle || hits.length > 0 || rows.length === 0 || api.has('filters')) return hits
    const [{ createCallReader }, { searchByNumbers }] = await Promise.all([
      import('../lists/paging/rowReader.ts'),
      import('../lists/paging/numberSearch.ts'),
    ])
    const query = { filter, sort: null, page: 1, limit: MOST_HITS, offset: 0 }
    const result = await searchByNumbers(createCallReader(api, list, { quiet: true }), query, options.signal)
    if (result.searched !== undefined) searched = { rows: result.searched, lists: (searched?.lists ?? 0) + 1 }
    return asHits(result.rows)
  }

  async function askByAccount(kind: SearchableKind): Promise<Hit<SearchableKind>[]> {
    const condition = accountCondition(kind, search.text)
    if (condition === null) return []
    const { rows } = await api.rows(rowKinds[kind].list, { ...condition, ...FIRST_PAGE }, options)
    return rows.filter((row) => hasAccount(row, search.text)).map((row) => toHit({ kind, row }))
  }

  const requests = search.kinds.map(ask)
  try {
    if (isSingle) {
      const hits = await firstNonEmpty(requests)
      if (hits.length > 0 || search.orAccount !== true) return { hits, searched: hits.length === 0 ? searched : null }
      const ofAccount = (await Promise.all(search.kinds.map(askByAccount))).flat()
      return { hits: ofAccount.sort(newestFirst), searched: ofAccount.length === 0 ? searched : null }
    }
    const hits = (await Promise.all(requests)).flat()
    return { hits: search.by === 'tail' ? hits.sort(newestFirst) : hits, searched: null }
  } finally {
    cancellation.abort()
  }
}

/** The first non-empty response, or an empty list. */
async function firstNonEmpty<Found>(requests: readonly Promise<Found[]>[]): Promise<Found[]> {
  const found = requests.map(async (one) => {
    const rows = await one
    if (rows.length === 0) throw NO_MATCH
    return rows
  })
  try {
    return await Promise.any(found)
  } catch (cause) {
    const failure = cause instanceof AggregateError ? cause.errors.find((one) => one !== NO_MATCH) : cause
    if (failure !== undefined) throw failure
    return []
  }
}

const NO_MATCH = new Error('no such order here')
