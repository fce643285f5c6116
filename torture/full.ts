import { setTimeout } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import { auditWrites, type SentWrite } from './audit.ts'
import { ask, signIn, verdictOf } from './client.ts'
import { type GatewayProcess, startGateway } from './gatewayProcess.ts'
import type { Result, Task } from './region.ts'
import type { SmallDisk } from './smallDisk.ts'
import type { TargetDatabase } from './targets.ts'
import { waitUntil } from './waitUntil.ts'
import { createShops, idOf, rollWrite, SHOPS, send } from './writes.ts'

/** A database on a disk that can be filled. */
export interface FullDiskTarget extends TargetDatabase {
  disk: SmallDisk
  /** Of a database with a server of its own. */
  server?: {
    /** Needs space that the full disk does not have until the server has ended; returns whether it has. */
    end(): Promise<boolean>
    /** Starts the server again if the full disk has ended it; returns whether it had. */
    revive(): Promise<boolean>
  }
}

const LANES = 4
const ACKNOWLEDGED = 40
const UNAVAILABLE = 10
const PAUSE_MS = 50
const NOTICED_MS = 60_000
const RECOVERED_MS = 60_000

/**
 * Fills the disk of the database under a load of writes. Writes are then refused as unavailable and the health check says so. After
 * space is freed the gateway writes again, and nothing that it acknowledged is lost. In every second round the full disk ends the
 * server of the database.
 */
export async function tortureByFullDisk({ target, roll, isOver }: Task): Promise<Result> {
  const { disk, server } = target as FullDiskTarget
  await target.use((db) => createShops(db, 1_000_000_000_000n))
  const settings = { ...target.environment, HOLD_SECONDS: '0' }
  const sent = new Map<string, SentWrite>()
  const failures: string[] = []
  const figures = { acknowledged: 0, unavailable: 0, slowest: 0, revivals: 0 }
  const tokens = new Map<string, string>()
  let rounds = 0
  let gateway: GatewayProcess | undefined

  async function attempt({ address }: GatewayProcess, number: string): Promise<void> {
    const write = rollWrite(roll, number)
    const note = (outcome: SentWrite['outcome'], id?: string) => sent.set(number, { ...write, outcome, id })
    note('unknown')
    const reply = await send(address, write, tokens.get(write.merchantNo)!).catch(() => undefined)
    if (reply === undefined) return
    const verdict = verdictOf(reply)
    if (verdict === 'failed') failures.push(`${number} was answered ${reply.status} ${reply.body.error}`)
    if (verdict === 'done') {
      figures.acknowledged++
      note('acknowledged', idOf(reply))
      return
    }
    if (verdict === 'unavailable') figures.unavailable++
    if (verdict !== 'unknown') note('refused')
    await setTimeout(PAUSE_MS)
  }

  /** Writes on several lanes while the steps run. */
  async function underLoad(loaded: GatewayProcess, steps: () => Promise<void>): Promise<void> {
    let isLoaded = true
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let n = 0; isLoaded; n++) await attempt(loaded, `F${rounds}-${lane}-${n}`)
    })
    try {
      await steps()
    } finally {
      isLoaded = false
      await Promise.all(lanes)
    }
  }

  const isHealthy = async ({ address }: GatewayProcess) => {
    const reply = await ask(address, calls.health, {}).catch(() => undefined)
    return reply?.status === 200
  }
  /** Waits until so many more writes have had this outcome. */
  const more = (name: 'acknowledged' | 'unavailable', count: number, limitMs: number) => {
    const enough = figures[name] + count
    return waitUntil(() => figures[name] >= enough, limitMs)
  }

  async function fillAndFree(filled: GatewayProcess): Promise<void> {
    if (!(await more('acknowledged', ACKNOWLEDGED, NOTICED_MS))) failures.push('Writes are not acknowledged.')
    disk.fill()
    const refused = more('unavailable', UNAVAILABLE, NOTICED_MS)
    const isNoticed = await waitUntil(async () => {
      disk.fill()
      return filled.hasEnded() || !(await isHealthy(filled))
    }, NOTICED_MS)
    if (!isNoticed) failures.push('The health check does not notice a full disk.')
    if (!filled.hasEnded() && !(await refused)) failures.push('Writes are not refused as unavailable.')
    const isServerEnded = server !== undefined && rounds % 2 === 1
    if (isServerEnded) {
      if (!(await server.end())) failures.push('The full disk does not end the server of the database.')
      if (!(await more('unavailable', UNAVAILABLE, NOTICED_MS))) failures.push('Writes without a server are not refused.')
      if (await isHealthy(filled)) failures.push('The gateway is healthy without a server.')
    }
    disk.free()
    const from = performance.now()
    if (await server?.revive()) figures.revivals++
    else if (isServerEnded) failures.push('The server of the database was not started again.')
    if (filled.hasEnded()) {
      failures.push(`The gateway ended by itself: ${filled.errors()}`)
      return
    }
    if (!(await waitUntil(() => isHealthy(filled), RECOVERED_MS)))
      failures.push('The gateway does not recover after space is freed.')
    if (!(await more('acknowledged', ACKNOWLEDGED, RECOVERED_MS))) failures.push('Writes are not acknowledged afterwards.')
    figures.slowest = Math.max(figures.slowest, performance.now() - from)
  }

  try {
    do {
      const filled = await startGateway(settings)
      gateway = filled
      // Sessions outlive the gateway.
      for (const no of tokens.size === 0 ? SHOPS : []) tokens.set(no, await signIn(filled.address, no))
      await underLoad(filled, () => fillAndFree(filled))
      await filled.kill()
      failures.push(...(await target.use((db) => auditWrites(db, sent))))
      rounds++
    } while (!isOver(rounds) && failures.length === 0)
  } finally {
    disk.free()
    await gateway?.kill()
  }
  const { acknowledged, unavailable, slowest, revivals } = figures
  return {
    tried: rounds,
    failures,
    figures:
      `${acknowledged} acknowledged, ${unavailable} refused as unavailable, ${revivals} ends of the database server, ` +
      `slowest recovery ${(slowest / 1_000).toFixed(1)} s`,
  }
}
