import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { Login } from '#contract/rows/session.ts'
import { passcodeAt } from '../../server/auth/credentials.ts'
import { sweepSessions } from '../../server/auth/sessions.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway, PASSWORD, StandingClock, type TestGateway } from '../gateway.ts'
import { withKey } from '../money.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

describe.each(databases)('passcodes on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let staff: string
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    await gateway.account('M00000001')
    await gateway.account('M00000002', { kind: 'umerchant', permissionKeys: ['payin'] })
    await gateway.account('M00000005', { kind: 'staff' })
    await gateway.account('M00000006', { kind: 'staff', permissionKeys: ['payin', 'plat_otp'] })
  })
  beforeEach(async () => {
    clock.advance(16 * 60_000)
    await db.run(sql`delete from session`)
    await db.run(sql`delete from audit`)
    await db.run(sql`
      update merchant set otp_enabled = false, otp_enrolled = false, otp_secret = null, otp_last_step = 0`)
    staff = await gateway.signIn('M00000005')
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  type Status = { merchantNo: string; status?: 'ON' | 'OFF'; otp?: string; reason?: string }
  const set = (input: Status, token: string) => gateway.ask(calls.resetOtpStatus, input, token)
  const renew = (merchantNo: string, token: string) =>
    gateway.ask(calls.resetOtpSecret, { merchantNo, reason: 'lost phone' }, token)
  const outcome = (reply: { statusCode: number; json(): unknown }) => [reply.statusCode, (reply.json() as ErrorBody).error]
  const login = async () => {
    const reply = await gateway.ask(calls.login, { username: 'm00000001', password: PASSWORD })
    return reply.json<{ data: Login }>().data
  }
  const deeds = () => db.all(sql`select merchant_no as no, actor, action, target, detail from audit where action <> 'login'`)
  const enrolled = async () => {
    await db.run(sql`
      update merchant set otp_enabled = true, otp_enrolled = true, otp_secret = ${SECRET} where merchant_no = 'M00000001'`)
    const { token } = await login()
    const reply = await gateway.ask(calls.loginOtp, { otp: passcodeAt(SECRET, clock.now()) }, token)
    clock.advance(30_000)
    return reply.json<{ data: Login }>().data.token
  }

  test('a merchant switches its passcode on and enrols at the next sign-in', async () => {
    const token = await gateway.signIn('M00000001')
    expect((await set({ merchantNo: 'M00000001', status: 'ON' }, token)).json()).toEqual({
      status: 'ok',
      item: { merchantNo: 'M00000001', otpEnabled: true, enrolled: false },
    })
    const { needOtp, otpAuthUrl } = await login()
    expect([needOtp, otpAuthUrl.startsWith('otpauth://totp/')]).toEqual([true, true])
    // Before the first code was accepted, no code is required.
    expect((await set({ merchantNo: 'M00000001', status: 'OFF' }, token)).statusCode).toBe(200)
    expect((await login()).needOtp).toBe(false)
  })

  test('switching it off requires a current, unused code', async () => {
    const token = await enrolled()
    const off = (otp?: string) => set({ merchantNo: 'M00000001', ...(otp !== undefined && { otp }) }, token)
    expect(outcome(await off())).toEqual([422, 'OTP_INVALID'])
    expect(outcome(await off(passcodeAt(SECRET, clock.now() - 90_000)))).toEqual([422, 'OTP_INVALID'])
    expect(outcome(await off(passcodeAt(SECRET, clock.now() - 30_000)))).toEqual([422, 'OTP_INVALID'])
    expect((await off(passcodeAt(SECRET, clock.now()))).json()).toMatchObject({ item: { otpEnabled: false, enrolled: true } })
    expect((await login()).needOtp).toBe(false)
    expect(await deeds()).toEqual([
      {
        no: 'M00000001',
        actor: 'm00000001',
        action: 'passcodeOff',
        target: 'M00000001',
        detail: { before: true, after: false },
      },
    ])
  })

  test('a request that is repeated with a newer code is the same request', async () => {
    const token = await enrolled()
    const off = () => {
      const input = { merchantNo: 'M00000001', otp: passcodeAt(SECRET, clock.now()) }
      return gateway.ask(calls.resetOtpStatus, input, token, withKey(calls.resetOtpStatus.body, token, 'off'))
    }
    const first = await off()
    expect(first.json()).toMatchObject({ item: { otpEnabled: false } })
    clock.advance(30_000)
    expect((await off()).json()).toEqual(first.json())
    expect(await deeds()).toHaveLength(1)
  })

  test('another authenticator can be confirmed within the step of the code that switched the former one off', async () => {
    const token = await enrolled()
    const change = (status: 'ON' | 'OFF', secret: string) =>
      set({ merchantNo: 'M00000001', status, otp: passcodeAt(secret, clock.now()) }, token)
    expect((await change('OFF', SECRET)).statusCode).toBe(200)
    const reply = await gateway.ask(calls.enrolOtp, {}, token)
    const { otpAuthUrl } = reply.json<{ item: { otpAuthUrl: string } }>().item
    const other = new URL(otpAuthUrl).searchParams.get('secret')!
    expect((await change('ON', other)).json()).toMatchObject({ item: { otpEnabled: true, enrolled: true } })
  })

  test('an unfinished sign-in has its five minutes also where sessions end sooner', async () => {
    await enrolled()
    const { token: attempt } = await login()
    clock.advance(4 * 60_000)
    await sweepSessions(db, { now: clock.now(), idleMinutes: 1 })
    const code = passcodeAt(SECRET, clock.now())
    expect((await gateway.ask(calls.loginOtp, { otp: code }, attempt)).statusCode).toBe(200)
  })

  test('a right code resets the count of wrong ones', async () => {
    const token = await enrolled()
    for (const status of ['OFF', 'OFF'] as const) {
      for (let tried = 1; tried <= 9; tried++) await set({ merchantNo: 'M00000001', status, otp: '000000' }, token)
      expect((await set({ merchantNo: 'M00000001', status, otp: passcodeAt(SECRET, clock.now()) }, token)).statusCode).toBe(200)
      await set({ merchantNo: 'M00000001', status: 'ON' }, staff)
      clock.advance(30_000)
    }
  })

  test('guessing codes is limited', async () => {
    const token = await enrolled()
    const off = (otp: string) => set({ merchantNo: 'M00000001', otp }, token)
    for (let tried = 1; tried <= 10; tried++) await off('000000')
    expect(outcome(await off(passcodeAt(SECRET, clock.now())))).toEqual([429, 'TOO_MANY_TRIES'])
    // A new secret has not been guessed at.
    await renew('M00000001', staff)
    const { token: attempt, otpAuthUrl } = await login()
    const secret = new URL(otpAuthUrl).searchParams.get('secret')!
    expect((await gateway.ask(calls.loginOtp, { otp: passcodeAt(secret, clock.now()) }, attempt)).statusCode).toBe(200)
  })

  test('only staff change other accounts’ passcodes, and changing the own one requires the permission', async () => {
    const merchant = await gateway.signIn('M00000001')
    expect(outcome(await set({ merchantNo: 'M00000002', status: 'ON' }, merchant))).toEqual([403, 'FORBIDDEN'])
    expect(outcome(await set({ merchantNo: 'M40400000', status: 'ON' }, merchant))).toEqual([403, 'FORBIDDEN'])
    expect(outcome(await renew('M00000001', merchant))).toEqual([403, 'FORBIDDEN'])
    const keyless = await gateway.signIn('M00000002')
    expect(outcome(await set({ merchantNo: 'M00000002', status: 'ON' }, keyless))).toEqual([403, 'FORBIDDEN'])
    const clerk = await gateway.signIn('M00000006')
    expect(outcome(await set({ merchantNo: 'M00000001' }, clerk))).toEqual([403, 'FORBIDDEN'])
  })

  test('staff switch any passcode without a code, and the reason is audited', async () => {
    await enrolled()
    expect((await set({ merchantNo: 'M00000001', reason: 'phone stolen' }, staff)).json()).toMatchObject({
      item: { merchantNo: 'M00000001', otpEnabled: false },
    })
    expect(await deeds()).toEqual([
      {
        no: 'M00000001',
        actor: 'm00000005',
        action: 'passcodeOff',
        target: 'M00000001',
        detail: { before: true, after: false, reason: 'phone stolen' },
      },
    ])
    expect(outcome(await set({ merchantNo: 'M40400000' }, staff))).toEqual([404, 'MERCHANT_NOT_FOUND'])
  })

  test('staff switch their own passcode off with a code alone', async () => {
    await db.run(sql`
      update merchant set otp_enabled = true, otp_enrolled = true, otp_secret = ${SECRET} where merchant_no = 'M00000005'`)
    const off = (otp?: string) => set({ merchantNo: 'M00000005', reason: 'own', ...(otp !== undefined && { otp }) }, staff)
    expect(outcome(await off())).toEqual([422, 'OTP_INVALID'])
    expect(outcome(await off(passcodeAt(SECRET, clock.now() - 90_000)))).toEqual([422, 'OTP_INVALID'])
    expect((await off(passcodeAt(SECRET, clock.now()))).json()).toMatchObject({ item: { otpEnabled: false } })
  })

  test('a new secret ends the account’s sessions and is shown only to its user', async () => {
    const token = await enrolled()
    const reply = await renew('M00000001', staff)
    expect(reply.json()).toEqual({ status: 'ok', item: { merchantNo: 'M00000001', otpEnabled: true, enrolled: false } })
    expect((await gateway.ask(calls.merchantInfo, {}, token)).statusCode).toBe(401)
    expect((await gateway.ask(calls.merchantInfo, {}, staff)).statusCode).toBe(200)
    const { token: attempt, otpAuthUrl } = await login()
    const secret = new URL(otpAuthUrl).searchParams.get('secret')!
    expect(secret).not.toBe(SECRET)
    const old = await gateway.ask(calls.loginOtp, { otp: passcodeAt(SECRET, clock.now()) }, attempt)
    expect(outcome(old)).toEqual([401, 'OTP_INVALID'])
    expect((await gateway.ask(calls.loginOtp, { otp: passcodeAt(secret, clock.now()) }, attempt)).statusCode).toBe(200)
    expect(JSON.stringify(await deeds())).not.toContain(secret)
    expect(outcome(await renew('M40400000', staff))).toEqual([404, 'MERCHANT_NOT_FOUND'])
  })

  test('a merchant can enrol an authenticator, which its first code activates', async () => {
    const token = await gateway.signIn('M00000001')
    const enrol = async () => {
      const reply = await gateway.ask(calls.enrolOtp, {}, token)
      return new URL(reply.json<{ item: { otpAuthUrl: string } }>().item.otpAuthUrl).searchParams.get('secret')!
    }
    const first = await enrol()
    const second = await enrol()
    expect(second).not.toBe(first)
    const on = (secret: string) => set({ merchantNo: 'M00000001', status: 'ON', otp: passcodeAt(secret, clock.now()) }, token)
    expect(outcome(await on(first))).toEqual([422, 'OTP_INVALID'])
    expect((await login()).needOtp).toBe(false)
    expect((await on(second)).json()).toMatchObject({ item: { otpEnabled: true, enrolled: true } })
    expect((await login()).otpAuthUrl).toBe('')
    expect(outcome(await gateway.ask(calls.enrolOtp, {}, token))).toEqual([409, 'ORDER_STATE_CONFLICT'])
    expect(outcome(await gateway.ask(calls.enrolOtp, {}, staff))).toEqual([403, 'FORBIDDEN'])
  })

  test('the secret that one session or sign-in has seen is not the one that the next sign-in enrols', async () => {
    const token = await gateway.signIn('M00000001')
    const secretIn = (url: string) => new URL(url).searchParams.get('secret')!
    const enrol = () => gateway.ask(calls.enrolOtp, {}, token, withKey(calls.enrolOtp.body, token, 'seen'))
    const seen = [secretIn((await enrol()).json<{ item: { otpAuthUrl: string } }>().item.otpAuthUrl)]
    expect((await set({ merchantNo: 'M00000001', status: 'ON' }, token)).statusCode).toBe(200)
    seen.push(secretIn((await login()).otpAuthUrl))
    const owner = await login()
    const secret = secretIn(owner.otpAuthUrl)
    expect(new Set([...seen, secret]).size).toBe(3)
    // The repetition of the earlier request shows no secret of a sign-in.
    expect(outcome(await enrol())).toEqual([409, 'ORDER_STATE_CONFLICT'])
    const enter = async (one: string) =>
      (await gateway.ask(calls.loginOtp, { otp: passcodeAt(one, clock.now()) }, owner.token)).statusCode
    expect([await enter(seen[0]!), await enter(seen[1]!), await enter(secret)]).toEqual([401, 401, 200])
    expect((await login()).otpAuthUrl).toBe('')
  })

  test('an enrolment is audited, and a repeated request gets its secret, which is not stored in the answer', async () => {
    const token = await gateway.signIn('M00000001')
    const enrol = () => gateway.ask(calls.enrolOtp, {}, token, withKey(calls.enrolOtp.body, token, 'enrol'))
    const first = await enrol()
    const { otpAuthUrl } = first.json<{ item: { otpAuthUrl: string } }>().item
    const secret = new URL(otpAuthUrl).searchParams.get('secret')!
    expect((await enrol()).json()).toEqual(first.json())
    expect(JSON.stringify(await db.all(sql`select answer from idempotency`))).not.toContain(secret)
    const on = { merchantNo: 'M00000001', otp: passcodeAt(secret, clock.now()) }
    expect((await set({ ...on, status: 'ON' }, token)).statusCode).toBe(200)
    clock.advance(30_000)
    expect((await set({ ...on, otp: passcodeAt(secret, clock.now()) }, token)).statusCode).toBe(200)
    expect(outcome(await enrol())).toEqual([409, 'ORDER_STATE_CONFLICT'])
    expect((await deeds()).slice(0, 1)).toEqual([
      { no: 'M00000001', actor: 'm00000001', action: 'passcodeEnrol', target: 'M00000001', detail: null },
    ])
  })

  test('staff find an account by number or name, with its allowed status changes', async () => {
    const found = async (who: string) => gateway.ask(calls.platMerchant, { who }, staff)
    const seen = { merchantNo: 'M00000001', status: 'ACTIVE', otpEnabled: false, enrolled: false }
    const moves = ['PAYOUT_SUSPENDED', 'SUSPENDED', 'FROZEN', 'CLOSED']
    expect((await found('m00000001')).json()).toMatchObject({ item: { ...seen, moves } })
    expect((await found(' M00000001 ')).json()).toMatchObject({ item: seen })
    expect(outcome(await found('M40400000'))).toEqual([404, 'MERCHANT_NOT_FOUND'])
    expect(outcome(await found('M00000006'))).toEqual([404, 'MERCHANT_NOT_FOUND'])
    const merchant = await gateway.signIn('M00000001')
    expect(outcome(await gateway.ask(calls.platMerchant, { who: 'M00000002' }, merchant))).toEqual([403, 'FORBIDDEN'])
  })
})
