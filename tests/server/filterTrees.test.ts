import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import {
  type Conditions,
  type FilterTree,
  formatFilterTree,
  MAX_TREE_DEPTH,
  mapConditions,
  parseFilterTree,
} from '#contract/filterTree.ts'
import { toMinor } from '#contract/money.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { listMovements } from '../../server/movements/movementQueries.ts'
import { summarisePayins } from '../../server/orders/figures.ts'
import type { OrderScope } from '../../server/orders/orderFilter.ts'
import { countOrders, listOrders } from '../../server/orders/orderQueries.ts'
import { ORDER_JOINS, type OwnOrder, type WireRow, wireOrder, wireOrderFor } from '../../server/orders/orderRow.ts'
import { scanOrders } from '../../server/orders/orderScan.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { matchesFilter } from '../../src/lists/filters/matchesFilter.ts'
import { quickest, withCitus } from '../databases.ts'
import { openGateway, requestOf, type TestGateway } from '../gateway.ts'

const NOW = Date.parse('2026-11-21T15:00:00+07:00')
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)

type Row = OwnOrder
const some = <Value>(values: readonly Value[]) => fc.constantFrom(...values)
/** The caller of every filter: `ME` is this account. */
const VIEWER = { side: 'MERCHANT', username: 'merchant' } as const
const ASSIGNED = ['ME', 'NONE', 'submerchant', 'staff']
const isAssigned = ({ assignedTo }: Row, names: readonly string[]) =>
  names.some((name) => (name === 'ME' ? 'merchant' : name) === (assignedTo ?? 'NONE'))
/** The console does not know the caller's name. */
const named = (conditions: Conditions): Conditions =>
  Object.fromEntries(
    Object.entries(conditions).map(([field, value]) => [
      field,
      field.endsWith('ssignedTo') ? [value ?? []].flat().map((name) => (name === 'ME' ? 'merchant' : name)) : value,
    ]),
  )
const NAMES = ['payerName', 'receiveName'] as const
const known = (values: readonly (string | null | undefined)[]) =>
  [...new Set(values.filter((value) => value != null && value !== ''))] as string[]

/** Conditions with values that some of the rows have, together with what each means, written out once more. */
interface Written {
  readonly filter: OrderFilter
  readonly holds: (row: Row) => boolean
}

