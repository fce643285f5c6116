import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { databaseUrl } from '../../tests/databases.setup.ts'
import { onServer } from '../../tests/postgresServer.ts'
import { type GatewayProcess, startGateway } from '../../torture/gatewayProcess.ts'
import { type Fixture, openMigrated } from '../fixture.ts'
import { quantile } from '../samples.ts'
import { figure, note, print, times, verdict } from '../table.ts'
import { accountsOf, openUsers } from './accounts.ts'
import { type ConsoleFigures, type EventFigures, measureEvents, PAYINS_PER_SECOND } from './events.ts'
import { askDatabase, askGateway, openPages, PAGE_KINDS, type PageTimes, turnPages } from './pages.ts'
import { type Cores, hasProcessFigures, watchCores } from './processes.ts'

const ORDERS = 100_000
const READERS = 200
const PAGE_SECONDS = 20
const WARM_PAGE_SECONDS = 10

const EVENT_MS = 2_000
const PAGE_MS = 150
const GATEWAY_CORES = 1
const GROWTH_PERCENT = 5
/** A gateway that has just started still grows, so a shorter run is not judged. */
const JUDGED_MINUTES = 10

const MB = 1_000_000

/** Measures a gateway in a process of its own with many consoles, on PostgreSQL, for `BENCH_MINUTES` minutes of events. */
export async function measureUsers(server: string | null): Promise<void> {
  if (server === null) return note('\nNO POSTGRESQL: nothing is measured with many users. Set TEST_DATABASE_URL.')
  if (!hasProcessFigures())
    return note('\nNO /proc: nothing is measured with many users, because the gateway is a process of its own.')
  const minutes = Number(process.env.BENCH_MINUTES ?? 1)
  if (!(minutes > 0)) throw new Error('BENCH_MINUTES is a number of minutes.')
  // Named like a test database, so that the next test run drops what a killed run leaves behind.
  const name = `paydesk_test_${process.pid}_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  try {
    await measureOn(databaseUrl(server, name), minutes)
  } finally {
    await onServer(server, `drop database ${name} with (force)`)
  }
}

async function measureOn(url: string, minutes: number): Promise<void> {
  const fixture = await openMigrated(url, ORDERS)
  try {
    const gateway = await startGateway({ DATABASE_URL: url, SESSION_IDLE_MINUTES: '480' })
    try {
      await measurePages(fixture, gateway)
      await measureStreams(fixture, gateway, minutes)
    } finally {
      await gateway.kill()
    }
  } finally {
    await fixture.close()
  }
}

async function measurePages({ db, now }: Fixture, gateway: GatewayProcess): Promise<void> {
  const accounts = await accountsOf(db)
  const users = await openUsers(db, accounts, READERS)
  const pages = await openPages(db, accounts, now)
  const duration = { seconds: PAGE_SECONDS, warmSeconds: WARM_PAGE_SECONDS }
  const endBare = watchCores(gateway.pid)
  const bare = await turnPages(users, pages, duration, askDatabase(db))
  const bareCores = endBare()
  const { ask, close } = askGateway(gateway.address, users)
  const endPages = watchCores(gateway.pid)
  const paged = await turnPages(users, pages, duration, ask)
  const cores = endPages()
  await close()
  const all = (pageTimes: PageTimes) => PAGE_KINDS.flatMap((kind) => pageTimes[kind])
  const row = (title: string, through: number[], direct: number[], bound: string) => [
    title,
    times(quantile(through, 0.95), quantile(direct, 0.95)),
    String(Math.round(through.length / PAGE_SECONDS)),
    ...[direct, through].flatMap((samples) => [figure(quantile(samples, 0.5)), figure(quantile(samples, 0.95))]),
    bound,
  ]
  print(
    `${READERS} consoles on PostgreSQL with ${ORDERS.toLocaleString('en')} orders, each about a page a second: milliseconds`,
    ['', 'p95 of bare', 'a second', 'bare', 'p95', 'HTTP', 'p95', 'p95 held to'],
    [
      ...PAGE_KINDS.map((kind) => row(kind, paged[kind], bare[kind], '')),
      row('all pages', all(paged), all(bare), verdict(quantile(all(paged), 0.95), PAGE_MS)),
    ],
  )
  printCores([
    ['the bare statements', bareCores, ''],
    ['pages', cores, verdict(cores.gateway, GATEWAY_CORES)],
  ])
}

async function measureStreams({ db }: Fixture, gateway: GatewayProcess, minutes: number): Promise<void> {
  const seconds = minutes * 60
  const figures = await measureEvents(db, gateway, await accountsOf(db), {
    warmSeconds: Math.min(60, seconds / 4),
    streamSeconds: seconds,
    listSeconds: Math.min(60, seconds),
  })
  const row = (title: string, samples: number[], bound = '') => [
    title,
    ...[0.5, 0.95, 1].map((share) => figure(quantile(samples, share))),
    String(samples.length),
    bound,
  ]
  const rowsOf = ({ created, heard, missed, gaps }: EventFigures) => [
    row('a payin by the merchant API', created),
    row(
      'from sending a payin to its event',
      heard,
      missed === 0 ? verdict(quantile(heard, 0.95), EVENT_MS) : `${missed} MISSED`,
    ),
    row('between two events of a busy console', gaps),
  ]
  const heads = ['', 'p50', 'p95', 'most', 'samples', 'p95 held to']
  const { consoles, streams, lists } = figures
  print(
    `${consoles} consoles with event streams, ${PAYINS_PER_SECOND} payins a second, ${minutes} min: milliseconds`,
    heads,
    rowsOf(streams),
  )
  print('The same, and each console with an open list asks for its changes', heads, [
    ...rowsOf(lists),
    row('from asking to the answer', lists.asked),
    row('from sending a payin until a list counts it', lists.counted),
  ])
  printCores([
    ['streams', streams.cores, verdict(streams.cores.gateway, GATEWAY_CORES)],
    ['streams and open lists', lists.cores, verdict(lists.cores.gateway, GATEWAY_CORES)],
  ])
  printMemory(figures, minutes)
}

const printCores = (rows: readonly [title: string, cores: Cores, bound: string][]): void =>
  print(
    `Cores taken, of ${availableParallelism()}`,
    ['', 'gateway', 'PostgreSQL', 'load', 'other programs', 'gateway held to'],
    rows.map(([title, { gateway, postgres, load, others }, bound]) => [
      title,
      ...[gateway, postgres, load, others].map(figure),
      bound,
    ]),
  )

function printMemory({ memory: { before, after } }: ConsoleFigures, minutes: number): void {
  const growth = (name: 'resident' | 'heap') => (after[name] / before[name] - 1) * 100
  const row = (title: string, name: 'resident' | 'heap', bound: string) => [
    title,
    figure(before[name] / MB),
    figure(after[name] / MB),
    `${growth(name).toFixed(1)} %`,
    bound,
  ]
  const judged = minutes >= JUDGED_MINUTES ? verdict(growth('resident'), GROWTH_PERCENT) : `BENCH_MINUTES=${JUDGED_MINUTES}`
  print(
    'Memory of the gateway: MB',
    ['', 'after warming up', 'at the end', 'growth', 'held to, %'],
    [row('resident', 'resident', judged), row('heap after a collection', 'heap', '')],
  )
}
