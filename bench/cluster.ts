import { calls } from '#contract/calls.ts'
import { type CitusCluster, startCitus } from '../tests/cluster/citusCluster.ts'
import { type PostgresServer, startPostgres } from '../tests/postgresServer.ts'
import { ask, signInAll, verdictOf } from '../torture/client.ts'
import { createShops, SHOPS, send, type WriteKind } from '../torture/writes.ts'
import { type Fixture, openMigrated, openPostgres } from './fixture.ts'
import { tokenOf } from './gateway.ts'
import { quantile, shuffled } from './samples.ts'
import { figure, note, print, times, verdict } from './table.ts'

const ORDERS = 20_000
const CREDIT = 10n ** 14n
const OF_PLAIN = 2.5
const WARM = 20
/** How often each work is measured, in rounds that alternate between the databases. */
const COUNTS: Record<string, number> = { payin: 200, payout: 100, transfer: 100, withdraw: 100 }
const READS = 60

interface Work {
  name: string
  count: number
  /** Whether its time must stay within the bound. */
  isHeld?: true
  run(fixture: Subject, number: number): Promise<void>
}

/** A gateway with sessions of the merchants of the measurement and of staff. */
interface Subject extends Fixture {
  tokens: ReadonlyMap<string, string>
  staff: string
  merchant: string
}

/** Measures calls on a cluster of Citus and on one PostgreSQL with the same orders, both started here, on the same cores. */
export async function measureCluster(): Promise<void> {
  const [cluster, server] = [await startCitus(), await startPostgres({ settings: { shared_buffers: '64MB' } })]
  try {
    if (cluster === null || server === null) return note('\nNO CITUS: nothing is measured on a cluster. Set CITUS_ARCHIVE.')
    await measureBoth(cluster, server)
  } finally {
    await server?.close()
    await cluster?.close()
  }
}

async function measureBoth(cluster: CitusCluster, server: PostgresServer): Promise<void> {
  const plain = await openSubject(openPostgres(server.url, ORDERS))
  const distributed = await openSubject(openMigrated(await cluster.createDatabase(), ORDERS))
  const rows: string[][] = []
  for (const { name, count, run, isHeld } of works()) {
    const spent = new Map<Subject, number[]>([
      [plain, []],
      [distributed, []],
    ])
    for (let number = 0; number < WARM + count; number++) {
      for (const subject of shuffled([plain, distributed])) {
        const began = performance.now()
        await run(subject, number)
        if (number >= WARM) spent.get(subject)!.push(performance.now() - began)
      }
    }
    const [one, other] = [spent.get(plain)!, spent.get(distributed)!]
    const total = (samples: readonly number[]) => samples.reduce((sum, ms) => sum + ms, 0)
    const ratio = total(other) / total(one)
    rows.push([
      `${name}, ${count} times`,
      ...[one, other].flatMap((samples) => [figure(quantile(samples, 0.5)), figure(quantile(samples, 0.95))]),
      times(total(other), total(one)),
      isHeld ? verdict(ratio, OF_PLAIN) : '',
    ])
  }
  await plain.close()
  await distributed.close()
  print(
    `Citus, a coordinator and two workers on the cores of one PostgreSQL: milliseconds of a call over HTTP, ${ORDERS.toLocaleString('en')} orders`,
    ['', 'PostgreSQL', 'p95', 'Citus', 'p95', 'of PostgreSQL', 'held to'],
    rows,
  )
}

async function openSubject(opening: Promise<Fixture>): Promise<Subject> {
  const fixture = await opening
  await createShops(fixture.db, CREDIT)
  return {
    ...fixture,
    tokens: await signInAll(fixture.address, SHOPS),
    staff: await tokenOf(fixture, 'staff'),
    merchant: await tokenOf(fixture, 'normal'),
  }
}

function works(): Work[] {
  const [from, to] = SHOPS as [string, string]
  const write = (kind: WriteKind): Work => ({
    name: kind,
    count: COUNTS[kind]!,
    ...((kind === 'payin' || kind === 'payout') && { isHeld: true }),
    async run({ address, tokens }, number) {
      const written = { kind, number: `BENCH-${kind}-${number}`, merchantNo: from, amount: '20000.00', receiver: to }
      const reply = await send(address, written, tokens.get(from)!)
      if (verdictOf(reply) !== 'done') throw new Error(`${kind}: ${reply.status} ${reply.body.error}`)
    },
  })
  const read = (
    name: string,
    by: 'merchant' | 'staff',
    call: typeof calls.payinList | typeof calls.dashboard,
    input = {},
  ): Work => ({
    name,
    count: READS,
    async run(subject) {
      const { status } = await ask(subject.address, call, input, { token: subject[by] })
      if (status !== 200) throw new Error(`${name}: ${status}`)
    },
  })
  const page = { page: '1', offset: '0', limit: '100' }
  return [
    write('payin'),
    write('payout'),
    write('withdraw'),
    write('transfer'),
    read('first page of a merchant', 'merchant', calls.payinList, page),
    read('first page of staff', 'staff', calls.payinList, page),
    read('dashboard of a merchant', 'merchant', calls.dashboard),
    read('dashboard of staff', 'staff', calls.dashboard),
  ]
}
