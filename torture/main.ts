import { randomInt } from 'node:crypto'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { findCitus } from '../tests/cluster/citusFiles.ts'
import { runningServer } from '../tests/databases.setup.ts'
import { binaries } from '../tests/postgresServer.ts'
import { tortureByNodes } from './cluster.ts'
import { clusterTarget } from './clusterTarget.ts'
import { tortureByExports } from './exports.ts'
import { tortureByFullDisk } from './full.ts'
import { tortureByKills } from './kill.ts'
import { tortureBySlowRequests } from './loris.ts'
import { tortureByRaces } from './races.ts'
import type { Region } from './region.ts'
import { runSteps, type Step, tableOf } from './run.ts'
import { canMount } from './smallDisk.ts'
import { soak } from './soak.ts'
import { embeddedTarget, fullDiskTarget, postgresTarget } from './targets.ts'
import { tortureByTotals } from './totals.ts'
import { tortureByTypist } from './typist.ts'

interface Kind {
  region: Region
  /** What the number after its name counts. */
  counts: 'rounds' | 'minutes'
  usual: number
  /** Its part of the time of all regions, on each database. */
  share: number
  databases: readonly ('embedded' | 'postgres' | 'citus')[]
  /** On a disk that can be filled instead of a usual database. */
  hasSmallDisk?: true
}

const BOTH = ['embedded', 'postgres'] as const
const regions: Record<string, Kind> = {
  kill: { region: tortureByKills, counts: 'rounds', usual: 20, share: 2, databases: BOTH },
  cluster: { region: tortureByNodes, counts: 'rounds', usual: 10, share: 1, databases: ['citus'] },
  // The embedded database runs one transaction at a time.
  races: { region: tortureByRaces, counts: 'minutes', usual: 2, share: 2, databases: ['postgres', 'citus'] },
  totals: { region: tortureByTotals, counts: 'minutes', usual: 1, share: 1, databases: ['postgres', 'citus'] },
  soak: { region: soak, counts: 'minutes', usual: 12, share: 6, databases: BOTH },
  loris: { region: tortureBySlowRequests, counts: 'rounds', usual: 1, share: 1, databases: BOTH },
  exports: { region: tortureByExports, counts: 'rounds', usual: 2, share: 1, databases: BOTH },
  typist: { region: tortureByTypist, counts: 'rounds', usual: 20, share: 2, databases: ['embedded'] },
  full: { region: tortureByFullDisk, counts: 'rounds', usual: 3, share: 1, databases: BOTH, hasSmallDisk: true },
}
const ALL = 'all'
const USUAL_MINUTES = 10

const [name = ALL, amount] = process.argv.slice(2)
const seed = Number(process.env.TORTURE_SEED ?? randomInt(2 ** 31))
const number = amount === undefined ? undefined : Number(amount)
const isKnown = name === ALL || Object.hasOwn(regions, name)
if (!isKnown || !(number === undefined || number > 0) || !Number.isSafeInteger(seed) || process.argv.length > 4) {
  const forms = Object.entries(regions).map(([region, { counts }]) => `${region} [${counts}]`)
  console.error(`npm run torture [-- ${[ALL, ...forms].join(' | ')}]; TORTURE_SEED is a whole number.`)
  process.exit(2)
}

const server = await runningServer()
console.log(
  `${availableParallelism()} cores of ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}; Node ${process.versions.node}`,
)
console.log(`TORTURE_SEED=${seed}`)
if (server === null)
  console.warn('\nNO POSTGRESQL: the embedded database alone, no races and no totals. Set TEST_DATABASE_URL.\n')

const isClustered = findCitus() !== null
if (!isClustered) console.warn('\nNO CITUS: no region cluster, and races and totals on PostgreSQL alone. Set CITUS_ARCHIVE.\n')

const mayMount = canMount()
if (!mayMount) console.warn('\nNO DISK CAN BE MOUNTED HERE: no region full. It needs root.\n')

const stopped = new AbortController()
process.once('SIGINT', () => {
  console.log('Stopping …')
  // A second SIGINT ends this process at once, and the gateways with it.
  stopped.abort()
})

const steps = stepsOf(name === ALL ? Object.keys(regions) : [name])
const rows = await runSteps(steps, seed, {
  signal: stopped.signal,
  onRow: ({ region, database, failures }) => console.log(`${region}, ${database}: ${failures.length} failed`),
})
console.log(`\n${tableOf(rows)}`)
process.exit(stopped.signal.aborted || rows.length < steps.length || rows.some(({ failures }) => failures.length > 0) ? 1 : 0)

function stepsOf(names: readonly string[]): Step[] {
  const planned = names.flatMap((name) => regions[name]!.databases.map((database) => ({ name, database, ...regions[name]! })))
  const possible = planned.filter(({ database, hasSmallDisk }) => {
    if (hasSmallDisk) return mayMount && (database === 'embedded' || binaries() !== null)
    if (database === 'citus') return isClustered
    return database === 'embedded' || server !== null
  })
  const shares = possible.reduce((sum, { share }) => sum + share, 0)
  return possible.map(({ name: step, region, database, counts, usual, share, hasSmallDisk }) => ({
    name: step,
    region,
    openTarget: openerOf(database, hasSmallDisk),
    limit:
      name === ALL
        ? { minutes: ((number ?? USUAL_MINUTES) * share) / shares }
        : counts === 'rounds'
          ? { rounds: number ?? usual }
          : { minutes: number ?? usual },
  }))
}

function openerOf(database: Kind['databases'][number], hasSmallDisk = false): Step['openTarget'] {
  if (database === 'citus') return clusterTarget
  if (hasSmallDisk) return () => fullDiskTarget(database)
  return database === 'embedded' ? embeddedTarget : () => postgresTarget(server!)
}
