import type { Browser } from 'playwright-core'
import { demoAccounts } from '../server/seed/seed.ts'
import { changeRoutes, type Kept, keptBy } from '../tests/browser/routeChanges.ts'
import { signIn } from './consolePage.ts'
import type { Fixture } from './fixture.ts'
import { figure, print } from './table.ts'
import { withoutStream } from './withoutStream.ts'

const CHANGES = 1_000
const STEP = 200
const WARM_UP = 30

/** Measures what a merchant's page keeps over a thousand route changes. */
export async function measureRoutes(browser: Browser, { address }: Fixture): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(withoutStream)
  const page = await context.newPage()
  await page.goto(`${address}/#/transaction/payin`)
  await signIn(
    page,
    demoAccounts.find(({ kind }) => kind === 'normal'),
  )
  const devtools = await context.newCDPSession(page)
  // Nothing is loading: waiting for an idle network takes half a second of each change.
  const settled = () => page.waitForFunction(() => document.querySelector('main:not(:has([aria-busy="true"]))'))
  const lines: string[][] = []
  const note = (changes: number, { heap, nodes, listeners }: Kept) =>
    lines.push([String(changes), figure(heap / 2 ** 20), String(nodes), String(listeners)])
  await changeRoutes(page, WARM_UP, settled)
  note(0, await keptBy(devtools))
  for (let changes = STEP; changes <= CHANGES; changes += STEP) {
    await changeRoutes(page, STEP, settled)
    note(changes, await keptBy(devtools))
  }
  await context.close()
  print(
    `Route changes, after ${WARM_UP} to warm up and a garbage collection`,
    ['changes', 'heap MB', 'nodes', 'listeners'],
    lines,
  )
}
