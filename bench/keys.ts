import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import type { Measured } from './probe.ts'

/** The repeat interval of a held key and of a fast wheel. Milliseconds. */
export const EVERY_MS = 1_000 / 30

/** Holds a key for a number of repeats, however long the page takes for each. */
export const hold = (page: Page, key: string, repeats: number): Promise<Watched> =>
  watch(page, async () => {
    await atIntervals(repeats, () => page.keyboard.down(key))
    await page.keyboard.up(key)
  })

/** Presses keys one after the other, with time between them for the page to settle. */
export const press = (page: Page, keys: readonly string[], pauseMs: number, options?: WatchOptions): Promise<Watched> =>
  watch(
    page,
    async () => {
      for (const key of keys) {
        await page.keyboard.press(key)
        await setTimeout(pauseMs)
      }
    },
    options,
  )

interface WatchOptions {
  /** Whether frames are asked for until the end, and not only until each key has had an effect. */
  everyFrame: boolean
}

/** Measurements of a watched page. */
export interface Watched extends Measured {
  /** Milliseconds of processor time of the page's thread, without other load on the machine. */
  worked: number
}

/** Watches the page while the work runs. */
export async function watch(
  page: Page,
  work: () => Promise<void>,
  options: WatchOptions = { everyFrame: true },
): Promise<Watched> {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await workedBy(session)
  await page.evaluate((options) => probe.start(options), options)
  await work()
  const measured = await page.evaluate(() => probe.stop())
  const worked = (await workedBy(session)) - before
  await session.detach()
  return { ...measured, worked }
}

async function workedBy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
}

/** Starts the work thirty times a second, without waiting for the previous run to end. */
export async function atIntervals(count: number, start: () => Promise<void>): Promise<void> {
  const began = performance.now()
  const started: Promise<void>[] = []
  for (let n = 0; n < count; n++) {
    await setTimeout(Math.max(0, began + n * EVERY_MS - performance.now()))
    started.push(start())
  }
  await Promise.all(started)
}

/** Measures both alternately, so that other load on the machine affects both. */
export async function inTurn<Result>(
  rounds: number,
  one: (round: number) => Promise<Result>,
  other: (round: number) => Promise<Result>,
): Promise<[Result[], Result[]]> {
  const results: [Result[], Result[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    results[0].push(await one(round))
    results[1].push(await other(round))
  }
  return results
}

/** Merges several measurements. */
export const together = (parts: readonly Watched[]): Watched => ({
  shown: parts.flatMap(({ shown }) => shown),
  filled: parts.flatMap(({ filled }) => filled),
  frames: parts.flatMap(({ frames }) => frames),
  worked: parts.reduce((sum, { worked }) => sum + worked, 0),
})

export const workAKey = ({ worked, shown }: Watched): number => worked / shown.length
