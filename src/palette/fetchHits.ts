import { orderValue } from '#commands/orders/orderArgument.ts'
import { hasNumber, identityOf, rowKinds } from '#commands/rows/kinds.ts'
import type { RowRef, SearchableKind } from '#commands/rows/rowRef.ts'
import type { ListScope } from '#commands/scope.ts'
import { calls } from '#contract/calls.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Hit, Search } from '#machines/palette/page.ts'
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

const FIRST_PAGE = { offset: '0', limit: '10', page: '1' }

/**
 * Searches all kinds in parallel. For a number or hash the first kind with a match is enough and the other calls are aborted; for the
 * end of a number or an account it waits for all. Throws when nothing was found and a call failed.
 */
export async function fetchHits(search: Search<SearchableKind>, api: Pick<Api, 'call' | 'rows'>, signal: AbortSignal) {
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
    return asHits((await api.rows(rowKinds[kind].list, { ...filter, ...FIRST_PAGE }, options)).rows)
  }

  const requests = search.kinds.map(ask)
  try {
    if (search.by === 'number' || search.by === 'hash') return await firstNonEmpty(requests)
    const found = (await Promise.all(requests)).flat()
    return search.by === 'tail' ? found.sort(newestFirst) : found
  } finally {
    cancellation.abort()
  }
}

/** Whether a row is one of those that were searched for. Fields that the gateway does not send cannot be checked. */
function isWanted(row: ListedRow, { by, text }: Search<SearchableKind>): boolean {
  const isSame = (value: string | null | undefined) => value?.toLowerCase() === text.toLowerCase()
  if (by === 'number') return hasNumber(row, text)
  if (by === 'tail') {
    return [row.platOrderNo, row.merchantOrderNo].some((one) => one?.toLowerCase().endsWith(text.toLowerCase()) === true)
  }
  const known = (by === 'hash' ? [row.payOrderNo] : [row.accountNumber, row.receiveAccount]).filter((one) => one != null)
  return known.length === 0 || known.some(isSame)
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
