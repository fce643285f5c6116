import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { quantile } from '../bench/samples.ts'
import { startEndpoint } from '../tests/endpoint.ts'
import { auditWrites, type SentWrite } from './audit.ts'
import { ask, type Reply, signIn, verdictOf } from './client.ts'
import { type GatewayProcess, startGateway } from './gatewayProcess.ts'
import { over, type Result, type Task } from './region.ts'
import { DAY_MS, perDay, type Sample } from './slope.ts'
import { createShops, idOf, rollWrite, SHOPS, send } from './writes.ts'

/** Requests start at this interval; at most so many are in progress. */
const PAUSE_MS = 100
const MOST = 16
const SAMPLE_MS = 5_000
const RESOLUTION_MS = 10
/** A gateway that has just started still grows: its second half must last so long to be judged. */
const JUDGED_MS = 5 * 60_000
/** Of the second half of the run, extrapolated, as far as it is certain. */
const HEAP_MB_PER_DAY = 100
const RSS_MB_PER_DAY = 100
/** What compiled code and the buffers of a database take once, over the first hour. */
const RSS_MB_ONCE = 8
/** The maximum of the space for young objects: three halves of 32 MiB. V8 takes it within minutes or hours, depending on the load. */
const YOUNG_MB = 101
/** Bytecode and machine code of all functions of the gateway and its packages. */
const CODE_MB = 48
const P95_MS = 500
/** 503 with a `Retry-After`: on a busy machine, a disk can take seconds. */
const LATE_PER_MILLE = 1
/** Between the client, the gateway and its database in a reply. On a busy machine, each waits for a core. */
const SWITCHES = 20
const MB = 1_000_000

const PAGE = { page: '1', offset: '0', limit: '50' }
const READS: readonly [AnyCall, object][] = [
  [calls.payinList, PAGE],
  [calls.payoutList, { ...PAGE, status: 'SUCCESS' }],
  [calls.payinList, { ...PAGE, sort: 'payAmount.desc' }],
  [calls.payinCount, {}],
  [calls.accountInfo, {}],
  [calls.accountDetail, PAGE],
  [calls.accountDaily, PAGE],
  [calls.dashboard, {}],
  [calls.activities, {}],
  [calls.notices, {}],
  [calls.merchantInfo, {}],
  [calls.health, {}],
]

