import type { Browser, BrowserContext, CDPSession, Locator, Page, Request } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Locale } from '#locales/messages.ts'
import { RUN_MARKER } from './build.ts'
import { isFault, launchChromium, SHORT_LIVED } from './chromium.ts'

type Account = 'merchant' | 'merchant.otp' | 'submerchant' | 'usdt' | 'agent' | 'staff' | 'restricted'

interface OpenOptions {
  /** The signed-in account. Default: a guest. */
  as?: Account
  /** The address inside of the console. Default for an account: its first list. */
  at?: string
  locale?: Locale
  theme?: 'light' | 'dark'
  /** Height of the window in pixels. */
  height?: number
  /** Milliseconds that a chord waits for its next key. Default: no limit. */
  chordLimit?: number
  /** Shows lists as plain tables. */
  readsAloud?: boolean
  /** Origin of another gateway. Default: the shared one. */
  home?: string
}

/** A console in a browser context of its own. */
export interface BrowserApp {
  page: Page
  context: BrowserContext
  /** Presses key names separated by spaces: `j j Control+k`. */
  press(keys: string): Promise<void>
  type(text: string): Promise<void>
  /** The focus: `row 3`, `head`, or role and name of the element. `body` means that the focus is lost. */
  focus(): Promise<string>
  /** The address inside of the console. */
  address(): string
  /** Resolves when no request is pending and everything is rendered. */
  settled(): Promise<void>
  /** Uncaught errors, console errors and content policy violations. A test fails if there are any. */
  faults: string[]
  /** Hosts that received a request. */
  requestedHosts: Set<string>
  /** A DevTools session, for input that Playwright cannot simulate. */
  devtools(): Promise<CDPSession>
}

/** A test with a browser; `open` opens a console in it. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies from the pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium(inject('chromium'), SHORT_LIVED)
    onCleanup(() => browser.close())
    return browser
  })
  // Pages are reused: a page in an existing context loads in half the time of a new one.
  .extend('idle', { scope: 'worker' }, [] as BrowserApp[])
  .extend('entrances', { scope: 'worker' }, new Map<string, Promise<StoredItems>>())
  .extend('open', async ({ browser, idle, entrances, task }, { onCleanup }) => {
    const inUse: BrowserApp[] = []
    const homes = new Set([inject('console')])
    const take = async () => {
      const app = idle.pop() ?? (await newApp(browser))
      inUse.push(app)
      return app
    }
    async function leaveFailed() {
      for (const app of inUse) {
        process.stderr.write(await describePage(app).catch((cause: Error) => `${cause.message}\n`))
        // A hanging page would make all following tests hang.
        await app.context.close()
      }
    }
    onCleanup(async () => {
      if (task.result?.state === 'fail') return leaveFailed()
      await Promise.all(inUse.map(resetPage))
      idle.push(...inUse)
      expect(inUse.flatMap(({ faults }) => faults.splice(0))).toEqual([])
      const own = [...homes].map((home) => new URL(home).host)
      const asked = inUse.flatMap(({ requestedHosts: hosts }) => [...hosts])
      expect(asked.filter((host) => !own.includes(host))).toEqual([])
      const stored = (await Promise.all(inUse.map(storedKeys))).flat()
      expect(stored.filter((key) => !STORED_KEYS.has(key) && !key.startsWith('paydesk.'))).toEqual([])
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

/** Default address of each account. */
const START_ADDRESSES: Record<Account, string> = {
  merchant: '/transaction/payin',
  'merchant.otp': '/transaction/payin',
  submerchant: '/transactionsub/payin-sub',
  usdt: '/transactionusdt/payin',
  agent: '/transaction/payin-a',
  staff: '/transaction/payin',
  restricted: '/transaction/payin',
}

/** Items of localStorage. */
type StoredItems = Readonly<Record<string, string>>

