import type { Browser, Page } from 'playwright-core'
import { listAddress, openConsolePage } from './consolePage.ts'
import type { Fixture } from './fixture.ts'
import { installProbe } from './probe.ts'
import { quantile } from './samples.ts'
import { figure, print } from './table.ts'

const SLOWED = 4
const LOADS = 5

/** Milliseconds since the page was asked for. */
interface Load {
  /** Until anything was painted. */
  paint: number
  /** Until what it is opened for was: the fields of the sign-in page, the first rows of a list. */
  there: number
}

/** What somebody waits for who has nothing of the console yet, on a processor that is four times slower. */
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
  // Otherwise it might be the same document at another place.
  await page.goto('about:blank')
  await page.goto(address)
  const load = await page.evaluate(async (name) => {
    const there = await probe[name]
    const paints = () => performance.getEntriesByName('first-contentful-paint')
    // The browser tells of it when it finds the time.
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
