import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import type { Database } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import { DOWNLOAD_LIMITS } from '../server/http/downloads.ts'
import { openGateway, requestOf } from '../tests/gateway.ts'
import { signIn } from './client.ts'
import { startGateway } from './gatewayProcess.ts'
import { idleHealth, watchHealth } from './health.ts'
import { over, type Result, type Task } from './region.ts'
import { waitUntil } from './waitUntil.ts'

const CLIENTS = 60
const ACCOUNTS = 20
const ORDERS = 100_000
const STALLED_MS = 8_000
/** By then the gateway has ended stalled exports by itself. */
const ENDED_AFTER_MS = 2 * DOWNLOAD_LIMITS.stallMs
const HELD_MB = 200
const KEPT_MB = 30
const MB = 1_000_000

/**
 * Starts exports of a big list on many connections and reads nothing. Health checks stay fast, the memory stays bounded, and
 * comes back after the clients leave, and after the gateway ends them.
 */
export async function tortureByExports({ target, isOver }: Task): Promise<Result> {
  await target.use(createOrders)
  const gateway = await startGateway(target.environment)
  const failures: string[] = []
  const figures = { idle: 0, p95: 0, held: 0, kept: 0, accepted: 0, refused: 0 }
  let rounds = 0
  try {
    const tokens: string[] = []
    for (const no of ACCOUNT_NOS) tokens.push(await signIn(gateway.address, no))
    await readOne(gateway.address, tokens[0]!)
    const idle = await gateway.memory()
    const idleMs = await idleHealth(gateway.address)
    do {
      const health = watchHealth(gateway.address, idleMs)
      const clients = Array.from({ length: CLIENTS }, (_, nth) => stalledExport(gateway.address, tokens[nth % ACCOUNTS]!))
      const statuses = await Promise.all(clients.map(({ status }) => status))
      await setTimeout(STALLED_MS)
      const held = (await gateway.memory()).rss - idle.rss
      // In turn the clients leave, and the gateway ends them: a client notices it when it reads on.
      const leave = rounds % 2 === 0
      if (!leave) await setTimeout(ENDED_AFTER_MS)
      for (const { socket } of clients) if (leave) socket.destroy()
      for (const { socket } of clients) if (!leave) socket.resume()
      const areEnded = await waitUntil(() => clients.every(({ isEnded }) => isEnded()), 2_000)
      if (!areEnded) failures.push('The gateway does not end exports that are not read.')
      for (const { socket } of clients) socket.destroy()
      const { p95, failures: slow } = await health.stop()
      let kept = Number.POSITIVE_INFINITY
      await waitUntil(async () => {
        kept = (await gateway.memory()).heapUsed - idle.heapUsed
        return kept <= KEPT_MB * MB
      }, 10_000)
      const accepted = statuses.filter((status) => status === 200).length
      const odd = statuses.filter((status) => ![200, 429, 503].includes(status))
      if (accepted === 0) failures.push('No export was accepted.')
      if (odd.length > 0) failures.push(`Exports were answered ${odd}`)
      failures.push(
        ...slow,
        ...over('memory of stalled exports', held / MB, HELD_MB, 'MB'),
        ...over('memory kept after them', kept / MB, KEPT_MB, 'MB'),
      )
      figures.idle = idleMs
      figures.p95 = Math.max(figures.p95, p95)
      figures.held = Math.max(figures.held, held)
      figures.kept = Math.max(figures.kept, kept)
      figures.accepted += accepted
      figures.refused += CLIENTS - accepted
      rounds++
      if (gateway.hasEnded()) failures.push(`The gateway ended by itself: ${gateway.errors()}`)
    } while ((!isOver(rounds) || rounds < 2) && failures.length === 0)
  } finally {
    await gateway.kill()
  }
  const { idle, p95, held, kept, accepted, refused } = figures
  return {
    tried: rounds * CLIENTS,
    failures,
    figures:
      `${accepted} accepted, ${refused} refused, p95 of /healthz ${p95.toFixed(0)} ms (idle ${idle.toFixed(0)}), ` +
      `${(held / MB).toFixed(0)} MB held, ${(kept / MB).toFixed(0)} MB kept`,
  }
}

const ACCOUNT_NOS = Array.from({ length: ACCOUNTS }, (_, n) => `M1${String(n).padStart(7, '0')}`)
const OWNER = 'M00000001'

async function createOrders(db: Database): Promise<void> {
  const gateway = await openGateway(db)
  await gateway.account(OWNER)
  for (const no of ACCOUNT_NOS) await gateway.account(no, { kind: 'staff', permissionKeys: ['payin', 'payin_export'] })
  await db.run(sql`
    insert into orders (merchant_no, kind, id, merchant_order_no, status, channel, method, currency, amount, fee_type, moves,
                        account_name, payer_name, create_time, update_time)
    select ${OWNER}, 'PAYIN', 2611200000000000000 + n, 'BULK-' || n, 'CLOSED', 'VA_BCA', 'VIRTUAL_ACCOUNT', 'IDR', 15000000,
           'FIXED', 2, 'Merchant', 'Siti Rahma', '2026-11-20T00:00:00+07:00', '2026-11-20T00:00:00+07:00'
      from generate_series(1, ${ORDERS}::int) n`)
  await db.run(sql`
    insert into order_day (merchant_no, kind, day, status, n, amount, fee)
    values (${OWNER}, 'PAYIN', '2026-11-20', 'CLOSED', ${ORDERS}, ${15_000_000n * BigInt(ORDERS)}, 0)`)
  await db.script('analyze')
  await gateway.close()
}

const EXPORT = { format: 'raw' }

/** One export, read to its end. */
async function readOne(address: string, token: string): Promise<void> {
  const { url, headers } = requestOf(calls.exportPayin, EXPORT, token)
  const reply = await fetch(`${address}${url}`, { headers: headers as Record<string, string> })
  const rows = (await reply.text()).split('\n').length - 2
  if (rows !== ORDERS) throw new Error(`The export has ${rows} rows.`)
}

/** Asks for an export and stops reading after the first bytes of the reply. */
function stalledExport(address: string, token: string): { status: Promise<number>; socket: Socket; isEnded(): boolean } {
  const { url, headers } = requestOf(calls.exportPayin, EXPORT, token)
  const { hostname, port, host } = new URL(address)
  const socket = connect(Number(port), hostname)
  const lines = [
    `GET ${url} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers!).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let ended = false
  const status = new Promise<number>((resolve) => {
    socket.once('data', (bytes: Buffer) => {
      socket.pause()
      const found = Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1])
      // A refused client leaves.
      if (found !== 200) socket.destroy()
      resolve(found)
    })
    socket.once('error', () => resolve(0))
  })
  socket.once('close', () => {
    ended = true
    status.catch(() => {})
  })
  return { status, socket, isEnded: () => ended }
}
