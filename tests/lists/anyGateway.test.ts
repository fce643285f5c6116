import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { isExact, rowAt, rowCount } from '#machines/paging/pageCache.ts'
import { createPagingMachine } from '#machines/paging/pagingMachine.ts'
import { fetchAllRows } from '../../src/lists/export/fetchAllRows.ts'
import type { ListFilter } from '../../src/lists/filters/listFilter.ts'
import type { PageQuery, RowReader } from '../../src/lists/paging/rowReader.ts'
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

/** Scrolls a list down until its end is known, and returns the rows at every position. */
async function walk(request: RowReader, pageSize: number) {
  const clock = new SimulatedClock()
  const read = createSliceReader(request)
  const machine = createPagingMachine<ListedRow, ListFilter>().provide({
    actors: { fetchPage: fromPromise(({ input, signal }) => read(input, signal)) },
    actions: { sayBeyondEnd: () => {} },
  })
  const paging = createActor(machine, { input: { filter: {}, sort: null, pageSize, page: 1 }, clock }).start()
  const context = () => paging.getSnapshot().context
  const settle = async () => {
    do {
      clock.increment(FRAME_MS * 5)
      await new Promise((resolve) => setImmediate(resolve))
    } while (context().pending.length > 0)
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
const anyPaging = fc
  .record({
    position: fc.constantFrom('offset', 'page'),
    size: fc.option(sizes),
    total: fc.constantFrom('right', 'none', 'zero', 'page', 'limited'),
    sendsExtra: fc.boolean(),
    beyond: fc.constantFrom('nothing', 'last'),
  })
  // A page with as many rows as the gateway counts is the whole result, so a count of the page hides a page size.
  .filter(({ size, total }) => size === null || total === 'right' || total === 'none') as fc.Arbitrary<Paging>
const counts = fc.oneof(fc.integer({ min: 0, max: 130 }), fc.constantFrom(0, 1, 9, 10, 11, 20, 40, 100))
const pageSizes = fc.constantFrom(10, 20, 50)

test('walking a list shows every row once, in front of any gateway', async () => {
  await fc.assert(
    fc.asyncProperty(counts, pageSizes, anyPaging, async (count, pageSize, paging) => {
      const all = rowsOf(count)
      // One row more than the page size looks like the extra row of a gateway with any page size.
      fc.pre(!(paging.size?.isFixed === true && paging.size.rows === pageSize + 1))
      const { rows, isExact } = await walk(gatewayOf(all, paging), pageSize)
      expect(rows.map((row) => row?.id)).toEqual(all.map(({ id }) => id))
      expect(isExact).toBe(true)
    }),
    { numRuns: 200 },
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
  expect(await walk(first, 10)).toEqual({ rows: all.slice(0, 10), isExact: true, isRepeating: true })
  const counting: RowReader = async ({ limit }) => ({ rows: all.slice(0, limit), total: 37 })
  expect(await walk(counting, 10)).toEqual({ rows: all.slice(0, 10), isExact: true, isRepeating: true })
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
