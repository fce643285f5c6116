import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import { CallbackAddress } from '#contract/shapes/callbacks.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { serveMoney } from '../../server/http/money.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { transitionPayout } from '../../server/payouts/payouts.ts'
import { addReceivingAccounts } from '../../server/seed/accounts.ts'
import { withCitus } from '../databases.ts'
import { openGateway, quickHash, SECRET, StandingClock, type TestGateway } from '../gateway.ts'
import { creditAccount, signingClientOf, withKey } from '../money.ts'
import { createTestPayout } from '../shop.ts'

const SHOP = 'M00000001'
const BRANCH = 'M00000002'
const STAFF = 'M00000003'
const TXN = sha256('Mon3y-Word')

test('these calls accept an idempotency key', () => {
  const keyed = Object.entries<AnyCall>(calls).filter(([, { idempotent: money }]) => money)
  expect(keyed.map(([name]) => name)).toMatchInlineSnapshot(`
    [
      "resetOtpStatus",
      "resetOtpSecret",
      "enrolOtp",
      "merchantStatus",
      "updateIpLists",
      "changeSecret",
      "createSubMerchant",
      "addSubMerchant",
      "updateSubMerchant",
      "transfer",
      "withdraw",
      "rechargeOnline",
      "rechargeOffline",
      "checkRecharge",
      "cancelRecord",
      "payoutAction",
      "simulatePayout",
      "reviewOrder",
      "addNote",
      "assignOrder",
      "payinAction",
      "decidePayin",
      "simulatePayin",
      "openPayin",
      "openPayout",
    ]
  `)
})

test('no other call is served as one of these', () => {
  const serveOther = () =>
    serveMoney({} as never, {} as never, calls.enableCallbacks, CallbackAddress, { execute: Promise.reject })
  expect(serveOther).toThrow('/api/merchant/callbacks/enable')
})

