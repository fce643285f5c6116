import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { movementContext } from '../../server/gateway.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { processMovements } from '../../server/movements/movementWorker.ts'
import { addReceivingAccounts } from '../../server/seed/accounts.ts'
import { withCitus } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'
import {
  balance,
  creditAccount,
  refusalOf,
  type SigningClient,
  setTxnPassword,
  signingClientOf,
  TXN_PASSWORD,
  withKey,
} from '../money.ts'

const OWNER = 'M00000001'
const BRANCH = 'M00000002'
const FUNDS = 100_000_000n
const HOLD_MS = 10_000
/** Longer than the idle limit of a session. */
const IDLE_MS = 16 * 60_000
const MANY = 6

type Asked = Parameters<SigningClient['ask']>[1]

/** The input that each form sends, with the merchant order number of the submission. */
const forms = {
  withdraw: {
    call: calls.withdraw,
    type: 'WITHDRAW',
    content: { bankCode: '014', accountNumber: '5271038864', accountHoldName: 'Siti Rahma', txnPwd: TXN_PASSWORD },
  },
  transfer: { call: calls.transfer, type: 'TRANSFER_OUT', content: { receiveMerchantNo: BRANCH, txnPwd: TXN_PASSWORD } },
  'online recharge': { call: calls.rechargeOnline, type: 'RECHARGE_ONLINE', content: { payChannel: 'VA_BCA' } },
  'offline recharge': {
    call: calls.rechargeOffline,
    type: 'RECHARGE_OFFLINE',
    content: { bankCode: '014', payerName: 'Siti Rahma', payerAccountNumber: '5271038864' },
  },
} as const
type Form = (typeof forms)[keyof typeof forms]

