import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { type Entry, entriesOf, type LedgerEvent, POSTINGS, post, type Sums } from '../../server/ledger/ledger.ts'
import { Refusal } from '../../server/refusal.ts'
import { databases, isPostgres, withCitus } from '../databases.ts'
import { testContext } from '../shop.ts'

const context = testContext()
const AT = new Date(context.clock.now())
let order = 0

const event = (name: LedgerEvent, sums: Partial<Sums>, merchantNo = 'M1'): Entry[] =>
  entriesOf(
    name,
    { merchantNo, currency: 'IDR', orderId: String(++order), merchantOrderNo: `T-${order}`, attempt: 1, at: AT },
    sums,
  )

describe('the posting table', () => {
  const effects = (name: LedgerEvent, sums: Partial<Sums>) =>
    event(name, sums).map(({ type, counter, amount, available, payinFreeze, payoutFreeze }) =>
      [type, counter, amount, available, payinFreeze, payoutFreeze].join(' '),
    )

  test('each event has its effects: amount, available, payin freeze, payout freeze', () => {
    const sums = { amount: 1000n, fee: 60n, held: 400n }
    const names = Object.keys(POSTINGS) as LedgerEvent[]
    expect(Object.fromEntries(names.map((name) => [name, effects(name, sums)]))).toEqual({
      payinPaid: ['PAYIN CHANNEL 1000 1000 0 0', 'PAYIN_FEE INCOME -60 -60 0 0'],
      payinPaidLater: ['PAYIN CHANNEL 1000 0 1000 0', 'PAYIN_FEE INCOME -60 0 -60 0'],
      payinSettled: ['PAYIN_SETTLE INTERNAL 1000 1000 -1000 0'],
      payinRefunded: ['PAYIN_REFUND CHANNEL -1000 -600 -400 0'],
      rechargePaid: ['RECHARGE CHANNEL 1000 1000 0 0'],
      withdrawHeld: ['WITHDRAW_FREEZE INTERNAL -1060 -1060 0 1060'],
      withdrawPaid: ['WITHDRAW CHANNEL -1000 0 0 -1000', 'WITHDRAW_FEE INCOME -60 0 0 -60'],
      withdrawReleased: ['WITHDRAW_UNFREEZE INTERNAL 1060 1060 0 -1060'],
      transferHeld: ['TRANSFER_FREEZE INTERNAL -1060 -1060 0 1060'],
      transferReleased: ['TRANSFER_UNFREEZE INTERNAL 1060 1060 0 -1060'],
      transferSent: ['TRANSFER_OUT MERCHANT -1000 -1000 0 0', 'TRANSFER_FEE INCOME -60 -60 0 0'],
      transferSentAfterHold: ['TRANSFER_OUT MERCHANT -1000 0 0 -1000', 'TRANSFER_FEE INCOME -60 0 0 -60'],
      transferReceived: ['TRANSFER_IN MERCHANT 1000 1000 0 0'],
      payoutCreated: ['PAYOUT_FREEZE INTERNAL -1060 -1060 0 1060'],
      payoutPaid: ['PAYOUT CHANNEL -1000 0 0 -1000', 'PAYOUT_FEE INCOME -60 0 0 -60'],
      payoutReleased: ['PAYOUT_UNFREEZE INTERNAL 1060 1060 0 -1060'],
      payoutReversed: ['PAYOUT_REVERSAL CHANNEL 1000 1000 0 0'],
    })
  })

  test('an entry without effect is left out', () => {
    expect(effects('payinPaid', { amount: 1000n })).toEqual(['PAYIN CHANNEL 1000 1000 0 0'])
  })
})

/** Postings that wait for their answer, and postings that presume it. */
const ways = [
  ...withCitus.map((database) => ({ ...database, isOptimistic: false, way: 'waiting' })),
  ...databases.map((database) => ({ ...database, isOptimistic: true, way: 'presuming' })),
]

