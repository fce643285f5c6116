import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall, InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { sign } from '#contract/signing.ts'
import { passcodeAt, sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { buildFront } from '../../server/front/front.ts'
import { quickest } from '../databases.ts'
import { openGateway, PASSWORD, quickHash, requestOf, SECRET, StandingClock, type TestGateway } from '../gateway.ts'

const OTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const TXN = sha256('Mon3y-Word')
const NEW = sha256('An0ther-Word')
const WRONG = sha256('wr0ng-Word')

interface Line {
  reqId?: string
  path?: string
  status?: number
}

describe('the gateway’s log at trace level', () => {
  let db: Database
  let gateway: TestGateway
  const lines: string[] = []
  const logStream = { write: (line: string) => void lines.push(line) }
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
  /** Values that must not appear in the log: secrets that were sent or received. */
  const secrets = new Set([PASSWORD, TXN, NEW, WRONG, SECRET, OTP_SECRET])

  beforeAll(async () => {
    db = await quickest.open()
    gateway = await openGateway(db, { clock, logStream, environment: { LOG_LEVEL: 'trace' } })
    await gateway.account('M00000001', { otpSecret: OTP_SECRET, otpEnrolled: true })
    await gateway.account('M00000005', { kind: 'staff' })
    await db.run(sql`update merchant set txn_password_hash = ${await quickHash(TXN)}`)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  async function ask<Row extends AnyCall>(row: Row, input: InputOf<Row>, token?: string) {
    const reply = await gateway.ask(row, input, token)
    const { data, item } = reply.json<{
      data?: { token?: string }
      item?: Partial<Record<'secret' | 'platPrivateKey', string>>
    }>()
    for (const secret of [data?.token, item?.secret, ...(item?.platPrivateKey?.split('\n') ?? [])]) {
      if (secret !== undefined && secret.length > 20 && !secret.startsWith('-----')) secrets.add(secret)
    }
    return { status: reply.statusCode, token: data?.token ?? '' }
  }

  test('has a line for every call and no password, token, passcode or secret', async () => {
    await ask(calls.login, { username: 'm00000001', password: WRONG })
    const { token: attempt } = await ask(calls.login, { username: 'm00000001', password: PASSWORD })
    const otp = passcodeAt(OTP_SECRET, clock.now())
    secrets.add(otp)
    await ask(calls.loginOtp, { otp: '000000' }, attempt)
    const { token } = await ask(calls.loginOtp, { otp }, attempt)
    const done = [
      await ask(calls.resetPassword, { pwd: NEW, pwd2: NEW, oldPwd: WRONG }, token),
      await ask(calls.resetPassword, { pwd: NEW, pwd2: NEW, oldPwd: PASSWORD }, token),
      await ask(calls.resetTxnPassword, { pwd: PASSWORD, pwd2: PASSWORD, oldPwd: NEW }, token),
      await ask(calls.resetTxnPassword, { pwd: 'Typed-W0rd', pwd2: 'Typed-W0rd', oldPwd: NEW }, token),
      await ask(calls.updateIpLists, { apiWhiteIp: '127.0.0.1', txnPwd: PASSWORD }, token),
      await ask(calls.changeSecret, { action: 'reveal', txnPwd: PASSWORD }, token),
      await ask(calls.changeSecret, { action: 'reset', target: 'keypair', txnPwd: PASSWORD }, token),
      await ask(
        calls.createSubMerchant,
        { merchantName: 'Sub', username: 'sub.shop', pwd: NEW, pwd2: NEW, feeType: 'RATE', feeRate: '0.01' },
        token,
      ),
    ]
    secrets.add('Typed-W0rd')
    const payin = { merchantNo: 'M00000001', merchantOrderNo: 'L-1', payAmount: '150000.00', payChannel: 'VA_BCA' }
    const signed = sign(payin, SECRET, { hash: sha256, now: clock.now() })
    secrets.add(String(signed._sign))
    done.push(await ask(calls.openPayin, signed as never))
    const { token: staff } = await ask(calls.login, { username: 'm00000005', password: PASSWORD })
    done.push(await ask(calls.resetOtpSecret, { merchantNo: 'M00000001' }, staff))
    expect(done.map(({ status }) => status)).toEqual([422, 200, 200, 422, 200, 200, 200, 200, 200, 200])
    secrets.add(
      (await db.one<{ secret: string }>(sql`select otp_secret as secret from merchant where merchant_no = 'M00000001'`))!
        .secret,
    )

    const log = lines.join('')
    expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
    expect(log).not.toMatch(/argon2|[?&]pwd|\?/)
    const answered = lines.map((line) => JSON.parse(line) as Line).filter(({ status }) => status !== undefined)
    expect(answered).toHaveLength(done.length + 5)
    expect(answered.filter(({ reqId, path }) => !reqId || !path)).toEqual([])
  })

  test('has no sent values after a database error', async () => {
    lines.length = 0
    await db.run(sql`alter table session add constraint full_house check (address <> '127.0.0.1') not valid`)
    const { status } = await ask(calls.login, { username: 'm00000005', password: PASSWORD })
    await db.run(sql`alter table session drop constraint full_house`)
    expect(status).toBe(500)
    const log = lines.join('')
    expect(log).toContain('full_house')
    expect(log).not.toContain(PASSWORD)
    expect(log).not.toMatch(/Failing row|argon2/)
  })

  test('has no secrets of proxied calls', async () => {
    await gateway.app.listen({ port: 0, host: '127.0.0.1' })
    lines.length = 0
    const front = await buildFront({ ...gateway.config }, gateway.app.listeningOrigin, { logStream, dist: '/nowhere' })
    const { token } = await ask(calls.login, { username: 'm00000005', password: PASSWORD })
    const request = requestOf(calls.resetPassword, { pwd: NEW, pwd2: NEW, oldPwd: PASSWORD }, token)
    const reply = await front.inject(request)
    await front.close()
    expect(reply.statusCode).toBe(200)
    const log = lines.join('')
    expect(log).toContain('/api/merchant/reset-pwd')
    expect([PASSWORD, NEW, token].filter((secret) => log.includes(secret))).toEqual([])
    expect(log).not.toContain('?')
  })
})
