import type { CDPSession, Page } from 'playwright-core'

/** What a page keeps after a garbage collection. */
export interface Kept {
  /** Bytes of the script heap. */
  heap: number
  /** DOM nodes, also those outside of the document. */
  nodes: number
  listeners: number
}

const ADDRESSES = [
  '/transaction/payin',
  '/dashboard',
  '/account/detail',
  '/account/withdraw',
  '/settings/history',
  '/transaction/payout',
]

/** Changes the route this many times, each time when the screen before is drawn and its requests have ended. */
export async function changeRoutes(page: Page, count: number, settled: () => Promise<unknown>): Promise<void> {
  for (let change = 0; change < count; change++) {
    await page.evaluate((hash) => location.assign(hash), `#${ADDRESSES[change % ADDRESSES.length]}`)
    await settled()
  }
}

export async function keptBy(devtools: CDPSession): Promise<Kept> {
  // The second collection takes what finalizers of the first have released.
  for (let time = 0; time < 2; time++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { heap: usedSize, nodes, listeners: jsEventListeners }
}
