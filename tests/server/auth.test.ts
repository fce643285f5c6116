import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type MenuList, parsePermissions } from '#contract/authority.ts'
import { BACKGROUND_HEADER } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { insightCalls } from '#contract/insightCalls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { Login } from '#contract/rows/session.ts'
import { hashPassword, passcodeAt, sha256, timeStepOf, verifyPassword } from '../../server/auth/credentials.ts'
import type { Database, Queries } from '../../server/db/database.ts'
import { type Sql, sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway, PASSWORD, StandingClock, type TestGateway } from '../gateway.ts'

const MINUTE = 60_000
const WRONG = sha256('wrong')
const OTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

// RFC 6238, appendix B, shortened to six digits. The secret is "12345678901234567890" in base32.
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the passcode at second %i is %s, as in the RFC', (second, code) => {
  expect(passcodeAt(RFC_SECRET, second * 1_000)).toBe(code)
  expect(timeStepOf(code, RFC_SECRET, second * 1_000)).toBe(Math.floor(second / 30))
})

test('a passcode is valid one step early or late and yields its own time step', () => {
  const at = 1_700_000_010_000
  const step = Math.floor(at / 30_000)
  const code = passcodeAt(RFC_SECRET, at)
  expect([-60_000, -30_000, 0, 30_000, 60_000].map((drift) => timeStepOf(code, RFC_SECRET, at + drift))).toEqual([
    null,
    step,
    step,
    step,
    null,
  ])
})

test('verifying without a hash fails after the same work as with one', async () => {
  const kept = await hashPassword(PASSWORD)
  const derive = vi.spyOn(crypto, 'argon2')
  syncBuiltinESMExports()
  onTestFinished(() => {
    derive.mockRestore()
    syncBuiltinESMExports()
  })
  const workOf = async (digest: string, hash: string | undefined, expected: boolean) => {
    derive.mockClear()
    expect(await verifyPassword(digest, hash)).toBe(expected)
    return derive.mock.calls.map(([kind, { memory, passes, parallelism, tagLength, message, nonce }]) => {
      return { kind, memory, passes, parallelism, tagLength, message, salt: Buffer.from(nonce as Buffer).length }
    })
  }
  const known = await workOf(WRONG, kept, false)
  expect(known).toHaveLength(1)
  expect(await workOf(WRONG, undefined, false)).toEqual(known)
  expect(await workOf(PASSWORD, kept, true)).toHaveLength(1)
})

