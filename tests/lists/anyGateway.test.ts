import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { isExact, rowAt, rowCount } from '#machines/paging/pageCache.ts'
import { createPagingMachine } from '#machines/paging/pagingMachine.ts'
import { fetchAllRows } from '../../src/lists/export/fetchAllRows.ts'
import type { ListFilter } from '../../src/lists/filters/listFilter.ts'
import type { PageQuery, RowReader } from '../../src/lists/paging/pageQuery.ts'
import { createSliceReader } from '../../src/lists/paging/slices.ts'

/** How a gateway answers. */
interface Paging {
  /** What it reads of a request. */
  position: 'offset' | 'page'
  /** The most rows of a page, and whether every page has as many. */
  size: { rows: number; isFixed: boolean } | null
  total: 'right' | 'none' | 'zero' | 'page' | 'limited'
  /** Without a total, one row more than asked. */
  sendsExtra: boolean
  /** What it sends for a page beyond the end. */
  beyond: 'nothing' | 'last'
}

const rowsOf = (count: number): ListedRow[] =>
  Array.from({ length: count }, (_, n) => ({ id: `id ${n}`, payAmount: `${n}.00` }))

/** A page as such a gateway sends it. */
function answerOf(all: readonly ListedRow[], { position, size, total, sendsExtra, beyond }: Paging, query: PageQuery) {
  const asked = size === null ? query.limit : size.isFixed ? size.rows : Math.min(query.limit, size.rows)
  const wanted = position === 'page' ? (query.page - 1) * asked : query.offset
  const last = Math.max(0, Math.ceil(all.length / asked) - 1) * asked
  const from = beyond === 'last' && wanted >= all.length ? last : wanted
  const rows = all.slice(from, from + asked + (sendsExtra && total === 'none' && size === null ? 1 : 0))
  const totals = { right: all.length, none: null, zero: 0, page: rows.length, limited: Math.min(all.length, 2 * query.limit) }
  return { rows, total: totals[total] }
}

const gatewayOf =
  (all: readonly ListedRow[], paging: Paging): RowReader =>
  async (query) =>
    answerOf(all, paging, query)

const FRAME_MS = 20
const VISIBLE_ROWS = 7

/** Opens a list on a page, scrolls it down until its end is known, and returns the rows at every position. */
async function walk(read: RowReader, pageSize: number, page = 1) {
  const clock = new SimulatedClock()
  const machine = createPagingMachine<ListedRow, ListFilter>().provide({
    actors: { fetchPage: fromPromise(({ input, signal }) => read(input, signal)) },
    actions: { sayBeyondEnd: () => {} },
  })
  const paging = createActor(machine, { input: { filter: {}, sort: null, pageSize, page }, clock }).start()
  const context = () => paging.getSnapshot().context
  const settle = async () => {
    do {
      clock.increment(FRAME_MS * 5)
      await new Promise((resolve) => setImmediate(resolve))
    } while (context().inFlight.length > 0)
  }
  await settle()
  const seen: (ListedRow | undefined)[] = []
  for (let first = 0; ; first += VISIBLE_ROWS) {
    const last = Math.max(0, Math.min(first + VISIBLE_ROWS, rowCount(context())) - 1)
    paging.send({ type: 'view', first: Math.max(0, last - VISIBLE_ROWS + 1), last, direction: 1 })
    await settle()
    for (let row = seen.length; row <= last && row < rowCount(context()); row++) seen[row] = rowAt(context(), row)
    if (last + 1 >= rowCount(context()) && seen.length >= rowCount(context())) break
  }
  return { rows: seen, isExact: isExact(context()), isRepeating: context().isRepeating }
}

const readAll = (request: RowReader) =>
  fetchAllRows({ console: { api: null }, list: { createReader: () => createSliceReader(request) } } as never, {
    filter: {},
    sort: null,
    chosen: { kind: 'all', except: new Map() },
  })

const sizes = fc.record({ rows: fc.integer({ min: 1, max: 60 }), isFixed: fc.boolean() })
const anyPaging: fc.Arbitrary<Paging> = fc.record({
  position: fc.constantFrom('offset', 'page'),
  size: fc.option(sizes),
  total: fc.constantFrom('right', 'none', 'zero', 'page', 'limited'),
  sendsExtra: fc.boolean(),
  beyond: fc.constantFrom('nothing', 'last'),
})
const counts = fc.oneof(fc.integer({ min: 0, max: 130 }), fc.constantFrom(0, 1, 9, 10, 11, 20, 40, 100))
const pageSizes = fc.constantFrom(10, 20, 50)

