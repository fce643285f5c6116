import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import type { Static } from 'typebox'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import type { Balance } from '#contract/rows/accounts.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type {
  BalanceReply,
  OpenOrder,
  OpenPayin,
  OpenPayout,
  OrderReply,
  PayinReply,
  PayoutReply,
} from '#contract/shapes/merchantReplies.ts'
import { signatureOf } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { signatureHeader } from '../../server/auth/signatureHeader.ts'
import { type CallbackMessage, callbackMessage } from '../../server/callbacks/message.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { API } from '../../server/docs/api.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { quickest } from '../databases.ts'
import { openGateway, SECRET, type TestGateway } from '../gateway.ts'

const run = promisify(execFile)

let db: Database
let gateway: TestGateway
let page: string
let host: string

beforeAll(async () => {
  db = await quickest.open()
  gateway = await openGateway(db, { environment: { SIMULATION: 'on' }, callbacks: { allowPrivate: true } })
  await gateway.account('M10000001')
  await gateway.payin('M10000001', 'FUNDS', 'SUCCESS')
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  host = `http://127.0.0.1:${(gateway.app.server.address() as AddressInfo).port}`
  page = await (await fetch(`${host}/docs/`)).text()
})
afterAll(async () => {
  await gateway.close()
  await db.close()
})

/** The text of a code block. */
function pieceOf(id: string): string {
  const [, escaped = ''] = new RegExp(`<pre id="${id}"[^>]*><code>([^]*?)</code>`).exec(page) ?? []
  return escaped.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name]!,
  )
}

test('every example runs as pasted, in order', async () => {
  const prelude = pieceOf('prelude').replace('paste-your-secret-here', SECRET)
  const examples = API.map(({ id }) => pieceOf(`example-${id}`))
  const script = [prelude, ...examples].join('\necho\n')
  const { stdout } = await run('bash', ['-ec', script])
  const replies = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: string; item: Record<string, unknown> })
  expect(replies.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
  const documented = API.map(({ output }) => Object.keys((output as unknown as { properties: object }).properties).sort())
  expect(replies.map(({ item }) => Object.keys(item).sort())).toEqual(documented)
})

test('the other examples run as pasted: Node.js with the header, a shell with the fields', async () => {
  const { stdout } = await run('node', ['--input-type=module', '-e', pieceOf('client')], { env: { ...process.env, SECRET } })
  expect(stdout).toContain("status: 'ok'")
  const prelude = pieceOf('prelude').replace('paste-your-secret-here', SECRET)
  const fields = await run('bash', ['-ec', `${prelude}\n${pieceOf('fields-example')}`])
  expect(JSON.parse(fields.stdout)).toMatchObject({ status: 'ok', item: { currency: 'IDR' } })
})

test('the header steps result in the displayed header', () => {
  const v1 = createHmac('sha256', 'test-key').update(pieceOf('header-text')).digest('hex')
  expect(pieceOf('header-text')).toBe(`1700000000.POST /openapi/payin\n${JSON.stringify(JSON.parse(pieceOf('fields')))}`)
  expect(pieceOf('header')).toBe(`Paydesk-Signature: t=1700000000,v1=${v1}`)
})

test('the shell example signs values as they are: ends in =, non-ASCII, spaces and signs, and leaves out empty ones', async () => {
  const [signing = ''] = pieceOf('fields-example').split('\nNOW=')
  const fields = {
    merchantNo: 'M10000001',
    remark: 'a+b %20&=',
    payerName: 'Nguyễn 李 😀',
    _timestamp: '1700000000000',
    Zone: '7',
  }
  const words = Object.entries({ ...fields, mobile: '' }).map(([name, value]) => `'${name}=${value}'`)
  const { stdout } = await run('bash', ['-ec', `SECRET='${SECRET}'\n${signing}\nsign_fields ${words.join(' ')}`])
  expect(stdout.trim()).toBe(signatureOf(fields, SECRET, sha256))
})

test('the example receiver outlives broken headers and lost connections, and does not start without a secret', async () => {
  const program = pieceOf('receiver').replace('.listen(8080)', '.listen(0, function () { console.log(this.address().port) })')
  const start = (secret: string) =>
    spawn('node', ['--input-type=module', '-e', program], { env: { ...process.env, SECRET: secret } })
  expect(await once(start(''), 'exit')).toEqual([1, null])
  const receiver = start(SECRET)
  const [data] = await once(receiver.stdout, 'data')
  const port = Number(String(data).trim())
  const t = Math.floor(Date.now() / 1_000)
  const answerTo = async (header: string) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a=b', headers: { 'paydesk-signature': header } })).status
  for (const header of [`t=${t},v1`, `t=${t},v1=`, `t=${t},v1=zz`, `t=${t},v1=${'0'.repeat(64)}`, `v1=ab`, ',', ''])
    expect(await answerTo(header)).toBe(401)
  const socket = connect(port, '127.0.0.1', () =>
    socket.end('POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 100\r\n\r\na=b'),
  )
  await once(socket.resume(), 'close')
  expect(await answerTo(`t=${t},v1=${createHmac('sha256', SECRET).update(`${t}.a=b`).digest('hex')}`)).toBe(200)
  receiver.kill()
})

