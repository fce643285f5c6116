import type { Page, Route } from 'playwright-core'

/** Requests that wait for their release. */
export interface HeldRequests {
  /** Resolves when at least this many requests wait. */
  waitForCount(count: number): Promise<void>
  /** Continues the waiting requests and all later ones. */
  release(): Promise<void>
}

/** Holds requests to these addresses if their body matches, to simulate a slow gateway. */
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
      // The requesting page may be closed by now.
      await Promise.all(waiting.splice(0).map((route) => route.continue().catch(() => {})))
    },
  }
}
