import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { signatureOf } from '#contract/signing.ts'
import { equalInConstantTime, sha256 } from '../auth/credentials.ts'
import { DEMO_PATHS } from '../callbacks/guard.ts'
import type { Behaviour } from '../callbacks/pendingCallbacks.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'

const PATHS = Object.values<string>(DEMO_PATHS)
const SLOW_MS = 3_000
const MAX_COUNTED_ORDERS = 10_000

export type DemoResponse = Behaviour | 'error500Once' | 'slow'

/**
 * Starts a local server that receives the callbacks of the demo's merchants. Listens on loopback, on the port or on any free
 * port when it is in use. Replies to callbacks that are signed with one of the merchant's secrets.
 */
export async function startDemoMerchant(merchantSecrets: (merchantNo: string) => Promise<readonly string[]>, port: number) {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy())
  })

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method !== 'POST' || !PATHS.includes(url.pathname)) return send(response, 404, 'not here')
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    const { merchantNo = '', platOrderNo = '', _sign = '' } = fields
    const secrets = await merchantSecrets(merchantNo)
    if (!secrets.some((secret) => equalInConstantTime(signatureOf(fields, secret, sha256), _sign)))
      return send(response, 401, 'bad signature')
    const count = (counts.get(platOrderNo) ?? 0) + 1
    if (counts.size >= MAX_COUNTED_ORDERS) counts.clear()
    counts.set(platOrderNo, count)
    const behaviour = (url.searchParams.get('answer') as Behaviour | null) ?? demoResponseOf(platOrderNo)
    if (behaviour === 'timeout') return
    if (behaviour === 'slow') await setTimeout(SLOW_MS)
    if (behaviour === 'error500' || (behaviour === 'error500Once' && count === 1)) return send(response, 500, 'out of order')
    send(response, 200, behaviour === 'noAck' ? 'received, thank you' : 'SUCCESS')
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch(() => once(server.listen(0, '127.0.0.1'), 'listening'))
  return {
    /** Callback URL for payins. The URL for payouts has the same origin. */
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${DEMO_PATHS.payin}`,
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The demo merchant's response to an order's callbacks: mostly `ok`. Derived from the order number, so it is reproducible. */
export function demoResponseOf(platOrderNo: string): DemoResponse {
  const [byte = 0] = createHash('sha256').update(platOrderNo).digest()
  return (['error500Once', 'error500Once', 'noAck', 'slow'] as const)[byte % 16] ?? 'ok'
}

const send = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body)
}

/** Points the demo merchants' callback addresses to the server's current port. Addresses set by users stay unchanged. */
export async function updateDemoMerchantAddresses(db: Queries, address: string): Promise<void> {
  const { origin } = new URL(address)
  const moved = (column: Sql) =>
    sql`regexp_replace(${column}, ${`^http://127\\.0\\.0\\.1:[0-9]+(/demo-merchant/)`}, ${`${origin}\\1`})`
  const [payin, payout] = [sql`payin_notify_address`, sql`payout_notify_address`]
  await db.run(sql`
    update merchant set payin_notify_address = ${moved(payin)}, payout_notify_address = ${moved(payout)}
     where (payin_notify_address, payout_notify_address) is distinct from (${moved(payin)}, ${moved(payout)})
  `)
}

export async function secretsOf(db: Queries, merchantNo: string): Promise<string[]> {
  const row = await db.one<{ secrets: string[] }>(sql`
    select array_remove(array[m.api_secret, k.old_secret], null) as secrets
      from merchant m
      left join merchant_key k on k.merchant_no = m.merchant_no
     where m.merchant_no = ${merchantNo}
  `)
  return row?.secrets ?? []
}