test('the example receiver accepts a callback of the gateway and refuses a changed one', async () => {
  const program = pieceOf('receiver').replace('.listen(8080)', '.listen(0, function () { console.log(this.address().port) })')
  const receiver = spawn('node', ['--input-type=module', '-e', program], { env: { ...process.env, SECRET } })
  const [port] = await once(receiver.stdout, 'data')
  const address = `http://127.0.0.1:${String(port).trim()}/`
  await db.run(sql`update merchant set payin_notify_address = ${address}`)
  const order = await gateway.payin('M10000001', 'CALLBACK', 'SUCCESS')
  await gateway.callbacks.notify(order, { trigger: 'manual', actor: 'm10000001' })
  const sent = await db.one<{ outcome: string; request: CallbackMessage }>(sql`select outcome, request from callback_attempt`)
  expect(sent).toMatchObject({ outcome: 'ACKNOWLEDGED' })
  const { headers, body } = sent!.request
  const changed = await fetch(address, { method: 'POST', headers, body: body.replace('150000', '950000') })
  expect(changed.status).toBe(401)
  receiver.kill()
})

test('the documented replies have the types that are sent', () => {
  expectTypeOf<Static<typeof PayinReply>>().toEqualTypeOf<OpenPayin>()
  expectTypeOf<Static<typeof PayoutReply>>().toEqualTypeOf<OpenPayout>()
  expectTypeOf<Static<typeof OrderReply>>().toEqualTypeOf<OpenOrder>()
  expectTypeOf<Static<typeof BalanceReply>>().toEqualTypeOf<Complete<Balance>>()
})

test('the signing steps result in the displayed signature', () => {
  expect(pieceOf('joined')).toBe('_timestamp1700000000000payAmount100000.00receiveMerchantNoM10000002')
  expect(pieceOf('hashed')).toBe(`test-key${pieceOf('joined')}test-key`)
  expect(pieceOf('sign')).toBe('9FB73C596AD6EB53A097754091A67A4D47FFA197C2EEFDAF59B109482CB46FFA')
})

interface OpenApi {
  paths: Record<
    string,
    Record<string, { parameters?: { name: string; schema: object }[]; responses: Record<string, Response> }>
  >
  webhooks: {
    callback: { post: { requestBody: { content: Record<string, { schema: { properties: object; required: string[] } }> } } }
  }
}
interface Response {
  description: string
  headers?: object
}
const openapi = async () => (await (await fetch(`${host}/docs/openapi.json`)).json()) as OpenApi

test('the errors of a call are those that it answers, with their status', async () => {
  const { paths } = await openapi()
  const codesOf = (path: string, method: string) =>
    Object.entries(paths[path]![method]!.responses).flatMap(([status, { description }]) =>
      Array.from(description.matchAll(/\b[A-Z]+(?:_[A-Z]+)+|\bINTERNAL|\bUNAVAILABLE/g), ([code]) => `${status} ${code}`),
    )
  const errorOf = async (path: string, request: RequestInit) => {
    const reply = await fetch(host + path, request)
    return `${reply.status} ${((await reply.json()) as { error: string }).error}`
  }
  const headers = { 'content-type': 'application/json' }
  const requests: RequestInit[] = [
    { headers: { 'content-type': 'text/plain' }, body: 'a' },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
    { headers, body: '{' },
    { headers, body: `"${'a'.repeat(70_000)}"` },
    { headers, body: '{}' },
  ]
  for (const path of ['/openapi/payin', '/openapi/payout']) {
    const answered = await Promise.all(requests.map((request) => errorOf(path, { method: 'POST', ...request })))
    expect(answered).toEqual([
      '415 UNSUPPORTED_MEDIA_TYPE',
      '415 UNSUPPORTED_MEDIA_TYPE',
      '400 BAD_REQUEST',
      '413 BODY_TOO_LARGE',
      '422 VALIDATION_FAILED',
    ])
    expect(codesOf(path, 'post')).toEqual(expect.arrayContaining([...answered, '500 INTERNAL', '503 OUTCOME_UNKNOWN']))
  }
  // A GET has no body.
  for (const path of ['/openapi/order', '/openapi/balance']) {
    expect(codesOf(path, 'get').filter((code) => /^(413|415)/.test(code))).toEqual([])
    expect(codesOf(path, 'get')).toContain('422 VALIDATION_FAILED')
  }
  const { responses } = paths['/openapi/payin']!.post!
  expect([429, 503, 422].map((status) => responses[status]!.headers !== undefined)).toEqual([true, true, false])
})

