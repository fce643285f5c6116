import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { type IdempotentRequest, runOnce } from '../../server/http/idempotency.ts'
import { NodeIds } from '../../server/ids.ts'
import type { MerchantRow } from '../../server/merchants/merchants.ts'
import { type MovementContext, transitionMovement } from '../../server/movements/movements.ts'
import { processMovements } from '../../server/movements/movementWorker.ts'
import { checkRecharge, rechargeOffline } from '../../server/movements/recharges.ts'
import { transfer } from '../../server/movements/transfers.ts'
import { withdraw } from '../../server/movements/withdraws.ts'
import { Refusal } from '../../server/refusal.ts'
import { StandingClock } from '../clock.ts'
import { databases, isPostgres } from '../databases.ts'
import { brokenLedger } from '../ledgerChecks.ts'
import { balance, creditAccount } from '../money.ts'
import { addMerchant } from '../shop.ts'

const CLIENTS = 8
const TRANSFERS = 25
const EACH = 50_000_000n

/** A deterministic sequence of steps; only their timing varies. */
const dice = (seed: number) => (sides: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return Math.floor((seed / 2 ** 32) * sides)
}

describe.each(databases.filter(isPostgres))('a bank under load on $name', ({ open }) => {
  let db: Database
  const clock = new StandingClock('2026-11-21T09:00:00+07:00')
  const context: MovementContext = { ids: new NodeIds(1, clock), clock, holdSeconds: 0, simulation: true }
  let merchants: MerchantRow[]

  beforeAll(async () => {
    db = await open()
    merchants = []
    for (let n = 1; n <= 5; n++) merchants.push(await addMerchant(db, { merchantNo: `M1000000${n}` }))
    for (const { merchantNo } of merchants) await creditAccount(db, context.ids, merchantNo, EACH)
  })
  afterAll(() => db.close())

  const total = async () => {
    const row = await db.one<{ sum: string }>(sql`select sum(available + payin_freeze + payout_freeze) as sum from account`)
    return BigInt(row!.sum)
  }

  test('transfers neither create nor lose money, never overdraw, and run once per idempotency key', async () => {
    const outcomes: string[] = []
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const roll = dice(client + 1)
        for (let n = 0; n < TRANSFERS; n++) {
          const from = merchants[roll(merchants.length)]!
          const to = merchants[roll(merchants.length)]!
          const input = {
            merchantOrderNo: `C${client}-${n}`,
            receiveMerchantNo: to.merchantNo,
            payAmount: `${(roll(40) + 1) * 10_000}.00`,
          }
          const key: IdempotentRequest = {
            merchantNo: from.merchantNo,
            key: input.merchantOrderNo,
            hash: Buffer.from(input.merchantOrderNo),
            now: clock.now(),
          }
          const ask = () =>
            runOnce(db, key, async (tx) => (await transfer(tx, context, from, input)).movement.id).catch((error: unknown) => {
              if (!(error instanceof Refusal)) throw error
              return error.code
            })
          const [first, second] = await Promise.all([ask(), ask()])
          if (first !== 'REQUEST_RUNNING' && second !== 'REQUEST_RUNNING') expect(second).toBe(first)
          outcomes.push(String(first))
        }
      }),
    )
    expect(await total()).toBe(EACH * BigInt(merchants.length))
    expect(await brokenLedger(db)).toEqual([])
    const refused = outcomes.filter((outcome) => !/^\d+$/.test(outcome))
    expect(new Set(refused)).toEqual(new Set(['SAME_MERCHANT', 'INSUFFICIENT_BALANCE']))
    // Every transfer is in both ledgers, and transfers between merchants sum to zero.
    const [counts] = await db.all(sql`
      select (select count(*)::int from record where type = 'TRANSFER_OUT') as sent,
             (select count(*)::int from record where type = 'TRANSFER_IN') as arrived,
             (select count(*)::int from ledger where type = 'TRANSFER_OUT') as "sentRows",
             (select count(*)::int from ledger where type = 'TRANSFER_IN') as "arrivedRows",
             (select sum(amount)::text from ledger where counter = 'MERCHANT') as between,
             (select count(distinct (order_id, merchant_no))::int from ledger where counter = 'MERCHANT') as distinct`)
    const sent = outcomes.length - refused.length
    expect(counts).toEqual({
      sent,
      arrived: sent,
      sentRows: sent,
      arrivedRows: sent,
      between: '0',
      distinct: 2 * sent,
    })
  }, 120_000)

  test('concurrent withdraws never exceed the balance', async () => {
    const rich = await addMerchant(db, { merchantNo: 'M10000011' })
    await creditAccount(db, context.ids, rich.merchantNo, 10_000_000n)
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        db
          .tx((tx) => withdraw(tx, { ...context, holdSeconds: 10 }, rich, demand(n)))
          .then(() => 'taken')
          .catch((error: Refusal) => error.code),
      ),
    )
    // 15,000.00 plus a service fee of 5,000.00 each, out of 100,000.00.
    expect(asked.filter((outcome) => outcome === 'taken')).toHaveLength(5)
    expect(new Set(asked)).toEqual(new Set(['taken', 'INSUFFICIENT_BALANCE']))
    expect(await brokenLedger(db)).toEqual([])
  })

  test('a withdraw that is cancelled and sent concurrently has one outcome', async () => {
    const torn = await addMerchant(db, { merchantNo: 'M10000012' })
    await creditAccount(db, context.ids, torn.merchantNo, 100_000_000n)
    const held = { ...context, holdSeconds: 10 }
    const records = []
    for (let n = 0; n < 10; n++) records.push((await db.tx((tx) => withdraw(tx, held, torn, demand(n)))).movement)
    clock.advance(10_000)
    const cancels = records.flatMap((record) =>
      Array.from({ length: 3 }, () =>
        db
          .tx((tx) => transitionMovement(tx, held, record, 'CANCELLED'))
          .then(() => record.id)
          .catch((error: Refusal) => error.code),
      ),
    )
    const [outcomes] = await Promise.all([Promise.all(cancels), processMovements(db, held), processMovements(db, held)])
    const cancelled = outcomes.filter((outcome) => /^\d+$/.test(outcome))
    expect(new Set(cancelled).size).toBe(cancelled.length)
    clock.advance(5_000)
    await processMovements(db, held)
    clock.advance(5_000)
    await Promise.all([processMovements(db, held), processMovements(db, held)])
    const ends = await db.all<{ id: string; status: string; rows: number }>(sql`
      select r.id, r.status, (select count(*)::int from ledger l where l.merchant_no = r.merchant_no and l.order_id = r.id) as rows
        from record r where r.merchant_no = ${torn.merchantNo} order by r.id`)
    for (const { id, status, rows } of ends) {
      expect(status === 'CANCELLED').toBe(cancelled.includes(id))
      // A freeze, then either the payment with its fee or a full release.
      expect([status, rows]).toEqual([status, status === 'SUCCESS' ? 3 : 2])
    }
    expect(await db.all(sql`select record_id from record_due where merchant_no = ${torn.merchantNo}`)).toEqual([])
    expect(await brokenLedger(db)).toEqual([])
  })

  test('of concurrent offline recharges only one stays open, and concurrent checks credit it once', async () => {
    const payer = await addMerchant(db, { merchantNo: 'M10000013' })
    const deposit = (n: number) => ({
      merchantOrderNo: `R-${n}`,
      payAmount: '70000.00',
      bankCode: '014',
      payerName: 'Toko Nusantara',
      payerAccountNumber: '5271038864',
    })
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        db.tx((tx) => rechargeOffline(tx, context, payer, deposit(n))).catch((error: Refusal) => error.code),
      ),
    )
    const [open, ...others] = asked.filter((outcome) => typeof outcome === 'object')
    expect(others).toEqual([])
    expect(asked.filter((outcome) => outcome === 'OPEN_RECHARGE_EXISTS')).toHaveLength(7)
    const check = () => db.tx((tx) => checkRecharge(tx, context, open!.movement))
    await check()
    clock.advance(5_000)
    const found = await Promise.all(Array.from({ length: 10 }, check))
    expect(found.map(({ status }) => status)).toEqual(Array(10).fill('SUCCESS'))
    expect(await balance(db, payer.merchantNo)).toEqual([7_000_000n, 0n])
    expect(await brokenLedger(db)).toEqual([])
  })

  const demand = (n: number) => ({
    merchantOrderNo: `W-${n}`,
    payAmount: '15000.00',
    bankCode: '014',
    accountNumber: '5271038864',
    accountHoldName: 'Toko Nusantara',
  })
})
