import type { Browser, BrowserContext, Page } from 'playwright-core'
import { calls } from '#contract/calls.ts'
import { fetchCall } from '../tests/gateway.ts'
import { demoAccount, listAddress, openSignedIn, VIEWPORT } from './consolePage.ts'
import type { Fixture } from './fixture.ts'
import { isPageInstalled, peerPages, servePage } from './peers/page.ts'
import { installProbe } from './probe.ts'
import { quantile, shuffled } from './samples.ts'
import { figure, kilo, note, print, times, verdict } from './table.ts'
import { installTextProbe } from './textProbe.ts'
import { withoutStream } from './withoutStream.ts'

const SLOWED = 4
const ROUNDS = 5

const COLD_MS = 700
const WARM_MS = 350
const DRAWN_MS = 100

/** A load, in milliseconds since navigation start. */
interface Load {
  /** First paint with content. */
  paint: number
  /** The page is usable: a field of the sign-in page, or the first row of a list. */
  there: number
}

interface ListLoad extends Load {
  /** From the arrival of the rows to the paint of the first. Milliseconds. */
  drawn: number
  /** Transferred bytes of the scripts requested before the first row. */
  script: number
}

/** A page with the list, and what it stores in the browser of a signed-in user. */
interface Candidate {
  name: string
  address: string
  storage: { name: string; value: string }[]
  cold: ListLoad[]
  warm: ListLoad[]
}

/**
 * Measures first loads on a four times slower processor: with an empty cache, and the next visit with the files of the first. Peers
 * list the same payins through the same gateway, with the same session. The console is measured at full speed as well.
 */
export async function measureColdLoad(browser: Browser, fixture: Fixture): Promise<void> {
  await measureSignIn(browser, fixture)
  const { storage, token } = await signedInStorage(browser, fixture.address)
  const number = await newestNumber(fixture.address, token)
  const [console, fast] = [SLOWED, 1].map(() => candidate('console', listAddress(fixture.address), storage)) as [
    Candidate,
    Candidate,
  ]
  const installed = peerPages.filter(isPageInstalled)
  const served = []
  for (const peer of installed) served.push({ peer, page: await servePage(peer, fixture.address) })
  const peers = served.map(({ peer, page }) => candidate(peer.name, page.address, [{ name: 'token', value: token }]))
  // They alternate, so that other load on the machine affects all of them.
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of shuffled([console, ...peers])) await visitTwice(browser, one, { number, rate: SLOWED })
    await visitTwice(browser, fast, { number, rate: 1 })
  }
  for (const { page } of served) await page.close()
  print(
    `First list, the processor slowed ${SLOWED} times: milliseconds, the middle of ${ROUNDS}; first with an empty cache, then the next visit`,
    [
      ...['', 'script of console', 'rows of console', 'next rows of console'],
      ...['script kB', 'paint', 'rows', 'next paint', 'next rows', 'answer to rows'],
      ...['rows bound', 'next bound'],
    ],
    [
      [...rowOf(console, console), ...boundsOf(console)],
      ...peers.map((peer) => rowOf(peer, console)),
      ...peerPages.filter((peer) => !isPageInstalled(peer)).map(({ name }) => [name, 'not installed']),
    ],
  )
  print(
    `First list at full speed: milliseconds, the middle of ${ROUNDS}`,
    ['', 'rows', 'next rows', 'answer to rows', 'answer bound'],
    [
      [
        'console',
        ...[middle(fast.cold, 'there'), middle(fast.warm, 'there'), middle(fast.cold, 'drawn')].map(figure),
        verdict(middle(fast.cold, 'drawn'), DRAWN_MS),
      ],
    ],
  )
  if (installed.length < peerPages.length)
    note('\nNot all peers are beside it: npm ci --prefix bench/peers/pages installs them.')
}