test('an idempotency key that the document allows is accepted, and others are refused with the reason', async () => {
  const { parameters } = (await openapi()).paths['/openapi/payin']!.post!
  const { schema } = parameters!.find(({ name }) => name === 'Idempotency-Key') as { schema: { pattern: string } }
  for (const key of ['a', 'a'.repeat(128), 'a b', 'a'.repeat(129)]) {
    const body = JSON.stringify({
      merchantNo: 'M10000001',
      merchantOrderNo: `KEY-${key.length}`,
      payAmount: '150000',
      payChannel: 'VA_BCA',
    })
    const headers = {
      'content-type': 'application/json',
      'accept-language': 'en',
      'idempotency-key': key,
      'paydesk-signature': signatureHeader(`POST /openapi/payin\n${body}`, [SECRET], Date.now()),
    }
    const reply = await fetch(`${host}/openapi/payin`, { method: 'POST', headers, body })
    const isAllowed = new RegExp(schema.pattern).test(key)
    expect([key.length, reply.status]).toEqual([key.length, isAllowed ? 200 : 400])
    if (!isAllowed)
      expect(await reply.json()).toMatchObject({ message: expect.stringContaining('The Idempotency-Key must have 1 to 128') })
  }
})

test('the fields of a callback are documented, in the page and as a webhook', async () => {
  const { content } = (await openapi()).webhooks.callback.post.requestBody
  const { properties, required } = content['application/x-www-form-urlencoded']!.schema
  const [, section = ''] = /<section id="callbacks">(.*?)<\/section>/s.exec(page) ?? []
  const documented = Array.from(section.matchAll(/<tr><td><code>(\w+)<\/code>/g), ([, name]) => name)
  expect(documented).toEqual(Object.keys(properties))
  const paid = await gateway.payin('M10000001', 'DOCUMENTED', 'SUCCESS')
  const fieldsOf = (order: OrderRecord) => [
    ...new URLSearchParams(callbackMessage(order, 'evt', [SECRET], Date.now()).body).keys(),
  ]
  const all = { ...paid, payOrderNo: '1', refundedAmount: 1n, completeTime: paid.createTime }
  expect(fieldsOf(all).sort()).toEqual(Object.keys(properties).sort())
  const least = { ...paid, payOrderNo: null, paidAmount: null, completeTime: null }
  expect(fieldsOf(least).sort()).toEqual(required.toSorted())
})

test('the limits of a call are in the page and in the OpenAPI document', async () => {
  const limits = 'up to 200 fields in all, nested up to 8 levels deep, in a body of up to 64 KiB'
  expect(page).toContain(limits)
  const { info, paths } = (await (await fetch(`${host}/docs/openapi.json`)).json()) as {
    info: { description: string }
    paths: Record<string, { post: { responses: object } }>
  }
  expect(info.description).toContain(limits)
  expect(Object.keys(paths['/openapi/payin']!.post.responses)).toContain('413')
})

test('the page says that a raw export keeps formulas, and not to open it in a spreadsheet', () => {
  const [, files = ''] = /<section id="files">(.*?)<\/section>/s.exec(page) ?? []
  const text = files.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
  expect(text).toContain('values that look like a formula become text')
  expect(text).toContain('With format=raw an export holds the values as they are')
  expect(text).toContain('Don’t open a raw file in a spreadsheet')
})

test('the page is self-contained and its links resolve', async () => {
  const links = Array.from(page.matchAll(/(?:href|src)="([^"]+)"/g), ([, link]) => link!)
  const anchors = links.filter((link) => link.startsWith('#')).map((link) => link.slice(1))
  expect(anchors.filter((id) => !page.includes(`id="${id}"`))).toEqual([])
  const files = links.filter((link) => !link.startsWith('#'))
  expect(files).toEqual(['style.css', 'openapi.json'])
  for (const file of files) expect((await fetch(`${host}/docs/${file}`)).status).toBe(200)
  expect((await fetch(`${host}/docs`, { redirect: 'manual' })).headers.get('location')).toBe('/docs/')
})

test('the OpenAPI document contains every call with the schema that validates it', async () => {
  const document = (await (await fetch(`${host}/docs/openapi.json`)).json()) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
  }
  expect(document.openapi).toBe('3.1.0')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )
  expect(operations).toEqual([
    'payin post /openapi/payin',
    'payout post /openapi/payout',
    'order get /openapi/order',
    'balance get /openapi/balance',
  ])
})