function conditionsFor(rows: readonly Row[]): fc.Arbitrary<Written> {
  const isKnown = (field: keyof Row) => known(rows.map((row) => row[field] as string | null)).length > 0
  const values = (of: (row: Row) => string | null | undefined) =>
    fc.uniqueArray(some(known(rows.map(of))), { minLength: 1, maxLength: 3 })
  const oneOf = (field: 'status' | 'payMethod' | 'payChannel' | 'notifyStatus' | 'bankCode' | 'merchantNo') =>
    values((row) => row[field]).map((list) => ({
      filter: { [field]: list },
      holds: (row: Row) => list.includes(row[field] ?? ''),
    }))
  const noneOf = (field: 'status' | 'payMethod' | 'payChannel' | 'notifyStatus' | 'merchantNo') =>
    values((row) => row[field]).map((list) => ({
      filter: { [`not${field[0]!.toUpperCase()}${field.slice(1)}`]: list },
      holds: (row: Row) => !list.includes(row[field] ?? ''),
    }))
  const part = (field: (typeof NAMES)[number]) => some(known(rows.map((row) => row[field]?.slice(1, 4))))
  const hasPart = (row: Row, field: (typeof NAMES)[number], text: string) =>
    row[field]?.toLowerCase().includes(text.toLowerCase()) === true
  const nameContains = (field: (typeof NAMES)[number]) =>
    part(field).map((text) => ({ filter: { [field]: text.toUpperCase() }, holds: (row: Row) => hasPart(row, field, text) }))
  const nameExcludes = () =>
    part('payerName').map((text) => ({
      filter: { notPayerName: text },
      holds: (row: Row) => !hasPart(row, 'payerName', text),
    }))
  const number = some(rows)
  const numbersOf = ({ merchantOrderNo, platOrderNo, payOrderNo }: Row) => [merchantOrderNo, platOrderNo, payOrderNo ?? '']
  const day = some(known(rows.map((row) => row.createTime!.slice(0, 10))))
  const minute = some(rows.map((row) => row.createTime!.slice(0, 16)))
  const amountOf = (row: Row) => toMinor(row.payAmount, row.currency)!
  return fc.oneof(
    ...(['status', 'payMethod', 'payChannel', 'notifyStatus', 'bankCode', 'merchantNo'] as const).filter(isKnown).map(oneOf),
    ...(['status', 'payMethod', 'payChannel', 'notifyStatus', 'merchantNo'] as const).filter(isKnown).map(noneOf),
    fc.tuple(day, day).map((both) => {
      const [startDate = '', endDate = ''] = both.toSorted()
      const holds = ({ createTime }: Row) => createTime!.slice(0, 10) >= startDate && createTime!.slice(0, 10) <= endDate
      return { filter: { startDate, endDate }, holds }
    }),
    day.map((endDate) => ({
      filter: { dateField: 'completeTime' as const, endDate },
      holds: ({ completeTime }: Row) => completeTime !== null && completeTime.slice(0, 10) <= endDate,
    })),
    minute.map((createdFrom) => ({ filter: { createdFrom }, holds: (row: Row) => row.createTime! >= createdFrom })),
    minute.map((completedBefore) => ({
      filter: { completedBefore },
      holds: ({ completeTime }: Row) => completeTime !== null && completeTime.slice(0, 16) < completedBefore,
    })),
    fc.subarray(ASSIGNED, { minLength: 1 }).map((assignedTo) => ({
      filter: { assignedTo },
      holds: (row: Row) => isAssigned(row, assignedTo),
    })),
    fc.subarray(ASSIGNED, { minLength: 1 }).map((notAssignedTo) => ({
      filter: { notAssignedTo },
      holds: (row: Row) => !isAssigned(row, notAssignedTo),
    })),
    some(['has', 'notHas'] as const).map((field) => ({
      filter: { [field]: 'NOTES' },
      holds: ({ notes }: Row) => (notes ?? 0) > 0 === (field === 'has'),
    })),
    ...NAMES.filter(isKnown).map(nameContains),
    ...NAMES.slice(0, 1).filter(isKnown).map(nameExcludes),
    number.map((row) => ({
      filter: { orderNo: row.merchantOrderNo.toUpperCase() },
      holds: (one: Row) => numbersOf(one).some((text) => text.toLowerCase() === row.merchantOrderNo.toLowerCase()),
    })),
    number.map((row) => ({
      filter: { orderTail: row.platOrderNo.slice(-5) },
      holds: (one: Row) =>
        numbersOf(one)
          .slice(0, 2)
          .some((text) => text.toLowerCase().endsWith(row.platOrderNo.slice(-5))),
    })),
    fc.tuple(number, fc.integer({ min: 3, max: 8 }), fc.boolean()).map(([row, length, isEnd]) => {
      const part = row.merchantOrderNo.slice(0, length).toLowerCase()
      const end = isEnd ? row.merchantOrderNo.slice(-1).toLowerCase() : ''
      const isLike = (text: string) => text.startsWith(part) && text.endsWith(end) && text.length >= part.length + end.length
      return {
        filter: { orderPattern: `${part.toUpperCase()}*${end}` },
        holds: (one: Row) => numbersOf(one).some((text) => isLike(text.toLowerCase())),
      }
    }),
    number.map((row) => ({
      filter: { minAmount: row.payAmount },
      holds: (one: Row) => amountOf(one) >= amountOf(row),
    })),
    number.map((row) => ({
      filter: { maxAmount: row.payAmount, status: row.status },
      holds: (one: Row) => amountOf(one) <= amountOf(row) && one.status === row.status,
    })),
  )
}

