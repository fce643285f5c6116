import { setTimeout } from 'node:timers/promises'
import { waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { isSignedIn } from '#contract/authority.ts'
import { type Clock, systemClock } from '../server/clock.ts'
import type { Environment } from '../server/config.ts'
import { demoAccounts, seedDemo } from '../server/seed/seed.ts'
import { App } from '../src/app/App.tsx'
import { createCore } from '../src/app/wiring/createCore.ts'
import { quickest } from './databases.ts'
import { type ContractGateway, contractGateway } from './foreign/contract/contractGateway.ts'
import { RUNS_ALL } from './foreign/needs.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { liveRegions } from './liveRegions.ts'
import { pacedUser } from './pacedUser.ts'
import { pageWindow } from './pageWindow.ts'
import { wire } from './wire.ts'

/** The console in jsdom with a real gateway and demo data. */
export interface TestApp extends TestConsole {
  gateway: TestGateway
}

/** The console in jsdom. One page at a time. */
export interface TestConsole {
  user: UserEvent
  /** Opens the page again, as a reload does. */
  load(): Promise<void>
  /** Signs in by keyboard and waits for the start page with the focus in it. */
  signIn(username: string): Promise<void>
  /** Presses Tab until the element has the focus. */
  tabTo(element: HTMLElement): Promise<void>
  /** Opens a page in a browser with empty storage, except for the language. */
  openAsGuest(page?: Page): Promise<void>
  /** Opens a page as a guest and signs in. */
  openAs(username: string, page?: Page): Promise<void>
  /** Runs a step, waits until it asks for a reload, and reloads. */
  reloadAfter(step: () => Promise<void>): Promise<void>
  address(): string
  /** Calls to the gateway: `POST /api/transaction/payin`. */
  calls: string[]
  /** Downloaded files, newest last. */
  files: SavedFile[]
  /** The browser's storage instead of that of jsdom, if it is to fail. */
  storage: (() => Storage) | undefined
  /** Intercepts calls to the gateway; null for none. */
  network: Network | null
  close(): Promise<void>
}

/** Answers a call instead of the gateway, or passes it on. */
export type Network = (path: string, pass: () => Promise<Response>) => Promise<Response>

export interface SavedFile {
  name: string
  blob: Blob
}

interface Page {
  address?: string
  locale?: string
}

/** Loads the lazy parts in advance, so that no test waits for their compilation. */
const fetchScreens = () =>
  Promise.all([
    import('../src/app/Workspace.tsx'),
    import('../src/palette/commandRuntime.ts'),
    import('../src/keyboard/hints/hints.ts'),
    import('../src/lists/screens/PayinScreen.tsx'),
    import('../src/lists/screens/orderScreens.tsx'),
    import('../src/screens/dashboard/Dashboard.tsx'),
  ])

const ORDERS = 120
/** The demo starts with a withdraw on hold. It is seeded so far back that the hold has ended: otherwise `u` would take it back. */
const HOLD_MS = 10_000
const MOST_TABS = 80
const FRAME_MS = 20
/** On a slow machine the keys of a chord are seconds apart. */
const PATIENT = JSON.stringify({ limit: null })
const MOST_WAITS = 100

export const PASSWORD = 'Paydesk-Demo1'

type Front = (own: typeof fetch) => typeof fetch

interface AppSettings {
  orders?: number
  environment?: Environment
  clock?: Clock
  /** Puts another gateway in front of ours. */
  front?: Front
}

/** Starts the console as a guest with a small demo. */
export async function startApp({
  orders = ORDERS,
  environment = {},
  clock = systemClock,
  front,
}: AppSettings = {}): Promise<TestApp> {
  const db = await quickest.open()
  await seedDemo(db, { now: clock.now() - HOLD_MS, orders })
  const gateway = await openGateway(db, {
    demoAccounts: [...demoAccounts],
    environment: { SIMULATION: 'on', ...environment },
    callbacks: { allowPrivate: true },
    clock,
  })
  const documented = front === undefined && RUNS_ALL ? contractGateway(wire(gateway.app)) : null
  const send = documented?.fetch ?? (front === undefined ? wire(gateway.app) : front(wire(gateway.app)))
  const app = await startConsole(send)
  const { close } = app
  return Object.assign(app, {
    gateway,
    async close() {
      await close()
      await gateway.close()
      await db.close()
      if (documented !== null) expectDocumented(documented)
    },
  })
}

/** Nothing but the documented calls and fields was asked for. */
function expectDocumented({ undocumented, undocumentedFields }: ContractGateway) {
  const asked = [...undocumented, ...undocumentedFields]
  if (asked.length > 0) throw new Error(`asked for what is not documented: ${[...new Set(asked)].join(', ')}`)
}

/** Starts the console as a guest in front of this gateway. */
export async function startConsole(send: typeof fetch): Promise<TestConsole> {
  await fetchScreens()
  const calls: string[] = []
  const user = pacedUser()
  const downloads = recordDownloads()
  let reload = () => {}
  let leave = () => {}

  async function load() {
    leave()
    document.body.replaceChildren()
    const regions = liveRegions()
    document.body.append(regions.polite, regions.assertive)
    const gone = new AbortController()
    const { core, reports } = await createCore({
      window: pageWindow(gone.signal, app.storage),
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input), 'http://x')
        if (gone.signal.aborted) return new Promise(() => {})
        calls.push(`${init?.method ?? 'GET'} ${pathname}`)
        const signal = AbortSignal.any([gone.signal, init?.signal ?? []].flat())
        const pass = () => send(input, { ...init, signal })
        if (app.network === null) return endingWith(gone.signal, pass())
        return endingWith(gone.signal, Promise.race([app.network(pathname, pass), abortOf(signal)]))
      },
      reload: () => reload(),
      regions,
      analyticsUrl: undefined,
      reportingHost: 'nowhere.invalid',
    })
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    root.render(<App core={core} reports={reports} />)
    leave = () => {
      root.unmount()
      // Its timers go on. They must neither find the session of the next page nor end it.
      core.session.stop()
      gone.abort()
    }
    // The key hints of the status bar load together with the commands: after that, keys are handled at once. A guest's are when there
    // is a page.
    if (isSignedIn(core.permissions))
      await waitFor(() => document.querySelector('[data-hints]') ?? fail('the commands did not load'))
    else await waitFor(() => host.hasChildNodes() || fail('no page was rendered'))
  }

  async function visit({ address = '', locale = 'en' }: Page = {}) {
    // A page that is left may write its address once more.
    leave()
    localStorage.clear()
    sessionStorage.clear()
    app.storage = undefined
    localStorage.setItem('currentLocaleKey', locale)
    localStorage.setItem('paydesk.chordLimit', PATIENT)
    window.history.replaceState(null, '', `#${address}`)
    app.network = null
    calls.length = 0
    downloads.files.length = 0
    await load()
  }

  async function through(step: () => Promise<void>) {
    let isAsked = false
    reload = () => {
      isAsked = true
    }
    await step()
    await waitFor(() => isAsked || fail('no reload'))
    await load()
  }

  async function signIn(username: string) {
    // By name attribute, because the label depends on the language.
    await waitFor(() => document.activeElement?.matches('input[name=username]') || fail('no field for the user name'))
    await through(async () => {
      await user.keyboard(`${username}{Tab}`)
      await user.paste(PASSWORD)
      await user.keyboard('{Enter}')
    })
    await startPageLoaded()
    await waitFor(() => document.activeElement !== document.body || fail('nothing has the focus'))
  }

  const app: TestConsole = {
    user,
    calls,
    files: downloads.files,
    storage: undefined,
    network: null,
    load,
    signIn,
    reloadAfter: through,
    address: () => window.location.hash.slice(1),
    async tabTo(element) {
      // Pressed before a dialog has its first focus, Tab would go on from there.
      const dialog = element.closest('[role=dialog]')
      if (dialog !== null) await waitFor(() => dialog.contains(document.activeElement) || fail('the dialog has no focus'))
      const met: (string | undefined)[] = []
      for (let steps = 0; document.activeElement !== element; steps++) {
        if (steps === MOST_TABS) fail(`Tab does not reach the element, but ${met.join(', ')}`)
        met.push(document.activeElement?.outerHTML.slice(0, 80))
        const before = document.activeElement
        await user.keyboard('{Tab}')
        // Held while a screen arrives, the key moves the focus once it is here: another press would move it twice.
        for (let waits = 0; document.activeElement === before && waits < MOST_WAITS; waits++) await setTimeout(FRAME_MS)
      }
    },
    openAsGuest: visit,
    async openAs(username, page) {
      await visit(page)
      await signIn(username)
    },
    async close() {
      leave()
      downloads.forget()
    },
  }

  await visit()
  return app
}

