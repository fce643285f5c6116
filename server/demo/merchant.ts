import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { signatureOf } from '#contract/signing.ts'
import { equalInConstantTime, sha256 } from '../auth/credentials.ts'
import type { Behaviour } from '../callbacks/pendingCallbacks.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'

const PATH = '/demo-merchant/payin'
const PATHS = [PATH, '/demo-merchant/payout']
const SLOW_MS = 3_000
const REMEMBERED = 10_000

/** The server of the demo's merchants, on this machine: it really is called, and really answers. */
export interface DemoMerchant {
  /** Where it wants to be notified of payins; of payouts beside it. */
  address: string
  close(): Promise<void>
}

export type DemoResponse = Behaviour | 'error500Once' | 'slow'

/** Listens on loopback, at the port where it is free, and answers callbacks that are signed with the merchant's secret. */
export async function startDemoMerchant(
  merchantSecrets: (merchantNo: string) => Promise<readonly string[]>,
  port: number,
): Promise<DemoMerchant> {
  const told = new Map<string, number>()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method !== 'POST' || !PATHS.includes(url.pathname)) return say(response, 404, 'not here')
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    const { merchantNo = '', platOrderNo = '', _sign = '' } = fields
    const secrets = await merchantSecrets(merchantNo)
    if (!secrets.some((secret) => equalInConstantTime(signatureOf(fields, secret, sha256), _sign)))
      return say(response, 401, 'bad signature')
    const times = (told.get(platOrderNo) ?? 0) + 1
    if (told.size >= REMEMBERED) told.clear()
    told.set(platOrderNo, times)
    const manner = (url.searchParams.get('answer') as Behaviour | null) ?? demoResponseOf(platOrderNo)
    if (manner === 'timeout') return
    if (manner === 'slow') await setTimeout(SLOW_MS)
    if (manner === 'error500' || (manner === 'error500Once' && times === 1)) return say(response, 500, 'out of order')
    say(response, 200, manner === 'noAck' ? 'received, thank you' : 'SUCCESS')
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch(() => once(server.listen(0, '127.0.0.1'), 'listening'))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Mostly well, but never the same: which way follows from the order's number, so that it can be seen again. */
export function demoResponseOf(platOrderNo: string): DemoResponse {
  const [byte = 0] = createHash('sha256').update(platOrderNo).digest()
  return (['error500Once', 'error500Once', 'noAck', 'slow'] as const)[byte % 16] ?? 'ok'
}

const say = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body)
}

/** Sends the demo's merchants to where their server listens this time; addresses that people have set stay. */
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

/** The secrets a merchant signs with: the one of now, and the one before it. */
export async function secretsOf(db: Queries, merchantNo: string): Promise<string[]> {
  const row = await db.one<{ secrets: string[] }>(sql`
    select array_remove(array[m.api_secret, k.old_secret], null) as secrets
      from merchant m
      left join merchant_key k on k.merchant_no = m.merchant_no
     where m.merchant_no = ${merchantNo}
  `)
  return row?.secrets ?? []
}