async function measureSignIn(browser: Browser, { address }: Fixture): Promise<void> {
  const loads: Load[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: VIEWPORT })
    await context.addInitScript(installProbe)
    const page = await loadSlowed(context, address, SLOWED)
    loads.push({ there: await page.evaluate(() => probe.firstField), paint: await page.evaluate(firstPaint) })
    await context.close()
  }
  print(
    `Sign-in page, the processor slowed ${SLOWED} times: milliseconds, the middle of ${ROUNDS}, with an empty cache`,
    ['', 'paint', 'there'],
    [['console', figure(middle(loads, 'paint')), figure(middle(loads, 'there'))]],
  )
}

/** What a browser stores after the demo's merchant has signed in. */
async function signedInStorage(browser: Browser, address: string) {
  const context = await browser.newContext({ viewport: VIEWPORT })
  await openSignedIn(context, address, demoAccount('merchant'))
  const { origins } = await context.storageState()
  await context.close()
  const storage = origins.flatMap(({ localStorage }) => localStorage)
  return { storage, token: storage.find(({ name }) => name === 'token')!.value }
}

/** The number of the order in the first row. */
async function newestNumber(address: string, token: string): Promise<string> {
  const reply = await fetchCall(address, calls.payinList, { offset: '0', limit: '1' }, { token })
  const { item } = (await reply.json()) as { item: { merchantOrderNo: string }[] }
  return item[0]!.merchantOrderNo
}

const candidate = (name: string, address: string, storage: Candidate['storage']): Candidate => ({
  name,
  address,
  storage,
  cold: [],
  warm: [],
})

/** Visits the page in a new browser profile, and again in another tab of it. */
async function visitTwice(
  browser: Browser,
  { address, storage, cold, warm }: Candidate,
  { number, rate }: { number: string; rate: number },
): Promise<void> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    storageState: { cookies: [], origins: [{ origin: new URL(address).origin, localStorage: storage }] },
  })
  await context.addInitScript(withoutStream)
  await context.addInitScript(installTextProbe, number)
  for (const loads of [cold, warm]) {
    const page = await loadSlowed(context, address, rate)
    loads.push({ ...(await page.evaluate(firstRow)), paint: await page.evaluate(firstPaint) })
    await page.waitForLoadState('networkidle')
    await page.close()
  }
  await context.close()
}

async function loadSlowed(context: BrowserContext, address: string, rate: number): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto(address)
  return page
}

/** Runs in the page. Paint entries are reported with a delay. */
async function firstPaint(): Promise<number> {
  const paints = () => performance.getEntriesByName('first-contentful-paint')
  while (paints().length === 0) await new Promise(requestAnimationFrame)
  return paints()[0]!.startTime
}

/** Runs in the page. */
async function firstRow(): Promise<Omit<ListLoad, 'paint'>> {
  const there = await textShown
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const answer = files.find(({ name }) => name.includes('/api/transaction/payin?'))!
  const scripts = files.filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime < there)
  return {
    there,
    drawn: there - answer.responseEnd,
    script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }
}

const middle = <Field extends string>(loads: readonly Record<Field, number>[], field: Field): number =>
  quantile(
    loads.map((load) => load[field]),
    0.5,
  )

function rowOf({ name, cold, warm }: Candidate, console: Candidate): string[] {
  const script = middle(cold, 'script')
  const there = middle(cold, 'there')
  const next = middle(warm, 'there')
  return [
    name,
    times(script, middle(console.cold, 'script')),
    times(there, middle(console.cold, 'there')),
    times(next, middle(console.warm, 'there')),
    kilo(script),
    figure(middle(cold, 'paint')),
    figure(there),
    figure(middle(warm, 'paint')),
    figure(next),
    figure(middle(cold, 'drawn')),
  ]
}

const boundsOf = ({ cold, warm }: Candidate): string[] => [
  verdict(middle(cold, 'there'), COLD_MS),
  verdict(middle(warm, 'there'), WARM_MS),
]
