import type { Page, Route } from 'playwright-core'

/** Answers that are kept back. */
export interface HeldRequests {
  /** Resolves when so many have been asked for. */
  waitForCount(count: number): Promise<void>
  /** Lets those that wait arrive, and everything after them. */
  release(): Promise<void>
}

/** Keeps back what answers at these addresses, where the body asks for it: the gateway is slow, or the way is long. */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
  asks: (body: string) => boolean = () => true,
): Promise<HeldRequests> {
  const waiting: Route[] = []
  const watching = new Set<() => void>()
  let isHeld = true
  await page.route(url, (route) => {
    if (!isHeld || !asks(route.request().postData() ?? '')) return route.continue()
    waiting.push(route)
    for (const check of watching) check()
    return undefined
  })
  return {
    waitForCount(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        if (waiting.length >= count) resolve()
      }
      watching.add(check)
      check()
      return promise
    },
    async release() {
      isHeld = false
      // Whoever asked may be gone by now.
      await Promise.all(waiting.splice(0).map((route) => route.continue().catch(() => {})))
    },
  }
}
