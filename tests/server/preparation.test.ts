import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { servePreparation } from '../../server/preparation.ts'

let start: Awaited<ReturnType<typeof servePreparation>>
const open = (path: string, language: string, accept = 'text/html') =>
  fetch(`http://127.0.0.1:${start.port}${path}`, { headers: { accept, 'accept-language': language } })

beforeEach(async () => {
  start = await servePreparation(readConfig({ PORT: '0', SEED_ORDERS: '6000' }))
})
afterEach(() => start.close())

test.each([
  ['en', 'Paydesk is starting', 'Creating a demo with 6,000 orders…'],
  ['zh-CN', 'Paydesk 正在启动', '正在创建包含 6,000 笔订单的演示数据…'],
  ['id', 'Paydesk sedang dimulai', 'Membuat data demo dengan 6,000 pesanan…'],
  ['vi', 'Paydesk đang khởi động', 'Đang tạo dữ liệu mẫu với 6,000 đơn…'],
  ['es', 'Paydesk se está iniciando', 'Creando datos de prueba con 6,000 órdenes…'],
])('a browser sees what is being prepared: %s', async (language, title, step) => {
  const work = Promise.withResolvers<string>()
  const done = start.preparation.during('demo', () => work.promise)
  const reply = await open('/transaction/payin', language)
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
  const page = await reply.text()
  expect(page).toContain(`<h1>${title}</h1>`)
  expect(page).toContain(`<li>${step}</li>`)
  work.resolve('made')
  expect(await done).toBe('made')
  expect(await (await open('/', language)).text()).not.toContain('<li>')
})

test('the page runs its own script alone', async () => {
  const reply = await open('/', 'en')
  const policy = reply.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none';style-src 'sha256-[^']+';script-src 'sha256-[^']+';connect-src 'self';/)
  expect((await reply.text()).match(/<script/g)).toHaveLength(1)
})

test('a step that fails is over, and its error is passed on', async () => {
  const failing = start.preparation.during('database', () => Promise.reject(new Error('no disk')))
  await expect(failing).rejects.toThrow('no disk')
  expect(await (await open('/', 'en')).text()).not.toContain('<li>')
})

test.each(['/api/index/login', '/healthz', '/openapi/payin'])('%s is told to try again', async (path) => {
  const reply = await open(path, 'en', '*/*')
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await reply.json()).toMatchObject({ status: 'error', error: 'UNAVAILABLE' })
})

test('a port in use is an error', async () => {
  await expect(servePreparation(readConfig({ PORT: String(start.port) }))).rejects.toMatchObject({ code: 'EADDRINUSE' })
  // The port is free again after the preparation.
  const { port } = start
  await start.close()
  const next = createServer()
  await new Promise<void>((resolve, reject) => next.once('error', reject).listen(port, '127.0.0.1', resolve))
  next.close()
})