describe.each(ways)('$name, $way', ({ open, isOptimistic }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  afterEach(async () => {
    expect(await brokenLedger(db)).toEqual([])
    await db.script('truncate ledger, account')
  })

  const openAccounts = (...numbers: string[]) =>
    db.run(sql`insert into account (merchant_no, currency) select no, 'IDR' from unnest(${numbers}::text[]) no`)
  const posted = (entries: Entry[]) => db.tx((tx) => post(tx, context.ids, entries), { isOptimistic })
  const balances = () =>
    db.all(sql`
      select merchant_no as no, available, payin_freeze as "payinFreeze", payout_freeze as "payoutFreeze", seq
        from account order by merchant_no`)

  test('a payin, its settlement and a refund store all balances before and after', async () => {
    await openAccounts('M1')
    await posted(event('payinPaidLater', { amount: 1000n, fee: 60n }))
    await posted(event('payinSettled', { amount: 940n }))
    await posted(event('payinRefunded', { amount: 300n, held: 0n }))
    expect(
      await db.all(sql`
        select seq, type, amount, available_before as "available", available_after as "thenAvailable",
               payin_freeze_before as "frozen", payin_freeze_after as "thenFrozen"
          from ledger order by seq`),
    ).toEqual([
      { seq: '1', type: 'PAYIN', amount: '1000', available: '0', thenAvailable: '0', frozen: '0', thenFrozen: '1000' },
      { seq: '2', type: 'PAYIN_FEE', amount: '-60', available: '0', thenAvailable: '0', frozen: '1000', thenFrozen: '940' },
      { seq: '3', type: 'PAYIN_SETTLE', amount: '940', available: '0', thenAvailable: '940', frozen: '940', thenFrozen: '0' },
      { seq: '4', type: 'PAYIN_REFUND', amount: '-300', available: '940', thenAvailable: '640', frozen: '0', thenFrozen: '0' },
    ])
    expect(await balances()).toEqual([{ no: 'M1', available: '640', payinFreeze: '0', payoutFreeze: '0', seq: '4' }])
  })

  test('entries that overdraw at any point are refused as a whole, even if the final balance is positive', async () => {
    await openAccounts('M1', 'M2')
    await posted(event('payinPaid', { amount: 500n }))
    const before = await balances()
    const tooMuch = event('payinRefunded', { amount: 501n })
    for (const entries of [
      tooMuch,
      [...tooMuch, ...event('payinPaid', { amount: 900n })],
      [...event('payinPaid', { amount: 900n }, 'M2'), ...tooMuch],
      event('payinSettled', { amount: 1n }),
    ]) {
      const refusal = await posted(entries).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(Refusal)
      expect(refusal).toMatchObject({ code: 'INSUFFICIENT_BALANCE', status: 422 })
      expect(await balances()).toEqual(before)
    }
  })

  test('an event is not posted twice', async () => {
    await openAccounts('M1')
    const paid = event('payinPaid', { amount: 500n, fee: 5n })
    await posted(paid)
    await expect(posted(paid)).rejects.toMatchObject({
      code: '23505',
      message: expect.stringContaining('ledger_once'),
    })
    await posted(paid.map((entry) => ({ ...entry, attempt: 2 })))
    expect(await balances()).toMatchObject([{ available: '990', seq: '4' }])
  })

  test('posting to a missing account throws and changes nothing', async () => {
    await openAccounts('M1')
    const both = [...event('payinPaid', { amount: 500n }), ...event('payinPaid', { amount: 500n }, 'M404')]
    await expect(posted(both)).rejects.toThrow('does not exist')
    expect(await balances()).toMatchObject([{ no: 'M1', available: '0', seq: '0' }])
  })

  test('no entry is older than one before it, also when clocks of gateways differ', async () => {
    await openAccounts('M1')
    const paidAt = (seconds: number) =>
      event('payinPaid', { amount: 500n }).map((entry) => ({ ...entry, at: new Date(AT.getTime() + seconds * 1_000) }))
    for (const seconds of [20, 5, 10, 30]) await posted(paidAt(seconds))
    const times = await db.all<{ time: Date }>(sql`select create_time as time from ledger order by seq`)
    expect(times.map(({ time }) => (time.getTime() - AT.getTime()) / 1_000)).toEqual([20, 20, 20, 30])
  })

  test('posting no entries changes nothing', async () => {
    await posted([])
    expect(await balances()).toEqual([])
  })

  test('any history matches a model, including refusals', { timeout: 120_000 }, async () => {
    const names = ['M1', 'M2', 'M3']
    const moves = fc.array(
      fc.record({
        name: fc.constantFrom<LedgerEvent>(
          'payinPaid',
          'payinPaidLater',
          'payinSettled',
          'payinRefunded',
          'withdrawHeld',
          'withdrawPaid',
          'withdrawReleased',
          'transferReceived',
        ),
        merchantNo: fc.constantFrom(...names),
        amount: fc.bigInt(1n, 1_000n),
        share: fc.integer({ min: 0, max: 100 }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(moves, { minLength: 1, maxLength: 12 }), async (batches) => {
        await db.script('truncate ledger, account')
        await openAccounts(...names)
        let model = new Map(names.map((no) => [no, { available: 0n, payinFreeze: 0n, payoutFreeze: 0n }]))
        for (const batch of batches) {
          const entries = batch.flatMap(({ name, merchantNo, amount, share }) => {
            const part = (amount * BigInt(share)) / 100n
            return event(name, { amount, fee: name === 'payinRefunded' ? 0n : part, held: part }, merchantNo)
          })
          const next = replayed(model, entries)
          const outcome = await posted(entries).then(
            () => 'posted',
            (error: Refusal) => error.code,
          )
          expect(outcome).toBe(next === null ? 'INSUFFICIENT_BALANCE' : 'posted')
          model = next ?? model
        }
        const text = (of: object) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, String(value)]))
        expect(await balances()).toMatchObject(names.map((no) => ({ no, ...text(model.get(no)!) })))
        expect(await brokenLedger(db)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

type Figures = Record<'available' | 'payinFreeze' | 'payoutFreeze', bigint>

/** The accounts after the entries; null when an entry cannot be paid. */
function replayed(accounts: Map<string, Figures>, entries: Entry[]): Map<string, Figures> | null {
  const after = new Map(accounts)
  for (const entry of entries) {
    const { available, payinFreeze, payoutFreeze } = after.get(entry.merchantNo)!
    const figures = {
      available: available + entry.available,
      payinFreeze: payinFreeze + entry.payinFreeze,
      payoutFreeze: payoutFreeze + entry.payoutFreeze,
    }
    if (Object.values(figures).some((figure) => figure < 0n)) return null
    after.set(entry.merchantNo, figures)
  }
  return after
}

describe.each(ways.filter(isPostgres))('concurrency on $name, $way', ({ open, isOptimistic }) => {
  test('concurrent postings neither create nor lose money, in any order', { timeout: 120_000 }, async () => {
    const db = await open()
    const names = ['M1', 'M2', 'M3', 'M4']
    await db.run(sql`insert into account (merchant_no, currency) select no, 'IDR' from unnest(${names}::text[]) no`)
    let expected = 0n
    const outcomes = { tried: 0, posted: 0, refused: 0 }
    const client = async (seed: number) => {
      for (let round = 0; round < 60; round++) {
        const merchantNo = names[(seed + round) % 3 === 0 ? 0 : (seed * 7 + round) % names.length]!
        const amount = BigInt(1 + ((seed * 31 + round * 17) % 500))
        const paying = (seed + round) % 2 === 0
        // Two accounts in one transaction, in either order: locks must not deadlock.
        const other = names[(seed * 3 + round * 5) % names.length]!
        const entries = paying
          ? [...event('payinPaid', { amount, fee: 1n }, merchantNo), ...event('payinPaid', { amount: 1n }, other)]
          : event('payinRefunded', { amount }, merchantNo)
        try {
          await db.tx(
            (tx) => {
              if (tx.isOptimistic === isOptimistic) outcomes.tried++
              return post(tx, context.ids, entries)
            },
            { isOptimistic },
          )
          expected += entries.reduce((sum, entry) => sum + entry.available, 0n)
          outcomes.posted++
        } catch (error) {
          expect(error).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
          outcomes.refused++
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, seed) => client(seed)))
    expect(outcomes.posted + outcomes.refused).toBe(480)
    // Locks are taken in one order, so there were no deadlocks.
    expect(outcomes.tried).toBe(480)
    expect(outcomes.posted).toBeGreaterThan(240)
    expect(outcomes.refused).toBeGreaterThan(0)
    expect(await db.one(sql`select sum(available)::text as total from account`)).toEqual({ total: String(expected) })
    expect(await brokenLedger(db)).toEqual([])
    await db.close()
  })

  test('one event posted concurrently is posted once', async () => {
    const db = await open()
    await db.run(sql`insert into account (merchant_no, currency) values ('M1', 'IDR')`)
    const paid = event('payinPaid', { amount: 500n })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, () => db.tx((tx) => post(tx, context.ids, paid), { isOptimistic })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await db.one(sql`select available, seq from account`)).toEqual({ available: '500', seq: '1' })
    await db.close()
  })
})
