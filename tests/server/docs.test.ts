import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
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
import type { CallbackMessage } from '../../server/callbacks/message.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { API } from '../../server/docs/api.ts'
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
