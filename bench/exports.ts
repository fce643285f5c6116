import { Client } from 'undici'
import { calls } from '#contract/calls.ts'
import { statement } from '../server/db/sql.ts'
import { EXPORT_BATCH_SIZE } from '../server/exports/exportRoutes.ts'
import { requestOf } from '../tests/gateway.ts'
import { bareLines } from './bare.ts'
import { databaseName, type Fixture } from './fixture.ts'
import { tokenOf } from './gateway.ts'
import { quantile, shuffled } from './samples.ts'
import { figure, print, times, verdict } from './table.ts'

const OF_BARE = 1.3
const ROUNDS = 3
const KIND = 'PAYIN'

interface Run {
  bytes: number
  ms: number
  /** Memory in bytes beyond the process's baseline. */
  extra: number
}

/** Measures an export of all payins, read to the end and discarded, compared to lines assembled by the database. */
export async function measureExports(fixture: Fixture): Promise<void> {
  const token = await tokenOf(fixture, 'staff')
  const ways = { bare: () => readLines(fixture), gateway: () => download(fixture, token) }
  const runs: Record<keyof typeof ways, Run[]> = { bare: [], gateway: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of shuffled(Object.keys(ways) as (keyof typeof ways)[])) runs[way].push(await watched(ways[way]))
  }
  const row = (name: string, some: readonly Run[]) => [
    name,
    figure(
      quantile(
        some.map(({ bytes }) => bytes / 1_000_000),
        0.5,
      ),
    ),
    figure(speedOf(some)),
    figure(
      quantile(
        some.map(({ extra }) => extra / 1_000_000),
        0.5,
      ),
    ),
  ]
  const [bare, gateway] = [speedOf(runs.bare), speedOf(runs.gateway)]
  print(
    `Export of all payins on ${databaseName(fixture)}`,
    ['', 'MB', 'MB a second', 'MB of memory more', 'of bare', 'held to'],
    [
      row('bare, lines made in SQL', runs.bare),
      [...row('gateway, over HTTP', runs.gateway), times(bare, gateway), verdict(bare / gateway, OF_BARE)],
    ],
  )
}

const speedOf = (runs: readonly Run[]): number =>
  quantile(
    runs.map(({ bytes, ms }) => bytes / 1_000 / ms),
    0.5,
  )

const SAMPLE_MS = 50

async function watched(work: () => Promise<number>): Promise<Run> {
  const before = process.memoryUsage.rss()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, SAMPLE_MS)
  const began = performance.now()
  const bytes = await work()
  const ms = performance.now() - began
  clearInterval(sampling)
  return { bytes, ms, extra: most - before }
}

async function readLines({ db }: Fixture): Promise<number> {
  let bytes = 0
  for (let before = '9223372036854775807'; ; ) {
    const { name, text, values } = statement(bareLines(KIND, before, EXPORT_BATCH_SIZE))
    const { rows } = await db.pool.query<{ lines: string; last: string; n: number }>({ text, values, ...(name && { name }) })
    const { lines, last, n } = rows[0]!
    if (n > 0) bytes += Buffer.byteLength(lines)
    if (n < EXPORT_BATCH_SIZE) return bytes
    before = last
  }
}

async function download({ address }: Fixture, token: string): Promise<number> {
  const client = new Client(address)
  const { url, headers } = requestOf(calls.exportPayin, {}, token)
  const reply = await client.request({ method: 'GET', path: url, headers: headers as Record<string, string> })
  if (reply.statusCode !== 200) throw new Error(`The export answered ${reply.statusCode}.`)
  let bytes = 0
  for await (const chunk of reply.body as AsyncIterable<Buffer>) bytes += chunk.length
  await client.close()
  return bytes
}
