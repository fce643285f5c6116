import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayinOrderStatus } from '#contract/options.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { wrongCounters } from '../../server/ledger/checks.ts'
import type { MerchantRow } from '../../server/merchants/merchants.ts'
import { aggregateCounters } from '../../server/orders/counters.ts'
import { countOrders } from '../../server/orders/orderQueries.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { refundPayin, transitionPayin } from '../../server/payins/payins.ts'
import { Refusal } from '../../server/refusal.ts'
import { isPostgres, withCitus } from '../databases.ts'
import { addMerchant, createTestPayin, type TestContext, testContext } from '../shop.ts'

const HOUR = 3_600_000

describe.each(withCitus)('$name', ({ open }) => {
  let db: Database
  let context: TestContext
  let merchants: MerchantRow[]
  beforeAll(async () => {
    db = await open()
    // Shortly before midnight in Jakarta, so that WIB days differ from UTC days.
    context = testContext('2026-11-20T23:30:00+07:00')
    merchants = [
      await addMerchant(db),
      await addMerchant(db, { merchantNo: 'M10000002', settleDelayMinutes: 30 }),
      await addMerchant(db, { merchantNo: 'M10000003', currency: 'USDT' }),
    ]
  })
  afterAll(() => db.close())

  test('the counters equal a scan of the rows after any history, before and after aggregation', {
    timeout: 120_000,
  }, async () => {
    type Target = Exclude<PayinOrderStatus, 'PARTIAL_REFUND' | 'REFUNDED' | 'CREATED'>
    const targets: Target[] = ['SUCCESS', 'FAILED', 'EXPIRED', 'CLOSED', 'CONFIRMING', 'EXCEPTION', 'PENDING']
    const steps = fc.oneof(
      fc.record({
        what: fc.constant('create' as const),
        merchant: fc.nat(2),
        amount: fc.bigInt(100_000n, 900_000n).map((n) => n * 100n),
      }),
      fc.record({ what: fc.constant('move' as const), order: fc.nat(), to: fc.constantFrom(...targets) }),
      fc.record({ what: fc.constant('refund' as const), order: fc.nat(), quarters: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ what: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ what: fc.constant('aggregate' as const) }),
    )
    const orders: OrderRecord[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30 }), async (history) => {
        for (const step of history) {
          if (step.what === 'create') {
            orders.push(await createTestPayin(db, context, { merchant: merchants[step.merchant]!, amount: step.amount }))
          } else if (step.what === 'wait') context.clock.advance(step.hours * HOUR)
          else if (step.what === 'aggregate') await aggregateCounters(db)
          else if (orders.length > 0) await tryOn(orders[step.order % orders.length]!, step)
        }
        expect(await wrongCounters(db)).toEqual([])
      }),
      { numRuns: 25 },
    )
    await aggregateCounters(db)
    expect(await aggregateCounters(db)).toBe(0)
    expect(await wrongCounters(db)).toEqual([])
    const seen = await db.one<{ n: number }>(sql`select count(distinct status)::int as n from order_day where n > 0`)
    expect(seen!.n).toBeGreaterThan(4)

    async function tryOn(
      order: OrderRecord,
      step: { what: 'move'; to: Target } | { what: 'refund'; quarters: number },
    ): Promise<void> {
      try {
        await db.tx((tx) =>
          step.what === 'refund'
            ? refundPayin(tx, context, order, (order.amount * BigInt(step.quarters)) / 4n)
            : transitionPayin(tx, context, order, step.to, step.to === 'EXCEPTION' ? { paidAmount: order.amount + 1n } : {}),
        )
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }
  })
})

describe.each(withCitus.filter(isPostgres))('concurrency on $name', ({ open }) => {
  test('concurrent aggregation and payments count every order exactly once', async () => {
    const db = await open()
    const context = testContext()
    const merchant = await addMerchant(db)
    let paying = true
    const payer = async () => {
      for (let round = 0; round < 40; round++) {
        const order = await createTestPayin(db, context, { merchant })
        await db.tx((tx) => transitionPayin(tx, context, order, round % 3 === 0 ? 'FAILED' : 'SUCCESS'))
      }
    }
    const folder = async () => {
      let aggregated = 0
      while (paying) aggregated += await aggregateCounters(db)
      return aggregated
    }
    const aggregators = Array.from({ length: 3 }, folder)
    await Promise.all(Array.from({ length: 5 }, payer))
    expect(await wrongCounters(db)).toEqual([])
    paying = false
    const aggregated = (await Promise.all(aggregators)).reduce((sum, n) => sum + n, await aggregateCounters(db))
    expect(aggregated).toBe(5 * 40 * 3)
    expect(await wrongCounters(db)).toEqual([])
    await db.close()
  })

  test('the total of several merchants never falls while orders are made and counted', async () => {
    const db = await open()
    const context = testContext()
    const merchants: MerchantRow[] = []
    for (let n = 1; n <= 4; n++) merchants.push(await addMerchant(db, { merchantNo: `M1000000${n}` }))
    const scope = { merchantNos: merchants.map(({ merchantNo }) => merchantNo), kind: 'PAYIN' } as const
    let making = true
    const make = async (merchant: MerchantRow) => {
      for (let n = 0; n < 25; n++) await createTestPayin(db, context, { merchant })
    }
    const aggregate = async () => {
      while (making) await aggregateCounters(db)
    }
    const totals: number[] = []
    const ask = async () => {
      while (making) totals.push(await countOrders(db, scope, {}))
    }
    const others = [aggregate(), aggregate(), ask()]
    await Promise.all(merchants.map(make))
    making = false
    await Promise.all(others)
    totals.push(await countOrders(db, scope, {}))
    expect(totals.at(-1)).toBe(100)
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    await db.close()
  })
})