/** A tree with what it means. */
const treesFor = (rows: readonly Row[]): fc.Arbitrary<{ tree: FilterTree; holds: (row: Row) => boolean }> =>
  fc
    .letrec<{ tree: { tree: FilterTree; holds: (row: Row) => boolean } }>((tie) => {
      const parts = fc.array(tie('tree'), { minLength: 1, maxLength: 3 })
      return {
        tree: fc.oneof(
          { maxDepth: 3 },
          conditionsFor(rows).map(({ filter, holds }) => ({ tree: { is: filter as never }, holds })),
          parts.map((any) => ({
            tree: { any: any.map(({ tree }) => tree) },
            holds: (row: Row) => any.some(({ holds }) => holds(row)),
          })),
          parts.map((all) => ({
            tree: { all: all.map(({ tree }) => tree) },
            holds: (row: Row) => all.every(({ holds }) => holds(row)),
          })),
          tie('tree').map(({ tree, holds }) => ({ tree: { not: tree }, holds: (row: Row) => !holds(row) })),
        ),
      }
    })
    .tree.filter(({ tree }) => parseFilterTree(formatFilterTree(tree)) !== null)

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

describe.each(withCitus)('$name', ({ name: database, open }) => {
  let db: Database
  let all: Row[]
  beforeAll(async () => {
    db = await open()
    await seedDemo(db, { now: NOW, orders: 900 })
    // Citus ends on a subscript in an update.
    await db.run(sql`
      update orders set notes = (id % 3)::int, assigned_to = case id % 3 when 0 then 'merchant' when 1 then 'submerchant' end,
                        staff_notes = 1, staff_assigned_to = 'staff'`)
    all = (await db.all<WireRow>(sql`select ${wireOrderFor(VIEWER)} from orders o ${ORDER_JOINS}`)).map(wireOrder)
  })
  afterAll(() => db.close())

  const SCOPES: Record<string, OrderScope> = {
    'one merchant': { merchantNos: ['M10000001'], kind: 'PAYIN', viewer: VIEWER },
    'payouts of three merchants': { merchantNos: ['M10000001', 'M10000002', 'M10000003'], kind: 'PAYOUT', viewer: VIEWER },
    'the platform': { merchantNos: 'all', kind: 'USDT_PAYIN', viewer: VIEWER },
  }

  test.each(Object.entries(SCOPES))(
    `any tree finds what it means, here and in the console: %s, seed ${SEED}`,
    async (_name, scope) => {
      const kind = ({ currency, type }: Row) => `${currency === 'USDT' ? 'USDT_' : ''}${type}`
      const rows = all.filter(
        (row) => kind(row) === scope.kind && (scope.merchantNos === 'all' || scope.merchantNos.includes(row.merchantNo)),
      )
      expect(rows.length).toBeGreaterThan(5)
      await fc.assert(
        fc.asyncProperty(treesFor(rows), async ({ tree, holds }) => {
          const filter = { where: formatFilterTree(tree) }
          const wanted = idsOf(rows.filter(holds))
          const { rows: found, totalCount } = await listOrders(db, scope, filter, { offset: 0, limit: 1_000 })
          expect(idsOf(found)).toEqual(wanted)
          expect(totalCount).toBe(wanted.length)
          const where = formatFilterTree(mapConditions(tree, named))
          expect(idsOf(rows.filter((row) => matchesFilter(row as ListedRow, { where })))).toEqual(wanted)
        }),
        { seed: SEED, numRuns: database === 'citus' ? 20 : 60 },
      )
    },
  )

  test('the count, the summary and an export have the same rows as the list', async () => {
    const scope: OrderScope = { merchantNos: ['M10000001', 'M10000002', 'M10000003'], kind: 'PAYIN' }
    const where = formatFilterTree({ any: [{ is: { status: 'EXPIRED' } }, { is: { status: 'SUCCESS', minAmount: '100000' } }] })
    const filter = { where, payMethod: ['QRIS', 'VIRTUAL_ACCOUNT'] }
    const { rows } = await listOrders(db, scope, filter, { offset: 0, limit: 1_000 })
    const wanted = all.filter(
      (row) =>
        row.currency === 'IDR' &&
        row.type === 'PAYIN' &&
        scope.merchantNos.includes(row.merchantNo) &&
        filter.payMethod.includes(row.payMethod!) &&
        (row.status === 'EXPIRED' || (row.status === 'SUCCESS' && Number(row.payAmount) >= 100_000)),
    )
    expect(idsOf(rows)).toEqual(idsOf(wanted))
    expect(await countOrders(db, scope, filter)).toBe(wanted.length)
    expect((await summarisePayins(db, scope, filter)).totalPayinCount).toBe(wanted.length)
    const exported = []
    for await (const batch of scanOrders(db, scope, filter, { sort: undefined, step: 7, columns: sql`o.status` }))
      exported.push(...batch)
    expect(idsOf(exported)).toEqual(idsOf(wanted))
  })

  test('a tree reaches no row outside the scope', async () => {
    const where = formatFilterTree({ any: [{ is: { merchantNo: 'M10000004' } }, { not: { is: { merchantNo: 'M10000001' } } }] })
    const scope: OrderScope = { merchantNos: ['M10000001'], kind: 'PAYIN' }
    expect((await listOrders(db, scope, { where }, { offset: 0, limit: 10 })).rows).toEqual([])
  })

  test('movements are filtered alike', async () => {
    const scope = { merchantNos: 'all', types: ['WITHDRAW'] } as const
    const page = { offset: 0, limit: 1_000 }
    const { rows } = await listMovements(db, scope, {}, page, 'en')
    const holds = (row: (typeof rows)[number]) => row.status === 'SUCCESS' || Number(row.payAmount) < 5_000_000
    const where = formatFilterTree({ any: [{ is: { status: 'SUCCESS' } }, { not: { is: { minAmount: '5000000' } } }] })
    const { rows: found } = await listMovements(db, scope, { where }, page, 'en')
    expect(idsOf(found)).toEqual(idsOf(rows.filter(holds)))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(rows.length)
    expect(idsOf(rows.filter((row) => matchesFilter(row as ListedRow, { where })))).toEqual(idsOf(found))
  })
})