describe.each(withCitus)('two tabs of one merchant on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
  /** Each tab has its own session. */
  let tabs: [SigningClient, SigningClient]

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, {
      clock,
      environment: { HOLD_SECONDS: '10', SIMULATION: 'on', SESSION_IDLE_MINUTES: '15' },
    })
    await gateway.account(OWNER)
    await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: OWNER })
    await setTxnPassword(db, OWNER)
    await addReceivingAccounts(db)
  })
  beforeEach(async () => {
    await db.script('truncate ledger, record, record_due, open_recharge, order_move, audit, idempotency, used_signature')
    await db.script('update account set available = 0, payin_freeze = 0, payout_freeze = 0, seq = 0')
    await creditAccount(db, gateway.ids, OWNER, FUNDS)
    tabs = await signedIn()
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const signedIn = async (): Promise<[SigningClient, SigningClient]> => [
    await signingClientOf(gateway, OWNER),
    await signingClientOf(gateway, OWNER),
  ]

  let numbers = 0
  const number = () => `C${++numbers}`
  /** The nth request; each is signed separately, slightly later than the previous one. */
  const ask = ({ call, content }: Form, nth: number, more: { merchantOrderNo: string; payAmount?: string }, key?: string) =>
    tabs[nth % tabs.length]!.ask(call, { payAmount: '200000.00', ...content, ...more } as Asked as never, {
      now: clock.now() + nth,
      ...(key === undefined ? {} : { key }),
    })
  const many = <Result>(work: (nth: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: MANY }, (_, nth) => work(nth)))
  const made = ({ type }: Pick<Form, 'type'>) =>
    db.all<{ id: string; status: string }>(sql`select id, status from record where type = ${type} order by id`)
  const itemOf = (reply: { json<T>(): T }) => reply.json<{ item: Movement }>().item
  const takeBack = (nth: number, id: string, key: string) => {
    const { token } = tabs[nth % tabs.length]!
    return gateway.ask(calls.cancelRecord, { id }, token, withKey('form', token, key))
  }
  const runWorker = () => processMovements(db, movementContext({ ...gateway, demoAccounts: [] }))
  const posted = async (type: string) => (await db.all(sql`select id from ledger where type = ${type}`)).length

  describe.each(Object.entries(forms))('%s', (_, form) => {
    test('concurrent requests with one key create one movement; every response is that movement or asks to retry', async () => {
      const merchantOrderNo = number()
      const replies = await many((nth) => ask(form, nth, { merchantOrderNo }, `key-${merchantOrderNo}`))
      const again = await ask(form, MANY, { merchantOrderNo }, `key-${merchantOrderNo}`)
      const records = await made(form)
      expect(records).toHaveLength(1)
      for (const reply of [...replies, again]) {
        if (reply.statusCode === 200) expect(itemOf(reply).id).toBe(records[0]!.id)
        else {
          expect(refusalOf(reply)).toEqual([409, 'REQUEST_RUNNING'])
          expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
        }
      }
      expect(again.statusCode).toBe(200)
      expect(await brokenLedger(db)).toEqual([])
    })

    test('one key with another amount is refused and creates nothing more', async () => {
      const merchantOrderNo = number()
      const key = `key-${merchantOrderNo}`
      expect((await ask(form, 0, { merchantOrderNo }, key)).statusCode).toBe(200)
      const other = await ask(form, 1, { merchantOrderNo, payAmount: '300000.00' }, key)
      expect(refusalOf(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
      expect(await made(form)).toHaveLength(1)
    })

    test('concurrent requests with one number and two keys create one movement', async () => {
      const merchantOrderNo = number()
      const replies = await many((nth) => ask(form, nth, { merchantOrderNo }, `key-${merchantOrderNo}-${nth}`))
      const [record, ...others] = await made(form)
      expect(others).toEqual([])
      expect(replies.map((reply) => itemOf(reply)?.id)).toEqual(replies.map(() => record!.id))
      expect(await brokenLedger(db)).toEqual([])
    })

    test('after the session expires, the same key finds the movement in a new session', async () => {
      const again = { merchantOrderNo: number() }
      const first = await ask(form, 0, again, again.merchantOrderNo)
      clock.advance(IDLE_MS)
      expect(refusalOf(await ask(form, 0, again, again.merchantOrderNo))).toEqual([401, 'UNAUTHENTICATED'])
      tabs = await signedIn()
      const found = await ask(form, 1, again, again.merchantOrderNo)
      expect([found.statusCode, itemOf(found)]).toEqual([200, itemOf(first)])
      expect(await made(form)).toHaveLength(1)
      expect(await brokenLedger(db)).toEqual([])
    })

    test('an expired session creates nothing, and a new session creates it once', async () => {
      const late = { merchantOrderNo: number() }
      clock.advance(IDLE_MS)
      expect(refusalOf(await ask(form, 0, late, late.merchantOrderNo))).toEqual([401, 'UNAUTHENTICATED'])
      expect(await made(form)).toEqual([])
      tabs = await signedIn()
      const [one, other] = [await ask(form, 0, late, late.merchantOrderNo), await ask(form, 1, late, late.merchantOrderNo)]
      expect([one.statusCode, other.body]).toEqual([200, one.body])
      expect(await made(form)).toHaveLength(1)
    })
  })

  test('of two requests that each take the whole balance one succeeds', async () => {
    const replies = await many((nth) =>
      ask(forms.withdraw, nth, { merchantOrderNo: number(), payAmount: '990000.00' }, `all-${nth}-${numbers}`),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(MANY - 1).fill(422)])
    expect(replies.filter(({ statusCode }) => statusCode !== 200).map(refusalOf)).toEqual(
      Array(MANY - 1).fill([422, 'INSUFFICIENT_BALANCE']),
    )
    expect(await balance(db, OWNER)).toEqual([FUNDS - 99_500_000n, 99_500_000n])
  })

  test('of two offline recharges the first stays open and the second is not created', async () => {
    const form = forms['offline recharge']
    const replies = await many((nth) => ask(form, nth, { merchantOrderNo: number() }, `open-${nth}-${numbers}`))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(MANY - 1).fill(409)])
    expect(await made(form)).toHaveLength(1)
  })

  describe.each(['withdraw', 'transfer'] as const)('%s on hold', (name) => {
    const form = forms[name]

    test('concurrent cancellations cancel once, with one key or two', async () => {
      const { id } = itemOf(await ask(form, 0, { merchantOrderNo: number() }))
      const keyed = await Promise.all([takeBack(0, id, `back-${id}`), takeBack(1, id, `back-${id}`)])
      const again = await takeBack(0, id, `back-${id}`)
      expect([again.statusCode, itemOf(again).status]).toEqual([200, 'CANCELLED'])
      for (const reply of keyed) if (reply.statusCode !== 200) expect(refusalOf(reply)).toEqual([409, 'REQUEST_RUNNING'])
      const other = itemOf(await ask(form, 1, { merchantOrderNo: number() })).id
      const apart = await many((nth) => takeBack(nth, other, `back-${other}-${nth}`))
      expect(apart.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(MANY - 1).fill(409)])
      expect(await balance(db, OWNER)).toEqual([FUNDS, 0n])
      expect(await brokenLedger(db)).toEqual([])
    })

    test('a cancellation that races the worker either cancels or does not, and every response is correct', async () => {
      const ids = await many(
        async (nth) => itemOf(await ask(form, nth, { merchantOrderNo: number(), payAmount: '100000.00' })).id,
      )
      clock.advance(HOLD_MS)
      const [replies] = await Promise.all([
        many((nth) => takeBack(nth, ids[nth]!, `race-${ids[nth]}`)),
        runWorker(),
        runWorker(),
      ])
      await runWorker()
      const after = new Map((await made(form)).map(({ id, status }) => [id, status]))
      for (const [nth, reply] of replies.entries()) {
        const isBack = after.get(ids[nth]!) === 'CANCELLED'
        expect(reply.statusCode, `${after.get(ids[nth]!)}`).toBe(isBack ? 200 : 409)
      }
      const back = [...after.values()].filter((status) => status === 'CANCELLED').length
      const freeze = name === 'withdraw' ? 'WITHDRAW' : 'TRANSFER'
      expect([await posted(`${freeze}_FREEZE`), await posted(`${freeze}_UNFREEZE`)]).toEqual([MANY, back])
      const gone = BigInt(MANY - back) * (name === 'withdraw' ? 10_500_000n : 10_000_000n)
      expect((await balance(db, OWNER))[0]).toBe(FUNDS - gone)
      expect(await brokenLedger(db)).toEqual([])
    })

    test('a lost cancellation response is found again in a new session', async () => {
      const { id } = itemOf(await ask(form, 0, { merchantOrderNo: number() }))
      await takeBack(0, id, `lost-${id}`)
      clock.advance(IDLE_MS)
      expect(refusalOf(await takeBack(0, id, `lost-${id}`))).toEqual([401, 'UNAUTHENTICATED'])
      tabs = await signedIn()
      const again = await takeBack(1, id, `lost-${id}`)
      expect([again.statusCode, itemOf(again).status]).toEqual([200, 'CANCELLED'])
      expect(await balance(db, OWNER)).toEqual([FUNDS, 0n])
    })
  })
})