/** The result of the work, as long as its page is open: a page that has ended hears of no reply, and so changes no address. */
const endingWith = <Result,>(gone: AbortSignal, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    work.then(
      (result) => gone.aborted || resolve(result),
      (fault: unknown) => gone.aborted || reject(fault),
    )
  })

/** Rejects when the request is aborted, as a real network does. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const fail = (text: string): never => {
  throw new Error(text)
}

/** Records downloads, because jsdom saves no files. */
function recordDownloads() {
  const files: SavedFile[] = []
  const blobs = new Map<string, Blob>()
  const { createObjectURL } = URL
  const { click } = HTMLAnchorElement.prototype
  URL.createObjectURL = (blob) => {
    const url = `blob:paydesk/${blobs.size}`
    blobs.set(url, blob as Blob)
    return url
  }
  HTMLAnchorElement.prototype.click = function () {
    const blob = blobs.get(this.href)
    if (blob === undefined) click.call(this)
    else files.push({ name: this.download, blob })
  }
  return {
    files,
    forget() {
      URL.createObjectURL = createObjectURL
      HTMLAnchorElement.prototype.click = click
    },
  }
}

// By selector: role queries over the whole page at every change take longer than the change.
const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll<HTMLElement>(selector)]

/** The rendered rows, without the header. */
export const rows = (): HTMLElement[] => all('[role=grid] [role=row]').slice(1)

