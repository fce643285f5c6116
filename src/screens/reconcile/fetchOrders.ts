import { hasNumbers } from '#commands/rows/hasNumbers.ts'
import { rowKinds } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { MAX_ORDER_NUMBERS } from '#contract/rules.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { Api } from '../../api/client.ts'
import { Aborted, ApiError } from '../../api/errors.ts'
import { addDays, daysBetween } from '../../format/dates.ts'
import type { DayRange } from '../../format/ranges.ts'
import type { ListFilter } from '../../lists/filters/listFilter.ts'
import { createCallReader } from '../../lists/paging/rowReader.ts'

/** The most rows that a gateway is asked for at once. */
const PAGE_SIZE = 1_000
/** Days, or numbers, that are read at the same time. */
const CONCURRENT_READS = 4
/** Attempts after a fault of the network or the gateway. */
const MOST_RETRIES = 2
const RETRY_PAUSE_MS = 1_000

interface FetchHost {
  api: Pick<Api, 'has' | 'rows'>
  list: OrderRowKind
  signal: AbortSignal
  /** Takes the rows of a page in; the next page waits for it. */
  onRows(rows: readonly PayOrder[]): Promise<unknown>
  /** `all` is null where the gateway does not count. */
  onProgress(done: number, all: number | null): void
}

/**
 * Reads all orders of a range of days by the list call, a few days at once and each page by page: pages far into a long range are slow. The
 * last page of a day is the one that comes short, because some results are not counted.
 */
export async function fetchOrders({ startDate, endDate }: DayRange, host: FetchHost): Promise<void> {
  const { api, signal, onRows, onProgress } = host
  const days = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) => addDays(startDate, index))
  let done = 0
  await eachOf(days, async (day) => {
    const read = api.has('filters') ? paidOrders(day, host) : createdOrders(day, host)
    for (let page = 1; ; page++) {
      const rows = await withRetries(signal, () => read(page))
      const own = rows.slice(0, PAGE_SIZE)
      await onRows(own)
      done += own.length
      onProgress(done, null)
      if (rows.length < PAGE_SIZE) return
    }
  })
}

type ReadPage = (page: number) => Promise<readonly PayOrder[]>

/** Orders that were paid on a day: a statement shows when an order was paid. */
function paidOrders(day: string, { api, list, signal }: FetchHost): ReadPage {
  const { list: call, direction } = rowKinds[list]
  const filter: OrderFilter = {
    startDate: day,
    endDate: day,
    dateField: 'completeTime',
    status: [...STATUS_GROUPS[direction].paid],
  }
  return async (page) => {
    const slice = { offset: String((page - 1) * PAGE_SIZE), page: String(page), limit: String(PAGE_SIZE) }
    const { rows } = await api.rows(call, { ...filter, ...slice, sort: 'completeTime.asc' }, { signal, quiet: true })
    return rows as PayOrder[]
  }
}

/**
 * Orders of every status that were created on a day, for a gateway that may know no other filter and page in its own way. Where it finds
 * no order by number, a line may name an order that was not paid.
 */
function createdOrders(day: string, { api, list, signal }: FetchHost): ReadPage {
  const reader = createCallReader(api, rowKinds[list].list, { quiet: true })
  const filter: ListFilter = { startDate: day, endDate: day }
  return async (page) => {
    const query = { filter, sort: null, page, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
    return (await reader(query, signal)).rows as unknown as PayOrder[]
  }
}

/**
 * Finds orders by their numbers: many in one call where the gateway is known to take several, else one by one. A gateway that lists
 * other orders than the one of the number finds none by number, and is asked no further.
 */
export async function lookUpOrders(numbers: readonly string[], host: FetchHost): Promise<void> {
  const { api, list, signal, onRows, onProgress } = host
  const find = (orderNo: string | readonly string[]) => {
    const input = { orderNo, limit: String(PAGE_SIZE), offset: '0', page: '1' } as OrderFilter & { limit: string }
    return withRetries(signal, () => api.rows(rowKinds[list].list, input, { signal, quiet: true }))
  }
  const atOnce = api.has('filters') ? MAX_ORDER_NUMBERS : 1
  const parts = Array.from({ length: Math.ceil(numbers.length / atOnce) }, (_, nth) =>
    numbers.slice(nth * atOnce, (nth + 1) * atOnce),
  )
  let isIgnored = false
  let done = 0
  await eachOf(parts, async (some) => {
    if (isIgnored) return
    const { rows } = await find(atOnce === 1 ? some[0]! : some)
    isIgnored ||= atOnce === 1 && rows.some((row) => hasNumbers(row as ListedRow, { orderNo: some[0]! }) === false)
    if (!isIgnored) await onRows(rows as PayOrder[])
    done += some.length
    onProgress(done, numbers.length)
  })
}

/** Runs the work on each item, a few at a time. The first failure ends it. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT_READS }, worker))
}

/** Waits as long as a busy gateway asks for, and tries again after a fault. */
async function withRetries<Out>(signal: AbortSignal, read: () => Promise<Out>): Promise<Out> {
  for (let retries = 0; ; retries++) {
    try {
      return await read()
    } catch (cause) {
      if (signal.aborted || cause instanceof Aborted || !(cause instanceof ApiError)) throw cause
      const isFault = cause.status === 0 || cause.status >= 500
      if (cause.retryAfter === null && (!isFault || retries >= MOST_RETRIES)) throw cause
      await pause(cause.retryAfter === null ? RETRY_PAUSE_MS * 2 ** retries : cause.retryAfter * 1_000, signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(new Aborted())
  })
  return promise
}