describe.each(withCitus)('with one idempotency key, on $name,', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const tokens: Record<string, string> = {}
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    const environment = { SIMULATION: 'on', SESSION_IDLE_MINUTES: '480' }
    gateway = await openGateway(db, { clock, environment })
    await addReceivingAccounts(db)
    await gateway.account(SHOP)
    await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: SHOP })
    await gateway.account(STAFF, { kind: 'staff', permissionKeys: ['plat_merchant_status'] })
    for (const no of [SHOP, STAFF]) tokens[no] = await gateway.signIn(no)
    await creditAccount(db, gateway.ids, SHOP, 100_000_000n)
  })
  afterAll(async () => {
    expect(await brokenLedger(db)).toEqual([])
    await gateway.close()
    await db.close()
  })

  const deedsOf = async (action: string) =>
    (await db.one<{ n: number }>(sql`select count(*)::int as n from audit where merchant_no = ${SHOP} and action = ${action}`))!
      .n

  let keys = 0
  /** Sends a request twice with one key and once with another. Returns the statuses, and whether the first two replies are equal. */
  async function thrice(row: AnyCall, input: object, no = SHOP): Promise<[statuses: number[], same: boolean]> {
    const ask = (key: string) => gateway.ask(row, input as never, tokens[no], withKey(row.body, tokens[no]!, key))
    const key = `key-${++keys}`
    const [first, second] = [await ask(key), await ask(key)]
    const third = await ask(`key-${++keys}`)
    return [[first, second, third].map(({ statusCode }) => statusCode), first.body === second.body]
  }

  test('a payin is closed once', async () => {
    const { id } = await gateway.payin(SHOP, 'A-1')
    expect(await thrice(calls.payinAction, { id, action: 'close' })).toEqual([[200, 200, 409], true])
    expect(await db.one(sql`select count(*)::int as n from audit where target = ${id}`)).toEqual({ n: 1 })
  })

  test('an order is marked once', async () => {
    const { id } = await gateway.payin(SHOP, 'A-0')
    const before = await deedsOf('reconcile')
    expect(await thrice(calls.reviewOrder, { id, review: 'RECONCILED' })).toEqual([[200, 200, 200], true])
    expect(await deedsOf('reconcile')).toBe(before + 2)
  })

  test('a payout is sent again once, and cancelled once', async () => {
    const merchant = (await merchantByNo(db, SHOP))!
    const failed = await createTestPayout(db, gateway.world, { merchant })
    for (const to of ['PROCESSING', 'FAILED'] as const) await db.tx((tx) => transitionPayout(tx, gateway.world, failed, to))
    expect(await thrice(calls.payoutAction, { id: failed.id, action: 'retry' })).toEqual([[200, 200, 409], true])
    const waiting = await createTestPayout(db, gateway.world, { merchant })
    expect(await thrice(calls.payoutAction, { id: waiting.id, action: 'cancel' })).toEqual([[200, 200, 409], true])
  })

  test('a payment is simulated once', async () => {
    await gateway.payin(SHOP, 'A-2')
    expect(await thrice(calls.simulatePayin, { merchantOrderNo: 'A-2' })).toEqual([[200, 200, 409], true])
    const merchant = (await merchantByNo(db, SHOP))!
    const { merchantOrderNo } = await createTestPayout(db, gateway.world, { merchant })
    expect(await thrice(calls.simulatePayout, { merchantOrderNo })).toEqual([[200, 200, 409], true])
  })

  test('a recharge is checked once', async () => {
    const purse = await signingClientOf(gateway, SHOP)
    tokens[SHOP] = purse.token
    const deposit = {
      merchantOrderNo: 'R-1',
      payAmount: '70000.00',
      bankCode: '014',
      payerName: 'Toko Nusantara',
      payerAccountNumber: '5271038864',
    }
    const { id } = (await purse.ask(calls.rechargeOffline, deposit)).json<{ item: { id: string } }>().item
    const check = async (key: string) => {
      const reply = await gateway.ask(calls.checkRecharge, { id }, purse.token, withKey('form', purse.token, key))
      return reply.json<{ item: { status: string } }>().item.status
    }
    expect(await check('r-1')).toBe('PENDING_CHECK')
    clock.advance(5_000)
    expect([await check('r-1'), await check('r-2'), await check('r-1')]).toEqual(['PENDING_CHECK', 'SUCCESS', 'PENDING_CHECK'])
    const looks = sql`select count(*)::int as n from audit where target = ${id} and action = 'check'`
    expect(await db.one(looks)).toEqual({ n: 2 })
  })

  test('a payin is created once, and a merchant’s own system gets the same reply', async () => {
    const payin = (key: string, payAmount = '150000.00') => {
      clock.advance(1_000)
      const content = { merchantNo: SHOP, merchantOrderNo: 'API-1', payAmount, payChannel: 'QRIS' }
      const input = sign(content, SECRET, { hash: sha256, now: clock.now() })
      const headers = { 'content-type': 'application/json', 'idempotency-key': key }
      return gateway.ask(calls.openPayin, input as never, undefined, { headers })
    }
    const first = await payin('p-1')
    expect([first.statusCode, (await payin('p-1')).body]).toEqual([200, first.body])
    expect((await payin('p-1', '160000.00')).json()).toMatchObject({ error: 'IDEMPOTENCY_MISMATCH' })
    expect((await payin('p-2', '160000.00')).json()).toMatchObject({ error: 'DUPLICATE_ORDER_NO' })
  })

  test('a merchant’s status changes once, and a refusal is repeated', async () => {
    const freeze = { merchantNo: BRANCH, status: 'FROZEN' }
    expect(await thrice(calls.merchantStatus, freeze, STAFF)).toEqual([[200, 200, 200], true])
    expect(await thrice(calls.updateSubMerchant, { merchantNo: BRANCH, status: 'ACTIVE' })).toEqual([[409, 409, 409], false])
    const key = 'refused'
    const release = () =>
      gateway.ask(
        calls.updateSubMerchant,
        { merchantNo: BRANCH, status: 'ACTIVE' },
        tokens[SHOP],
        withKey('json', tokens[SHOP]!, key),
      )
    const message = async () => (await release()).json<{ message: string }>().message
    expect([await message(), await message()]).toEqual(
      Array(2).fill('This merchant is frozen. Only platform staff can unfreeze it'),
    )
  })

  test('a sub-merchant is created once', async () => {
    const pwd = sha256('Passw0rd')
    const fresh = { merchantName: 'Toko Baru', username: 'toko.baru', pwd, pwd2: pwd, feeType: 'FIXED', merchantFee: '2500' }
    expect(await thrice(calls.addSubMerchant, fresh)).toEqual([[200, 200, 409], true])
  })

  test('a new secret is sent to the first request only, and is neither stored nor created twice', async () => {
    await gateway.db.run(sql`update merchant set txn_password_hash = ${await quickHash(TXN)} where merchant_no = ${SHOP}`)
    const lists = { apiWhiteIp: '203.0.113.7', txnPwd: TXN }
    expect(await thrice(calls.updateIpLists, lists)).toEqual([[200, 200, 200], true])
    expect(await deedsOf('ipLists')).toBe(2)
    const ask = async (key: string, target: string) => {
      const input = { action: 'reset', target, txnPwd: TXN } as const
      const reply = await gateway.ask(calls.changeSecret, input as never, tokens[SHOP], withKey('form', tokens[SHOP]!, key))
      return reply.json<{ item: Complete<MerchantSecret> }>().item
    }
    const [first, again] = [await ask('reset-1', 'secret'), await ask('reset-1', 'secret')]
    expect(again).toEqual({ ...first, secret: `****${first.secret.slice(-4)}` })
    expect((await ask('reset-2', 'keypair')).platPrivateKey).toContain('PRIVATE KEY')
    expect((await ask('reset-2', 'keypair')).platPrivateKey).toBe('****')
    expect([await deedsOf('resetSecret'), await deedsOf('resetKeyPair')]).toEqual([1, 1])
    const kept = await db.all<{ answer: unknown }>(sql`select answer from idempotency where key like 'reset-%'`)
    expect(JSON.stringify(kept)).not.toMatch(/PRIVATE KEY/)
    expect(JSON.stringify(kept)).not.toContain(first.secret)
  })

  test('neither passwords nor fast hashes of them are stored', async () => {
    const password = sha256('An0ther-Word')
    const input = { merchantNo: BRANCH, pwd: password, pwd2: password }
    expect(await thrice(calls.updateSubMerchant, input)).toEqual([[200, 200, 200], true])
    const kept = await db.all<{ hash: string }>(sql`
      select encode(request_hash, 'hex') as hash from idempotency where merchant_no = ${SHOP} order by at`)
    const content = JSON.stringify(['PUT', calls.updateSubMerchant.path, Object.entries(input).sort()])
    expect(kept.map(({ hash }) => hash)).not.toContain(sha256(content))
    const without = JSON.stringify(['PUT', calls.updateSubMerchant.path, [['merchantNo', BRANCH]]])
    expect(kept.map(({ hash }) => hash)).toContain(sha256(without))
  })
})
