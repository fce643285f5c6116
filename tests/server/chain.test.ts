import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CheckedEntries } from '#contract/rows/ledger.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { checkEntries } from '../../server/ledger/chain.ts'
import { databases } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'
import { creditAccount } from '../money.ts'

const OWNER = 'M00000001'
const OTHER = 'M00000002'
const account = { merchantNo: OWNER, currency: 'IDR' as const }

describe.each(databases)('the ledger check of an account on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let token: string

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db)
    await gateway.account(OWNER)
    await gateway.account(OTHER, { kind: 'subMerchant', parentNo: OWNER })
    await gateway.account('M00000003')
    token = await gateway.signIn(OWNER)
  })
  // Ten ledger rows of 1,000.00 each; the balance after the fifth is 5,000.00.
  beforeEach(async () => {
    await db.script('truncate ledger')
    await db.script('update account set available = 0, payin_freeze = 0, payout_freeze = 0, seq = 0')
    for (let n = 1; n <= 10; n++) await creditAccount(db, gateway.ids, OWNER, 100_000n)
    await creditAccount(db, gateway.ids, OTHER, 700_000n)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  /** Tampers with the database directly. */
  const meddle = (what: ReturnType<typeof sql>) => db.run(what)
  const left = (seq: string, available: string, frozen = '0.00') => ({
    seq,
    available,
    total: (Number(available) + Number(frozen)).toFixed(2),
    payinFreeze: frozen,
    payoutFreeze: '0.00',
  })
  const found = ({ breaks }: CheckedEntries) =>
    breaks.map(({ seq, previous, account: now }) => ({ seq, previous, account: now }))

  /** Checks the ledger in batches, like the console. */
  async function all(step: number): Promise<CheckedEntries[]> {
    const parts: CheckedEntries[] = []
    for (let after = '0'; ; ) {
      const part = await checkEntries(db, account, after, step)
      parts.push(part)
      if (part.isEnd) return parts
      after = part.upto
    }
  }

  test('an intact ledger passes for every batch size', async () => {
    for (const step of [1, 3, 10, 11]) {
      const parts = await all(step)
      expect(parts.flatMap(found)).toEqual([])
      expect(parts.map(({ upto, isEnd }) => [upto, isEnd])).toEqual(
        Array.from({ length: Math.ceil(10 / step) }, (_, nth) => [
          String(Math.min(10, (nth + 1) * step)),
          (nth + 1) * step >= 10,
        ]),
      )
    }
  })

  test.each([1, 2, 3, 4, 10])(
    'a row that does not start at the previous balances is a break, in batches of %i',
    async (step) => {
      await meddle(sql`update ledger set available_after = available_after + 1 where merchant_no = ${OWNER} and seq = 4`)
      await meddle(sql`update ledger set payin_freeze_before = 250 where merchant_no = ${OWNER} and seq = 8`)
      expect((await all(step)).flatMap(found)).toEqual([
        { seq: '5', previous: left('4', '4000.01'), account: null },
        { seq: '8', previous: left('7', '7000.00'), account: null },
      ])
    },
  )

  test.each([1, 3, 10])('a missing row is a break, in batches of %i', async (step) => {
    await meddle(sql`delete from ledger where merchant_no = ${OWNER} and seq in (1, 6)`)
    expect((await all(step)).flatMap(found)).toEqual([
      { seq: '2', previous: left('0', '0.00'), account: null },
      { seq: '7', previous: left('5', '5000.00'), account: null },
    ])
  })

  test('different account balances or missing newest rows are a break at the end', async () => {
    await meddle(sql`update account set available = available + 5 where merchant_no = ${OWNER}`)
    expect((await all(4)).flatMap(found)).toEqual([{ seq: '10', previous: null, account: left('10', '10000.05') }])
    await meddle(sql`update account set available = available - 5 where merchant_no = ${OWNER}`)
    await meddle(sql`delete from ledger where merchant_no = ${OWNER} and seq > 8`)
    const parts = await all(4)
    expect(parts.flatMap(found)).toEqual([{ seq: '8', previous: null, account: left('10', '10000.00') }])
    expect(parts.at(-1)).toMatchObject({ upto: '8', last: '10', isEnd: true })
  })

  test('the check continues after a sequence number', async () => {
    const before = await checkEntries(db, account, '0')
    await creditAccount(db, gateway.ids, OWNER, 100_000n)
    await meddle(sql`update ledger set available_before = 0 where merchant_no = ${OWNER} and seq = 11`)
    const after = await checkEntries(db, account, before.upto)
    expect(after).toMatchObject({ upto: '11', last: '11', isEnd: true })
    expect(found(after)).toEqual([{ seq: '11', previous: left('10', '10000.00'), account: null }])
  })

  test('the check covers the own account only and is empty for an account without entries', async () => {
    await meddle(sql`update ledger set available_before = 3 where merchant_no = ${OTHER}`)
    const ask = async (as: string, after?: string) =>
      (await gateway.ask(calls.accountCheck, after === undefined ? {} : { after }, as)).json<{ item: CheckedEntries }>().item
    expect(found(await ask(token))).toEqual([])
    expect(found(await ask(await gateway.signIn(OTHER)))).toEqual([{ seq: '1', previous: left('0', '0.00'), account: null }])
    expect(await ask(await gateway.signIn('M00000003'))).toEqual({ upto: '0', last: '0', isEnd: true, breaks: [] })
    expect((await gateway.ask(calls.accountCheck, { after: 'x' }, token)).statusCode).toBe(422)
  })
})
