import type { FastifyInstance } from 'fastify'
import { withDeadline } from '../db/deadline.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { isLocal } from '../http/forwarded.ts'
import { Refusal } from '../refusal.ts'
import { exposition, Histogram, type Sample } from './metrics.ts'

/** Metrics in the Prometheus text format. Replies 404 to addresses that are not allowed to read them. */
export function metricRoutes(app: FastifyInstance, gateway: Gateway): void {
  if (gateway.config.metrics === 'off') return
  const requests = new Histogram()

  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The route pattern instead of the path, which contains order numbers and arbitrary text.
    const route = routeOptions.url ?? 'unknown'
    requests.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
  })

  app.get('/metrics', async (request, reply) => {
    if (gateway.config.metrics !== 'on' && !isLocal(request, gateway.config)) throw new Refusal('NOT_FOUND')
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return requests.exposition('paydesk_http_request_seconds', 'Response time of requests.') + (await gatewayMetrics(gateway))
  })
}

const ANSWER_TIMEOUT_MS = 2_000

/** Figures of the whole database; null when it does not answer in time. */
const databaseFigures = ({ db, clock }: Gateway) =>
  withDeadline(ANSWER_TIMEOUT_MS, () =>
    db.all<{ name: string; label: string; value: number }>(sql`
      select 'callbacks' as name, '' as label, count(*)::int as value from callback where state = 'DUE'
       union all
      select 'deltas', '', count(*)::int from order_delta
       union all
      select 'node', node::text, 1 from gateway_node where until > ${new Date(clock.now())}`),
  ).catch(() => null)

/** The figures of this process are served without the database as well: they are needed most while it is away. */
async function gatewayMetrics(gateway: Gateway): Promise<string> {
  const { db, callbacks } = gateway
  const { totalCount, idleCount, waitingCount } = db.pool
  const found = await databaseFigures(gateway)
  const rows = found ?? []
  const samplesOf = (metric: string): Sample[] =>
    rows.filter(({ name }) => name === metric).map(({ label, value }) => ({ value, ...(label && { labels: { node: label } }) }))
  const connections = { used: totalCount - idleCount, idle: idleCount, waited_for: waitingCount }
  const outcomes = [...callbacks.outcomes()].map(([outcome, value]) => ({ labels: { outcome }, value }))
  const ofDatabase = [
    exposition('paydesk_callbacks_due', 'gauge', 'Callbacks that are still to be delivered.', samplesOf('callbacks')),
    exposition(
      'paydesk_counter_deltas',
      'gauge',
      'Changes that are not yet aggregated into the daily figures.',
      samplesOf('deltas'),
    ),
    exposition('paydesk_gateway_nodes', 'gauge', 'Node numbers that are leased by a gateway.', samplesOf('node')),
  ]
  return [
    exposition('paydesk_database_up', 'gauge', 'Whether the database answered within two seconds.', [
      { value: found === null ? 0 : 1 },
    ]),
    ...(found === null ? [] : ofDatabase),
    exposition('paydesk_callback_attempts_total', 'counter', 'Attempts of this process by outcome.', outcomes),
    exposition(
      'paydesk_database_connections',
      'gauge',
      'Connections of this process.',
      Object.entries(connections).map(([use, value]) => ({ labels: { use }, value })),
    ),
    exposition('process_resident_memory_bytes', 'gauge', 'Memory of this process.', [{ value: process.memoryUsage.rss() }]),
    exposition('process_uptime_seconds', 'gauge', 'Uptime of this process.', [{ value: process.uptime() }]),
  ].join('')
}
