import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { Refusal } from '../refusal.ts'
import { exposition, Histogram, type Sample } from './metrics.ts'

/** How the gateway does, for a monitoring system: in the text format of Prometheus, and to nobody else. */
export function metricRoutes(app: FastifyInstance, gateway: Gateway): void {
  if (gateway.config.metrics === 'off') return
  const requests = new Histogram()

  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The pattern and not the path, which holds numbers of orders and what strangers make up.
    const route = routeOptions.url ?? 'unknown'
    requests.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, gateway.config)) throw new Refusal('NOT_FOUND')
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return requests.exposition('paydesk_http_request_seconds', 'Time until a request was answered.') + (await state(gateway))
  })
}

/** A proxy on this machine asks from loopback too, but for somebody; that it says so is enough to tell. */
function mayRead({ ip, headers }: FastifyRequest, { metrics }: Config): boolean {
  if (metrics === 'on') return true
  const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !forwarded && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'
}

async function state({ db, clock, callbacks }: Gateway): Promise<string> {
  const { totalCount, idleCount, waitingCount } = db.pool
  const rows = await db.all<{ name: string; label: string; value: number }>(sql`
    select 'callbacks' as name, '' as label, count(*)::int as value from callback where state = 'DUE'
     union all
    select 'deltas', '', count(*)::int from order_delta
     union all
    select 'node', node::text, 1 from gateway_node where until > ${new Date(clock.now())}`)
  const found = (wanted: string): Sample[] =>
    rows.filter(({ name }) => name === wanted).map(({ label, value }) => ({ value, ...(label && { labels: { node: label } }) }))
  const connections = { used: totalCount - idleCount, idle: idleCount, waited_for: waitingCount }
  const outcomes = [...callbacks.outcomes()].map(([outcome, value]) => ({ labels: { outcome }, value }))
  return [
    exposition('paydesk_callback_attempts_total', 'counter', 'Attempts this process made, by how they ended.', outcomes),
    exposition('paydesk_callbacks_due', 'gauge', 'Callbacks that merchants are still owed.', found('callbacks')),
    exposition('paydesk_counter_deltas', 'gauge', 'Changes of the daily figures that are not folded in yet.', found('deltas')),
    exposition('paydesk_gateway_nodes', 'gauge', 'Numbers of nodes that are held by a gateway.', found('node')),
    exposition(
      'paydesk_database_connections',
      'gauge',
      'Connections of this process.',
      Object.entries(connections).map(([use, value]) => ({ labels: { use }, value })),
    ),
    exposition('process_resident_memory_bytes', 'gauge', 'Memory of this process.', [{ value: process.memoryUsage.rss() }]),
    exposition('process_uptime_seconds', 'gauge', 'Since this process began.', [{ value: process.uptime() }]),
  ].join('')
}
