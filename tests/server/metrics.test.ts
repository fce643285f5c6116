import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { exposition, Histogram } from '../../server/service/metrics.ts'
import { databases } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'

test('a sample is one line, whatever its labels contain', () => {
  const samples = [{ value: 3 }, { labels: { path: 'a "b"\\c\nd', status: '200' }, value: 0.5 }]
  expect(exposition('paydesk_calls', 'counter', 'Calls.', samples)).toBe(
    '# HELP paydesk_calls Calls.\n# TYPE paydesk_calls counter\npaydesk_calls 3\n' +
      'paydesk_calls{path="a \\"b\\"\\\\c\\nd",status="200"} 0.5\n',
  )
})

test('histogram buckets are cumulative', () => {
  const histogram = new Histogram()
  for (const seconds of [0.005, 0.02, 0.02, 60]) histogram.observe({ route: '/healthz' }, seconds)
  const lines = histogram.exposition('paydesk_seconds', 'Time.').split('\n')
  const bucket = (le: string) => lines.find((line) => line.includes(`le="${le}"`))
  expect(['0.005', '0.01', '0.025', '10', '+Inf'].map(bucket)).toEqual([
    'paydesk_seconds_bucket{route="/healthz",le="0.005"} 1',
    'paydesk_seconds_bucket{route="/healthz",le="0.01"} 1',
    'paydesk_seconds_bucket{route="/healthz",le="0.025"} 3',
    'paydesk_seconds_bucket{route="/healthz",le="10"} 3',
    'paydesk_seconds_bucket{route="/healthz",le="+Inf"} 4',
  ])
  expect(lines).toContain('paydesk_seconds_count{route="/healthz"} 4')
})

describe.each(databases)('metrics on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    await gateway.account('M00000001', { notifyAddress: 'http://127.0.0.1:9/' })
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const read = (of: TestGateway, address: string, headers = {}) =>
    of.app.inject({ url: '/metrics', remoteAddress: address, headers })

  test('contain requests by route and status, callbacks, pending aggregates, nodes and connections', async () => {
    const order = await gateway.payin('M00000001', 'M-1')
    await db.tx((tx) => transitionPayin(tx, gateway.world, order, 'SUCCESS'))
    await gateway.callbacks.notify(order, { trigger: 'manual', actor: 'm00000001' })
    await db.run(sql`insert into gateway_node (node, owner, until) values (7, 'me', ${new Date(clock.now() + 1)})`)
    await gateway.ask(calls.health, {})
    await gateway.ask(calls.payinTrail, { id: order.id })
    const reply = await read(gateway, '127.0.0.1')
    expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = reply.body.split('\n')
    for (const line of [
      'paydesk_http_request_seconds_count{method="GET",route="/healthz",status="200"} 1',
      'paydesk_http_request_seconds_count{method="GET",route="/api/transaction/payin/:id/trail",status="401"} 1',
      'paydesk_callback_attempts_total{outcome="REFUSED_ADDRESS"} 1',
      'paydesk_database_up 1',
      'paydesk_callbacks_due 1',
      'paydesk_counter_deltas 3',
      'paydesk_gateway_nodes{node="7"} 1',
    ]) {
      expect(lines).toContain(line)
    }
    expect(reply.body).toMatch(/^paydesk_database_connections\{use="idle"\} \d+$/m)
    expect(reply.body).not.toContain(order.id)
  })

  test('of the process are served while the database does not answer, and say so', async () => {
    const { all } = db
    onTestFinished(() => void Object.assign(db, { all }))
    Object.assign(db, { all: () => Promise.reject(new Error('Connection terminated')) })
    const reply = await read(gateway, '127.0.0.1')
    expect(reply.statusCode).toBe(200)
    expect(reply.body.split('\n')).toContain('paydesk_database_up 0')
    expect(reply.body).toMatch(/^paydesk_http_request_seconds_count/m)
    expect(reply.body).toMatch(/^process_resident_memory_bytes \d+$/m)
    // No figure of the database is made up.
    expect(reply.body).not.toContain('paydesk_callbacks_due')
  })

  test('are served to loopback only, and not through a proxy', async () => {
    const statuses = await Promise.all([
      read(gateway, '127.0.0.1'),
      read(gateway, '::1'),
      read(gateway, '192.0.2.1'),
      read(gateway, '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }),
    ])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404])
  })

  test.each([
    { 'x-real-ip': '192.0.2.1' },
    { via: '1.1 proxy' },
    { 'x-forwarded-host': 'paydesk.example' },
    { 'cf-connecting-ip': '192.0.2.1' },
    { 'x-a-header-of-a-proxy': '1' },
    { 'x-forwarded-for': '' },
    { 'x-forwarded-for': 'no address' },
    { host: 'paydesk.example' },
  ])('are not served with %j', async (headers) => {
    expect((await read(gateway, '127.0.0.1', headers)).statusCode).toBe(404)
  })

  test('are not served to a trusted proxy, whatever address it forwards', async () => {
    const environment = { TRUSTED_PROXIES: '127.0.0.0/8' }
    const behind = await openGateway(db, { clock, node: 2, environment })
    const headers: Record<string, string>[] = [{}, { 'x-forwarded-for': '127.0.0.1' }, { 'x-forwarded-for': '::1, 127.0.0.1' }]
    const statuses = await Promise.all(headers.map((one) => read(behind, '127.0.0.1', one)))
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    await behind.close()
  })

  test.each([
    ['on', 200],
    ['off', 404],
  ] as const)('with METRICS=%s any address gets %i', async (METRICS, status) => {
    const other = await openGateway(db, { clock, node: 2, environment: { METRICS } })
    expect((await read(other, '192.0.2.1')).statusCode).toBe(status)
    await other.close()
  })
})