/** Reads and writes at a steady, modest rate. Memory does not grow, replies stay fast, and none is a server error. */
export async function soak({ target, roll, isOver }: Task): Promise<Result> {
  const endpoint = await startEndpoint()
  await target.use((db) => createShops(db, 1_000_000_000_000n, endpoint.address))
  const settings = { ...target.environment, HOLD_SECONDS: '0', SIMULATION: 'on', NOTIFY_ALLOW_PRIVATE: 'on' }
  const gateway = await startGateway({ ...settings, SESSION_IDLE_MINUTES: '480' })
  const failures: string[] = []
  const sent = new Map<string, SentWrite>()
  const times: number[] = []
  let late = 0
  const waits = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  waits.enable()
  const memory: Sample<'heap' | 'rss' | 'young' | 'code'>[] = []
  try {
    const tokens = new Map<string, string>()
    for (const no of SHOPS) tokens.set(no, await signIn(gateway.address, no))
    const shop = () => SHOPS[roll(SHOPS.length)]!
    const running = new Set<Promise<void>>()
    let sampled = 0
    for (let n = 0; !isOver(0) && failures.length < 10; n++) {
      if (running.size < MOST) {
        const request = one(n).catch((error: Error) => void failures.push(String(error.cause ?? error)))
        running.add(request)
        void request.finally(() => running.delete(request))
      }
      if (performance.now() - sampled > SAMPLE_MS) {
        sampled = performance.now()
        const { heapUsed, external, rss, young, code } = await gateway.memory()
        memory.push({ at: sampled, heap: heapUsed + external - code, rss: rss - young, young, code })
        // The requests of this process do not count.
        endpoint.received.length = 0
      }
      await setTimeout(PAUSE_MS)
    }
    await Promise.all(running)
    if (gateway.hasEnded()) failures.push(`The gateway ended by itself: ${gateway.errors()}`)

    async function one(n: number): Promise<void> {
      const kind = roll(100)
      if (kind < 40) return write(n)
      const token = tokens.get(shop())!
      if (kind < 42) return readFile(gateway, token)
      if (kind < 44) return listen(gateway, token)
      if (kind < 46) {
        const no = shop()
        tokens.set(no, await signIn(gateway.address, no))
        return
      }
      const [row, input] = READS[roll(READS.length)]!
      note(row.path, await ask(gateway.address, row, input as Record<string, unknown>, { token }))
    }

    async function write(n: number): Promise<void> {
      const write = rollWrite(roll, `S${n}`)
      sent.set(write.number, { ...write, outcome: 'unknown', id: undefined })
      const reply = await send(gateway.address, write, tokens.get(write.merchantNo)!)
      note(write.kind, reply)
      const verdict = verdictOf(reply)
      const outcome = verdict === 'done' ? 'acknowledged' : verdict === 'unknown' ? 'unknown' : 'refused'
      sent.set(write.number, { ...write, outcome, id: idOf(reply) })
      if (verdict !== 'done') return
      if (write.kind !== 'payin' || roll(2) > 0) return
      const input = { merchantOrderNo: write.number }
      const token = tokens.get(write.merchantNo)!
      note('simulation', await ask(gateway.address, calls.simulatePayin, input, { token, idempotencyKey: `P${n}` }))
    }

    function note(what: string, reply: Reply): void {
      times.push(reply.ms)
      const verdict = verdictOf(reply)
      if (verdict === 'unavailable' || verdict === 'unknown') late++
      else if (verdict !== 'done') failures.push(`${what} was answered ${reply.status} ${reply.body.error}`)
    }
  } finally {
    waits.disable()
    await gateway.kill()
    await endpoint.close()
  }
  failures.push(...(await target.use((db) => auditWrites(db, sent))))
  const settled = memory.slice(Math.floor(memory.length / 2))
  const [heap, rss] = [perDay(settled, 'heap'), perDay(settled, 'rss')]
  const p95 = quantile(times, 0.95)
  // Nanoseconds; the resolution of the measurement is part of it.
  const waitMs = waits.percentile(95) / 1_000_000 - RESOLUTION_MS
  failures.push(
    ...over('share of replies that the database was too late for', (late / times.length) * 1_000, LATE_PER_MILLE, 'per mille'),
  )
  failures.push(...over('p95 of a reply', p95, P95_MS + SWITCHES * Math.max(0, waitMs), 'ms'))
  const last = memory.at(-1)
  failures.push(...over('space for young objects', (last?.young ?? 0) / MB, YOUNG_MB, 'MB'))
  failures.push(...over('compiled code', (last?.code ?? 0) / MB, CODE_MB, 'MB'))
  const judgedMs = last === undefined ? 0 : last.at - settled[0]!.at
  const isJudged = judgedMs >= JUDGED_MS
  if (isJudged) {
    failures.push(
      ...over('growth of the heap', heap.least / MB, HEAP_MB_PER_DAY, 'MB a day'),
      ...over('growth of the resident memory', rss.least / MB, RSS_MB_PER_DAY + (RSS_MB_ONCE * DAY_MS) / judgedMs, 'MB a day'),
    )
  }
  const growing = ({ most, least }: { most: number; least: number }) =>
    isJudged ? ` growing ${inMb(least)} to ${inMb(most)} MB a day` : ''
  return {
    tried: times.length,
    failures,
    figures:
      `p95 ${p95.toFixed(0)} ms (p95 of a wait for a core ${waitMs.toFixed(0)}), ${late} late, heap besides ${inMb(last?.code ?? 0)} MB of code ${inMb(last?.heap ?? 0)} MB${growing(heap)}, ` +
      `resident besides ${inMb(last?.young ?? 0)} MB for young objects ${inMb(last?.rss ?? 0)} MB${growing(rss)}${isJudged ? '' : ', too short to judge growth'}`,
  }
}

const inMb = (bytes: number): string => (bytes / MB).toFixed(0)

async function readFile({ address }: GatewayProcess, token: string): Promise<void> {
  const reply = await fetch(`${address}${calls.exportPayin.path}`, { headers: { 'merchant-token': token } })
  await reply.arrayBuffer()
  if (reply.status >= 500) throw new Error(`An export was answered ${reply.status}`)
}

/** Opens an event stream and leaves it after its first bytes. */
async function listen({ address }: GatewayProcess, token: string): Promise<void> {
  const left = new AbortController()
  const reply = await fetch(`${address}${calls.events.path}`, { headers: { 'merchant-token': token }, signal: left.signal })
  await reply.body!.getReader().read()
  left.abort()
}
