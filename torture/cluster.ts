import { setTimeout } from 'node:timers/promises'
import type { SentWrite } from './audit.ts'
import { signInAll } from './client.ts'
import type { ClusterTarget } from './clusterTarget.ts'
import { startGateway } from './gatewayProcess.ts'
import type { Result, Task } from './region.ts'
import { SentWrites } from './sentWrites.ts'
import { createShops, rollWrite, SHOPS } from './writes.ts'

const LANES = 6
/** Writes that are acknowledged before a node ends, and after it is back. */
const ACKNOWLEDGED = 40
const LONGEST_DOWN_MS = 2_000
const PAUSE_MS = 50
const RECOVERED_MS = 60_000

/**
 * Ends a worker or the coordinator of a cluster without warning under a load of writes on two gateways, and starts it again. A
 * write that cannot be made is refused as unavailable or has an unknown outcome; each acknowledged write is there exactly once; one with an unknown
 * outcome takes effect once when it is repeated with its key; writes succeed again without a restart of a gateway.
 */
export async function tortureByNodes({ target, roll, isOver }: Task): Promise<Result> {
  const { nodes } = target as ClusterTarget
  await target.use((db) => createShops(db, 1_000_000_000_000n))
  const settings = { ...target.environment, HOLD_SECONDS: '0', SIMULATION: 'on' }
  const gateways = await Promise.all([startGateway(settings), startGateway(settings)])
  const writes = new SentWrites()
  let rounds = 0
  let unavailable = 0
  let unknown = 0
  let slowest = 0

  /** Writes on all lanes until `work` ends. Returns the writes of the round. */
  async function load(work: (acknowledged: () => number) => Promise<void>): Promise<SentWrite[]> {
    const numbers: string[] = []
    let done = 0
    let isOn = true
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let n = 0; isOn; n++) {
        const write = rollWrite(roll, `N${rounds}-${lane}-${n}`)
        numbers.push(write.number)
        const outcome = await writes.attempt(gateways[n % gateways.length]!.address, write)
        if (outcome === 'acknowledged') done++
        if (outcome === 'unavailable') unavailable++
        if (outcome !== 'acknowledged') await setTimeout(PAUSE_MS)
      }
    })
    await work(() => done).finally(() => {
      isOn = false
    })
    await Promise.all(lanes)
    return numbers.map((number) => writes.sent.get(number)!)
  }

  async function until(isMet: () => boolean): Promise<void> {
    const limit = Date.now() + RECOVERED_MS
    while (!isMet()) {
      if (Date.now() > limit) return void writes.failures.push('Writes do not succeed again after a node is back.')
      await setTimeout(PAUSE_MS)
    }
  }

  try {
    writes.use(await signInAll(gateways[0]!.address, SHOPS))
    do {
      const node = nodes[roll(nodes.length)]!
      const sent = await load(async (acknowledged) => {
        await until(() => acknowledged() >= ACKNOWLEDGED)
        await node.stopImmediately()
        await setTimeout(roll(LONGEST_DOWN_MS))
        await node.start()
        const [from, before] = [performance.now(), acknowledged()]
        await until(() => acknowledged() >= before + ACKNOWLEDGED)
        slowest = Math.max(slowest, performance.now() - from)
      })
      const open = sent.filter(({ outcome }) => outcome === 'unknown')
      unknown += open.length
      await writes.repeat(gateways[rounds % 2]!.address, open)
      await writes.audit(target)
      rounds++
    } while (!isOver(rounds) && writes.failures.length === 0)
    for (const gateway of gateways) if (gateway.hasEnded()) writes.failures.push(`A gateway ended: ${gateway.errors()}`)
  } finally {
    await Promise.all(gateways.map(({ kill }) => kill()))
  }
  const figures = `${writes.count('acknowledged')} acknowledged, ${unavailable} unavailable, ${unknown} unknown and repeated, slowest recovery ${(slowest / 1_000).toFixed(1)} s`
  return { tried: rounds, failures: writes.failures, figures }
}
