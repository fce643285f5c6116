import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import type { SecretChange } from '#contract/shapes/credentials.ts'
import { sign, signatureOf } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { type Sql, sql } from '../../server/db/sql.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { databases } from '../databases.ts'
import { openGateway, quickHash, SECRET, StandingClock, type TestGateway } from '../gateway.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const TXN = sha256('Mon3y-Word')
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const PUBLIC = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const WEAK = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' }).toString()
const PRIVATE = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

describe.each(databases)('keys on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let token: string
  let orders = 0
  const clock = new StandingClock(Date.parse('2026-11-21T08:00:00+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    await gateway.account('M00000001')
    await gateway.account('M00000003', { kind: 'subMerchant', parentNo: 'M00000001' })
    await gateway.account('M00000004', { kind: 'subMerchant', parentNo: 'M00000002' })
    await gateway.account('M00000002', { permissionKeys: ['merchant_secret', 'secret_update'] })
  })
  beforeEach(async () => {
    clock.advance(HOUR)
    await db.run(sql`delete from audit`)
    await db.run(sql`delete from merchant_key`)
    await db.run(sql`
      update merchant
         set api_secret = ${SECRET}, payin_notify_address = null, payout_notify_address = null, notify_disabled = false,
             payout_notify_disabled = false, txn_password_hash = ${await quickHash(TXN)}`)
    token = await gateway.signIn('M00000001')
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const change = (input: SecretChange, by = token) => gateway.ask(calls.changeSecret, input, by)
  const reset = async (input: SecretChange = {}) => {
    const reply = await change({ action: 'reset', target: 'secret', txnPwd: TXN, ...input })
    return reply.json<{ item: Complete<MerchantSecret> }>().item
  }
  const shown = async () => {
    const reply = await gateway.ask(calls.merchantSecret, {}, await gateway.signIn('M00000001'))
    return reply.json<{ item: Complete<MerchantSecret> }>().item
  }
  const errorOf = (reply: { statusCode: number; json(): unknown }) => {
    const { error, fields } = reply.json() as ErrorBody
    return [reply.statusCode, error, ...(fields ? [fields] : [])]
  }
  /** The HTTP status of a payin that is signed with the secret. */
  const signs = async (secret: string) => {
    const fields = {
      merchantNo: 'M00000001',
      merchantOrderNo: `K-${++orders}`,
      payAmount: '150000.00',
      payChannel: 'VA_BCA',
    }
    return (await gateway.ask(calls.openPayin, sign(fields, secret, { hash: sha256, now: clock.now() }) as never)).statusCode
  }

  test('the reply masks secrets', async () => {
    expect(await shown()).toEqual({
      merchantNo: 'M00000001',
      merchantPublicKey: null,
      platPublicKey: null,
      platPrivateKey: '',
      secret: '****hant',
      lastUsedTime: null,
      oldSecretUntil: null,
      oldSecretUsedTime: null,
      signatureHeaderRequired: false,
      payinNotifyAddress: null,
      payoutNotifyAddress: null,
      updateTime: null,
    })
  })

  test('the secret is revealed for the transaction password, and the reveal is audited', async () => {
    expect(errorOf(await change({ action: 'reveal' }))).toEqual([422, 'VALIDATION_FAILED', { txnPwd: 'rule.required' }])
    expect(errorOf(await change({ action: 'reveal', txnPwd: sha256('wrong') }))).toEqual([422, 'errorPwd'])
    expect((await change({ action: 'reveal', txnPwd: TXN })).json()).toMatchObject({ item: { secret: SECRET } })
    expect((await shown()).secret).toBe('****hant')
    expect(await db.all(sql`select action, detail from audit where action <> 'login'`)).toEqual([
      { action: 'revealSecret', detail: null },
    ])
  })

  test('a new secret is valid at once, and the old one for another day', async () => {
    const { secret, oldSecretUntil } = await reset()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(oldSecretUntil).toBe('2026-11-22T11:00:00+07:00')
    expect((await shown()).secret).toBe(`****${secret.slice(-4)}`)
    expect([await signs(secret), await signs(SECRET), await signs('neither')]).toEqual([200, 200, 400])
    clock.advance(24 * HOUR - 1)
    expect([await signs(secret), await signs(SECRET)]).toEqual([200, 200])
    clock.advance(1)
    expect([await signs(secret), await signs(SECRET)]).toEqual([200, 400])
    expect(await shown()).toMatchObject({ oldSecretUntil: null, oldSecretUsedTime: null })
  })

  test.each([
    ['at once', '0', 0],
    ['after an hour', '1', HOUR],
    ['after a week at most', '168', 168 * HOUR],
  ])('the old secret may expire %s', async (_, overlapHours, ms) => {
    const { secret, oldSecretUntil } = await reset({ overlapHours })
    expect(oldSecretUntil === null).toBe(ms === 0)
    clock.advance(Math.max(ms - 1, 0))
    expect(await signs(SECRET)).toBe(ms === 0 ? 400 : 200)
    clock.advance(1)
    expect([await signs(SECRET), await signs(secret)]).toEqual([400, 200])
  })

  test('an overlap longer than a week and a reset without a target are refused', async () => {
    const refused = await change({ action: 'reset', target: 'secret', txnPwd: TXN, overlapHours: '169' })
    expect(errorOf(refused)).toEqual([422, 'VALIDATION_FAILED', { overlapHours: 'rule.format' }])
    const nothing = await change({ action: 'reset', txnPwd: TXN })
    expect(errorOf(nothing)).toEqual([422, 'VALIDATION_FAILED', { target: 'rule.required' }])
    expect(await signs(SECRET)).toBe(200)
  })

  test('only the newest two of three secrets are valid', async () => {
    const { secret: second } = await reset()
    const { secret: third } = await reset()
    expect([await signs(SECRET), await signs(second), await signs(third)]).toEqual([400, 200, 200])
  })

  test('two concurrent resets leave one current and one old secret', async () => {
    const secrets = (await Promise.all([reset(), reset()])).map(({ secret }) => secret)
    expect(await Promise.all([...secrets, SECRET].map(signs))).toEqual([200, 200, 400])
    const last4 = (await shown()).secret.slice(-4)
    expect(secrets.map((secret) => secret.slice(-4))).toContain(last4)
  })

  test('the reply has the time each secret was last used, to the minute', async () => {
    await signs(SECRET)
    expect((await shown()).lastUsedTime).toBe(await time())
    const { secret } = await reset()
    expect(await shown()).toMatchObject({ lastUsedTime: null, oldSecretUsedTime: await time() })
    clock.advance(5 * MINUTE)
    await signs(secret)
    const used = await time()
    expect((await shown()).lastUsedTime).toBe(used)
    clock.advance(MINUTE - 1)
    await signs(secret)
    await signs('neither')
    expect((await shown()).lastUsedTime).toBe(used)
    clock.advance(1)
    await signs(secret)
    await signs(SECRET)
    expect(await shown()).toMatchObject({ lastUsedTime: await time(), oldSecretUsedTime: await time() })
  })

  test.each([2, 3])('a rotation before statement %i of a call leaves the new secret unused', async (nth) => {
    let statement = 0
    const rotating =
      <Result>(query: (text: Sql) => Promise<Result>) =>
      async (text: Sql) => {
        if (++statement === nth) await reset()
        return query(text)
      }
    const rotated = await openGateway(
      { ...db, one: rotating(db.one) as Database['one'], run: rotating(db.run) },
      { clock, node: 2 },
    )
    const balance = sign({ merchantNo: 'M00000001' }, SECRET, { hash: sha256, now: clock.now() })
    expect((await rotated.ask(calls.openBalance, balance as never)).statusCode).toBe(200)
    await rotated.close()
    expect(statement).toBeGreaterThanOrEqual(nth)
    expect((await shown()).lastUsedTime).toBeNull()
  })

  /** The current time in wire format. */
  const time = async () =>
    (await gateway.ask(calls.activities, {}, await gateway.signIn('M00000001'))).json<{ item: { time: string }[] }>().item[0]!
      .time

  test('the private key of a new pair is sent once and not stored', async () => {
    const pair = await reset({ target: 'keypair' })
    const derived = createPublicKey(createPrivateKey(pair.platPrivateKey)).export({ type: 'spki', format: 'pem' })
    expect(pair.platPublicKey).toBe(derived)
    expect(await shown()).toMatchObject({ platPublicKey: derived, platPrivateKey: '****', secret: '****hant' })
    const kept = await db.all<{ row: string }>(sql`
      select k::text as row from merchant_key k union all select m::text from merchant m union all select a::text from audit a`)
    expect(kept.filter(({ row }) => row.includes('PRIVATE'))).toEqual([])
    expect(await signs(SECRET)).toBe(200)
  })

  test('the merchant’s public key is normalized, and cleared by an empty text', async () => {
    const pasted = `\r\n${PUBLIC.replaceAll('\n', '\r\n')}`
    expect((await change({ merchantPublicKey: pasted })).json()).toMatchObject({ item: { merchantPublicKey: PUBLIC } })
    await change({ payinNotifyAddress: 'https://shop.example.id/cb' })
    expect((await shown()).merchantPublicKey).toBe(PUBLIC)
    expect((await change({ merchantPublicKey: '' })).json()).toMatchObject({ item: { merchantPublicKey: null } })
  })

  test.each([
    ['plain words', 'my key'],
    ['a private key', PRIVATE],
    ['a key that is too short', WEAK],
    ['a corrupt key', PUBLIC.replace(/\n.{20}/, '\n')],
  ])('%s are not accepted as a public key', async (_, merchantPublicKey) => {
    expect(errorOf(await change({ merchantPublicKey }))).toEqual([
      422,
      'VALIDATION_FAILED',
      { merchantPublicKey: 'rule.format' },
    ])
  })

  test('saving a callback address re-enables it and keeps the other one', async () => {
    await db.run(sql`update merchant set notify_disabled = true, payout_notify_disabled = true`)
    const reply = await change({ payinNotifyAddress: ' https://shop.example.id/payin ' })
    expect(reply.json()).toMatchObject({
      item: { payinNotifyAddress: 'https://shop.example.id/payin', payoutNotifyAddress: null },
    })
    const flags = () =>
      db.one(sql`
        select notify_disabled as payin, payout_notify_disabled as payout from merchant where merchant_no = 'M00000001'`)
    expect(await flags()).toEqual({ payin: false, payout: true })
    await change({ payoutNotifyAddress: 'http://127.0.0.1:8080/payout?x=1' })
    expect(await flags()).toEqual({ payin: false, payout: false })
    expect((await change({ payinNotifyAddress: '' })).json()).toMatchObject({
      item: { payinNotifyAddress: null, payoutNotifyAddress: 'http://127.0.0.1:8080/payout?x=1' },
    })
    expect(await db.one(sql`select action, detail from audit where action = 'keys' order by id desc limit 1`)).toEqual({
      action: 'keys',
      detail: {
        before: {
          payinNotifyAddress: 'https://shop.example.id/payin',
          payoutNotifyAddress: 'http://127.0.0.1:8080/payout?x=1',
        },
        after: { payinNotifyAddress: null },
      },
    })
  })

  test.each(['shop.example.id/cb', 'ftp://a.co', 'https://user:word@shop.example.id/', 'javascript:alert(1)'])(
    '%s is no address for callbacks',
    async (payinNotifyAddress) => {
      expect(errorOf(await change({ payinNotifyAddress }))).toEqual([
        422,
        'VALIDATION_FAILED',
        { payinNotifyAddress: 'rule.format' },
      ])
    },
  )

  test('a callback address has 255 characters at most', async () => {
    const longest = 'https://shop.example.id/'.padEnd(255, 'x')
    expect((await change({ payinNotifyAddress: longest })).json()).toMatchObject({ item: { payinNotifyAddress: longest } })
    const refused = [422, 'VALIDATION_FAILED', { payinNotifyAddress: 'rule.tooLong' }]
    expect(errorOf(await change({ payinNotifyAddress: `${longest}x` }))).toEqual(refused)
  })

  test('a merchant manages the keys of its sub-merchants with its own transaction password', async () => {
    const merchantNo = 'M00000003'
    const changed = await change({ merchantNo, payinNotifyAddress: 'https://sub.example.id/cb' })
    expect(changed.json()).toMatchObject({ item: { merchantNo, payinNotifyAddress: 'https://sub.example.id/cb' } })
    const { secret } = await reset({ merchantNo, overlapHours: '0' })
    const reply = await change({ merchantNo, action: 'reveal', txnPwd: TXN })
    expect(reply.json()).toMatchObject({ item: { merchantNo, secret } })
    expect((await gateway.ask(calls.merchantSecret, { merchantNo }, token)).json()).toMatchObject({
      item: { merchantNo, secret: `****${secret.slice(-4)}` },
    })
    expect(await shown()).toMatchObject({ secret: '****hant', payinNotifyAddress: null })
    expect(
      await db.all(sql`
      select merchant_no as no, actor, action, target from audit where action <> 'login' order by id`),
    ).toEqual(
      ['keys', 'resetSecret', 'revealSecret'].map((action) => ({
        no: merchantNo,
        actor: 'm00000001',
        action,
        target: merchantNo,
      })),
    )
  })

  test.each(['M00000002', 'M00000004', 'M40400000'])('the keys of %s are not found', async (merchantNo) => {
    const notFound = [404, 'MERCHANT_NOT_FOUND']
    expect(errorOf(await gateway.ask(calls.merchantSecret, { merchantNo }, token))).toEqual(notFound)
    expect(errorOf(await change({ merchantNo, payinNotifyAddress: '' }))).toEqual(notFound)
    expect(errorOf(await change({ merchantNo, action: 'reveal', txnPwd: TXN }))).toEqual(notFound)
    expect(errorOf(await change({ merchantNo, action: 'reset', target: 'secret', txnPwd: TXN }))).toEqual(notFound)
  })

  test('an empty change does nothing', async () => {
    expect((await change({})).statusCode).toBe(200)
    expect((await shown()).updateTime).toBeNull()
    expect(await db.all(sql`select action from audit where action <> 'login'`)).toEqual([])
  })

  test('the permission to change addresses does not allow revealing the secret', async () => {
    const clerk = await gateway.signIn('M00000002')
    expect((await change({ payinNotifyAddress: 'https://a.co' }, clerk)).statusCode).toBe(200)
    expect(errorOf(await change({ action: 'reveal', txnPwd: TXN }, clerk))).toEqual([403, 'FORBIDDEN'])
    expect(errorOf(await change({ action: 'reset', target: 'secret', txnPwd: TXN }, clerk))).toEqual([403, 'FORBIDDEN'])
  })

  test('form callbacks are signed with the old secret until the merchant uses the new one; webhook headers with both', async () => {
    const order = await gateway.payin('M00000001', `C-${++orders}`)
    await db.run(sql`update merchant set payin_notify_address = 'http://127.0.0.1:9/' where merchant_no = 'M00000001'`)
    await db.tx((tx) => transitionPayin(tx, gateway.world, order, 'SUCCESS'))
    const notifyOnce = async () => {
      clock.advance(MINUTE)
      await gateway.callbacks.notify(order, { trigger: 'manual', actor: 'm00000001' })
      const sent = await db.one<{ body: string; signature: string }>(sql`
        select request ->> 'body' as body, request -> 'headers' ->> 'webhook-signature' as signature
          from callback_attempt
         where merchant_no = ${order.merchantNo} and order_id = ${order.id}
         order by number desc
         limit 1`)
      const fields = Object.fromEntries(new URLSearchParams(sent!.body))
      const by = (secret: string) => signatureOf(fields, secret, sha256) === fields._sign
      return { by, signatures: sent!.signature.split(' ').length }
    }
    const first = await notifyOnce()
    expect([first.by(SECRET), first.signatures]).toEqual([true, 1])
    const { secret } = await reset({ overlapHours: '1' })
    const second = await notifyOnce()
    expect([second.by(SECRET), second.by(secret), second.signatures]).toEqual([true, false, 2])
    await signs(secret)
    const third = await notifyOnce()
    expect([third.by(secret), third.signatures]).toEqual([true, 2])
    clock.advance(HOUR)
    const last = await notifyOnce()
    expect([last.by(secret), last.signatures]).toEqual([true, 1])
  })
})