/** Waits until the list has loaded. */
export const listLoaded = (): Promise<HTMLElement> =>
  waitFor(() => all('[role=grid][aria-busy=false]:not([aria-rowcount="-1"])')[0] ?? fail('the list has not loaded'))

/** Waits until the start page has loaded: a list with its rows, or a dashboard with the figures of today. */
export const startPageLoaded = (): Promise<HTMLElement> =>
  waitFor(
    () =>
      all('[role=grid][aria-busy=false]:not([aria-rowcount="-1"])')[0] ??
      all('[data-layer=page][aria-busy=false]')[0] ??
      fail('the start page has not loaded'),
  )

/** Waits for the first row with data. Before that, rows are placeholders. */
export const firstRow = (): Promise<HTMLElement> => waitFor(() => rows().find((row) => numberIn(row) !== '') ?? fail('no row'))

/** The number that identifies a row; empty while the row is loading. */
export const numberIn = (row: HTMLElement): string =>
  row.hasAttribute('data-late') ? '' : (all('[role=rowheader]', row)[0]?.textContent ?? '')

/** The n-th row of the result, from 1, if it is rendered. */
export const rowAt = (n: number): HTMLElement | undefined =>
  rows().find((row) => row.getAttribute('aria-rowindex') === String(n + 1))

/** The column titles in order. The first column is the checkbox, the last one the actions. */
export const columnTitles = (): string[] => all('[role=grid] [role=columnheader]').map(({ textContent }) => textContent)

/** The text of a row in the column of that title. */
export function cellText(row: HTMLElement | undefined, title: string): string {
  const place = columnTitles().indexOf(title)
  const cell = place < 0 ? undefined : row?.children[place]
  return cell?.textContent ?? fail(`no ${title} in that row`)
}

/** The row that has the focus: its position in the result, from 1, and its number. */
export function focusedRow(): { row: number; number: string } | null {
  const row = document.activeElement?.closest<HTMLElement>('[role=row]')
  return row == null ? null : { row: Number(row.getAttribute('aria-rowindex')) - 1, number: numberIn(row) }
}
