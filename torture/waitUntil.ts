import { setTimeout } from 'node:timers/promises'

const PAUSE_MS = 100

/** Waits for the condition; false when it is not met in time. */
export async function waitUntil(isMet: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs
  while (!(await isMet())) {
    if (Date.now() > until) return false
    await setTimeout(PAUSE_MS)
  }
  return true
}
