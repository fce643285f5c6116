import { orderValue } from '#commands/orders/orderArgument.ts'
import { hasNumbers, type Numbers } from '#commands/rows/hasNumbers.ts'
import { identityOf, rowKinds } from '#commands/rows/kinds.ts'
import type { RowRef, SearchableKind } from '#commands/rows/rowRef.ts'
import type { ListScope } from '#commands/scope.ts'
import { calls } from '#contract/calls.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Hit, Search, SearchResult } from '#machines/palette/page.ts'
import type { Api } from '../api/client.ts'

/** A found order or movement as a palette hit, with the task that opens it. */
export function toHit(ref: RowRef & { readonly kind: SearchableKind }): Hit<SearchableKind> {
  const value = orderValue(identityOf(ref))
  const task = {
    command: 'order.jump',
    given: { order: value },
    missingArguments: [],
    confirm: null,
    showsAnswer: false,
    newTab: false,
  }
  return { kind: ref.kind, row: ref.row, value, task }
}

/** Hits among the loaded rows of the open list. `isCertain` for a platform number, which is unique; merchant numbers are not. */
export function localHits(
  search: Search<SearchableKind>,
  list: ListScope | null,
): { hits: Hit<SearchableKind>[]; isCertain: boolean } {
  const kind = search.kinds.find((one) => one === list?.kind)
  if (search.by !== 'number' || list === null || kind === undefined) return { hits: [], isCertain: false }
  const found = list.findLoaded(search.text)
  return {
    hits: found.map(({ row }) => toHit({ kind, row })),
    isCertain: found.some(({ row }) => row.platOrderNo === search.text),
  }
}

const MOST_HITS = 10
const FIRST_PAGE = { offset: '0', limit: String(MOST_HITS), page: '1' }

/**
 * Searches all kinds in parallel. For a number or hash the first kind with a match is enough and the other calls are aborted; for the
 * end of a number or an account it waits for all. Digits that are no number may be an account, whose orders are then found. Throws when
 * nothing was found and a call failed.
 *
 * Where the gateway lists other rows than those of a number or hash, it ignores the filter. Then the first rows of the list are searched.
 */
export async function fetchHits(
  search: Search<SearchableKind>,
  api: Pick<Api, 'call' | 'has' | 'rows'>,
  signal: AbortSignal,
): Promise<SearchResult<SearchableKind>> {
  const isSingle = search.by === 'number' || search.by === 'hash'
  let searched: SearchResult<SearchableKind>['searched'] = null
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
    const filter = {
      number: { orderNo: search.text },
      tail: { orderTail: search.text },
      account: { accountNumber: search.text },
      hash: { payOrderNo: search.text },
    }[search.by]
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
    const { account, list } = rowKinds[kind]
    if (account?.pattern.test(search.text) !== true) return []
    const { rows } = await api.rows(list, { [account.field]: search.text, ...FIRST_PAGE }, options)
    return rows.filter((row) => hasNumbers(row, { account: search.text }) === true).map((row) => toHit({ kind, row }))
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

const SEARCHED_NUMBER = {
  number: 'orderNo',
  tail: 'orderTail',
  account: 'account',
  hash: 'payOrderNo',
} as const satisfies Record<string, keyof Numbers>

/** Whether a row is one of those that were searched for. A gateway may not send accounts and hashes, which then cannot be checked. */
function isWanted(row: ListedRow, { by, text }: Search<SearchableKind>): boolean {
  const isFound = hasNumbers(row, { [SEARCHED_NUMBER[by]]: text })
  return isFound ?? (by === 'account' || by === 'hash')
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

/** Many orders have the same last digits; callers mostly ask about a recent one. */
const newestFirst = ({ row: one }: Hit<SearchableKind>, { row: other }: Hit<SearchableKind>): number =>
  (other.createTime ?? '').localeCompare(one.createTime ?? '')

const NO_MATCH = new Error('no such order here')
