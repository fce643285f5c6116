import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type Signable, sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { type IdempotentRequest, runOnce } from '../../server/http/idempotency.ts'
import { NodeIds } from '../../server/ids.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import type { MerchantRow } from '../../server/merchants/merchants.ts'
import { type MovementContext, transitionMovement } from '../../server/movements/movements.ts'
import { processMovements } from '../../server/movements/movementWorker.ts'
import { checkRecharge, rechargeOffline } from '../../server/movements/recharges.ts'
import { transfer, withdraw } from '../../server/movements/sendMoney.ts'
import { TERMS } from '../../server/movements/terms.ts'
import { Refusal } from '../../server/refusal.ts'
import { addReceivingAccounts } from '../../server/seed/accounts.ts'
import { StandingClock } from '../clock.ts'
import { isPostgres, withCitus } from '../databases.ts'
import { type Dice, dice } from '../dice.ts'
import { openGateway, PASSWORD, SECRET, type TestGateway } from '../gateway.ts'
import { balance, creditAccount, setTxnPassword, signingClientOf, TXN_PASSWORD } from '../money.ts'
import { addMerchant } from '../shop.ts'

const CLIENTS = 8
const TRANSFERS = 25
const EACH = 50_000_000n

describe.each(withCitus.filter(isPostgres))('a bank under load on $name', ({ open }) => {
  let db: Database
  const clock = new StandingClock('2026-11-21T09:00:00+07:00')
  const context: MovementContext = { ids: new NodeIds(1, clock), clock, holdSeconds: 0, simulation: true, terms: TERMS }
  let merchants: MerchantRow[]

  beforeAll(async () => {
    db = await open()
    merchants = []
    for (let n = 1; n <= 5; n++) merchants.push(await addMerchant(db, { merchantNo: `M1000000${n}` }))
    for (const { merchantNo } of merchants) await creditAccount(db, context.ids, merchantNo, EACH)
    await addReceivingAccounts(db)
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
          // The later of the two hears that the earlier one is running, if that takes long.
          const heard = (await Promise.all([ask(), ask()])).filter((outcome) => outcome !== 'REQUEST_RUNNING')
          expect(new Set(heard).size).toBe(1)
          outcomes.push(String(heard[0]))
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

const SHOPS = ['M20000001', 'M20000002', 'M20000003', 'M20000004']
const CHIEF = 'M20000009'
const ROUNDS = 6
const QUEUED = 6

describe.each(withCitus)('a bank whose accounts are frozen, suspended, signed out and revoked on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let staff: string
  const clock = new StandingClock('2026-11-21T09:00:00+07:00')

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock, environment: { HOLD_SECONDS: '0', RATE_LIMIT: '100000' } })
    for (const no of SHOPS) {
      await gateway.account(no)
      await setTxnPassword(db, no)
      await creditAccount(db, gateway.ids, no, EACH)
    }
    await gateway.account(CHIEF, { kind: 'staff', permissionKeys: ['plat_merchant_status'] })
    staff = await gateway.signIn(CHIEF)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  /** The rows that calls with this prefix of their numbers made; of a whole merchant without one. */
  const moved = async (no: string, prefix = '') =>
    (await db.one<{ n: number }>(sql`
      select (select count(*)::int from record where merchant_no = ${no} and starts_with(merchant_order_no, ${prefix}))
             + (select count(*)::int from orders where merchant_no = ${no} and starts_with(merchant_order_no, ${prefix}))
             + (select count(*)::int from ledger where merchant_no = ${no} and starts_with(merchant_order_no, ${prefix})) as n`))!
      .n

  test('nothing moves after an answer', async () => {
    const statuses: number[] = []
    await Promise.all(SHOPS.map((no, nth) => live(no, dice(nth + 11), statuses)))
    expect(new Set(statuses)).toContain(200)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(await brokenLedger(db)).toEqual([])
    const deadlocks = sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`
    expect((await db.one<{ n: number }>(deadlocks))?.n).toBe(0)
    const refusals = statuses.filter((status) => status >= 400).length
    expect(refusals).toBeGreaterThan(0)
  }, 120_000)

  async function live(no: string, roll: Dice, statuses: number[]): Promise<void> {
    let secret = SECRET
    for (let round = 1; round <= ROUNDS; round++) {
      const client = await signingClientOf(gateway, no)
      const [console, api] = [`${no}-C${round}-`, `${no}-A${round}-`]
      const own = { client, secret }
      const asked = Array.from({ length: QUEUED }, (_, nth) => [
        ask(no, roll, { ...own, prefix: console, nth }),
        askAsMerchant(no, roll, { ...own, prefix: api, nth }),
      ]).flat()
      await setTimeout(roll(60))
      const changes = [
        () => become(no, (['FROZEN', 'SUSPENDED'] as const)[roll(2)]!),
        () => gateway.ask(calls.logout, {}, client.token),
        () =>
          gateway.ask(calls.resetPassword, { pwd: sha256('Other1'), pwd2: sha256('Other1'), oldPwd: PASSWORD }, client.token),
        () =>
          gateway.ask(
            calls.changeSecret,
            { action: 'reset', target: 'secret', overlapHours: '0', txnPwd: TXN_PASSWORD },
            client.token,
          ),
        () => gateway.ask(calls.updateIpLists, { apiWhiteIp: '203.0.113.7', txnPwd: TXN_PASSWORD }, client.token),
      ] as const
      const which = (round + roll(2)) % changes.length
      const reply = await changes[which]!()
      expect(reply.statusCode, reply.body).toBe(200)
      // What the change ended: everything, the session's calls, or those signed with the key. A new password ends other sessions.
      const prefix = ['', console, null, api, api][which]
      const before = prefix === null || prefix === undefined ? null : await moved(no, prefix)
      statuses.push(...(await Promise.all(asked)).map(({ statusCode }) => statusCode))
      if (before !== null) expect([no, which, await moved(no, prefix!)]).toEqual([no, which, before])
      if (which === 3) secret = reply.json<{ item: { secret: string } }>().item.secret
      await db.run(sql`
        update merchant set api_white_ip = '{}', password_hash = (select password_hash from merchant where merchant_no = ${CHIEF})
         where merchant_no = ${no}`)
      if (which === 0) await become(no, 'ACTIVE')
    }
  }

  const become = (merchantNo: string, status: 'ACTIVE' | 'FROZEN' | 'SUSPENDED') =>
    gateway.ask(calls.merchantStatus, { merchantNo, status, reason: 'asked for in writing' }, staff)

  interface Numbered {
    client: Awaited<ReturnType<typeof signingClientOf>>
    secret: string
    prefix: string
    nth: number
  }

  const RECEIVER = { bankCode: '014', receiveAccount: '5271038864', receiveName: 'Siti Rahma' }

  function ask(no: string, roll: Dice, { client, prefix, nth }: Numbered) {
    const content = { merchantOrderNo: `${prefix}${nth}`, payAmount: `${(roll(9) + 1) * 10_000}.00`, txnPwd: TXN_PASSWORD }
    const now = clock.now() + nth
    if (roll(3) === 0) {
      const { bankCode, receiveAccount: accountNumber, receiveName: accountHoldName } = RECEIVER
      return client.ask(calls.withdraw, { ...content, bankCode, accountNumber, accountHoldName }, { now })
    }
    const receiveMerchantNo = SHOPS[(SHOPS.indexOf(no) + 1 + roll(SHOPS.length - 1)) % SHOPS.length]!
    return client.ask(calls.transfer, { ...content, receiveMerchantNo }, { now })
  }

  async function askAsMerchant(no: string, roll: Dice, { secret, prefix, nth }: Numbered) {
    const fields = { merchantNo: no, merchantOrderNo: `${prefix}${nth}`, payAmount: '10000.00' }
    const isPayin = roll(3) === 0
    const input: Signable = isPayin ? { ...fields, payChannel: 'VA_BCA' } : { ...fields, ...RECEIVER, payChannel: 'BANK_ID' }
    const signed = sign(input, secret, { hash: sha256, now: clock.now() + nth }) as never
    return gateway.ask(isPayin ? calls.openPayin : calls.openPayout, signed)
  }
})