/** The storage after a sign-in. Each account signs in once per gateway; later tests start from its storage. */
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
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-US',
    // The console shows the times of Jakarta on a computer of any zone.
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const faults: string[] = []
  const hosts = new Set<string>()
  const underWay = new Set<Request>()
  await context.exposeFunction('refused', (text: string) => faults.push(text))
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      Object(window).refused(`content policy violation: ${effectiveDirective} ${blockedURI} ${sample}`),
    ),
  )
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => faults.push(`crash: ${message}`))
  page.on('console', (message) => isFault(message) && faults.push(message.text()))
  page.on('request', (request) => {
    // Requests of the previous page no longer count: the driver does not always report their cancellation.
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

/** A description of the page, to explain a timeout. */
async function describePage({ page, address, focus }: BrowserApp): Promise<string> {
  const drawn = await page.locator('body').ariaSnapshot()
  // Overlays come last in the document.
  return `${address()}\n${await focus()}\n${drawn.slice(-6_000)}\n`
}

/** Loads the console with exactly these items in localStorage. */
async function loadConsole(
  { page, requestedHosts: hosts }: BrowserApp,
  remembered: StoredItems,
  opening: OpenOptions & { home: string },
) {
  const { home, at = '/', locale = 'en', theme = 'light', height = 900, chordLimit = null, readsAloud = false } = opening
  const limit = JSON.stringify({ limit: chordLimit })
  await page.setViewportSize({ width: 1440, height })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  if (page.url() !== markerAt(home)) await page.goto(markerAt(home))
  // The previous test may have used another gateway and sent requests until now.
  hosts.clear()
  await page.evaluate(
    (memory) => {
      localStorage.clear()
      sessionStorage.clear()
      for (const [key, value] of Object.entries(memory)) localStorage.setItem(key, value)
    },
    { ...remembered, currentLocaleKey: locale, 'paydesk.chordLimit': limit, 'paydesk.readsAloud': String(readsAloud) },
  )
  await page.goto(`${home}/#${at}`)
}

/**
 * Closes further pages and removes routes after a test. The page is left for one of the same origin: the next load then starts no new
 * renderer process. A page without an origin, or of a gateway that has ended, is left for an empty one.
 */
async function resetPage({ page, context }: BrowserApp) {
  await Promise.all(context.pages().map((other) => other === page || closePage(other)))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(markerAt(new URL(page.url()).origin)).catch(() => page.goto('about:blank'))
}

/** Closes a page. Chromium forgets a request to close that comes during a navigation, and the page would never be closed. */
async function closePage(page: Page) {
  await page.goto('about:blank').catch(() => null)
  await page.close()
}

/** The keys that other programs of the same origin know. All others of the console begin with `paydesk.`. */
const STORED_KEYS: ReadonlySet<string> = new Set([
  'token',
  'currentLocaleKey',
  'antd-pro-authority',
  'hasLogin',
  'systemConfig',
  'openConfig',
  'detailPageInfo',
])

/** The keys in localStorage. An empty page has none. */
const storedKeys = ({ page }: BrowserApp): Promise<string[]> =>
  page.evaluate(() => (window.origin === 'null' ? [] : Object.keys(localStorage)))

export const markerAt = (home: string) => `${home}/${RUN_MARKER}`

/**
 * Requests that `settled` does not wait for. Reports outlive their page, and the driver does not always report their end; the event
 * stream has no end, and changes of a list are read whenever another client changes something.
 */
const isLongLived = (request: Request): boolean => LONG_LIVED.has(new URL(request.url()).pathname)

const LONG_LIVED: ReadonlySet<string> = new Set(
  [calls.pageView, calls.clientError, calls.events, calls.changes].map(({ path }) => path),
)

/** Long enough for a busy machine. */
const TIMEOUT_MS = 15_000

/** Resolves two frames later, when earlier changes are rendered. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

/** Resolves when the page is idle and rendered. The idle callback is requested inside of a frame, because it may never run otherwise. */
const waitUntilIdle = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const draw = () => requestAnimationFrame(() => resolve())
    requestAnimationFrame(() => requestIdleCallback(draw, { timeout: 1_000 }))
    return promise
  })

/** The row of a focused cell; otherwise the role and the accessible name of the focused element. */
async function focusIn(page: Page): Promise<string> {
  const { isLost, row } = await page.evaluate(() => {
    const focused = document.querySelector(':focus')
    return { isLost: focused === null, row: focused?.closest('[role="grid"] [role="row"]')?.getAttribute('aria-rowindex') }
  })
  if (isLost) return 'body'
  if (row != null) return row === '1' ? 'head' : `row ${Number(row) - 1}`
  const [, role, name] = /^- '?(\w+)(?: "(.*?)")?/.exec(await page.locator(':focus').ariaSnapshot()) ?? []
  return [role, name].filter(Boolean).join(' ')
}

/** Presses Tab until the control has the focus. Each press waits for its effect: Tab is held back while a page loads. */
export async function tabTo({ page, press }: BrowserApp, control: Locator): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < 30 && !(await hasFocus()); tabs++) {
    const before = await page.evaluateHandle(() => document.activeElement)
    await press('Tab')
    await page.waitForFunction((left) => document.activeElement !== left, before)
  }
  expect(await hasFocus()).toBe(true)
}

/** Signs in by keyboard and waits for the start page. */
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

/** Waits until the list has loaded with the focus in it and keys are handled at once. */
export async function listReady(app: BrowserApp): Promise<void> {
  await listLoaded(app)
  await keysReady(app)
}

/** Waits until the list has loaded with the focus in it. The commands may still be loading. */
export async function listLoaded({ page, focus }: BrowserApp): Promise<void> {
  await page.getByRole('grid').and(page.locator('[aria-busy="false"]')).waitFor()
  await expect.poll(focus).not.toBe('body')
}

/** Waits for the commands: the key hints of the status bar load together with them. */
const keysReady = ({ page }: BrowserApp): Promise<void> => page.locator('[data-hints]').waitFor({ state: 'attached' })
