import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway, PASSWORD, quickHash, StandingClock, type TestGateway } from '../gateway.ts'

const NEW = sha256('An0ther-Word')
const WRONG = sha256('wrong')

describe.each(databases)('passwords on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let literal: TestGateway
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    literal = await openGateway(db, { clock, node: 2, environment: { REQUIRE_CURRENT_PWD: 'off' } })
    await gateway.account('M00000001')
    await gateway.account('M00000002', { kind: 'subMerchant', parentNo: 'M00000001' })
  })
  beforeEach(async () => {
    clock.advance(16 * 60_000)
    await db.run(sql`delete from session`)
    await db.run(sql`delete from audit`)
    await db.run(sql`update merchant set password_hash = ${await quickHash(PASSWORD)}, txn_password_hash = null`)
  })
  afterAll(async () => {
    await literal.close()
    await gateway.close()
    await db.close()
  })

  const change = (input: { pwd: string; pwd2?: string; oldPwd?: string }, token: string, of = gateway) =>
    of.ask(calls.resetPassword, { pwd2: input.pwd, ...input }, token)
  const changeTxn = (input: { pwd: string; oldPwd?: string }, token: string) =>
    gateway.ask(calls.resetTxnPassword, { pwd2: input.pwd, ...input }, token)
  const signIn = async (password: string) => (await gateway.ask(calls.login, { username: 'm00000001', password })).statusCode
  const isIn = async (token: string) => (await gateway.ask(calls.merchantInfo, {}, token)).statusCode === 200
  const errorOf = (reply: { statusCode: number; json(): unknown }) => {
    const { error, fields } = reply.json() as ErrorBody
    return { status: reply.statusCode, error, ...(fields && { fields }) }
  }

  test('the new password signs in, the old password does not, and every other session ends', async () => {
    const [mine, other] = [await gateway.signIn('M00000001'), await gateway.signIn('M00000001')]
    const reply = await change({ pwd: NEW, oldPwd: PASSWORD }, mine)
    expect(reply.json()).toEqual({ status: 'ok', item: { changed: true } })
    expect([await isIn(mine), await isIn(other)]).toEqual([true, false])
    expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([401, 200])
    expect(await db.all(sql`select actor, action, target, detail from audit where action <> 'login'`)).toEqual([
      { actor: 'm00000001', action: 'password', target: null, detail: null },
    ])
  })

  test.each([
    ['the repetition differs', { pwd: NEW, pwd2: WRONG, oldPwd: PASSWORD }, { status: 422, error: 'pwdCompareError' }],
    ['the current password is wrong', { pwd: NEW, oldPwd: WRONG }, { status: 422, error: 'errorPwd' }],
    [
      'the current password is missing',
      { pwd: NEW },
      { status: 422, error: 'VALIDATION_FAILED', fields: { oldPwd: 'rule.required' } },
    ],
    [
      'the new password equals the current one',
      { pwd: PASSWORD, oldPwd: PASSWORD },
      { status: 422, error: 'VALIDATION_FAILED', fields: { pwd: 'rule.samePassword' } },
    ],
    [
      'it is not a digest',
      { pwd: 'Passw0rd', oldPwd: PASSWORD },
      { status: 422, error: 'VALIDATION_FAILED', fields: { pwd: 'rule.format', pwd2: 'rule.format' } },
    ],
  ])('nothing changes when %s', async (_, input, refused) => {
    const token = await gateway.signIn('M00000001')
    expect(errorOf(await change(input, token))).toEqual(refused)
    expect([await isIn(token), await signIn(PASSWORD)]).toEqual([true, 200])
  })

  test('guessing the current password is limited', async () => {
    const token = await gateway.signIn('M00000001')
    for (let tried = 1; tried <= 5; tried++) await change({ pwd: NEW, oldPwd: WRONG }, token)
    expect(errorOf(await change({ pwd: NEW, oldPwd: PASSWORD }, token))).toEqual({ status: 429, error: 'TOO_MANY_TRIES' })
  })

  test('of two concurrent changes with the same current password, one succeeds', async () => {
    const token = await gateway.signIn('M00000001')
    const words = [NEW, sha256('Third-W0rd')]
    const replies = await Promise.all(words.map((pwd) => change({ pwd, oldPwd: PASSWORD }, token)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    const winner = words[replies.findIndex(({ statusCode }) => statusCode === 200)]!
    expect(await signIn(winner)).toBe(200)
  })

  test('when the current password is optional, it may be absent but not wrong', async () => {
    const token = await gateway.signIn('M00000001')
    expect(errorOf(await change({ pwd: NEW, oldPwd: WRONG }, token, literal)).error).toBe('errorPwd')
    expect((await change({ pwd: NEW }, token, literal)).statusCode).toBe(200)
    expect(await signIn(NEW)).toBe(200)
  })

  test('the transaction password is set with the sign-in password, and can be replaced', async () => {
    const [mine, other] = [await gateway.signIn('M00000001'), await gateway.signIn('M00000001')]
    expect(errorOf(await changeTxn({ pwd: NEW, oldPwd: WRONG }, mine)).error).toBe('errorPwd')
    expect((await changeTxn({ pwd: NEW, oldPwd: PASSWORD }, mine)).statusCode).toBe(200)
    expect([await isIn(mine), await isIn(other)]).toEqual([true, false])
    expect(errorOf(await changeTxn({ pwd: NEW, oldPwd: PASSWORD }, mine)).fields).toEqual({ pwd: 'rule.samePassword' })
    expect((await gateway.ask(calls.accountInfo, {}, mine)).json()).toMatchObject({ item: { txnPwdSet: true } })
    expect(await signIn(PASSWORD)).toBe(200)
  })

  test('the transaction password differs from the sign-in password', async () => {
    const mine = await gateway.signIn('M00000001')
    expect(errorOf(await changeTxn({ pwd: PASSWORD, oldPwd: PASSWORD }, mine))).toEqual({
      status: 422,
      error: 'VALIDATION_FAILED',
      fields: { pwd: 'rule.samePassword' },
    })
    expect((await gateway.ask(calls.accountInfo, {}, mine)).json()).toMatchObject({ item: { txnPwdSet: false } })
  })

  test('the sign-in password differs from the transaction password', async () => {
    const mine = await gateway.signIn('M00000001')
    expect((await changeTxn({ pwd: NEW, oldPwd: PASSWORD }, mine)).statusCode).toBe(200)
    expect(errorOf(await change({ pwd: NEW, oldPwd: PASSWORD }, mine))).toEqual({
      status: 422,
      error: 'VALIDATION_FAILED',
      fields: { pwd: 'rule.taken' },
    })
    expect([await signIn(NEW), await signIn(PASSWORD)]).toEqual([401, 200])
  })

  test('a sub-merchant has no transaction password', async () => {
    const token = await gateway.signIn('M00000002')
    expect((await changeTxn({ pwd: NEW, oldPwd: PASSWORD }, token)).statusCode).toBe(403)
  })
})
