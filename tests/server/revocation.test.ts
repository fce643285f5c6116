import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Login } from '#contract/rows/session.ts'
import { type Signable, sign } from '#contract/signing.ts'
import { passcodeAt, sha256 } from '../../server/auth/credentials.ts'
import { tokenHash } from '../../server/auth/sessions.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { movementContext } from '../../server/gateway.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { processMovements } from '../../server/movements/movementWorker.ts'
import { processPayouts } from '../../server/payouts/payouts.ts'
import { countWaiting, isPostgres, withCitus } from '../databases.ts'
import { openGateway, PASSWORD, quickHash, SECRET, StandingClock, type TestGateway } from '../gateway.ts'
import { balance, creditAccount, type SigningClient, setTxnPassword, signingClientOf, TXN_PASSWORD, withKey } from '../money.ts'

const OWNER = 'M00000001'
const RECEIVER = 'M00000002'
const BRANCH = 'M00000003'
const STAFF = 'M00000004'
const FUNDS = 100_000_000n
const PASSCODE_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const QUEUED = 4

/** Holds transactions at their start or before their commit. */
class Gate {
  private opened: Promise<void> | null = null
  private release = () => {}
  private waiting = 0

  close(): void {
    this.opened = new Promise((open) => {
      this.release = open
    })
  }

  open(): void {
    this.release()
    this.opened = null
    this.waiting = 0
  }

  async pass(): Promise<void> {
    if (this.opened === null) return
    this.waiting++
    await this.opened
  }

  /** Resolves once so many transactions wait. */
  async holds(count: number): Promise<void> {
    await expect.poll(() => this.waiting, { timeout: 10_000, interval: 5 }).toBe(count)
  }
}

const gated = (db: Database, start: Gate, end: Gate): Database => ({
  ...db,
  async tx(work) {
    await start.pass()
    return db.tx(async (tx) => {
      const result = await work(tx)
      await end.pass()
      return result
    })
  },
})

