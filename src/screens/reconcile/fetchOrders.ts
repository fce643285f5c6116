import { hasNumbers } from '#commands/rows/hasNumbers.ts'
import { rowKinds } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { MAX_ORDER_NUMBERS, PATTERNS } from '#contract/rules.ts'
import type { Paging } from '#contract/shapes/fields.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { Api } from '../../api/client.ts'
import { Aborted, ApiError } from '../../api/errors.ts'
import { addDays, daysBetween } from '../../format/dates.ts'
import type { DayRange } from '../../format/ranges.ts'
import { createSliceReader } from '../../lists/paging/slices.ts'
import type { DaysRead, ReadOrders } from '../../reconcile/worker/protocol.ts'

/** The most rows that a gateway is asked for at once. */
const PAGE_SIZE = 1_000
/** Days, or numbers, that are read at the same time. */
const CONCURRENT_READS = 4
/** Attempts after a fault of the network or the gateway. */
const MOST_RETRIES = 2
const RETRY_PAUSE_MS = 1_000

interface ReadHost {
  list: OrderRowKind
  signal: AbortSignal
}

interface FetchHost extends ReadHost {
  api: Pick<Api, 'has' | 'bytes'>
  /** Takes in the orders of a reply; the next page waits for it. Throws when it is not readable. */
  readPage(body: ArrayBuffer): Promise<ReadOrders>
  /** How many orders were read, and how many of the days are done: gateways do not count the orders of many days. */
  onProgress(orders: number, days: DaysRead): void
}

/**
 * Reads all orders of a range of days by the list call, a few days at once and each page by page: pages far into a long range are slow. The
 * last page of a day is the one that comes short, because some results are not counted. The replies are read in the worker, so that the page
 * has no work per row.
 */
export async function fetchOrders(days: DayRange, host: FetchHost): Promise<void> {
  const all = host.api.has('filters') ? paidOrders(days, host) : createdOrders(days, host)
  let orders = 0
  let done = 0
  const report = () => host.onProgress(orders, { done, all: all.length })
  await eachOf(all, async (pages) => {
    for await (const rows of pages) {
      orders += rows
      report()
    }
    done += 1
    report()
  })
}

/** Reads pages, and yields how many rows each has. */
type Pages = AsyncGenerator<number>

/**
 * Orders that were paid on these days, which is when a statement shows them, by the day of their creation: first those of earlier days. A
 * page goes on at the second of the last number, so that no row is read, or counted, again.
 */
function paidOrders({ startDate, endDate }: DayRange, host: FetchHost): Pages[] {
  const { direction } = rowKinds[host.list]
  const paid: OrderFilter = {
    status: [...STATUS_GROUPS[direction].paid],
    completedFrom: `${startDate}T00:00`,
    completedBefore: `${addDays(endDate, 1)}T00:00`,
  }
  const request = requestPage(host)
  async function* pagesOf(days: Partial<DayRange>): Pages {
    let from: Pick<OrderFilter, 'createdFrom'> = {}
    for (let offset = 0; ; ) {
      const slice = { offset, limit: PAGE_SIZE, sort: 'createTime.asc', totals: 'none' as const }
      const { ids, last } = await request({ ...paid, ...days, ...from, ...slice })
      yield ids.length
      if (ids.length < PAGE_SIZE) return
      if (last === null || last.second === from.createdFrom) offset += ids.length
      else {
        from = { createdFrom: last.second }
        offset = last.rows
      }
    }
  }
  return [pagesOf({ endDate: addDays(startDate, -1) }), ...daysOf({ startDate, endDate }).map(pagesOf)]
}

/**
 * Orders of every status that were created on a day, for a gateway that may know no other filter and page in its own way. Where it finds
 * no order by number, a line may name an order that was not paid.
 */
function createdOrders(days: DayRange, host: FetchHost): Pages[] {
  const request = requestPage(host)
  return daysOf(days).map(async function* (filter): Pages {
    const read = createSliceReader(async ({ offset, limit, page }) => {
      const { ids, total } = await request({ ...filter, offset, limit, page: String(page) })
      return { rows: ids.map((id) => ({ id }) as ListedRow), total }
    })
    for (let page = 1; ; page++) {
      const query = { filter, sort: null, page, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
      const { rows } = await read(query, host.signal)
      yield Math.min(rows.length, PAGE_SIZE)
      if (rows.length < PAGE_SIZE) return
    }
  })
}

const daysOf = ({ startDate, endDate }: DayRange): DayRange[] =>
  Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) => {
    const day = addDays(startDate, index)
    return { startDate: day, endDate: day }
  })

interface Slice extends Pick<Paging, 'page' | 'sort' | 'totals'> {
  offset: number
  limit: number
}

/** Requests a page of the list, and has it read. */
function requestPage({ api, list, signal, readPage }: FetchHost) {
  return ({ offset, limit, ...filter }: OrderFilter & Slice): Promise<ReadOrders> => {
    const input = { ...filter, offset: String(offset), limit: String(limit) }
    return withRetries(signal, async () => readPage(await api.bytes(rowKinds[list].list, input, { signal, quiet: true })))
  }
}

interface LookUpHost extends ReadHost {
  api: Pick<Api, 'has' | 'rows'>
  /** Takes in orders; the next ones wait for it. */
  onRows(rows: readonly PayOrder[]): Promise<unknown>
  onProgress(done: number, all: number): void
}

/**
 * Finds orders by their numbers: many in one call where the gateway is known to take several, else one by one. A gateway that lists
 * other orders than the one of the number finds none by number, and is asked no further. Texts that cannot be a number, such as
 * `INV/2611/77`, are not asked for: a gateway refuses all numbers of a call because of one.
 */
export async function lookUpOrders(texts: readonly string[], host: LookUpHost): Promise<void> {
  const { api, list, signal, onRows, onProgress } = host
  const find = (orderNo: string | readonly string[]) => {
    const input = { orderNo, limit: String(PAGE_SIZE), offset: '0', page: '1' } as OrderFilter & { limit: string }
    return withRetries(signal, () => api.rows(rowKinds[list].list, input, { signal, quiet: true }))
  }
  const numbers = texts.filter((text) => PATTERNS.orderNumber.test(text))
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
  const stop = () => reject(new Aborted())
  signal.addEventListener('abort', stop, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  })
}
