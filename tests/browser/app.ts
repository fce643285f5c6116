import type { Browser, BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { calls } from '#contract/calls.ts'
import { RUN_MARKER } from './build.ts'
import { launchChromium } from './chromium.ts'

type Account = 'merchant' | 'merchant.otp' | 'submerchant' | 'usdt' | 'agent' | 'staff' | 'restricted'
type Locale = 'zh' | 'en' | 'id' | 'vi'

interface OpenOptions {
  /** Who is signed in already; a guest where nobody is named. */
  as?: Account
  /** The address inside of the console; for who is signed in the first of his lists. */
  at?: string
  locale?: Locale
  theme?: 'light' | 'dark'
  /** Pixels of the window. */
  height?: number
  /** How long a chord waits for its next key, in milliseconds; as long as it takes, where nothing is said. */
  chordLimit?: number
  /** Lists as plain tables. */
  readsAloud?: boolean
  /** Where another console stands; the one of all tests where nothing is said. */
  home?: string
}

/** A console in a browser of its own. */
export interface BrowserApp {
  page: Page
  context: BrowserContext
  /** Keys as they are named, with spaces between: `j j Control+k`. */
  press(keys: string): Promise<void>
  type(text: string): Promise<void>
  /** Where the focus is: `row 3`, `head`, else what has it and its name; `body` is always wrong. */
  focus(): Promise<string>
  /** The address inside of the console. */
  address(): string
  /** Resolves when nothing that was asked for is on its way any more, and all of it is drawn. */
  settled(): Promise<void>
  /** Crashes, console errors and refused content, as they came. A test ends well only when there were none. */
  faults: string[]
  /** Every address outside of the page itself that was asked for anything. */
  requestedHosts: Set<string>
  /** The browser's own tools, for what a keyboard does and a driver does not. */
  devtools(): Promise<CDPSession>
}

/** A test with a browser, and `open` for a console in it. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what is needed
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium(inject('chromium'))
    onCleanup(() => browser.close())
    return browser
  })
  // A browser that is there already opens a page in half the time of a new one.
  .extend('idle', { scope: 'worker' }, [] as BrowserApp[])
  .extend('entrances', { scope: 'worker' }, new Map<string, Promise<StoredItems>>())
  .extend('open', async ({ browser, idle, entrances, onTestFailed }, { onCleanup }) => {
    const inUse: BrowserApp[] = []
    const homes = new Set([inject('console')])
    const take = async () => {
      const app = idle.pop() ?? (await newApp(browser))
      inUse.push(app)
      return app
    }
    onTestFailed(async () => {
      for (const app of inUse) {
        process.stderr.write(await describePage(app).catch((cause: Error) => `${cause.message}\n`))
        // A page that hangs would make all the next ones hang.
        if (idle.includes(app)) idle.splice(idle.indexOf(app), 1)
        await app.context.close()
      }
    })
    onCleanup(async () => {
      await Promise.all(inUse.map(resetPage))
      idle.push(...inUse)
      expect(inUse.flatMap(({ faults }) => faults.splice(0))).toEqual([])
      const own = [...homes].map((home) => new URL(home).host)
      const asked = inUse.flatMap(({ requestedHosts: hosts }) => [...hosts])
      expect(asked.filter((host) => !own.includes(host))).toEqual([])
    })
    return async ({ as, home = inject('console'), ...opening }: OpenOptions = {}): Promise<BrowserApp> => {
      const app = await take()
      homes.add(home)
      const remembered = as === undefined ? {} : await signedInStorage(as, app, home, entrances)
      await loadConsole(app, remembered, { home, ...(as === undefined ? {} : { at: START_ADDRESSES[as] }), ...opening })
      await app.settled()
      await expect.poll(app.focus).not.toBe('body')
      if (as !== undefined) await keysReady(app)
      return app
    }
  })

/** Where most of what is tested stands. */
const START_ADDRESSES: Record<Account, string> = {
  merchant: '/transaction/payin',
  'merchant.otp': '/transaction/payin',
  submerchant: '/transactionsub/payin-sub',
  usdt: '/transactionusdt/payin',
  agent: '/transaction/payin-a',
  staff: '/transaction/payin',
  restricted: '/transaction/payin',
}

/** What a browser remembers of a console. */
type StoredItems = Readonly<Record<string, string>>

/** What it remembers of somebody who has signed in: that is done once, and others begin where it ended. */
function signedInStorage(
  account: Account,
  app: BrowserApp,
  home: string,
  known: Map<string, Promise<StoredItems>>,
): Promise<StoredItems> {
  const name = `${account} ${home}`
  const made = known.get(name) ?? signInForStorage(account, app, home)
  known.set(name, made)
  made.catch(() => known.delete(name))
  return made
}

async function signInForStorage(account: Account, app: BrowserApp, home: string): Promise<StoredItems> {
  await loadConsole(app, {}, { home })
  await signIn(app, account)
  return app.page.evaluate(() => ({ ...localStorage }))
}

async function newApp(browser: Browser): Promise<BrowserApp> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], locale: 'en-US' })
  context.setDefaultTimeout(TIMEOUT_MS)
  const faults: string[] = []
  const hosts = new Set<string>()
  const underWay = new Set<Request>()
  await context.exposeFunction('refused', (text: string) => faults.push(text))
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      Object(window).refused(`refused by the content policy: ${effectiveDirective} ${blockedURI} ${sample}`),
    ),
  )
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => faults.push(`crash: ${message}`))
  page.on('console', (message) => {
    // The browser itself writes a line for every reply outside of 200 to 299; those are told to the user.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('request', (request) => {
    // Nobody waits for what the page before had asked for, and the driver does not always say that it was called off.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.clear()
    if (!isLongLived(request)) underWay.add(request)
    if (/^(https?|wss?):/.test(request.url())) hosts.add(new URL(request.url()).host)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return {
    page,
    context,
    faults,
    requestedHosts: hosts,
    async press(keys) {
      for (const key of keys.split(' ')) await page.keyboard.press(key)
    },
    type: (text) => page.keyboard.type(text),
    focus: () => focusIn(page),
    address: () => new URL(page.url()).hash.slice(1),
    async settled() {
      await waitUntilIdle(page)
      do {
        await expect.poll(() => [...underWay].map((request) => request.url())).toEqual([])
        await waitUntilIdle(page)
      } while (underWay.size > 0)
    },
    devtools: () => context.newCDPSession(page),
  }
}

/** What somebody would see who looked: where a wait has run out, that tells why. */
async function describePage({ page, address, focus }: BrowserApp): Promise<string> {
  const drawn = await page.locator('body').ariaSnapshot()
  // What stands in front of the rest comes last.
  return `${address()}\n${await focus()}\n${drawn.slice(-6_000)}\n`
}

/** Loads the console, in a browser that remembers this and nothing else. */
async function loadConsole(
  { page, requestedHosts: hosts }: BrowserApp,
  remembered: StoredItems,
  opening: OpenOptions & { home: string },
) {
  const { home, at = '/', locale = 'en', theme = 'light', height = 900, chordLimit = null, readsAloud = false } = opening
  const limit = JSON.stringify({ limit: chordLimit })
  await page.setViewportSize({ width: 1440, height })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.goto(`${home}/${RUN_MARKER}`)
  // The console of the test before may have been at home elsewhere, and has asked until now.
  hosts.clear()
  await page.evaluate(
    (memory) => {
      localStorage.clear()
      for (const [key, value] of Object.entries(memory)) localStorage.setItem(key, value)
    },
    { ...remembered, currentLocaleKey: locale, 'paydesk.chordLimit': limit, 'paydesk.readsAloud': String(readsAloud) },
  )
  await page.goto(`${home}/#${at}`)
}

/** Takes back what a test did to the browser. */
async function resetPage({ page, context }: BrowserApp) {
  await Promise.all(context.pages().map((other) => other === page || other.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/**
 * Reports outlive the page that sends them, and the driver does not always say that they have ended; the stream of events has
 * no end, and the news of a list are asked for whenever somebody else does something.
 */
const isLongLived = (request: Request): boolean => LONG_LIVED.has(new URL(request.url()).pathname)

const LONG_LIVED: ReadonlySet<string> = new Set(
  [calls.pageView, calls.clientError, calls.events, calls.changes].map(({ path }) => path),
)

/** A machine that does other things at the same time must not make a test fail. */
const TIMEOUT_MS = 15_000

/** Two frames later, when what was asked for before is drawn. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

/** When the page has nothing to do, and has drawn what it did. Without a frame to begin with it may never be told so. */
const waitUntilIdle = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const draw = () => requestAnimationFrame(() => resolve())
    requestAnimationFrame(() => requestIdleCallback(draw, { timeout: 1_000 }))
    return promise
  })

/** Of a cell the row it is in, of anything else its role and what a screen reader calls it. */
async function focusIn(page: Page): Promise<string> {
  const focused = page.locator(':focus')
  if ((await focused.count()) === 0) return 'body'
  const row = await page.evaluate(() =>
    document.activeElement?.closest('[role="grid"] [role="row"]')?.getAttribute('aria-rowindex'),
  )
  if (row != null) return row === '1' ? 'head' : `row ${Number(row) - 1}`
  const [, role, name] = /^- '?(\w+)(?: "(.*?)")?/.exec(await focused.ariaSnapshot()) ?? []
  return [role, name].filter(Boolean).join(' ')
}

/** Signs in by keyboard and waits for the page that he begins with. */
export async function signIn(app: BrowserApp, account: Account): Promise<void> {
  await submitCredentials(app, account)
  const { page, focus } = app
  await page.locator('[role="grid"][aria-busy="false"], [data-layer="page"][aria-busy="false"]').waitFor()
  await expect.poll(focus).not.toBe('body')
  await keysReady(app)
}

export async function submitCredentials({ focus, press, type }: BrowserApp, account: Account): Promise<void> {
  await expect.poll(focus).toBe('textbox Login Name')
  await type(account)
  await press('Tab')
  await type('Paydesk-Demo1')
  await press('Enter')
}

/** Waits until the list has answered, whatever the address gives the focus to has it, and a key is answered in the same moment. */
export async function listReady(app: BrowserApp): Promise<void> {
  await listLoaded(app)
  await keysReady(app)
}

/** The same as somebody sees it who is faster than the scripts of the keys. */
export async function listLoaded({ page, focus }: BrowserApp): Promise<void> {
  await page.getByRole('grid').and(page.locator('[aria-busy="false"]')).waitFor()
  await expect.poll(focus).not.toBe('body')
}

/** The hints of the status bar come with what keys do. */
const keysReady = ({ page }: BrowserApp): Promise<void> => page.locator('[data-hints]').waitFor({ state: 'attached' })
