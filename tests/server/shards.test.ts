import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/database.ts'
import { type Sql, sql, statement } from '../../server/db/sql.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { entriesOf, post } from '../../server/ledger/ledger.ts'
import type { MerchantRow } from '../../server/merchants/merchants.ts'
import type { MovementContext } from '../../server/movements/movements.ts'
import { processMovements } from '../../server/movements/movementWorker.ts'
import { transfer } from '../../server/movements/sendMoney.ts'
import { TERMS } from '../../server/movements/terms.ts'
import { aggregateCounters } from '../../server/orders/counters.ts'
import { expireDue } from '../../server/payins/payins.ts'
import { settleDue } from '../../server/payins/settlements.ts'
import { processPayouts } from '../../server/payouts/payouts.ts'
import { withCitus } from '../databases.ts'
import { creditAccount } from '../money.ts'
import { noting } from '../noting.ts'
import { addMerchant, createPaidPayin, createTestPayin, createTestPayout, testContext } from '../shop.ts'

const HOLDING = /\bfor update\b|\b(insert into|update|delete from) \w/
// The row of a transfer contains the merchant of the other side.
const TELLING = /insert into (record|audit) /

/** The merchants in the parameters of each statement that writes or locks. */
const merchantsHeld = (asked: readonly Sql[]): string[][] =>
  asked
    .map(statement)
    .filter(({ text }) => HOLDING.test(text) && !TELLING.test(text))
    .map(({ values }) => [...new Set(values.flat().flatMap(merchantsIn))])

/** A parameter is a merchant number, or the rows of an insert as JSON. */
const merchantsIn = (value: unknown): string[] =>
  [...String(value).matchAll(/(?:^|"merchant_no":")(M\d+)(?:"|$)/g)].map(([, merchantNo]) => merchantNo!)

describe.each(withCitus)('$name: a statement that locks rows names one merchant', ({ open }) => {
  let db: Database
  const context = testContext()
  const records: MovementContext = { ...context, holdSeconds: 10, simulation: true, terms: TERMS }
  const merchants: MerchantRow[] = []

  beforeAll(async () => {
    db = await open()
    for (let n = 1; n <= 3; n++) {
      const merchant = await addMerchant(db, { merchantNo: `M1000000${n}`, settleDelayMinutes: 5 })
      merchants.push(merchant)
      await creditAccount(db, context.ids, merchant.merchantNo, 100_000_000n)
      await createPaidPayin(db, context, { merchant })
      await createTestPayin(db, context, { merchant, expiryMinutes: 5 })
      await createTestPayout(db, context, { merchant })
    }
  })
  afterAll(async () => {
    expect(await brokenLedger(db)).toEqual([])
    await db.close()
  })

  test('both sides of a transfer are posted separately', async () => {
    const { db: noted, asked } = noting(db)
    const cause = (merchantNo: string) =>
      ({ merchantNo, currency: 'IDR', orderId: '1', merchantOrderNo: 'T-1', attempt: 1, at: new Date(0) }) as const
    const sides = [
      ...entriesOf('transferSent', cause('M10000002'), { amount: 100n }),
      ...entriesOf('transferReceived', cause('M10000001'), { amount: 100n }),
    ]
    await noted.tx((tx) => post(tx, context.ids, sides))
    // Accounts are locked in order of their numbers, whatever the direction of the transfer.
    const each = ['M10000001', 'M10000001', 'M10000002', 'M10000002']
    expect(merchantsHeld(asked)).toEqual(each.map((merchantNo) => [merchantNo]))
  })

  test('workers process due rows one merchant at a time', async () => {
    const [sender, receiver] = merchants as [MerchantRow, MerchantRow, MerchantRow]
    const wish = { merchantOrderNo: 'T-2', receiveMerchantNo: receiver.merchantNo, payAmount: '20000.00' }
    await db.tx((tx) => transfer(tx, records, sender, wish))
    context.clock.advance(10 * 60_000)
    const { db: noted, asked } = noting(db)
    expect(await settleDue(noted, context)).toBe(3)
    expect(await expireDue(noted, context)).toBe(3)
    expect(await processPayouts(noted, context)).toBe(3)
    expect(await processMovements(noted, records)).toBe(1)
    expect(await aggregateCounters(noted)).toBeGreaterThan(0)
    const held = merchantsHeld(asked)
    expect(held.length).toBeGreaterThan(30)
    expect(held.filter(({ length }) => length !== 1)).toEqual([])
  })

  test('a failing row does not block the others', async () => {
    const orders = []
    for (const merchant of merchants) orders.push(await createTestPayin(db, context, { merchant, expiryMinutes: 5 }))
    // An artificial trigger makes one order fail on every update.
    await db.run(sql`update orders set moves = 1 where id = ${orders[0]!.id}`)
    context.clock.advance(10 * 60_000)
    await expect(expireDue(db, context)).rejects.toThrow()
    const statuses = await db.all<{ status: string }>(sql`
      select status from orders where id = any (${orders.map(({ id }) => id)}::bigint[]) order by merchant_no`)
    expect(statuses.map(({ status }) => status)).toEqual(['PENDING', 'EXPIRED', 'EXPIRED'])
  })
})