describe.each(databases)('sign-in on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let clock: StandingClock

  beforeAll(async () => {
    db = await open()
    clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
    gateway = await openGateway(db, { clock, environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    await gateway.account('M00000001')
    await gateway.account('M00000002', { otpSecret: OTP_SECRET })
    await gateway.account('M00000003', { loginWhiteIp: ['203.0.113.7', '198.51.100.0/24'] })
  })
  beforeEach(async () => {
    clock.advance(20 * MINUTE)
    await db.run(sql`delete from login_try`)
    await db.run(sql`delete from session`)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const login = (username: string, password = PASSWORD, address = '192.0.2.1', cookie = '') =>
    gateway.ask(calls.login, { username, password }, undefined, { headers: { 'x-forwarded-for': address, cookie, ...FORM } })
  const deviceOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['set-cookie']).split(';')[0]!
  /** Wrong passwords from as many addresses as the name may be tried without a delay. */
  const slowDown = async (username: string) => {
    for (let tried = 1; tried <= 5; tried++)
      expect((await login(username, WRONG, `198.51.100.${200 + tried}`)).statusCode).toBe(401)
  }
  const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' }
  const passcode = (otp: string, token: string) => gateway.ask(calls.loginOtp, { otp }, token)
  const dataOf = (reply: { json(): unknown }) => (reply.json() as { data: Login }).data
  const errorOf = (reply: { json(): unknown }) => (reply.json() as ErrorBody).error
  const info = (token: string) => gateway.ask(calls.merchantInfo, {}, token)

  test('a password opens a session with the permissions of the account', async () => {
    const reply = await login('M00000001')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ status: 'ok', data: { needOtp: false, otpAuthUrl: '' } })
    const { token, menuList } = dataOf(reply)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect((JSON.parse(menuList) as MenuList).TYPE).toEqual(['NORMAL'])
    expect(parsePermissions(menuList)).toContain('payin_notify')
    expect((await info(token)).json()).toMatchObject({ item: { username: 'm00000001' } })
  })

  test('the token itself is not stored', async () => {
    const { token } = dataOf(await login('m00000001'))
    const rows = await db.all<{ row: string }>(sql`select s::text as row from session s`)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(token)
  })

  test('a cookie does not authenticate', async () => {
    const { token } = dataOf(await login('m00000001'))
    const reply = await gateway.app.inject({
      url: calls.merchantInfo.path,
      headers: { cookie: `merchant-token=${token}; token=${token}` },
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  test('an unknown name and a wrong password get the same refusal', async () => {
    const unknown = await login('nobody', WRONG)
    const wrong = await login('m00000001', WRONG)
    const body = ({ json }: typeof wrong) => ({ ...json<ErrorBody>(), requestId: '' })
    expect([unknown.statusCode, wrong.statusCode]).toEqual([401, 401])
    expect(body(unknown)).toEqual(body(wrong))
    expect(errorOf(wrong)).toBe('errorPwd')
  })

  test('five wrong passwords lock the name at one address for 15 minutes', async () => {
    for (let tried = 1; tried <= 5; tried++) expect((await login('m00000001', WRONG, '192.0.2.98')).statusCode).toBe(401)
    const locked = await login('m00000001', PASSWORD, '192.0.2.98')
    expect(locked.statusCode).toBe(429)
    expect(errorOf(locked)).toBe('TOO_MANY_TRIES')
    expect(locked.headers['retry-after']).toBe('900')
    clock.advance(15 * MINUTE - 1_000)
    expect((await login('m00000001', PASSWORD, '192.0.2.98')).headers['retry-after']).toBe('1')
    expect((await login('m00000001', PASSWORD, '192.0.2.99')).statusCode).toBe(200)
    clock.advance(1_000)
    expect((await login('m00000001', PASSWORD, '192.0.2.98')).statusCode).toBe(200)
  })

  test('a name that is tried from everywhere waits longer after each wrong password, and never for more than three minutes', async () => {
    const delays: unknown[] = []
    for (let tried = 1; tried <= 15; tried++) {
      const wrong = await login('m00000001', WRONG, `198.51.100.${tried}`)
      expect(wrong.statusCode).toBe(401)
      if (tried < 5) continue
      const right = await login('m00000001', PASSWORD, `203.0.113.${100 + tried}`)
      const delay = Number(right.headers['retry-after'])
      expect([right.statusCode, errorOf(right)]).toEqual([429, 'TOO_MANY_TRIES'])
      delays.push(delay)
      clock.advance(delay * 1_000)
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 180, 180, 180])
    expect((await login('m00000001', PASSWORD, '192.0.2.99')).statusCode).toBe(200)
  })

  test('during the delay a right password gets the same refusal as a wrong one', async () => {
    await slowDown('m00000001')
    const [right, wrong] = [await login('m00000001', PASSWORD, '192.0.2.7'), await login('m00000001', WRONG, '192.0.2.8')]
    const said = (reply: typeof right) => [reply.statusCode, errorOf(reply), reply.headers['retry-after']]
    expect(said(right)).toEqual(said(wrong))
    expect(said(right)).toEqual([429, 'TOO_MANY_TRIES', '1'])
  })

  test('a known device enters during the delay, and from an address that is locked', async () => {
    const cookie = deviceOf(await login('m00000001'))
    await slowDown('m00000001')
    for (let tried = 1; tried <= 30; tried++) await login(`guess${tried}`, WRONG)
    for (let tried = 1; tried <= 5; tried++) await login('m00000001', WRONG)
    expect((await login('m00000001')).statusCode).toBe(429)
    expect((await login('m00000001', PASSWORD, '192.0.2.1', cookie)).statusCode).toBe(200)
    // It is known to this account only, as it was sent, and counted by itself.
    await slowDown('m00000003')
    expect((await login('m00000003', PASSWORD, '203.0.113.7', cookie.replace('M00000001', 'M00000003'))).statusCode).toBe(429)
    for (let tried = 1; tried <= 5; tried++) expect((await login('m00000001', WRONG, '192.0.2.4', cookie)).statusCode).toBe(401)
    expect((await login('m00000001', PASSWORD, '192.0.2.4', cookie)).statusCode).toBe(429)
    clock.advance(181 * 24 * 60 * MINUTE)
    await slowDown('m00000001')
    expect((await login('m00000001', PASSWORD, '192.0.2.1', cookie)).statusCode).toBe(429)
  })

  test('the end of a known device is part of its proof', async () => {
    const [name, value = ''] = deviceOf(await login('m00000001')).split('=')
    const [id, until, proof] = value.split('.')
    await slowDown('m00000001')
    const later = `${name}=${id}.${Number(until) + MINUTE}.${proof}`
    expect((await login('m00000001', PASSWORD, '192.0.2.1', later)).statusCode).toBe(429)
    expect((await login('m00000001', PASSWORD, '192.0.2.1', `${name}=${value}`)).statusCode).toBe(200)
  })

  test('a new password forgets the known devices', async () => {
    const cookie = deviceOf(await login('m00000001'))
    await db.run(sql`update merchant set password_hash = ${await hashPassword(PASSWORD)} where merchant_no = 'M00000001'`)
    await slowDown('m00000001')
    expect((await login('m00000001', PASSWORD, '192.0.2.1', cookie)).statusCode).toBe(429)
  })

  test('an account with a passcode is not kept out: its password leads to the passcode', async () => {
    await db.run(sql`update merchant set otp_enrolled = true where merchant_no = 'M00000002'`)
    await slowDown('m00000002')
    expect((await login('m00000002', WRONG, '192.0.2.8')).statusCode).toBe(429)
    const { token, needOtp } = dataOf(await login('m00000002', PASSWORD, '192.0.2.7'))
    expect(needOtp).toBe(true)
    const entered = await passcode(passcodeAt(OTP_SECRET, clock.now()), token)
    expect([entered.statusCode, deviceOf(entered)]).toEqual([200, expect.stringMatching(/^device-M00000002=/)])
    await db.run(sql`update merchant set otp_enrolled = false, otp_last_step = 0 where merchant_no = 'M00000002'`)
  })

  test('right sign-ins at once from one address all enter', async () => {
    for (let tried = 1; tried <= 4; tried++) await login('m00000001', WRONG, '192.0.2.7')
    const replies = await Promise.all(Array.from({ length: 20 }, () => login('m00000001', PASSWORD, '192.0.2.7')))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(await db.all(sql`select subject, failures from login_try`)).toEqual([{ subject: 'address:192.0.2.7', failures: 4 }])
  })

  test('a known and an unknown name take the same statements and about the same time', async () => {
    const asked: string[] = []
    const noted = (query: Sql): Sql => {
      asked.push(query.strings.join('?'))
      return query
    }
    const recorded = (queries: Queries): Queries => ({
      ...queries,
      one: (query) => queries.one(noted(query)),
      run: (query) => queries.run(noted(query)),
      all: (query) => queries.all(noted(query)),
    })
    const watched = await openGateway(
      { ...db, ...recorded(db), tx: (work) => db.tx((tx) => work({ ...tx, ...recorded(tx) })) },
      { clock, node: 2, environment: { TRUSTED_PROXIES: '127.0.0.1' } },
    )
    await db.run(sql`update merchant set password_hash = ${await hashPassword(PASSWORD)} where merchant_no = 'M00000001'`)
    const statements: Record<string, string[]> = {}
    const times: Record<string, number[]> = { m00000001: [], nobody: [] }
    for (let round = 1; round <= 9; round++) {
      for (const name of ['m00000001', 'nobody']) {
        asked.length = 0
        const started = performance.now()
        const headers = { 'x-forwarded-for': `198.51.100.${round}`, ...FORM }
        await watched.ask(calls.login, { username: name, password: WRONG }, undefined, { headers })
        times[name]!.push(performance.now() - started)
        statements[name] = [...asked]
      }
      clock.advance(4 * MINUTE)
    }
    await watched.close()
    expect(statements.nobody).toEqual(statements.m00000001)
    const [known, unknown] = [times.m00000001!, times.nobody!].map((list) => list.sort((one, other) => one - other)[4]!)
    expect(unknown! / known!).toBeGreaterThan(0.5)
    expect(unknown! / known!).toBeLessThan(2)
  })

  test('twenty wrong passwords lock the address, for any names', async () => {
    for (let tried = 1; tried <= 20; tried++) await login(`guess${tried}`, WRONG, '192.0.2.5')
    expect((await login('m00000001', PASSWORD, '192.0.2.5')).statusCode).toBe(429)
    expect((await login('m00000001', PASSWORD, '192.0.2.6')).statusCode).toBe(200)
  })

  test('concurrent wrong passwords are all counted', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, (_, tried) => login('m00000001', WRONG, `192.0.2.${tried}`)))
    const count = (status: number) => replies.filter(({ statusCode }) => statusCode === status).length
    expect([count(401), count(429)]).toEqual([5, 7])
  })

  test('a correct password resets the count of its name', async () => {
    for (let round = 0; round < 3; round++) {
      for (let tried = 1; tried <= 4; tried++) await login('m00000001', WRONG, `198.51.100.${4 * round + tried}`)
      expect((await login('m00000001', PASSWORD, '192.0.2.7')).statusCode).toBe(200)
    }
  })

  test('an account with an IP list can sign in only from listed addresses', async () => {
    expect((await login('m00000003', PASSWORD, '203.0.113.7')).statusCode).toBe(200)
    expect((await login('m00000003', PASSWORD, '198.51.100.200')).statusCode).toBe(200)
    const denied = await login('m00000003', PASSWORD, '203.0.113.8')
    expect([denied.statusCode, errorOf(denied)]).toEqual([403, 'LOGIN_IP_DENIED'])
    // Without the correct password, the reply does not reveal the list.
    expect(errorOf(await login('m00000003', WRONG, '203.0.113.8'))).toBe('errorPwd')
  })

  test.each([
    ['PENDING', 403],
    ['ACTIVE', 200],
    ['PAYOUT_SUSPENDED', 200],
    ['SUSPENDED', 403],
    ['FROZEN', 200],
    ['CLOSED', 403],
  ])('a sign-in to a %s account gets %i, and its sessions end', async (status, expected) => {
    const { token } = dataOf(await login('m00000001'))
    await db.run(sql`update merchant set status = ${status} where merchant_no = 'M00000001'`)
    const again = await login('m00000001')
    const still = await info(token)
    await db.run(sql`update merchant set status = 'ACTIVE' where merchant_no = 'M00000001'`)
    expect(again.statusCode).toBe(expected)
    expect(still.statusCode).toBe(expected === 200 ? 200 : 401)
  })

  test('a session ends when idle, and eight hours after it began', async () => {
    const { token } = dataOf(await login('m00000001'))
    for (let minutes = 14; minutes < 8 * 60; minutes += 14) {
      clock.advance(14 * MINUTE)
      expect((await info(token)).statusCode).toBe(200)
    }
    clock.advance(14 * MINUTE)
    expect((await info(token)).statusCode).toBe(401)
    const { token: idle } = dataOf(await login('m00000001'))
    clock.advance(15 * MINUTE)
    expect((await info(idle)).statusCode).toBe(401)
  })

  const marked = (token: string) => ({ headers: { 'merchant-token': token, [BACKGROUND_HEADER]: '1' } })

  test.each([
    ['polling for notices', (token: string) => gateway.ask(calls.notices, {}, token)],
    ['polling for movements on hold', (token: string) => gateway.ask(calls.heldRecords, {}, token)],
    ['reading again what needs attention', (token: string) => gateway.ask(insightCalls.attention, {}, token)],
    ['a call that is marked as polled', (token: string) => gateway.ask(calls.merchantInfo, {}, token, marked(token))],
  ])('%s does not keep a session alive', async (_, poll) => {
    const { token } = dataOf(await login('m00000001'))
    for (let polls = 0; polls < 3; polls++) {
      clock.advance(4 * MINUTE)
      expect((await poll(token)).statusCode).toBe(200)
    }
    clock.advance(4 * MINUTE)
    expect((await poll(token)).statusCode).toBe(401)
  })

  test('signing out ends this session only', async () => {
    const [mine, other] = [dataOf(await login('m00000001')).token, dataOf(await login('m00000001')).token]
    expect((await gateway.ask(calls.logout, {}, mine)).json()).toEqual({ status: 'ok' })
    expect((await info(mine)).statusCode).toBe(401)
    expect((await info(other)).statusCode).toBe(200)
    expect((await gateway.ask(calls.logout, {}, mine)).json()).toEqual({ status: 'ok' })
    expect((await gateway.ask(calls.logout, {})).json()).toEqual({ status: 'ok' })
  })

  test('signing in and out is audited', async () => {
    await db.run(sql`delete from audit`)
    const { token } = dataOf(await login('m00000001', PASSWORD, '192.0.2.44'))
    await gateway.ask(calls.logout, {}, token)
    const rows = await db.all(sql`select actor, action, address from audit order by id`)
    expect(rows).toEqual([
      { actor: 'm00000001', action: 'login', address: '192.0.2.44' },
      { actor: 'm00000001', action: 'logout', address: '127.0.0.1' },
    ])
  })

  describe('with a passcode', () => {
    const now = () => passcodeAt(OTP_SECRET, clock.now())
    const setEnrolled = (isEnrolled: boolean) =>
      db.run(sql`
        update merchant set otp_secret = ${OTP_SECRET}, otp_enrolled = ${isEnrolled}, otp_last_step = 0 where merchant_no = 'M00000002'`)

    beforeEach(() => setEnrolled(true))

    test('the password alone allows only the passcode call', async () => {
      await setEnrolled(false)
      const { token, needOtp, menuList, otpAuthUrl } = dataOf(await login('m00000002'))
      expect({ needOtp, menuList }).toEqual({ needOtp: true, menuList: '' })
      expect(otpAuthUrl).toMatch(/^otpauth:\/\/totp\/Paydesk:m00000002\?/)
      expect(new URL(otpAuthUrl).searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/)
      expect(new URL(otpAuthUrl).searchParams.get('issuer')).toBe('Paydesk')
      expect((await info(token)).statusCode).toBe(401)
    })

    test('the passcode replaces the token, and the enrolment URL is no longer sent', async () => {
      await setEnrolled(false)
      const first = dataOf(await login('m00000002'))
      const secret = new URL(first.otpAuthUrl).searchParams.get('secret')!
      const reply = await passcode(passcodeAt(secret, clock.now()), first.token)
      expect(reply.json()).toMatchObject({ status: 'ok', data: { needOtp: false, otpAuthUrl: '' } })
      const { token } = dataOf(reply)
      expect(token).not.toBe(first.token)
      expect((await info(token)).statusCode).toBe(200)
      expect(errorOf(await passcode(passcodeAt(secret, clock.now()), first.token))).toBe('OTP_EXPIRED')
      expect(dataOf(await login('m00000002')).otpAuthUrl).toBe('')
    })

    test('a code can be used once, also across sign-ins', async () => {
      const code = now()
      await passcode(code, dataOf(await login('m00000002')).token)
      const again = dataOf(await login('m00000002')).token
      const replayed = await passcode(code, again)
      expect([replayed.statusCode, errorOf(replayed)]).toEqual([401, 'OTP_INVALID'])
      clock.advance(30_000)
      expect((await passcode(now(), again)).statusCode).toBe(200)
    })

    test('a code of an earlier step is refused once a later one was used', async () => {
      const earlier = passcodeAt(OTP_SECRET, clock.now() - 30_000)
      expect((await passcode(now(), dataOf(await login('m00000002')).token)).statusCode).toBe(200)
      const replayed = await passcode(earlier, dataOf(await login('m00000002')).token)
      expect([replayed.statusCode, errorOf(replayed)]).toEqual([401, 'OTP_INVALID'])
    })

    test.each([
      ['suspended', sql`status = 'SUSPENDED'`, 'ACCOUNT_DISABLED'],
      ['limited to other addresses', sql`login_white_ip = '{203.0.113.7}'`, 'LOGIN_IP_DENIED'],
    ])('an account that is %s between password and passcode is not entered', async (_, change, error) => {
      const { token } = dataOf(await login('m00000002'))
      await db.run(sql`update merchant set ${change} where merchant_no = 'M00000002'`)
      const refused = await passcode(now(), token)
      await db.run(sql`update merchant set status = 'ACTIVE', login_white_ip = '{}' where merchant_no = 'M00000002'`)
      expect([refused.statusCode, errorOf(refused)]).toEqual([403, error])
    })

    test('a code sent twice concurrently opens one session', async () => {
      const code = now()
      const { token } = dataOf(await login('m00000002'))
      const statuses = (await Promise.all([passcode(code, token), passcode(code, token)])).map(({ statusCode }) => statusCode)
      expect(statuses.sort()).toEqual([200, 401])
    })

    test('five wrong codes end the sign-in', async () => {
      const { token } = dataOf(await login('m00000002'))
      const wrong = now() === '000000' ? '111111' : '000000'
      const errors = []
      for (let tried = 0; tried < 5; tried++) errors.push(errorOf(await passcode(wrong, token)))
      expect(errors).toEqual(['OTP_INVALID', 'OTP_INVALID', 'OTP_INVALID', 'OTP_INVALID', 'OTP_EXPIRED'])
      expect(errorOf(await passcode(now(), token))).toBe('OTP_EXPIRED')
      expect((await passcode(now(), dataOf(await login('m00000002')).token)).statusCode).toBe(200)
    })

    test('guessing codes is limited also with a known password', async () => {
      const wrong = now() === '000000' ? '111111' : '000000'
      for (let attempt = 0; attempt < 2; attempt++) {
        const { token } = dataOf(await login('m00000002'))
        for (let tried = 0; tried < 5; tried++) await passcode(wrong, token)
      }
      const locked = await passcode(now(), dataOf(await login('m00000002')).token)
      expect([locked.statusCode, errorOf(locked)]).toEqual([429, 'TOO_MANY_TRIES'])
    })

    test('the passcode session lasts five minutes', async () => {
      const { token } = dataOf(await login('m00000002'))
      clock.advance(5 * MINUTE)
      expect(errorOf(await passcode(now(), token))).toBe('OTP_EXPIRED')
    })

    test('a passcode without a passcode session is refused', async () => {
      expect(errorOf(await gateway.ask(calls.loginOtp, { otp: now() }))).toBe('OTP_EXPIRED')
      expect(errorOf(await passcode(now(), await gateway.signIn('M00000001')))).toBe('OTP_EXPIRED')
    })

    test('an account that requires a passcode but has no secret gets one, at each sign-in until it is enrolled', async () => {
      await gateway.account(`M1000000${db.engine.length % 10}`, { otpEnabled: true })
      const name = `m1000000${db.engine.length % 10}`
      const secretOf = ({ otpAuthUrl }: Login) => new URL(otpAuthUrl).searchParams.get('secret')!
      const first = secretOf(dataOf(await login(name)))
      const second = dataOf(await login(name))
      expect(secretOf(second)).not.toBe(first)
      expect((await passcode(passcodeAt(secretOf(second), clock.now()), second.token)).statusCode).toBe(200)
    })
  })
})
