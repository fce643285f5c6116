import { setTimeout } from 'node:timers/promises'
import type { Database } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import { startEndpoint } from '../tests/endpoint.ts'
import { openGateway } from '../tests/gateway.ts'
import type { SentWrite } from './audit.ts'
import { signInAll } from './client.ts'
import { type GatewayProcess, startGateway } from './gatewayProcess.ts'
import type { Result, Task } from './region.ts'
import { SentWrites } from './sentWrites.ts'
import { waitUntil } from './waitUntil.ts'
import { createShops, rollWrite, SHOPS } from './writes.ts'

const LANES = 8
/** Acknowledged writes that are repeated after each restart. */
const REPEATED = 3
const KILLS_PER_AUDIT = 25
const DELIVERY_MS = 60_000
// The gateway is killed before optimized WebAssembly pays off.
const SHORT_LIVED = ['--liftoff-only']

/**
 * Kills a gateway under a load of writes and starts it again. Each acknowledged write must be there exactly once; one without a
 * reply takes effect once when it is repeated with its key; at the end the workers deliver an overdue callback.
 */
export async function tortureByKills({ target, roll, isOver }: Task): Promise<Result> {
  const endpoint = await startEndpoint()
  const settings = { ...target.environment, HOLD_SECONDS: '0', SIMULATION: 'on', NOTIFY_ALLOW_PRIVATE: 'on' }
  const writes = new SentWrites()
  const { sent, failures } = writes
  const startTimes: number[] = []
  let gateway: GatewayProcess | undefined
  let isSignedIn = false
  let kills = 0
  let unknown = 0

  async function start(): Promise<GatewayProcess> {
    const from = performance.now()
    const started = await startGateway(settings, { nodeArgs: SHORT_LIVED })
    startTimes.push(performance.now() - from)
    // Sessions outlive the gateway.
    if (!isSignedIn) writes.use(await signInAll(started.address, SHOPS))
    isSignedIn = true
    return started
  }

  /** Writes on several lanes until so many are acknowledged, then kills the gateway. Returns what was sent. */
  async function killUnderLoad(gateway: GatewayProcess, acknowledged: number): Promise<SentWrite[]> {
    const numbers: string[] = []
    const enough = Promise.withResolvers<void>()
    let done = 0
    let isKilled = false
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let n = 0; !isKilled; n++) {
        const write = rollWrite(roll, `K${kills}-${lane}-${n}`)
        numbers.push(write.number)
        if ((await writes.attempt(gateway.address, write)) === 'unknown') return
        if (++done >= acknowledged) enough.resolve()
      }
    })
    await Promise.race([enough.promise, Promise.all(lanes)])
    if (gateway.hasEnded()) failures.push(`The gateway ended by itself: ${gateway.errors()}`)
    await setTimeout(roll(30))
    isKilled = true
    await gateway.kill()
    await Promise.all(lanes)
    kills++
    return numbers.map((number) => sent.get(number)!)
  }

  try {
    await target.use((db) => createShops(db, 1_000_000_000_000n, endpoint.address))
    let last: SentWrite[] = []
    do {
      gateway = await start()
      const lost = last.filter(({ outcome }) => outcome === 'unknown')
      unknown += lost.length
      const known = last.filter(({ outcome }) => outcome === 'acknowledged')
      await writes.repeat(gateway.address, [...lost, ...known.slice(-REPEATED)])
      last = await killUnderLoad(gateway, 5 + roll(roll(4) === 0 ? 300 : 60))
      if (kills % KILLS_PER_AUDIT === 0) await writes.audit(target)
    } while (!isOver(kills) && failures.length === 0)
    gateway = await start()
    await writes.repeat(
      gateway.address,
      last.filter(({ outcome }) => outcome === 'unknown'),
    )
    await gateway.kill()
    await writes.audit(target)
    const eventId = await target.use(enqueueOverdueCallback)
    gateway = await start()
    const isDelivered = () => endpoint.received.some(({ headers }) => headers['webhook-id'] === eventId)
    if (!(await waitUntil(isDelivered, DELIVERY_MS))) failures.push('An overdue callback is not delivered after the restart.')
  } finally {
    await gateway?.kill()
    await endpoint.close()
  }
  const acknowledged = writes.count('acknowledged')
  const slowest = Math.max(...startTimes)
  return {
    tried: kills,
    failures,
    figures: `${acknowledged} acknowledged, ${unknown} without a reply, slowest restart ${(slowest / 1_000).toFixed(1)} s`,
  }
}

/** A paid payin of the first merchant whose callback is due, as a gateway that died leaves it. Returns the id of the event. */
async function enqueueOverdueCallback(db: Database): Promise<string> {
  const gateway = await openGateway(db, { node: 999 })
  const { merchantNo, id } = await gateway.payin(SHOPS[0]!, 'OVERDUE', 'SUCCESS')
  await gateway.close()
  const callback = await db.one<{ id: string }>(sql`
    select event_id as id from callback where merchant_no = ${merchantNo} and order_id = ${id}`)
  return callback!.id
}
