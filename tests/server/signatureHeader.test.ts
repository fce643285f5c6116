import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import type { SecretChange } from '#contract/shapes/credentials.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { sweepSignatures } from '../../server/auth/signatures.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway, quickHash, SECRET, StandingClock, type TestGateway } from '../gateway.ts'
import { withKey } from '../money.ts'

const MERCHANT = 'M00000001'
const CLERK = 'M00000002'
const TXN = sha256('Mon3y-Word')

describe.each(databases)('the signature header on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let token: string
  let made = 0
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    await gateway.account(MERCHANT)
    await gateway.account(CLERK, { permissionKeys: ['merchant_secret', 'secret_update'] })
    await db.run(sql`update merchant set txn_password_hash = ${await quickHash(TXN)}`)
  })
  beforeEach(async () => {
    clock.advance(60_000)
    await db.run(sql`update merchant set signature_header_required = false`)
    token = await gateway.signIn(MERCHANT)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const fields = () => ({
    merchantNo: MERCHANT,
    merchantOrderNo: `P-${++made}`,
    payAmount: '150000.00',
    payChannel: 'VA_BCA',
    payerName: 'Siti Rahma',
  })
  const seconds = (now = clock.now()) => String(Math.floor(now / 1_000))
  const hmac = (content: string, { secret = SECRET, t = seconds() } = {}) =>
    createHmac('sha256', secret).update(`${t}.${content}`).digest('hex')
  const header = (content: string, t = seconds()) => `t=${t},v1=${hmac(content, { t })}`
  const outcomeOf = (reply: { statusCode: number; json(): unknown }) =>
    reply.statusCode === 200 ? 200 : [reply.statusCode, (reply.json() as ErrorBody).error]
  const post = async (body: string, signature: string | undefined, url = '/openapi/payin') =>
    outcomeOf(
      await gateway.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'paydesk-signature': signature }) },
        body,
      }),
    )
  const get = async (url: string, signature: string) =>
    outcomeOf(await gateway.app.inject({ url, headers: { 'Paydesk-Signature': signature } }))
  const ofPayin = (body: string) => `POST /openapi/payin\n${body}`

  test('signs the bytes of the body as they are sent, and each signature counts once', async () => {
    const body = JSON.stringify({ ...fields(), payerName: 'Siti Ráhma' }, null, 2)
    expect(await post(body, header(ofPayin(body)))).toBe(200)
    expect(await post(body, header(ofPayin(body)))).toEqual([400, 'SIGN_REPLAYED'])
    expect(await post(body, header(ofPayin(body)).toUpperCase().replace('T=', 't=').replace('V1=', 'v1='))).toEqual([
      400,
      'SIGN_INVALID',
    ])
    expect(await post(`${body} `, header(ofPayin(body)))).toEqual([400, 'SIGN_INVALID'])
  })

  test('also concurrently, a signature counts once', async () => {
    const body = JSON.stringify(fields())
    const outcomes = await Promise.all([1, 2].map(() => post(body, header(ofPayin(body)))))
    expect(outcomes.sort()).toEqual([200, [400, 'SIGN_REPLAYED']])
  })

  test('signs the query of a call without a body', async () => {
    const url = `/openapi/balance?merchantNo=${MERCHANT}`
    expect(await get(url, header(`GET ${url}\n`))).toBe(200)
    expect(await get(url, header(`GET ${url}\n`))).toEqual([400, 'SIGN_REPLAYED'])
    expect(await get(url, header(`GET ${url}\n`, `${seconds()}.125`))).toBe(200)
    const order = `/openapi/order?merchantNo=${MERCHANT}&merchantOrderNo=NONE`
    expect(await get(order, header(`GET ${order}\n`))).toEqual([404, 'ORDER_NOT_FOUND'])
    expect(await get(`${order}2`, header(`GET ${order}\n`))).toEqual([400, 'SIGN_INVALID'])
  })

  test('does not let a signature move to another call, nor a value to another field', async () => {
    const body = JSON.stringify({ ...fields(), receiveAccount: '5271038864', bankCode: '014' })
    expect(await post(body, header(ofPayin(body)), '/openapi/payout')).toEqual([400, 'SIGN_INVALID'])
    // The joined fields are the same, so `_sign` alone passes.
    const signed = sign({ ...fields(), remark: 'ab' }, SECRET, { hash: sha256, now: clock.now() })
    const { payerName, remark, ...rest } = signed as Record<string, string>
    const moved = JSON.stringify({ ...rest, payerName: `${payerName}remark${remark}` })
    expect(await post(moved, undefined)).toBe(200)
    expect(await post(moved, header(ofPayin(JSON.stringify(signed))))).toEqual([400, 'SIGN_INVALID'])
  })

  test.each([
    ['five minutes old', -300, 200],
    ['older than five minutes', -301, [400, 'SIGN_EXPIRED']],
    ['five minutes ahead', 300, 200],
    ['further ahead', 301, [400, 'SIGN_EXPIRED']],
  ])('a time %s gets %j', async (_, offset, outcome) => {
    const body = JSON.stringify(fields())
    expect(await post(body, header(ofPayin(body), String(Number(seconds()) + offset)))).toEqual(outcome)
  })

  test('a refusal says what is wrong with the proof, in the language of the caller', async () => {
    const body = JSON.stringify(fields())
    const messageOf = async (signature: string | undefined, language = 'en', bytes: string | Buffer = body) => {
      const headers = { 'content-type': 'application/json', 'accept-language': language }
      const signed = signature === undefined ? headers : { ...headers, 'paydesk-signature': signature }
      const reply = await gateway.app.inject({ method: 'POST', url: '/openapi/payin', headers: signed, body: bytes })
      const { error, message } = reply.json<ErrorBody>()
      return `${reply.statusCode} ${error}: ${message}`
    }
    const form = 'The Paydesk-Signature header must be t=<seconds since 1970>,v1=<hex>. Milliseconds are not accepted'
    expect(await messageOf(header(ofPayin(body), String(clock.now())))).toBe(`400 SIGN_INVALID: ${form}`)
    expect(await messageOf(header(ofPayin(body), String(Number(seconds()) - 400)))).toBe(
      '400 SIGN_EXPIRED: The time of the signature is −400 s off the gateway’s clock; 5 minutes are allowed. Check your clock',
    )
    expect(await messageOf(header(ofPayin(body), String(Number(seconds()) + 301)), 'zh')).toContain('相差 +301 s')
    expect(await messageOf(undefined)).toBe(
      '422 VALIDATION_FAILED: The request is not signed. Send the Paydesk-Signature header, or the fields _timestamp and _sign',
    )
    // A wrong signature is not explained: the reason would tell whether the merchant exists.
    expect(await messageOf(header(`POST /openapi/payout\n${body}`))).toBe('400 SIGN_INVALID: The signature is not valid')
  })

  test('a body that is not UTF-8 is refused, and one with a byte order mark is read', async () => {
    const send = async (body: Buffer) => {
      const t = seconds()
      const v1 = createHmac('sha256', SECRET).update(`${t}.POST /openapi/payin\n`).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'accept-language': 'en', 'paydesk-signature': `t=${t},v1=${v1}` }
      return gateway.app.inject({ method: 'POST', url: '/openapi/payin', headers, body })
    }
    const text = () => JSON.stringify({ ...fields(), payerName: 'José' })
    const refused = await send(Buffer.from(text(), 'latin1'))
    expect([refused.statusCode, refused.json<ErrorBody>().message]).toEqual([400, 'The request is not encoded in UTF-8'])
    expect((await send(Buffer.from(`\ufeff${text()}`))).statusCode).toBe(200)
  })

  test('is known as used for as long as its time is accepted', async () => {
    const body = JSON.stringify(fields())
    const ahead = header(ofPayin(body), String(Number(seconds()) + 300))
    expect(await post(body, ahead)).toBe(200)
    clock.advance(599_000)
    await sweepSignatures(db, clock.now())
    expect(await post(body, ahead)).toEqual([400, 'SIGN_REPLAYED'])
  })

  test('may have several signatures, and is refused without exactly one time', async () => {
    const body = JSON.stringify(fields())
    const right = hmac(ofPayin(body))
    const other = hmac(ofPayin(body), { secret: 'another secret' })
    const refused = [400, 'SIGN_INVALID']
    for (const wrong of [
      '',
      right,
      `v1=${right}`,
      `t=${seconds()}`,
      `t=${seconds()},v1=${other}`,
      `t=${seconds()},v0=${right}`,
    ])
      expect(await post(body, wrong)).toEqual(refused)
    expect(await post(body, `t=${seconds()},t=${seconds()},v1=${right}`)).toEqual(refused)
    expect(await post(body, `t=${seconds()},v1=${other}, v1=${right}`)).toBe(200)
    expect(await post(JSON.stringify({ ...fields(), merchantNo: 'M99999999' }), header(ofPayin(body)))).toEqual(refused)
  })

  test('is accepted with the old secret while that is valid', async () => {
    await db.run(sql`
      insert into merchant_key (merchant_no, old_secret, old_secret_until)
      values (${MERCHANT}, 'old', ${new Date(clock.now() + 1_000)})
          on conflict (merchant_no) do update
         set old_secret = excluded.old_secret, old_secret_until = excluded.old_secret_until`)
    const byOld = (body: string) => `t=${seconds()},v1=${hmac(ofPayin(body), { secret: 'old' })}`
    const [first, second] = [JSON.stringify(fields()), JSON.stringify(fields())]
    expect(await post(first, byOld(first))).toBe(200)
    clock.advance(1_000)
    expect(await post(second, byOld(second))).toEqual([400, 'SIGN_INVALID'])
  })

  const signed = () => JSON.stringify(sign(fields(), SECRET, { hash: sha256, now: clock.now() }))
  const change = (input: Partial<SecretChange>, by = token, key?: string) =>
    gateway.ask(
      calls.changeSecret,
      { action: 'signing', signatureHeader: 'REQUIRED', txnPwd: TXN, ...input },
      by,
      key === undefined ? {} : withKey('form', by, key),
    )
  const isRequired = async () =>
    (await gateway.ask(calls.merchantSecret, {}, token)).json<{ item: MerchantSecret }>().item.signatureHeaderRequired

  test('a merchant that requires it refuses calls that are signed by their fields alone', async () => {
    expect([await isRequired(), await post(signed(), undefined)]).toEqual([false, 200])
    expect((await change({})).json()).toMatchObject({ item: { signatureHeaderRequired: true } })
    expect(await post(signed(), undefined)).toEqual([400, 'SIGN_HEADER_REQUIRED'])
    const balance = new URLSearchParams(sign({ merchantNo: MERCHANT }, SECRET, { hash: sha256, now: clock.now() }) as never)
    expect(outcomeOf(await gateway.app.inject(`/openapi/balance?${balance}`))).toEqual([400, 'SIGN_HEADER_REQUIRED'])
    expect(await post(signed().replace('Siti', 'Budi'), undefined)).toEqual([400, 'SIGN_INVALID'])
    const body = JSON.stringify(fields())
    expect(await post(body, header(ofPayin(body)))).toBe(200)
    clock.advance(1_000)
    await change({ signatureHeader: 'OPTIONAL' })
    expect([await isRequired(), await post(signed(), undefined)]).toEqual([false, 200])
  })

  test('requiring it takes the permission and the transaction password, and is audited once', async () => {
    await db.run(sql`delete from audit`)
    const clerk = await gateway.signIn(CLERK)
    expect(outcomeOf(await change({}, clerk))).toEqual([403, 'FORBIDDEN'])
    expect(outcomeOf(await change({ txnPwd: sha256('wrong') }))).toEqual([422, 'errorPwd'])
    expect(outcomeOf(await change({ signatureHeader: '' as never }))).toEqual([422, 'VALIDATION_FAILED'])
    expect(await isRequired()).toBe(false)
    expect([await change({}, token, 'once'), await change({}, token, 'once'), await change({})].map(outcomeOf)).toEqual([
      200, 200, 200,
    ])
    expect(await db.all(sql`select actor, action, detail from audit where action <> 'login'`)).toEqual([
      {
        actor: MERCHANT.toLowerCase(),
        action: 'signing',
        detail: { before: { signatureHeader: 'OPTIONAL' }, after: { signatureHeader: 'REQUIRED' } },
      },
    ])
  })
})
