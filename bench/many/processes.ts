import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Whether this system tells the figures of other processes. */
export const hasProcessFigures = (): boolean => existsSync('/proc/self/stat')

// Of a second: what the kernel reports times in, on every Linux.
const TICK = 100
/** The name of every process of a PostgreSQL server. */
const SERVER_NAME = 'postgres'

/** Bytes of memory of the process that are in use, shared ones included. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) * 1_024
}

/** Of the gateway, of all PostgreSQL servers on this machine, of this process, which makes the load, and of all other processes. */
export interface Cores {
  gateway: number
  postgres: number
  load: number
  others: number
}

/** Cores that each side has taken on average, since the call of this function until that of its result. */
export function watchCores(gatewayPid: number): () => Cores {
  const read = () => ({ gateway: own(gatewayPid), postgres: ofServers(), load: own(process.pid), all: ofAll() })
  const [before, from] = [read(), performance.now()]
  return () => {
    const [after, seconds] = [read(), (performance.now() - from) / 1_000]
    const cores = (side: keyof typeof after) => (after[side] - before[side]) / seconds
    const [gateway, postgres, load] = [cores('gateway'), cores('postgres'), cores('load')]
    return { gateway, postgres, load, others: Math.max(0, cores('all') - gateway - postgres - load) }
  }
}

/** Seconds that the cores of this machine have worked. */
const ofAll = (): number =>
  cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) / 1_000, 0)

interface Stat {
  name: string
  own: number
  /** Of ended children: a connection that closes is counted on in its server. */
  children: number
}

const own = (pid: number): number => statOf(pid)!.own

const ofServers = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(Number(pid)))
    .filter((stat) => stat?.name === SERVER_NAME)
    .reduce((sum, stat) => sum + stat!.own + stat!.children, 0)

/** Undefined for a process that has ended. */
function statOf(pid: number): Stat | undefined {
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
    const seconds = rest!
      .split(' ')
      .slice(11, 15)
      .map((ticks) => Number(ticks) / TICK)
    return { name: name!, own: seconds[0]! + seconds[1]!, children: seconds[2]! + seconds[3]! }
  } catch {
    return undefined
  }
}