interface Visit {
  /** The rows of a result that is read before with another filter; null without one. */
  before: number | null
  count: number
  pageSize: number
  /** The page that the list opens on. */
  page: number
}

const anyVisit: fc.Arbitrary<Visit> = fc.record({
  before: fc.option(counts),
  count: counts,
  pageSize: pageSizes,
  page: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 8 })),
})

const byPage = { position: 'page', total: 'none', sendsExtra: false, beyond: 'nothing' } as const
const visit = { before: null, pageSize: 10, page: 1 }
const pagesOf = (rows: number) => ({ rows, isFixed: true })
/** Cases in which the console once left rows out, or showed them twice. */
const FOUND: [Visit, Paging][] = [
  [
    { ...visit, count: 11 },
    { ...byPage, size: pagesOf(12), total: 'right' },
  ],
  // The extra row of page 1 is the last one, and page 2 is empty.
  [
    { ...visit, count: 11 },
    { ...byPage, size: pagesOf(20) },
  ],
  [
    { ...visit, count: 37 },
    { ...byPage, size: pagesOf(11) },
  ],
  // Every page is as long as the count says.
  [
    { ...visit, count: 37 },
    { ...byPage, size: { rows: 7, isFixed: false }, total: 'page' },
  ],
  // The first page that is read ends where the count says.
  [
    { ...visit, count: 27, page: 3 },
    { ...byPage, size: { rows: 7, isFixed: false }, total: 'right' },
  ],
  // A smaller result has taught a wrong page size.
  [
    { ...visit, count: 40, before: 11 },
    { ...byPage, size: pagesOf(12), total: 'right' },
  ],
  // The same, and the first page that is read is the last one in place of one beyond the end: its rows were shown twice.
  [
    { ...visit, count: 50, before: 15, page: 6 },
    { ...byPage, size: pagesOf(35), total: 'right', beyond: 'last' },
  ],
  // The same, and the first page that is read is as long as that smaller result.
  [
    { ...visit, count: 100, before: 20, page: 5 },
    { ...byPage, size: pagesOf(40), total: 'right' },
  ],
  // In place of a page beyond the end comes the last one of another size, which begins inside the page before it.
  [
    { ...visit, count: 100, pageSize: 20 },
    { ...byPage, position: 'offset', size: pagesOf(21), beyond: 'last' },
  ],
]

test('walking a list shows every row once, in front of any gateway', async () => {
  await fc.assert(
    fc.asyncProperty(anyVisit, anyPaging, async ({ before, count, pageSize, page }, paging) => {
      const all = rowsOf(count)
      const [gateway, former] = [gatewayOf(all, paging), gatewayOf(rowsOf(before ?? 0), paging)]
      const read = createSliceReader((query, signal) => (query.sort === 'former' ? former : gateway)(query, signal))
      if (before !== null) {
        await read({ filter: {}, sort: 'former', page: 1, limit: pageSize, offset: 0 }, new AbortController().signal)
      }
      const { rows, isExact } = await walk(read, pageSize, page)
      expect(rows.map((row) => row?.id)).toEqual(all.map(({ id }) => id))
      expect(isExact).toBe(true)
    }),
    { numRuns: 200, examples: FOUND },
  )
})

test('reading all rows returns every row once, in front of any gateway', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2500 }), anyPaging, async (count, paging) => {
      const all = rowsOf(count)
      expect(await readAll(gatewayOf(all, paging))).toEqual(all)
    }),
    { numRuns: 100 },
  )
})

test('a gateway that cannot turn pages shows its only page, and the list says so', async () => {
  const all = rowsOf(37)
  const first: RowReader = async ({ limit }) => ({ rows: all.slice(0, limit), total: null })
  expect(await walk(createSliceReader(first), 10)).toEqual({ rows: all.slice(0, 10), isExact: true, isRepeating: true })
  const counting: RowReader = async ({ limit }) => ({ rows: all.slice(0, limit), total: 37 })
  expect(await walk(createSliceReader(counting), 10)).toEqual({ rows: all.slice(0, 10), isExact: true, isRepeating: true })
  expect(await readAll(async () => ({ rows: all, total: null }))).toEqual(all)
})

test('rows that arrive meanwhile are not read twice', async () => {
  const all = rowsOf(2500)
  let arrived = 0
  const busy: RowReader = async ({ offset, limit }) => {
    const now = [...rowsOf(arrived++).map(({ id }) => ({ id: `new ${id}` })), ...all]
    return { rows: now.slice(offset, offset + limit), total: null }
  }
  const ids = (await readAll(busy)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !id.startsWith('new'))).toEqual(all.map(({ id }) => id))
})