describe.each(withCitus)('an answered change of authority on $name', ({ name, open }) => {
  let db: Database
  let gateway: TestGateway
  /** A second gateway of the same database, whose transactions are held. */
  let held: TestGateway
  let client: SigningClient
  let staff: string
  const start = new Gate()
  const end = new Gate()
  const clock = new StandingClock('2026-11-21T09:00:00+07:00')
  let numbers = 0

  beforeAll(async () => {
    db = await open()
    const environment = { HOLD_SECONDS: '0', SIMULATION: 'on' }
    gateway = await openGateway(db, { clock, environment })
    held = await openGateway(gated(db, start, end), { clock, environment, node: 2 })
    await gateway.account(OWNER)
    await gateway.account(RECEIVER)
    await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: OWNER })
    await gateway.account(STAFF, {
      kind: 'staff',
      permissionKeys: ['plat_merchant_status', 'plat_reset_otp_secret'],
    })
    await setTxnPassword(db, OWNER)
  })
  beforeEach(async () => {
    clock.advance(60_000)
    await db.script(
      'truncate ledger, record, record_due, orders, order_day, order_delta, payout_due, order_move, audit, idempotency, used_signature, session',
    )
    await db.script('update account set available = 0, payin_freeze = 0, payout_freeze = 0, seq = 0')
    await db.run(sql`
      update merchant set status = 'ACTIVE', api_secret = ${SECRET}, api_white_ip = '{}', login_white_ip = '{}', signature_header_required = false, permission_keys = case when kind = 'staff' then permission_keys end,
             password_hash = ${await quickHash(PASSWORD)}, otp_enabled = false, otp_enrolled = false, otp_secret = null, otp_last_step = 0`)
    for (const no of [OWNER, BRANCH]) await creditAccount(db, gateway.ids, no, FUNDS)
    client = await signingClientOf(gateway, OWNER)
    staff = await gateway.signIn(STAFF)
  })
  // Held sign-ins keep those of later tests waiting.
  afterEach(() => {
    start.open()
    end.open()
  })
  afterAll(async () => {
    await held.close()
    await gateway.close()
    await db.close()
  })

  const number = () => `R-${++numbers}`
  const transfer = () => ({
    merchantOrderNo: number(),
    payAmount: '100000.00',
    receiveMerchantNo: RECEIVER,
    txnPwd: TXN_PASSWORD,
  })
  const withdraw = () => ({
    merchantOrderNo: number(),
    payAmount: '100000.00',
    bankCode: '014',
    accountNumber: '5271038864',
    accountHoldName: 'Siti Rahma',
    txnPwd: TXN_PASSWORD,
  })
  const payout = () => ({
    merchantNo: OWNER,
    merchantOrderNo: number(),
    payAmount: '100000.00',
    payChannel: 'BANK_ID',
    bankCode: '014',
    receiveAccount: '5271038864',
    receiveName: 'Siti Rahma',
  })
  const payin = () => ({ merchantNo: OWNER, merchantOrderNo: number(), payAmount: '100000.00', payChannel: 'VA_BCA' })
  const signed = (input: Signable, nth: number) => sign(input, SECRET, { hash: sha256, now: clock.now() + nth }) as never

  /** The calls, with and without an idempotency key. */
  const ways = {
    transfer: (nth: number) =>
      held.ask(calls.transfer, client.signed<typeof calls.transfer>(transfer(), clock.now() + nth), client.token),
    'transfer with a key': (nth: number) =>
      held.ask(
        calls.transfer,
        client.signed<typeof calls.transfer>(transfer(), clock.now() + nth),
        client.token,
        withKey(calls.transfer.body, client.token, `key-${number()}`),
      ),
    withdraw: (nth: number) =>
      held.ask(calls.withdraw, client.signed<typeof calls.withdraw>(withdraw(), clock.now() + nth), client.token),
    'whitelist change': () =>
      held.ask(calls.updateIpLists, { loginWhiteIp: '203.0.113.7', txnPwd: TXN_PASSWORD }, client.token),
    'new password': () =>
      held.ask(calls.resetTxnPassword, { pwd: sha256('Other2'), pwd2: sha256('Other2'), oldPwd: PASSWORD }, client.token),
    payout: (nth: number) => held.ask(calls.openPayout, signed(payout(), nth)),
    payin: (nth: number) => held.ask(calls.openPayin, signed(payin(), nth)),
  }
  type Way = keyof typeof ways
  const CONSOLE: Way[] = ['transfer', 'transfer with a key', 'withdraw', 'whitelist change']
  const API: Way[] = ['payout', 'payin']

  const become = (status: 'FROZEN' | 'SUSPENDED' | 'PAYOUT_SUSPENDED' | 'CLOSED', merchantNo = OWNER) =>
    gateway.ask(calls.merchantStatus, { merchantNo, status, reason: 'asked for in writing' }, staff)

  type Change = { ask: () => Promise<unknown>; refusals: Partial<Record<Way, [number, string]>> }
  const each = (of: Way[], refusal: [number, string]): Change['refusals'] => Object.fromEntries(of.map((way) => [way, refusal]))
  const UNAUTHENTICATED: [number, string] = [401, 'UNAUTHENTICATED']
  const DISABLED: [number, string] = [403, 'ACCOUNT_DISABLED']

  const changes: Record<string, Change> = {
    freeze: { ask: () => become('FROZEN'), refusals: { ...each(CONSOLE, UNAUTHENTICATED), ...each(API, DISABLED) } },
    suspension: { ask: () => become('SUSPENDED'), refusals: { ...each(CONSOLE, UNAUTHENTICATED), ...each(API, DISABLED) } },
    'freeze by SQL': {
      ask: () => db.run(sql`update merchant set status = 'FROZEN' where merchant_no = ${OWNER}`),
      refusals: { ...each(CONSOLE, DISABLED), ...each(API, DISABLED) },
    },
    'suspension of payouts by SQL': {
      ask: () => db.run(sql`update merchant set status = 'PAYOUT_SUSPENDED' where merchant_no = ${OWNER}`),
      refusals: { ...each(['transfer', 'transfer with a key', 'withdraw', 'payout'], DISABLED) },
    },
    'sign-out': {
      ask: () => gateway.ask(calls.logout, {}, client.token) as Promise<unknown>,
      refusals: { ...each(CONSOLE, UNAUTHENTICATED), 'new password': UNAUTHENTICATED },
    },
    'new password from another session': {
      async ask() {
        const other = await gateway.signIn(OWNER)
        const again = { pwd: sha256('Other1'), pwd2: sha256('Other1'), oldPwd: PASSWORD }
        expect((await gateway.ask(calls.resetPassword, again, other)).statusCode).toBe(200)
      },
      refusals: each(CONSOLE, UNAUTHENTICATED),
    },
    'expiry of the session': {
      ask: async () => clock.advance(16 * 60_000),
      refusals: {
        ...each(['transfer', 'transfer with a key', 'withdraw'], UNAUTHENTICATED),
        'whitelist change': UNAUTHENTICATED,
      },
    },
    'lost permission': {
      ask: () => db.run(sql`update merchant set permission_keys = '{transaction}' where merchant_no = ${OWNER}`),
      refusals: each(CONSOLE, [403, 'FORBIDDEN']),
    },
    'revoked key': {
      async ask() {
        const input = { action: 'reset', target: 'secret', overlapHours: '0', txnPwd: TXN_PASSWORD } as const
        expect((await gateway.ask(calls.changeSecret, input, client.token)).statusCode).toBe(200)
      },
      refusals: each(API, [400, 'SIGN_INVALID']),
    },
    'changed whitelist': {
      async ask() {
        const input = { apiWhiteIp: '203.0.113.7', txnPwd: TXN_PASSWORD }
        expect((await gateway.ask(calls.updateIpLists, input, client.token)).statusCode).toBe(200)
      },
      refusals: each(API, [403, 'API_IP_DENIED']),
    },
    'required header': {
      async ask() {
        const input = { action: 'signing', signatureHeader: 'REQUIRED', txnPwd: TXN_PASSWORD } as const
        expect((await gateway.ask(calls.changeSecret, input, client.token)).statusCode).toBe(200)
      },
      refusals: each(API, [400, 'SIGN_HEADER_REQUIRED']),
    },
  }
  // A call takes several times as long on Citus: there one of each entrance.
  const tried = (way: string) => name !== 'citus' || way === 'transfer with a key' || way === 'payout'
  const cases = Object.entries(changes).flatMap(([change, { refusals }]) =>
    Object.keys(refusals)
      .filter(tried)
      .map((way) => [change, way as Way] as const),
  )

  const errorOf = (reply: { statusCode: number; json(): unknown }) => [
    reply.statusCode,
    (reply.json() as { error?: string }).error ?? 'moved',
  ]
  const snapshot = async () => ({
    balances: [await balance(db, OWNER), await balance(db, RECEIVER)],
    rows: await db.one(sql`select (select count(*) from ledger) as ledger, (select count(*) from record) as records,
                                  (select count(*) from orders) as orders, (select count(*) from used_signature) as signatures`),
    lists: await db.one(sql`select login_white_ip from merchant where merchant_no = ${OWNER}`),
  })

  test.each(cases)('%s stops each queued %s, with the refusal of the entrance', async (change, way) => {
    start.close()
    const asked = Promise.all(Array.from({ length: QUEUED }, (_, nth) => ways[way](nth)))
    await start.holds(QUEUED)
    await changes[change]!.ask()
    const before = await snapshot()
    start.open()
    const replies = await asked
    expect(replies.map(errorOf)).toEqual(Array(QUEUED).fill(changes[change]!.refusals[way]))
    expect(await snapshot()).toEqual(before)
    expect(await brokenLedger(db)).toEqual([])
    // A refusal of the entrance is not stored under the key; one of the work is.
    if (way === 'transfer with a key' && !change.startsWith('suspension of payouts'))
      expect(await db.all(sql`select key from idempotency`)).toEqual([])
  })

  test('a key that was refused during a freeze works after it', async () => {
    const content = transfer()
    start.close()
    const key = withKey(calls.transfer.body, client.token, 'key-again')
    const asked = held.ask(calls.transfer, client.signed<typeof calls.transfer>(content), client.token, key)
    await start.holds(1)
    await become('FROZEN')
    start.open()
    expect(errorOf(await asked)).toEqual(UNAUTHENTICATED)
    await db.run(sql`update merchant set status = 'ACTIVE' where merchant_no = ${OWNER}`)
    const again = await signingClientOf(gateway, OWNER)
    expect(errorOf(await again.ask(calls.transfer, content, { key: 'key-again' }))).toEqual([200, 'moved'])
  })

  test('a queued call that is still allowed after a change of its account moves money once', async () => {
    start.close()
    const asked = ways.payin(0)
    await start.holds(1)
    await become('PAYOUT_SUSPENDED')
    start.open()
    expect(errorOf(await asked)).toEqual([200, 'moved'])
    expect(await db.all(sql`select id from orders`)).toHaveLength(1)
  })

  test('a sign-out stops a queued mark of an order and a queued enrolment of an authenticator', async () => {
    expect(errorOf(await ways.payin(0))).toEqual([200, 'moved'])
    const { id } = (await db.one<{ id: string }>(sql`select id::text from orders`))!
    const before = await db.one(sql`select review, otp_secret from orders, merchant m where m.merchant_no = ${OWNER}`)
    start.close()
    const asked = Promise.all([
      held.ask(calls.reviewOrder, { id, review: 'DISCREPANT', note: 'short by 5,000' }, client.token),
      held.ask(calls.enrolOtp, {}, client.token),
    ])
    await start.holds(2)
    await gateway.ask(calls.logout, {}, client.token)
    start.open()
    expect((await asked).map(errorOf)).toEqual([UNAUTHENTICATED, UNAUTHENTICATED])
    expect(await db.one(sql`select review, otp_secret from orders, merchant m where m.merchant_no = ${OWNER}`)).toEqual(before)
  })

  describe('stops a sign-in that was judged before it:', () => {
    const newPassword = { pwd: sha256('Other1'), pwd2: sha256('Other1') }
    const EXPIRED: [number, string] = [401, 'OTP_EXPIRED']
    const signInChanges = {
      'new password': (_: string) => gateway.ask(calls.resetPassword, { ...newPassword, oldPwd: PASSWORD }, client.token),
      'new password by the parent': (merchantNo: string) =>
        gateway.ask(calls.updateSubMerchant, { merchantNo, ...newPassword }, client.token),
      suspension: (merchantNo: string) => become('SUSPENDED', merchantNo),
      'changed whitelist': (_: string) =>
        gateway.ask(calls.updateIpLists, { loginWhiteIp: '203.0.113.7', txnPwd: TXN_PASSWORD }, client.token),
      'new passcode secret': (merchantNo: string) =>
        gateway.ask(calls.resetOtpSecret, { merchantNo, reason: 'lost phone' }, staff),
    }
    const login = (merchantNo: string, at = held) =>
      at.ask(calls.login, { username: merchantNo.toLowerCase(), password: PASSWORD })
    const tokenOf = (reply: { json(): unknown }) => (reply.json() as { data: Login }).data.token
    const enrol = (merchantNo: string) =>
      db.run(sql`
        update merchant set otp_enabled = true, otp_enrolled = true, otp_secret = ${PASSCODE_SECRET} where merchant_no = ${merchantNo}`)
    /** Each prepares a sign-in and returns the call that the change meets. */
    const stages = {
      'without a passcode': async (merchantNo: string) => () => login(merchantNo),
      'before its passcode': async (merchantNo: string) => {
        await enrol(merchantNo)
        return () => login(merchantNo)
      },
      'with its passcode': async (merchantNo: string) => {
        await enrol(merchantNo)
        const token = tokenOf(await login(merchantNo, gateway))
        return () => held.ask(calls.loginOtp, { otp: passcodeAt(PASSCODE_SECRET, clock.now()) }, token)
      },
    }

    test.each<[keyof typeof signInChanges, keyof typeof stages, string, [number, string]]>([
      ['new password', 'without a passcode', OWNER, [401, 'errorPwd']],
      ['new password', 'before its passcode', OWNER, [401, 'errorPwd']],
      ['new password', 'with its passcode', OWNER, EXPIRED],
      ['new password by the parent', 'without a passcode', BRANCH, [401, 'errorPwd']],
      ['suspension', 'without a passcode', OWNER, DISABLED],
      ['suspension', 'before its passcode', OWNER, DISABLED],
      ['changed whitelist', 'without a passcode', OWNER, [403, 'LOGIN_IP_DENIED']],
      ['new passcode secret', 'with its passcode', OWNER, EXPIRED],
    ])('%s, %s', async (change, stage, merchantNo, refusal) => {
      const ask = await stages[stage](merchantNo)
      start.close()
      const asked = ask()
      await start.holds(1)
      expect((await signInChanges[change](merchantNo)).statusCode).toBe(200)
      start.open()
      expect(errorOf(await asked)).toEqual(refusal)
      expect(
        await db.all(sql`
          select stage from session
           where merchant_no = ${merchantNo} and token_hash <> decode(${tokenHash(client.token)}, 'hex')`),
      ).toEqual([])
    })

    test('a passcode switched on, and a new secret, lead to its enrolment', async () => {
      start.close()
      const asked = login(OWNER)
      await start.holds(1)
      expect((await signInChanges['new passcode secret'](OWNER)).statusCode).toBe(200)
      start.open()
      const { data } = (await asked).json<{ data: Login }>()
      expect([data.needOtp, data.otpAuthUrl.startsWith('otpauth://')]).toEqual([true, true])
    })

    test('a code of the old passcode secret does not enrol the new one', async () => {
      const ask = await stages['with its passcode'](OWNER)
      start.close()
      const asked = ask()
      await start.holds(1)
      await signInChanges['new passcode secret'](OWNER)
      start.open()
      expect(errorOf(await asked)).toEqual(EXPIRED)
      const { data } = (await login(OWNER)).json<{ data: Login }>()
      expect([data.needOtp, data.otpAuthUrl.startsWith('otpauth://')]).toEqual([true, true])
    })

    test('a passcode whose sign-in was ended by another call is not used up', async () => {
      const ask = await stages['with its passcode'](OWNER)
      start.close()
      const asked = ask()
      await start.holds(1)
      await db.run(sql`delete from session where merchant_no = ${OWNER}`)
      start.open()
      expect(errorOf(await asked)).toEqual(EXPIRED)
      expect(await db.one(sql`select otp_last_step from merchant where merchant_no = ${OWNER}`)).toEqual({ otp_last_step: '0' })
    })
  })

  describe.skipIf(!isPostgres({ name, open }))('with two connections', () => {
    const afterDelay = async <Result>(work: Promise<Result>, ms = 150) =>
      Promise.race([work.then(() => 'answered'), new Promise((resolve) => setTimeout(() => resolve('waits'), ms))])

    test.each([
      ['freeze', 'transfer'],
      ['freeze', 'payin'],
      ['sign-out', 'withdraw'],
      ['revoked key', 'payout'],
      ['changed whitelist', 'payout'],
    ] as const)('%s is answered after a %s that was confirmed before it', async (change, way) => {
      end.close()
      const asked = ways[way](0)
      await end.holds(1)
      const changed = changes[change]!.ask()
      expect(await afterDelay(changed)).toBe('waits')
      end.open()
      await changed
      const before = await snapshot()
      expect(errorOf(await asked)).toEqual([200, 'moved'])
      expect(await snapshot()).toEqual(before)
    })

    test('a closing waits for a payin that was confirmed before it, and is refused', async () => {
      await db.run(sql`update account set available = 0`)
      end.close()
      const asked = ways.payin(0)
      await end.holds(1)
      const closed = become('CLOSED')
      expect(await afterDelay(closed)).toBe('waits')
      end.open()
      expect(errorOf(await asked)).toEqual([200, 'moved'])
      expect(errorOf(await closed)).toEqual([409, 'ORDER_STATE_CONFLICT'])
      expect(await db.one(sql`select status from merchant where merchant_no = ${OWNER}`)).toEqual({ status: 'ACTIVE' })
    })

    test.each([
      ['new password', OWNER, [401, 'errorPwd']],
      ['suspension', OWNER, DISABLED],
    ] as const)('a sign-in waits for a %s that is being made', async (change, merchantNo, refusal) => {
      end.close()
      const again = { pwd: sha256('Other1'), pwd2: sha256('Other1'), oldPwd: PASSWORD }
      const changed =
        change === 'suspension'
          ? held.ask(calls.merchantStatus, { merchantNo, status: 'SUSPENDED', reason: 'asked for in writing' }, staff)
          : held.ask(calls.resetPassword, again, client.token)
      await end.holds(1)
      const asked = gateway.ask(calls.login, { username: merchantNo.toLowerCase(), password: PASSWORD })
      expect(await afterDelay(asked)).toBe('waits')
      end.open()
      expect((await changed).statusCode).toBe(200)
      expect(errorOf(await asked)).toEqual(refusal)
      expect(await db.all(sql`select stage from session where merchant_no = ${merchantNo}`)).toHaveLength(
        change === 'suspension' ? 0 : 1,
      )
    })

    /** Locks the owner's account in another transaction. The returned function, or the end of the test, releases it. */
    async function holdAccount(): Promise<() => Promise<void>> {
      const [taken, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const locked = db.tx(async (tx) => {
        await tx.run(sql`select from account where merchant_no = ${OWNER} for update`)
        taken.resolve()
        await released.promise
      })
      const release = () => {
        released.resolve()
        return locked
      }
      onTestFinished(release)
      await taken.promise
      return release
    }

    const waitForLocked = (transactions: number) => expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(transactions)

    test.each(['transfer', 'withdraw', 'payout'] as const)(
      'a freeze does not wait for a %s that waits for its account',
      async (way) => {
        const release = await holdAccount()
        const asked = Promise.all(Array.from({ length: QUEUED }, (_, nth) => ways[way](nth)))
        await waitForLocked(QUEUED)
        await become('FROZEN')
        const before = await snapshot()
        await release()
        const refusal = changes.freeze!.refusals[way]
        expect((await asked).map(errorOf)).toEqual(Array(QUEUED).fill(refusal))
        expect(await snapshot()).toEqual(before)
      },
    )

    test.each([OWNER, RECEIVER])('a hold that ends while %s is frozen is not sent', async (frozen) => {
      const holding = { ...movementContext({ ...gateway, demoAccounts: [] }), holdSeconds: 10 }
      const slow = await openGateway(db, { clock, environment: { HOLD_SECONDS: '10' }, node: 3 })
      const reply = await slow.ask(calls.transfer, client.signed<typeof calls.transfer>(transfer()), client.token)
      expect(reply.statusCode).toBe(200)
      await slow.close()
      clock.advance(10_000)
      const release = await holdAccount()
      const worker = processMovements(db, holding)
      await waitForLocked(1)
      await become('FROZEN', frozen)
      await release()
      await worker
      expect(await db.all(sql`select status from record where type = 'TRANSFER_OUT'`)).toEqual([
        { status: frozen === OWNER ? 'CREATED' : 'FAILED' },
      ])
      expect(await db.all(sql`select id from ledger where type in ('TRANSFER_OUT', 'TRANSFER_IN')`)).toEqual([])
    })

    test('a waiting payout is not sent while its merchant is being frozen', async () => {
      expect((await gateway.ask(calls.openPayout, signed(payout(), 0))).statusCode).toBe(200)
      end.close()
      const worker = processPayouts(gated(db, start, end), held.world)
      await end.holds(1)
      const frozen = become('FROZEN')
      expect(await afterDelay(frozen)).toBe('waits')
      end.open()
      await Promise.all([worker, frozen])
      expect((await gateway.ask(calls.openPayout, signed(payout(), 1))).statusCode).toBe(403)
      expect(await db.all(sql`select status from orders`)).toEqual([{ status: 'PROCESSING' }])
    })
  })
})
