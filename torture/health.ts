import { setTimeout } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import { quantile } from '../bench/samples.ts'
import { ask } from './client.ts'
import { over } from './region.ts'

const PAUSE_MS = 50
/** What 95 of 100 health checks must stay below, besides what they take on this machine without the attack. */
const BOUND_MS = 100
const IDLE_MS = 5_000

export interface HealthWatch {
  /** Stops asking. Failures: answers other than 200, and a 95th percentile over the bound. */
  stop(): Promise<{ p95: number; failures: string[] }>
}

/** The 95th percentile of health checks of an idle gateway. */
export async function idleHealth(address: string): Promise<number> {
  const health = watchHealth(address, 0)
  await setTimeout(IDLE_MS)
  return (await health.stop()).p95
}

/** Asks for the health of the gateway several times a second. `idle` is the 95th percentile without an attack. */
export function watchHealth(address: string, idle: number): HealthWatch {
  const times: number[] = []
  const failures: string[] = []
  let isWatching = true
  const watching = (async () => {
    while (isWatching) {
      const reply = await ask(address, calls.health, {}).catch((error: Error) => error)
      if (reply instanceof Error) failures.push(`/healthz failed: ${reply.cause ?? reply.message}`)
      else times.push(reply.ms)
      if (!(reply instanceof Error) && reply.status !== 200) failures.push(`/healthz was answered ${reply.status}`)
      await setTimeout(PAUSE_MS)
    }
  })()
  return {
    async stop() {
      isWatching = false
      await watching
      const p95 = quantile(times, 0.95)
      return { p95, failures: [...failures, ...over('p95 of /healthz', p95, BOUND_MS + idle, 'ms')] }
    },
  }
}
