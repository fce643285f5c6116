import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { sign } from '#contract/signing.ts'
import { AuthorityChanged, changeAuthority, confirmed, judgedAgain } from '../../server/auth/authority.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { liveSession } from '../../server/auth/sessions.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { brokenLedger, wrongCounters } from '../../server/ledger/checks.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { countWaiting, isPostgres, withCitus } from '../databases.ts'
import { openGateway, SECRET, type TestGateway } from '../gateway.ts'
import { root, sourcesIn } from '../imports.ts'
import { creditAccount, type SigningClient, setTxnPassword, signingClientOf, TXN_PASSWORD } from '../money.ts'

const PARENT = 'M00000001'
const BRANCH = 'M00000002'
const OTHER = 'M00000003'
const STAFF = 'M00000009'
const MANY = 40

describe.each(withCitus.filter(isPostgres))('concurrent requests that rely on the same merchants on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let clients: SigningClient[]
  let parent: SigningClient
  let staff: string
  let starts = 0
  let transactions = 0
  let numbers = 0

  /** Counts the transactions and their starts: one that ended in a deadlock starts again. */
  const counting = (counted: Database): Database => ({
    ...counted,
    tx(work) {
      transactions++
      return counted.tx((tx) => {
        starts++
        return work(tx)
      })
    },
  })

  beforeAll(async () => {
    db = counting(await open())
    gateway = await openGateway(db, { environment: { HOLD_SECONDS: '0', RATE_LIMIT: '100000', SIMULATION: 'on' } })
    await gateway.account(PARENT)
    await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: PARENT })
    await gateway.account(OTHER)
    await gateway.account(STAFF, { kind: 'staff', permissionKeys: ['plat_merchant_status'] })
    for (const no of [PARENT, BRANCH, OTHER]) {
      await setTxnPassword(db, no)
      await creditAccount(db, gateway.ids, no, 10_000_000_000n)
    }
    clients = await Promise.all([PARENT, OTHER].map((no) => signingClientOf(gateway, no)))
    parent = clients[0]!
    staff = await gateway.signIn(STAFF)
  })
  afterAll(async () => {
    expect(await brokenLedger(db)).toEqual([])
    expect(await wrongCounters(db)).toEqual([])
    await gateway.close()
    await db.close()
  })

  const many = async (work: (n: number) => Promise<{ statusCode: number }>): Promise<number[]> =>
    (await Promise.all(Array.from({ length: MANY }, (_, n) => work(n)))).map(({ statusCode }) => statusCode)

  const payin = (merchantNo: string) => {
    const fields = { merchantNo, merchantOrderNo: `L-${++numbers}`, payAmount: '150000.00', payChannel: 'QRIS' }
    return gateway.ask(calls.openPayin, sign(fields, SECRET, { hash: sha256, now: Date.now() }) as never)
  }
  const transfer = (from: SigningClient, receiveMerchantNo: string) =>
    from.ask(calls.transfer, {
      merchantOrderNo: `L-${++numbers}`,
      payAmount: '20000.00',
      receiveMerchantNo,
      txnPwd: TXN_PASSWORD,
    })
  const become = (merchantNo: string, status: 'ACTIVE' | 'PAYOUT_SUSPENDED') =>
    gateway.ask(calls.merchantStatus, { merchantNo, status, reason: 'asked for in writing' }, staff)

  test('start once each: payins, transfers both ways, sign-ins, and changes of the language', async () => {
    const [before, beforeStarts] = [transactions, starts]
    const works = [
      () => payin(PARENT),
      () => payin(PARENT),
      () => transfer(parent, OTHER),
      () => transfer(clients[1]!, PARENT),
      () => gateway.ask(calls.login, { username: BRANCH.toLowerCase(), password: sha256('Passw0rd') }),
      (n: number) => gateway.ask(calls.locale, { locale: n % 2 === 0 ? 'en' : 'id' }, parent.token),
    ] as ((n: number) => Promise<{ statusCode: number }>)[]
    const statuses = await many((n) => works[n % works.length]!(n))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(transactions - before).toBeGreaterThan(MANY)
    expect(starts - beforeStarts).toBe(transactions - before)
  })

  test('do not wait in a circle with changes of parent and branch, which rely on each other', async () => {
    const setBranch = (status: 'ACTIVE' | 'PAYOUT_SUSPENDED') =>
      parent.ask(calls.updateSubMerchant as AnyCall, { merchantNo: BRANCH, status } as never)
    const works = [
      () => payin(PARENT),
      () => payin(BRANCH),
      (n: number) => become(PARENT, n % 2 === 0 ? 'PAYOUT_SUSPENDED' : 'ACTIVE'),
      (n: number) => become(BRANCH, n % 2 === 0 ? 'ACTIVE' : 'PAYOUT_SUSPENDED'),
      (n: number) => setBranch(n % 2 === 0 ? 'ACTIVE' : 'PAYOUT_SUSPENDED'),
    ]
    const statuses = await many((n) => works[n % works.length]!(n) as Promise<{ statusCode: number }>)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(200)
  })

  test('a change waits for a confirmed transaction, and a later one sees the change', async () => {
    await db.run(sql`update merchant set status = 'ACTIVE'`)
    const client = await signingClientOf(gateway, OTHER)
    const merchant = (await merchantByNo(db, OTHER))!
    const session = () => liveSession(gateway, client.token, 'full')
    const events: string[] = []
    const [confirming, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    /** A transaction that relies on the merchant; it commits once `until` has resolved. */
    const relying = (until: Promise<void>) =>
      db.tx(async (tx) => {
        await confirmed({ tx: (work) => work(tx) }, { merchant, session }).tx(async () => {})
        confirming.resolve()
        await until
      })
    const first = relying(released.promise)
    await confirming.promise
    const change = db.tx(async (tx) => {
      await changeAuthority(tx, OTHER, sql`status = 'FROZEN'`)
      events.push('changed')
    })
    await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(1)
    events.push('released')
    released.resolve()
    await Promise.all([first, change])
    expect(events).toEqual(['released', 'changed'])
    await expect(relying(Promise.resolve())).rejects.toThrow(AuthorityChanged)
  })
})

test('work that meets changes of the authority starts up to eight times', async () => {
  const startsOf = async (changes: number) => {
    let starts = 0
    const work = async () => {
      if (starts++ < changes) throw new AuthorityChanged()
    }
    const outcome = await judgedAgain(work).then(
      () => 'done',
      (error: Error) => error,
    )
    return { starts, outcome }
  }
  expect(await startsOf(7)).toEqual({ starts: 8, outcome: 'done' })
  expect(await startsOf(8)).toEqual({ starts: 8, outcome: expect.any(AuthorityChanged) })
})

test('the fields that transactions rely on are written in one place', () => {
  const writes =
    /update merchant\b(?=[^`]*\bset\b[^`]*\b(status|permission_keys|api_secret|api_white_ip|signature_header_required)\s*=)/
  const fields = /changeAuthority\(/
  const sources = sourcesIn(['server']).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  expect(sources.filter(({ text }) => writes.test(text)).map(({ file }) => file)).toEqual([])
  expect(sources.filter(({ text }) => fields.test(text)).map(({ file }) => file)).toEqual([
    'server/auth/authority.ts',
    'server/merchants/changePermissions.ts',
    'server/merchants/ipListRoutes.ts',
    'server/merchants/keys.ts',
    'server/merchants/merchantStatus.ts',
  ])
})
