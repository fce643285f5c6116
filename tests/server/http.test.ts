import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/database.ts'
import { buildFront } from '../../server/front/front.ts'
import { acceptedLanguage, LANGUAGES } from '../../server/texts/languages.ts'
import { activityText, failureReasonText, messageOf, optionTexts } from '../../server/texts/texts.ts'
import { embedded } from '../databases.ts'
import { openGateway, PASSWORD, type TestGateway } from '../gateway.ts'
import { wire } from '../wire.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

let db: Database
let gateway: TestGateway
let app: FastifyInstance
let address: string
let token: string
const lines: string[] = []

beforeAll(async () => {
  db = await embedded.open()
  const logStream = { write: (line: string) => void lines.push(line) }
  gateway = await openGateway(db, { environment: { LOG_LEVEL: 'info', SIMULATION: 'on' }, logStream })
  app = gateway.app
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  await gateway.account('M00000001')
  token = await gateway.signIn('M00000001')
})
afterAll(async () => {
  await gateway.close()
  await db.close()
})

const errorOf = (reply: { json(): unknown }) => (reply.json() as ErrorBody).error

describe('paths and methods', () => {
  test('an unknown path is not found', async () => {
    const reply = await app.inject({ url: '/api/nothing/here' })
    expect([reply.statusCode, errorOf(reply)]).toEqual([404, 'NOT_FOUND'])
  })

  test.each([
    ['GET', '/api/auth/login', 'OPTIONS, POST'],
    ['DELETE', '/api/index/enums', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/transaction/payin/notify', 'OPTIONS, POST'],
    ['PUT', '/api/transaction/payin/2611211631390011348', 'OPTIONS, POST'],
    ['POST', '/api/merchant/export/payin', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
  ] as const)('%s %s has another verb', async (method, url, allow) => {
    const reply = await app.inject({ method, url, headers: { 'merchant-token': token } })
    expect([reply.statusCode, errorOf(reply), reply.headers.allow]).toEqual([405, 'METHOD_NOT_ALLOWED', allow])
  })

  test('OPTIONS lists the methods of a known path only', async () => {
    const known = await app.inject({ method: 'OPTIONS', url: '/api/transaction/payin' })
    expect([known.statusCode, known.headers.allow, known.body]).toEqual([204, 'OPTIONS, POST', ''])
    expect((await app.inject({ method: 'OPTIONS', url: '/api/nothing' })).statusCode).toBe(404)
  })

  test('HEAD replies like GET, without the body', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/api/merchant/info', headers: { 'merchant-token': token } })
    const get = await app.inject({ url: '/api/merchant/info', headers: { 'merchant-token': token } })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']])
    expect((await app.inject({ method: 'HEAD', url: '/api/merchant/info' })).statusCode).toBe(401)
  })

  test('a path that cannot be decoded is a bad request', async () => {
    const reply = await app.inject({ url: '/api/transaction/payin/%zz/trail' })
    expect([reply.statusCode, errorOf(reply)]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('bodies', () => {
  const post = (url: string, type: string | undefined, payload: string | Buffer) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'merchant-token': token, ...(type !== undefined && { 'content-type': type }) },
    })

  test.each([
    ['/api/auth/login', 'text/plain', 'username=a'],
    ['/api/auth/login', 'application/xml', '<a/>'],
    ['/api/transaction/payin', FORM, 'status=SUCCESS'],
    ['/api/transaction/payin', 'multipart/form-data; boundary=x', '--x--'],
  ])('%s does not accept %s', async (url, type, payload) => {
    const reply = await post(url, type, payload)
    expect([reply.statusCode, errorOf(reply)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test.each(['{', '[]', '"text"', '1', '{"__proto__":{"x":1}}', ''])('%s is not a valid body', async (payload) => {
    const reply = await post('/api/transaction/payin', JSON_TYPE, payload)
    expect([reply.statusCode, errorOf(reply)]).toEqual([400, 'BAD_REQUEST'])
  })

  test('a body of two mebibytes is accepted, one byte more is not', async () => {
    const filler = (length: number) => `{"x":"${'y'.repeat(length - 8)}"}`
    expect((await post('/api/transaction/payin', JSON_TYPE, filler(2 * 1024 * 1024))).statusCode).toBe(200)
    const over = await post('/api/transaction/payin', JSON_TYPE, filler(2 * 1024 * 1024 + 1))
    expect([over.statusCode, errorOf(over)]).toEqual([413, 'BODY_TOO_LARGE'])
  })

  test('a body of a guest’s call can have 64 KiB, whatever its type', async () => {
    const sizes = [64 * 1024, 64 * 1024 + 1]
    const codes = async (type: string, body: (length: number) => string) =>
      Promise.all(sizes.map(async (length) => errorOf(await post('/api/auth/login', type, body(length)))))
    const json = await codes(JSON_TYPE, (length) => `{"x":"${'y'.repeat(length - 8)}"}`)
    const form = await codes(FORM, (length) => `x=${'y'.repeat(length - 2)}`)
    expect([...json, ...form]).toEqual(['VALIDATION_FAILED', 'BODY_TOO_LARGE', 'VALIDATION_FAILED', 'BODY_TOO_LARGE'])
  })

  test('a body has at most 200 fields and 8 levels, also with a signature', async () => {
    const fields = (count: number) => `{${Array.from({ length: count }, (_, n) => `"field${n}":1`).join(',')}}`
    const nested = (levels: number) => `{"_timestamp":"1","_sign":"x","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    const answer = async (payload: string) => {
      const reply = await post('/api/transaction/payin', JSON_TYPE, payload)
      return [reply.statusCode, reply.json<Partial<ErrorBody>>().message]
    }
    const refused = [400, '请求最多可包含 200 个字段，嵌套不超过 8 层']
    expect(await answer(fields(200))).toEqual([200, undefined])
    expect(await answer(fields(201))).toEqual(refused)
    expect(await answer(nested(8))).toEqual([400, expect.stringContaining('签名时间与网关时钟相差')])
    expect(await answer(nested(9))).toEqual(refused)
    expect(await answer(nested(500_000))).toEqual(refused)
  })

  test('a query has at most 200 fields', async () => {
    const ask = (count: number) =>
      app.inject({ url: `/openapi/balance?${Array.from({ length: count }, (_, n) => `field${n}=1`).join('&')}` })
    expect([errorOf(await ask(200)), errorOf(await ask(201))]).toEqual(['VALIDATION_FAILED', 'BAD_REQUEST'])
  })

  test('the body of a request without a session is not read', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/transaction/payin',
      payload: '{',
      headers: { 'content-type': JSON_TYPE },
    })
    expect(reply.statusCode).toBe(401)
  })

  test('a money call with a body that takes long to arrive has all its time left', async () => {
    const { method, path } = calls.resetOtpStatus
    const body = JSON.stringify({ merchantNo: 'M00000001', status: 'OFF' })
    const headers = { 'merchant-token': token, 'content-type': JSON_TYPE, 'content-length': body.length }
    const sent = request(new URL(path, address), { method, headers })
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.write(body.slice(0, 1))
    await setTimeout(8_200)
    sent.end(body.slice(1))
    const [{ statusCode }] = await answered
    expect(statusCode).toBe(200)
  }, 20_000)

  test('a form call also accepts JSON', async () => {
    const reply = await post('/api/auth/login', JSON_TYPE, JSON.stringify({ username: 'm00000001', password: PASSWORD }))
    expect(reply.statusCode).toBe(200)
  })
})

describe('input', () => {
  test('each error is reported by its field', async () => {
    const reply = await gateway.ask(calls.login, { username: 'x'.repeat(65) } as never)
    expect([reply.statusCode, errorOf(reply)]).toEqual([422, 'VALIDATION_FAILED'])
    expect(reply.json<ErrorBody>().fields).toEqual({ username: 'rule.tooLong', password: 'rule.required' })
  })

  test.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: '1001' }, 'limit'],
    [{ limit: '1e3' }, 'limit'],
    [{ offset: '-1' }, 'offset'],
    [{ page: '0' }, 'page'],
    [{ minAmount: '1e9' }, 'minAmount'],
    [{ payerName: 'a\0b' }, 'payerName'],
    [{ orderNo: ['A1', 'A\0'] }, 'orderNo'],
    [{ minAmount: 100 }, 'minAmount'],
    [{ startDate: '2026-13-01' }, 'startDate'],
    [{ sort: 'createTime' }, 'sort'],
    [{ status: Array.from({ length: 51 }, () => 'SUCCESS') }, 'status'],
    [{ orderNo: "1' or '1'='1" }, 'orderNo'],
  ])('%j is refused', async (input, field) => {
    const reply = await gateway.ask(calls.payinList, input as never, token)
    expect([reply.statusCode, Object.keys(reply.json<ErrorBody>().fields!)]).toEqual([422, [field]])
  })

  test('a deeply nested body is refused', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const reply = await app.inject({
      method: 'POST',
      url: calls.payinList.path,
      headers: { 'merchant-token': token, 'content-type': 'application/json' },
      payload: `{"payerName":${deep}}`,
    })
    expect([reply.statusCode, errorOf(reply)]).toEqual([400, 'BAD_REQUEST'])
  })

  test('a field sent in the wrong place is ignored', async () => {
    await gateway.payin('M00000001', 'PLACE-1')
    await gateway.payin('M00000001', 'PLACE-2')
    const reply = await app.inject({
      method: 'POST',
      url: '/api/transaction/payin?limit=1&merchantOrderNo=PLACE-1',
      headers: { 'merchant-token': token },
      payload: { limit: '7', offset: '1', merchantOrderNo: 'PLACE-2' },
    })
    expect(reply.json()).toMatchObject({ item: [{ merchantOrderNo: 'PLACE-2' }], paginator: { limit: 1, offset: 0 } })
  })

  test('a repeated query parameter is a list where the shape allows it', async () => {
    const url = '/api/merchant/export/payin?status=SUCCESS&status=FAILED'
    expect((await app.inject({ method: 'HEAD', url, headers: { 'merchant-token': token } })).statusCode).toBe(200)
    const twice = await app.inject({
      url: '/api/merchant/export/payin?payerName=A&payerName=B',
      headers: { 'merchant-token': token },
    })
    expect([twice.statusCode, twice.json<ErrorBody>().fields]).toEqual([422, { payerName: 'rule.format' }])
  })

  test('unknown fields are ignored', async () => {
    expect((await gateway.ask(calls.payinList, { colour: 'red' } as never, token)).statusCode).toBe(200)
  })
})

describe('responses', () => {
  test('every response has a request id and a date and must not be cached', async () => {
    const [one, other] = [await app.inject({ url: '/healthz' }), await app.inject({ url: '/api/nothing' })]
    for (const { headers } of [one, other]) {
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['cache-control']).toBe('no-store')
      expect(Date.parse(String(headers.date))).not.toBeNaN()
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    }
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id'])
    expect(other.json<ErrorBody>().requestId).toBe(other.headers['x-request-id'])
  })

  test('an error message is in the caller’s language, Chinese by default', async () => {
    const message = async (language?: string) => {
      const reply = await app.inject({
        url: '/api/merchant/info',
        headers: language === undefined ? {} : { 'accept-language': language },
      })
      return reply.json<ErrorBody>().message
    }
    expect(
      await Promise.all([undefined, 'zh-CN', 'en', 'id', 'vi', 'es', 'fr', 'fr-FR, en-GB;q=0.5, id;q=0.7'].map(message)),
    ).toEqual([
      '请先登录',
      '请先登录',
      'Sign in first',
      'Silakan masuk terlebih dahulu',
      'Hãy đăng nhập trước',
      'Inicie sesión primero',
      '请先登录',
      'Silakan masuk terlebih dahulu',
    ])
  })

  test('the chosen language is stored for the account', async () => {
    expect((await gateway.ask(calls.locale, { locale: 'mx' }, token)).json()).toEqual({ status: 'ok' })
    const reply = await app.inject({ url: '/api/agent/merchant/list', headers: { 'merchant-token': token } })
    expect(reply.json<ErrorBody>().message).toBe('No tiene permiso')
    expect((await gateway.ask(calls.locale, { locale: 'fr' }, token)).statusCode).toBe(422)
    expect((await gateway.ask(calls.locale, { locale: 'en' })).json()).toEqual({ status: 'ok' })
  })

  test('an option list has the same members in every language', () => {
    const members = LANGUAGES.map((language) =>
      Object.entries(optionTexts(language)).map(([list, texts]) => [list, Object.keys(texts)]),
    )
    for (const other of members) expect(other).toEqual(members[0])
  })

  test('the option texts are in the requested language', async () => {
    const success = async (locales?: string) => {
      const reply = await gateway.ask(calls.enums, locales === undefined ? {} : { locales }, token)
      return reply.json<{ item: { PayinOrderStatus: { SUCCESS: string } } }>().item.PayinOrderStatus.SUCCESS
    }
    expect(await Promise.all([undefined, 'zh_CN', 'en_US', 'id', 'vi_VN', 'es_ES', 'tlh'].map(success))).toEqual([
      '成功',
      '成功',
      'Success',
      'Berhasil',
      'Thành công',
      'Exitoso',
      '成功',
    ])
  })

  test('a message uses the reason when all its values are known, otherwise the general text', () => {
    const detail = { from: 'SUCCESS', to: 'CLOSED' }
    expect(messageOf({ code: 'ORDER_STATE_CONFLICT', detail }, 'en')).toBe(
      'An order with status “Success” can’t become “Closed”',
    )
    expect(messageOf({ code: 'ORDER_STATE_CONFLICT', detail: {} }, 'en')).toBe('The order’s status doesn’t allow this')
    const limits = { min: '10000.00', max: '500000000.0000' }
    expect(messageOf({ code: 'AMOUNT_OUT_OF_RANGE', detail: limits }, 'id')).toBe(
      'Nominal harus antara 10,000.00 dan 500,000,000.0000',
    )
    const number = { number: '100000' }
    expect(messageOf({ code: 'DUPLICATE_ORDER_NO', detail: number }, 'en')).toBe(
      'Order number 100000 is already used by a different order',
    )
  })

  test.each(['constructor', 'toString', '__proto__', 'Rekening ditutup'])('text without a translation stays: %s', (text) => {
    expect(failureReasonText(text, 'en')).toBe(text)
    expect(activityText({ action: text, target: null }, 'en')).toBe(text)
    expect(messageOf({ code: 'ORDER_STATE_CONFLICT', detail: { from: 'CLOSED', to: text } }, 'en')).toBe(
      `An order with status “Closed” can’t become “${text}”`,
    )
  })

  test.each([
    ['', undefined],
    ['*', undefined],
    ['en;q=0, id', 'id'],
    ['ID-id', 'id'],
    [';;,,q=1', undefined],
  ])('Accept-Language "%s" is %s', (header, language) => expect(acceptedLanguage(header)).toBe(language))

  test.each([
    ['401', 401],
    ['403', 403],
    ['404', 404],
    ['500', 500],
    ['418', 404],
  ])('exception %s is thrown on request', async (code, status) => {
    const reply = await gateway.ask(calls.exception, { code })
    expect([reply.statusCode, errorOf(reply)]).toEqual([status, 'EXCEPTION_TRIGGER'])
  })

  test('the health check reports the version', async () => {
    expect((await gateway.ask(calls.health, {})).json()).toEqual({ status: 'ok', version: '1.0.0', build: '0004' })
  })

  test('the system configuration tells whether this is a demo', async () => {
    expect((await gateway.ask(calls.systemConfig, {}, token)).json()).toMatchObject({
      item: {
        systemConfig: { sandbox: true, mapsHosts: ['maps.googleapis.com'] },
        openConfig: { hiddenMenus: [], docUrl: '/docs/' },
        companySystemInfo: { name: 'Paydesk' },
        companyInfoList: [{ name: 'Merchant M00000001', merchantNo: 'M00000001' }],
      },
    })
    expect((await gateway.ask(calls.demoAccounts, {})).json()).toEqual({ status: 'ok', item: [] })
  })
})

describe('limits', () => {
  test('calls are limited per session; invalid tokens share the limit of the address', async () => {
    const tight = await openGateway(db, { environment: { RATE_LIMIT: '5' }, node: 2 })
    const calls5 = async (make: (n: number) => string | undefined) => {
      const statuses = []
      for (let n = 0; n < 6; n++) statuses.push((await tight.ask(calls.merchantInfo, {}, make(n))).statusCode)
      return statuses
    }
    expect(await calls5(() => token)).toEqual([200, 200, 200, 200, 200, 429])
    expect(await calls5((n) => `guess-${n}`)).toEqual([401, 401, 401, 401, 401, 429])
    const limited = await tight.ask(calls.merchantInfo, {}, token)
    expect([errorOf(limited), Number(limited.headers['retry-after']) > 0]).toEqual(['TOO_MANY_REQUESTS', true])
    await tight.close()
  })

  test('a console may send sixty reports a minute, of limited size', async () => {
    const report = { path: '/transaction/payin', title: 'Payin', at: '2026-11-21T08:15:30+07:00' }
    const statuses = []
    for (let sent = 0; sent < 61; sent++) statuses.push((await gateway.ask(calls.pageView, report)).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 204), 429])
    const long = { message: 'x', stack: 'y'.repeat(20_000), path: '/', version: '1.0.0', build: '0004' }
    expect((await gateway.ask(calls.clientError, long)).statusCode).toBe(413)
  })
})

describe('logs', () => {
  test('contain no token, password, query or body', async () => {
    lines.length = 0
    await gateway.ask(calls.login, { username: 'm00000001', password: PASSWORD })
    await app.inject({ url: `/api/merchant/info?pwd=${PASSWORD}`, headers: { 'merchant-token': token } })
    const written = lines.join('')
    expect(lines.map((line) => JSON.parse(line) as { path: string }).map(({ path }) => path)).toEqual([
      '/api/auth/login',
      '/api/merchant/info',
    ])
    for (const secret of [PASSWORD, token, 'pwd=']) expect(written).not.toContain(secret)
  })

  test('an unexpected error is logged with its request and not sent to the caller', async () => {
    const broken = await embedded.open()
    const lines: string[] = []
    const other = await openGateway(broken, {
      environment: { LOG_LEVEL: 'error' },
      logStream: { write: (line) => void lines.push(line) },
    })
    await broken.script('drop table merchant')
    const reply = await other.ask(calls.login, { username: 'm00000001', password: PASSWORD })
    await other.close()
    await broken.close()
    const { error, message, requestId } = reply.json<ErrorBody>()
    expect([reply.statusCode, error, message]).toEqual([500, 'INTERNAL', 'Something went wrong on our side'])
    expect(reply.body).not.toContain('merchant')
    expect(JSON.parse(lines[0]!)).toMatchObject({ reqId: requestId, err: { message: 'relation "merchant" does not exist' } })
  })

  test('without its database the gateway replies UNAVAILABLE, not INTERNAL', async () => {
    const gone = await embedded.open()
    const other = await openGateway(gone)
    await gone.close()
    const health = await other.ask(calls.health, {})
    const login = await other.ask(calls.login, { username: 'm00000001', password: PASSWORD })
    await other.close()
    expect([health.statusCode, login.statusCode, errorOf(login)]).toEqual([503, 503, 'UNAVAILABLE'])
  })
})

describe('a forwarded address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 10.0.0.9', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['no address', '10.0.0.1'],
    ['198.51.100.1, unknown', '10.0.0.1'],
    ['198.51.100.1, unknown, 203.0.113.7', '203.0.113.7'],
    ['<script>', '10.0.0.1'],
    ['', '10.0.0.1'],
    [',', '10.0.0.1'],
  ])('%j is read as %s', async (forwarded, address) => {
    const behind = await openGateway(db, { node: 4, environment: { TRUSTED_PROXIES: '10.0.0.0/8' } })
    behind.app.get('/address', ({ ip }) => ({ ip }))
    const reply = await behind.app.inject({
      url: '/address',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': forwarded },
    })
    expect(reply.json()).toEqual({ ip: address })
    await behind.close()
  })
})

describe('the console', () => {
  const dist = mkdtempSync(join(tmpdir(), 'paydesk-dist-'))
  const PAGE = '<!doctype html><html lang="zh-CN"><title>Paydesk</title>'
  const script = 'console.log("hello")'.repeat(100)
  let served: TestGateway

  beforeAll(async () => {
    writeFileSync(join(dist, 'index.html'), PAGE)
    writeFileSync(join(dist, 'index-Ab3_-9x.js'), script)
    writeFileSync(join(dist, 'index-Ab3_-9x.js.br'), brotliCompressSync(script))
    served = await openGateway(db, { dist, node: 3 })
  })
  afterAll(async () => {
    await served.close()
    rmSync(dist, { recursive: true })
  })

  test('its page has a strict content security policy, cannot be framed and is revalidated', async () => {
    const { statusCode, headers, body } = await served.app.inject({ url: '/' })
    expect([statusCode, headers['cache-control'], body]).toEqual([200, 'no-cache', PAGE])
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' data:;connect-src 'self';manifest-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    )
    expect([headers['x-content-type-options'], headers['referrer-policy'], headers['x-frame-options']]).toEqual([
      'nosniff',
      'no-referrer',
      'DENY',
    ])
  })

  test('its assets are cached forever and sent precompressed', async () => {
    const plain = await served.app.inject({ url: '/index-Ab3_-9x.js', headers: { 'accept-encoding': 'identity' } })
    expect([plain.body, plain.headers['cache-control']]).toEqual([script, 'public, max-age=31536000, immutable'])
    const packed = await served.app.inject({ url: '/index-Ab3_-9x.js', headers: { 'accept-encoding': 'br' } })
    expect([packed.headers['content-encoding'], packed.rawPayload]).toEqual(['br', brotliCompressSync(script)])
    expect(packed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('another build does not change a running gateway', async () => {
    const later = await openGateway(db, { dist, node: 4 })
    writeFileSync(join(dist, 'index.html'), '<!doctype html><script src="/index-Cd5_-8y.js">')
    writeFileSync(join(dist, 'index-Cd5_-8y.js'), script)
    for (const url of ['/', '/index.html']) expect((await later.app.inject({ url })).body).toBe(PAGE)
    expect((await later.app.inject({ url: '/index-Ab3_-9x.js' })).statusCode).toBe(200)
    await later.close()
    writeFileSync(join(dist, 'index.html'), PAGE)
  })

  test('its page names another default language', async () => {
    const english = await openGateway(db, { dist, node: 4, environment: { DEFAULT_LOCALE: 'en' } })
    for (const url of ['/', '/index.html']) {
      const { headers, body } = await english.app.inject({ url })
      expect([body, headers['content-type']]).toEqual([
        '<!doctype html><html lang="en" data-locale="en"><title>Paydesk</title>',
        'text/html; charset=utf-8',
      ])
    }
    await english.close()
  })

  test.each(['/transaction/payin?status=PAID', '/user/login'])(
    'a browser that opens %s without the hash gets the address with it',
    async (url) => {
      const accept = 'text/html,application/xhtml+xml'
      const opened = await served.app.inject({ url, headers: { accept } })
      expect([opened.statusCode, opened.headers.location]).toEqual([302, `/#${url}`])
      const asked = await served.app.inject({ url })
      expect([asked.statusCode, errorOf(asked)]).toEqual([404, 'NOT_FOUND'])
    },
  )

  test.each(['/api/nothing', '/gone-Ab3_-9x.js'])('%s has no address with a hash', async (url) => {
    expect((await served.app.inject({ url, headers: { accept: 'text/html' } })).statusCode).toBe(404)
  })

  test.each(['/../server/main.ts', '/..%2fpackage.json', '/.env', '/index-Ab3_-9x.js.map'])('%s is not served', async (url) => {
    expect((await served.app.inject({ url })).statusCode).toBe(404)
  })
})

describe('the proxy to another gateway', () => {
  test('forwards calls with their headers, and replies GATEWAY_UNREACHABLE without the gateway', async () => {
    const front = await buildFront(readConfig({ GATEWAY_URL: address, LOG_LEVEL: 'silent' }), address, { dist: '/nowhere' })
    const ask = wire(front)
    const login = await ask('/api/auth/login', {
      method: 'POST',
      body: new URLSearchParams({ username: 'm00000001', password: PASSWORD }),
    })
    const { data } = (await login.json()) as { data: { token: string } }
    const info = await ask('/api/merchant/info', { headers: { 'merchant-token': data.token } })
    expect(await info.json()).toMatchObject({ item: { merchantNo: 'M00000001' } })
    expect((await ask('/api/merchant/info')).status).toBe(401)
    await front.close()

    const dead = await buildFront(readConfig({ LOG_LEVEL: 'silent' }), 'http://127.0.0.1:1', { dist: '/nowhere' })
    const reply = await wire(dead)('/api/merchant/info', { headers: { 'accept-language': 'en' } })
    expect([reply.status, ((await reply.json()) as ErrorBody).error]).toEqual([502, 'GATEWAY_UNREACHABLE'])
    await dead.close()
  })
})
