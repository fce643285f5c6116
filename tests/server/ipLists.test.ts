import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { parseIpList } from '../../server/merchants/addresses.ts'
import { databases } from '../databases.ts'
import { openGateway, PASSWORD, quickHash, SECRET, StandingClock, type TestGateway } from '../gateway.ts'

const TXN = sha256('Mon3y-Word')
const fifty = Array.from({ length: 50 }, (_, place) => `10.0.0.${place}`)

test.each([
  ['nothing', '', { list: [] }],
  ['addresses and ranges, with spaces', ' 203.0.113.7 , 198.51.100.0/24,', { list: ['203.0.113.7', '198.51.100.0/24'] }],
  ['fifty', fifty.join(','), { list: fifty }],
  ['fifty-one', [...fifty, '10.0.1.0'].join(','), { fault: 'rule.tooMany' }],
  ['invalid addresses', '203.0.113', { fault: 'rule.format' }],
  ['an IPv6 address', '2001:db8::1', { fault: 'rule.format' }],
  ['a range with too many bits', '203.0.113.0/33', { fault: 'rule.format' }],
  ['a leading zero, which some parsers read as octal', '203.0.113.07', { fault: 'rule.format' }],
  ['duplicate addresses', '203.0.113.7,203.0.113.7', { fault: 'rule.duplicate' }],
  ['an address and the equal range', '203.0.113.7,203.0.113.7/32', { fault: 'rule.duplicate' }],
  ['equal ranges with different base addresses', '203.0.113.0/24,203.0.113.9/24', { fault: 'rule.duplicate' }],
])('parses a list of %s', (_, typed, read) => expect(parseIpList(typed)).toEqual(read))

describe.each(databases)('IP lists on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let token: string
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock, environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    await gateway.account('M00000001')
  })
  beforeEach(async () => {
    clock.advance(16 * 60_000)
    await db.run(sql`delete from audit`)
    await db.run(sql`
      update merchant set api_white_ip = '{}', login_white_ip = '{}', txn_password_hash = ${await quickHash(TXN)}`)
    token = await gateway.signIn('M00000001')
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  type Lists = { apiWhiteIp?: string; loginWhiteIp?: string; txnPwd?: string }
  const save = (lists: Lists) => gateway.ask(calls.updateIpLists, { txnPwd: TXN, ...lists }, token)
  const errorOf = (reply: { statusCode: number; json(): unknown }) => {
    const { error, fields } = reply.json() as ErrorBody
    return [reply.statusCode, error, fields]
  }

  test('the reply has both lists and the caller’s address', async () => {
    const reply = await gateway.ask(calls.ipLists, {}, token)
    expect(reply.json()).toEqual({ status: 'ok', item: { apiWhiteIp: [], loginWhiteIp: [], currentIp: '127.0.0.1' } })
  })

  test('a saved list is returned, an absent list is kept, an empty list is cleared', async () => {
    const item = { apiWhiteIp: ['198.51.100.0/24', '203.0.113.7'], loginWhiteIp: [], currentIp: '127.0.0.1' }
    expect((await save({ apiWhiteIp: '198.51.100.0/24, 203.0.113.7' })).json()).toEqual({ status: 'ok', item })
    const both = { ...item, loginWhiteIp: ['127.0.0.1'] }
    expect((await save({ loginWhiteIp: '127.0.0.1' })).json()).toEqual({ status: 'ok', item: both })
    expect((await gateway.ask(calls.ipLists, {}, token)).json()).toEqual({ status: 'ok', item: both })
    expect((await save({ apiWhiteIp: '' })).json()).toEqual({ status: 'ok', item: { ...both, apiWhiteIp: [] } })
    expect(await db.all(sql`select action, detail from audit where action <> 'login' order by id desc limit 1`)).toEqual([
      {
        action: 'ipLists',
        detail: {
          before: { apiWhiteIp: item.apiWhiteIp, loginWhiteIp: ['127.0.0.1'] },
          after: { apiWhiteIp: [], loginWhiteIp: ['127.0.0.1'] },
        },
      },
    ])
  })

  test('every invalid list is reported and none is saved', async () => {
    const reply = await save({ apiWhiteIp: 'shop.example', loginWhiteIp: '10.0.0.1,10.0.0.1' })
    const fields = { apiWhiteIp: 'rule.format', loginWhiteIp: 'rule.duplicate' }
    expect(errorOf(reply)).toEqual([422, 'VALIDATION_FAILED', fields])
    expect(errorOf(await save({ apiWhiteIp: '10.0.0.1', loginWhiteIp: 'x' }))[0]).toBe(422)
    expect((await gateway.ask(calls.ipLists, {}, token)).json()).toMatchObject({ item: { apiWhiteIp: [] } })
  })

  test('saving requires the transaction password', async () => {
    expect(errorOf(await save({ apiWhiteIp: '10.0.0.1', txnPwd: sha256('wrong') }))).toEqual([422, 'errorPwd', undefined])
    await db.run(sql`update merchant set txn_password_hash = null`)
    expect(errorOf(await save({ apiWhiteIp: '10.0.0.1' }))).toEqual([422, 'TXN_PWD_NOT_SET', undefined])
  })

  test('sign-in and API calls are limited to the saved addresses', async () => {
    await save({ apiWhiteIp: '198.51.100.0/30', loginWhiteIp: '203.0.113.0/25,192.0.2.1' })
    const from = (address: string) => ({ 'x-forwarded-for': address, 'accept-language': 'en' })
    const login = async (address: string) => {
      const headers = { ...from(address), 'content-type': 'application/x-www-form-urlencoded' }
      const input = { username: 'm00000001', password: PASSWORD }
      return (await gateway.ask(calls.login, input, undefined, { headers })).statusCode
    }
    const call = async (address: string) => {
      const fields = {
        merchantNo: 'M00000001',
        merchantOrderNo: address.replaceAll('.', '-'),
        payAmount: '150000.00',
        payChannel: 'VA_BCA',
      }
      const headers = { ...from(address), 'content-type': 'application/json' }
      const input = sign(fields, SECRET, { hash: sha256, now: clock.now() }) as never
      return (await gateway.ask(calls.openPayin, input, undefined, { headers })).statusCode
    }
    const logins = ['203.0.113.0', '203.0.113.127', '203.0.113.128', '192.0.2.1', '192.0.2.2'].map(login)
    expect(await Promise.all(logins)).toEqual([200, 200, 403, 200, 403])
    const apiCalls = ['198.51.100.0', '198.51.100.3', '198.51.100.4', '203.0.113.1'].map(call)
    expect(await Promise.all(apiCalls)).toEqual([200, 200, 403, 403])
  })
})