describe('at the border', () => {
  let gateway: TestGateway
  let token: string
  beforeAll(async () => {
    gateway = await openGateway(await quickest.open())
    await gateway.account('M10000001')
    token = await gateway.signIn('M10000001')
  })
  afterAll(() => gateway.close())

  const deep = (levels: number): FilterTree => (levels === 1 ? { is: { status: 'FAILED' } } : { not: deep(levels - 1) })
  const many = (count: number): FilterTree => ({ any: Array.from({ length: count }, () => ({ is: { status: 'FAILED' } })) })
  const ask = async (where: string) =>
    (await gateway.app.inject(requestOf(calls.payinList, { where } as never, token))).statusCode

  test.each<[string, string, number]>([
    ['a tree', formatFilterTree(many(50)), 200],
    ['the deepest tree', formatFilterTree(deep(MAX_TREE_DEPTH)), 200],
    ['one level more', formatFilterTree(deep(MAX_TREE_DEPTH + 1)), 422],
    ['one condition more', formatFilterTree(many(51)), 422],
    ['no JSON', '{', 422],
    ['another value', '"status"', 422],
    ['no parts', '{"any":[]}', 422],
    ['no conditions', '{"is":{}}', 422],
    ['two operators', '{"any":[{"is":{"status":"FAILED"}}],"not":{"is":{"status":"FAILED"}}}', 422],
    ['an unknown condition', '{"is":{"shoeSize":"42"}}', 422],
    ['a tree in a tree', '{"is":{"where":"{}"}}', 422],
    ['a property of all objects', '{"is":{"toString":"1"}}', 422],
    ['a value of another kind', '{"is":{"minAmount":"much"}}', 422],
    ['a number', '{"is":{"minAmount":5}}', 422],
    ['a character that cannot be stored', '{"is":{"payerName":"\\u0000"}}', 422],
    ['half of a character', '{"is":{"payerName":"\\ud800"}}', 422],
    ['too many fraction digits', '{"is":{"minAmount":"1.005"}}', 422],
    ['a range that ends first', '{"is":{"startDate":"2026-11-02","endDate":"2026-11-01"}}', 422],
    ['SQL', `{"is":{"payerName":"') or true --"}}`, 200],
    ['a text beyond its length', formatFilterTree({ is: { payerName: 'x'.repeat(8_000) } }), 422],
  ])('%s', async (_what, where, status) => {
    expect(await ask(where)).toBe(status)
  })
})
