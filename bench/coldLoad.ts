import type { Browser, Page } from 'playwright-core'
import { listAddress, openConsolePage } from './consolePage.ts'
import type { Fixture } from './fixture.ts'
import { installProbe } from './probe.ts'
import { quantile } from './samples.ts'
import { figure, print } from './table.ts'

const SLOWED = 4
const LOADS = 5

/** Milliseconds since navigation start. */
interface Load {
  /** First paint. */
  paint: number
  /** The page is usable: the fields of the sign-in page, or the first rows of a list. */
  there: number
}

/** Measures a load with an empty cache on a four times slower processor. */
export async function measureColdLoad(browser: Browser, fixture: Fixture): Promise<void> {
  const guests: Load[] = []
  for (let time = 0; time < LOADS; time++) {
    const context = await browser.newContext()
    await context.addInitScript(installProbe)
    guests.push(await loadCold(await context.newPage(), fixture.address, 'firstField'))
    await context.close()
  }
  const { empty, close } = await openConsolePage(browser, fixture)
  const lists: Load[] = []
  for (let time = 0; time < LOADS; time++) lists.push(await loadCold(empty, listAddress(fixture.address), 'firstRow'))
  await close()
  print(
    `Cold load, the processor slowed ${SLOWED} times: milliseconds, the middle of ${LOADS}`,
    ['', 'first paint', 'there'],
    [loadRow('sign-in page', guests), loadRow('first list, signed in', lists)],
  )
}

async function loadCold(page: Page, address: string, awaited: 'firstField' | 'firstRow'): Promise<Load> {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  // A hash change alone would not reload the document.
  await page.goto('about:blank')
  await page.goto(address)
  const load = await page.evaluate(async (name) => {
    const there = await probe[name]
    const paints = () => performance.getEntriesByName('first-contentful-paint')
    // Paint entries are reported with a delay.
    while (paints().length === 0) await new Promise(requestAnimationFrame)
    return { paint: paints()[0]!.startTime, there }
  }, awaited)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return load
}

function loadRow(name: string, loads: readonly Load[]): string[] {
  const middle = (of: (load: Load) => number) => figure(quantile(loads.map(of), 0.5))
  return [name, middle(({ paint }) => paint), middle(({ there }) => there)]
}
