import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../server/db/database.ts'
import { addDays, wibDay } from '../../server/wib.ts'
import type { GatewayProcess } from '../../torture/gatewayProcess.ts'
import { type Account, openUsers, sellersOf, type User } from './accounts.ts'
import { type OpenList, openList } from './openList.ts'
import { openShops, startEach } from './payins.ts'
import { type Cores, residentBytes, watchCores } from './processes.ts'
import { openStreams } from './streams.ts'

const CONSOLES = 500
export const PAYINS_PER_SECOND = 50
const QUIET_MERCHANTS = 2
/** Milliseconds between two payins of a quiet merchant: longer than an event takes, so that it is known which payin an event is of. */
const quietPause = () => 3_000 + Math.random() * 2_000
const RESIDENT_SAMPLES = 10
const RESIDENT_PAUSE_MS = 500
const VACUUM_MS = 60_000
const LIST_DAYS = 7

/** Bytes. */
interface Memory {
  resident: number
  /** After a garbage collection, without compiled code. */
  heap: number
}

/** Milliseconds unless they say otherwise. */
export interface EventFigures {
  /** From sending a payin of a quiet merchant until its event arrives at a console. */
  heard: number[]
  /** Events that did not arrive before the next payin of their merchant. */
  missed: number
  /** Between two events of a console of a busy merchant. */
  gaps: number[]
  /** From sending a payin until its answer. */
  created: number[]
  /** From sending a payin until a console with an open list counts it. */
  counted: number[]
  /** From asking for the changes of an open list until the answer. */
  asked: number[]
  cores: Cores
}

export interface ConsoleFigures {
  consoles: number
  /** With streams alone. */
  streams: EventFigures
  /** With a list open in each console, too. */
  lists: EventFigures
  /** Before and after the time with streams alone. */
  memory: { before: Memory; after: Memory }
}

export interface Durations {
  warmSeconds: number
  /** With streams alone. */
  streamSeconds: number
  /** With a list open in each console. */
  listSeconds: number
}

/** Connects the consoles, has merchants create payins, and measures when consoles hear of them and count them. */
export async function measureEvents(
  db: Database,
  gateway: GatewayProcess,
  accounts: readonly Account[],
  { warmSeconds, streamSeconds, listSeconds }: Durations,
): Promise<ConsoleFigures> {
  let figures = noFigures()

  const users = await openUsers(db, accounts, CONSOLES)
  const sellers = await sellersOf(db)
  const quiet = accounts.filter(({ scope }) => scope.merchantNos.length === 1).slice(0, QUIET_MERCHANTS)
  const busySellers = sellers.filter(({ merchantNo }) => !quiet.some((one) => one.merchantNo === merchantNo))
  const probes = new Map<string, Probe>()
  const lists = new Map<User, OpenList>()
  const lastHeard = new Map<User, number>()
  const heard = (user: User) => {
    const now = performance.now()
    lists.get(user)?.hint()
    if (!quiet.includes(user.account)) {
      const last = lastHeard.get(user)
      if (last !== undefined) figures.gaps.push(now - last)
      lastHeard.set(user, now)
      return
    }
    const probe = probes.get(user.account.merchantNo)
    if (probe === undefined || probe.heardBy.has(user)) return
    probe.heardBy.add(user)
    figures.heard.push(now - probe.sentAt)
  }
  const streams = await openStreams(
    gateway.address,
    users.map((user) => ({ token: user.token, heard: (kind) => void (kind === 'payin' && heard(user)) })),
  )

  const shops = openShops(gateway.address)
  const sentAt = new Map<string, number>()
  const failures: Error[] = []
  const stopped = new AbortController()
  const createPayin = async (seller: (typeof sellers)[number]) => {
    const sent = performance.now()
    try {
      sentAt.set(await shops.createPayin(seller), sent)
      figures.created.push(performance.now() - sent)
    } catch (error) {
      failures.push(error as Error)
    }
  }
  let turn = 0
  const jobs = [
    startEach(
      () => 1_000 / PAYINS_PER_SECOND,
      stopped.signal,
      () => createPayin(busySellers[turn++ % busySellers.length]!),
    ),
    ...quiet.map(({ merchantNo }) =>
      startEach(quietPause, stopped.signal, async () => {
        const consoles = users.filter(({ account }) => account.merchantNo === merchantNo).length
        const former = probes.get(merchantNo)
        if (former !== undefined) figures.missed += consoles - former.heardBy.size
        probes.set(merchantNo, { sentAt: performance.now(), heardBy: new Set() })
        await createPayin(sellers.find((one) => one.merchantNo === merchantNo)!)
      }),
    ),
    // As autovacuum does, which may be off.
    startEach(
      () => VACUUM_MS,
      stopped.signal,
      async () => void (await db.script('vacuum (analyze)')),
    ),
  ]
  const during = async (seconds: number): Promise<EventFigures> => {
    figures = noFigures()
    const end = watchCores(gateway.pid)
    await setTimeout(seconds * 1_000)
    return Object.assign(figures, { cores: end() })
  }
  try {
    await setTimeout(warmSeconds * 1_000)
    const before = await memoryOf(gateway)
    const withStreams = await during(streamSeconds)
    const after = await memoryOf(gateway)
    const today = wibDay(Date.now())
    const filter = { startDate: addDays(today, 1 - LIST_DAYS), endDate: today }
    for (const user of users) {
      const list = openList(gateway.address, user, {
        filter,
        answered(createdIds, ms) {
          figures.asked.push(ms)
          const now = performance.now()
          for (const id of createdIds) if (sentAt.has(id)) figures.counted.push(now - sentAt.get(id)!)
        },
        failed: (error) => void failures.push(error),
      })
      lists.set(user, list)
    }
    const withLists = await during(listSeconds)
    if (streams.ended() > 0) failures.push(new Error(`The gateway has ended ${streams.ended()} streams.`))
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} failures, the first: ${failures[0]!.message}`)
    return { consoles: users.length, streams: withStreams, lists: withLists, memory: { before, after } }
  } finally {
    stopped.abort()
    await Promise.all([...lists.values()].map((list) => list.close()))
    await Promise.all(jobs)
    streams.close()
    await shops.close()
  }
}

const noFigures = (): Omit<EventFigures, 'cores'> => ({
  heard: [],
  missed: 0,
  gaps: [],
  created: [],
  counted: [],
  asked: [],
})

/** A payin of a quiet merchant, and the consoles that have heard of it. */
interface Probe {
  sentAt: number
  heardBy: Set<User>
}

async function memoryOf({ pid, memory }: GatewayProcess): Promise<Memory> {
  let resident = 0
  for (let sample = 0; sample < RESIDENT_SAMPLES; sample++) {
    resident += residentBytes(pid) / RESIDENT_SAMPLES
    await setTimeout(RESIDENT_PAUSE_MS)
  }
  // The resident memory first: a forced collection is not what a gateway does by itself.
  const { heapUsed, external, code } = await memory()
  return { resident, heap: heapUsed + external - code }
}
