import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import { type GatewayProcess, startGateway } from './gatewayProcess.ts'
import { idleHealth, watchHealth } from './health.ts'
import { over, type Result, type Task } from './region.ts'
import { waitUntil } from './waitUntil.ts'

const CONNECTIONS = 300
const BYTE_MS = 1_000
/** The limit for a whole request, and the interval of its check, with room for a busy machine. */
const ENDED_WITHIN_MS = 45_000
const HELD_MB = 100
const MB = 1_000_000

/** What a slow client sends at first; a byte a second follows, except from a silent one. */
const OPENINGS: readonly ((host: string) => string)[] = [
  (host) => `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nx-slow: `,
  (host) =>
    `POST ${calls.login.path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
    'content-length: 1000000\r\n\r\nusername=',
  () => '',
]

/**
 * Opens many connections that send a byte of a header or of a body each second, or nothing at all. Health checks stay fast,
 * and the gateway ends each connection.
 */
export async function tortureBySlowRequests({ target, isOver }: Task): Promise<Result> {
  const gateway = await startGateway(target.environment)
  const failures: string[] = []
  const figures = { idle: 0, p95: 0, longest: 0, held: 0 }
  let rounds = 0
  try {
    figures.idle = await idleHealth(gateway.address)
    const before = await gateway.memory()
    do {
      const health = watchHealth(gateway.address, figures.idle)
      const clients = Array.from({ length: CONNECTIONS }, (_, nth) => slowClient(gateway, OPENINGS[nth % OPENINGS.length]!))
      await setTimeout(5_000)
      figures.held = Math.max(figures.held, (await gateway.memory()).rss - before.rss)
      await waitUntil(() => clients.every(({ lastedMs }) => lastedMs() !== null), ENDED_WITHIN_MS)
      const open = clients.filter(({ lastedMs }) => lastedMs() === null)
      if (open.length > 0) failures.push(`${open.length} slow connections are not ended.`)
      for (const { socket } of open) socket.destroy()
      const { p95, failures: slow } = await health.stop()
      failures.push(...slow)
      figures.p95 = Math.max(figures.p95, p95)
      figures.longest = Math.max(...clients.map(({ lastedMs }) => lastedMs() ?? 0))
      rounds++
    } while (!isOver(rounds) && failures.length === 0)
    failures.push(...over('memory of slow connections', figures.held / MB, HELD_MB, 'MB'))
    if (gateway.hasEnded()) failures.push(`The gateway ended by itself: ${gateway.errors()}`)
  } finally {
    await gateway.kill()
  }
  const { idle, p95, longest, held } = figures
  return {
    tried: rounds * CONNECTIONS,
    failures,
    figures:
      `p95 of /healthz ${p95.toFixed(0)} ms (idle ${idle.toFixed(0)}), ` +
      `ended within ${(longest / 1_000).toFixed(0)} s, ${(held / MB).toFixed(0)} MB held`,
  }
}

interface SlowClient {
  socket: Socket
  /** How long the gateway kept the connection; null while it is open. */
  lastedMs(): number | null
}

function slowClient({ address }: GatewayProcess, opening: (host: string) => string): SlowClient {
  const { hostname, port, host } = new URL(address)
  const socket = connect(Number(port), hostname)
  const began = performance.now()
  let lasted: number | null = null
  const first = opening(host)
  socket.write(first)
  const dripping = setInterval(() => first !== '' && socket.write('a'), BYTE_MS)
  socket.on('error', () => {}).on('data', () => {})
  socket.once('close', () => {
    clearInterval(dripping)
    lasted = performance.now() - began
  })
  return { socket, lastedMs: () => lasted }
}
