import { configure, render, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { isSignedIn } from '#contract/authority.ts'
import { demoAccounts, seedDemo } from '../server/seed/seed.ts'
import { App } from '../src/app/App.tsx'
import { createCore } from '../src/app/wiring/createCore.ts'
import { embedded } from './databases.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { wire } from './wire.ts'

/** A whole console before a real gateway with a demo in it; one page at a time. */
export interface TestApp {
  gateway: TestGateway
  user: UserEvent
  /** Opens the page afresh, as a reload does. */
  load(): Promise<void>
  /** Signs in by keyboard, and waits for what he begins with and the focus in it. */
  signIn(username: string): Promise<void>
  /** Goes on with Tab until the focus is there. */
  tabTo(element: HTMLElement): Promise<void>
  /** A guest comes to the page: his browser remembers nothing but the language. */
  openAsGuest(page?: Page): Promise<void>
  /** The same, and he signs in. */
  openAs(username: string, page?: Page): Promise<void>
  /** Does something that ends in a reload, and reloads. */
  reloadAfter(step: () => Promise<void>): Promise<void>
  address(): string
  /** Every call that left the console: `POST /api/transaction/payin`. */
  calls: string[]
  /** Every file that was saved, the newest last. */
  files: SavedFile[]
  /** What lies between the console and the gateway; nothing while it is null. */
  network: Network | null
  close(): Promise<void>
}

/** Answers a call in the gateway's place, or lets it pass. */
export type Network = (path: string, pass: () => Promise<Response>) => Promise<Response>

export interface SavedFile {
  name: string
  blob: Blob
}

interface Page {
  address?: string
  locale?: string
}

// Gateway, database and browser are one process here, and other tests have the rest of the machine.
configure({ asyncUtilTimeout: 15_000 })

/** What is fetched when it is first needed, so that no test waits for it to be compiled. */
const fetchScreens = () =>
  Promise.all([
    import('../src/app/Workspace.tsx'),
    import('../src/palette/commandRuntime.ts'),
    import('../src/keyboard/KeyHints.tsx'),
    import('../src/lists/screens/PayinScreen.tsx'),
    import('../src/lists/screens/orderScreens.tsx'),
    import('../src/screens/dashboard/Dashboard.tsx'),
  ])

const ORDERS = 120
/** A demo begins with a withdraw that is on hold. It has left before anybody sits down: otherwise `u` would take it back. */
const HOLD_MS = 10_000
const MOST_TABS = 60

export const PASSWORD = 'Paydesk-Demo1'

/** The console of a guest in front of a small demo. */
export async function startApp({ orders = ORDERS, environment = {} } = {}): Promise<TestApp> {
  // The page draws when it has something to draw, as in a browser, and not when a test lets it.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const [db] = await Promise.all([embedded.open(), fetchScreens()])
  await seedDemo(db, { now: Date.now() - HOLD_MS, orders })
  const gateway = await openGateway(db, {
    demoAccounts: [...demoAccounts],
    environment: { SIMULATION: 'on', ...environment },
    callbacks: { allowPrivate: true },
  })
  const calls: string[] = []
  const talk = wire(gateway.app)
  const user = userEvent.setup()
  const downloads = keepDownloads()
  let reload = () => {}
  let leave = () => {}

  async function load() {
    leave()
    document.body.replaceChildren()
    const regions = { polite: document.createElement('div'), assertive: document.createElement('div') }
    document.body.append(regions.polite, regions.assertive)
    const gone = new AbortController()
    const { core, reports } = await createCore({
      window: pageOf(gone.signal),
      fetch: async (input, init) => {
        const { pathname } = new URL(String(input), 'http://x')
        calls.push(`${init?.method ?? 'GET'} ${pathname}`)
        const pass = () => talk(input, init)
        return app.network === null ? pass() : app.network(pathname, pass)
      },
      reload: () => reload(),
      regions,
      analyticsUrl: undefined,
      reportingHost: 'nowhere.invalid',
    })
    const { unmount } = render(<App core={core} reports={reports} />)
    leave = () => {
      unmount()
      gone.abort()
    }
    // The hints of the status bar come with what keys do: from then on a key is answered in the same moment.
    if (isSignedIn(core.permissions))
      await waitFor(() => document.querySelector('[data-hints]') ?? fail('no key does anything'))
  }

  async function visit({ address = '', locale = 'en' }: Page = {}) {
    localStorage.clear()
    localStorage.setItem('currentLocaleKey', locale)
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
    // Whatever it is called in the language of the page.
    await waitFor(() => document.activeElement?.matches('input[name=username]') || fail('nowhere to type a name'))
    await through(async () => {
      await user.keyboard(`${username}{Tab}`)
      await user.paste(PASSWORD)
      await user.keyboard('{Enter}')
    })
    await startPageLoaded()
    await waitFor(() => document.activeElement !== document.body || fail('the focus is nowhere'))
  }

  const app: TestApp = {
    gateway,
    user,
    calls,
    files: downloads.files,
    network: null,
    load,
    signIn,
    reloadAfter: through,
    address: () => window.location.hash.slice(1),
    async tabTo(element) {
      for (let steps = 0; document.activeElement !== element; steps++) {
        if (steps === MOST_TABS) fail('no way there by Tab')
        await user.keyboard('{Tab}')
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
      await gateway.close()
      await db.close()
    },
  }

  await visit()
  return app
}

const fail = (text: string): never => {
  throw new Error(text)
}

/** The window as one page has it: what it listens to ends with the page. */
const pageOf = (signal: AbortSignal): Window =>
  new Proxy(window, {
    get(target, name) {
      if (name === 'addEventListener') {
        return (type: string, listener: EventListener) => target.addEventListener(type, listener, { signal })
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** jsdom saves no files; what would be saved is kept instead. */
function keepDownloads() {
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

// Straight from the roles: a search of the whole page at every change of it takes longer than the change.
const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll<HTMLElement>(selector)]

/** The rows that are drawn, without the header. */
export const rows = (): HTMLElement[] => all('[role=grid] [role=row]').slice(1)

/** Waits until the list has what it asked for. */
export const listLoaded = (): Promise<HTMLElement> =>
  waitFor(() => all('[role=grid][aria-busy=false]:not([aria-rowcount="-1"])')[0] ?? fail('the list has no answer'))

/** Waits until the page somebody begins with is here: a list with what it asked for, or a dashboard with the figures of today. */
export const startPageLoaded = (): Promise<HTMLElement> =>
  waitFor(
    () =>
      all('[role=grid][aria-busy=false]:not([aria-rowcount="-1"])')[0] ??
      all('[data-layer=page][aria-busy=false]')[0] ??
      fail('there is nothing to begin with'),
  )

/** Waits until the list has its first row, and gives it; before that there are rows with nothing in them. */
export const firstRow = (): Promise<HTMLElement> => waitFor(() => rows().find((row) => numberIn(row) !== '') ?? fail('no row'))

/** The number a row is known by. */
export const numberIn = (row: HTMLElement): string => all('[role=rowheader]', row)[0]?.textContent ?? ''

/** The row of the whole result, from 1, if it is drawn. */
export const rowAt = (n: number): HTMLElement | undefined =>
  rows().find((row) => row.getAttribute('aria-rowindex') === String(n + 1))

/** The headers of the columns, in their order; the box of a row is the first, its actions the last. */
export const columnTitles = (): string[] => all('[role=grid] [role=columnheader]').map(({ textContent }) => textContent)

/** What stands in a row under the header of that name. */
export function cellText(row: HTMLElement | undefined, title: string): string {
  const place = columnTitles().indexOf(title)
  const cell = place < 0 ? undefined : row?.children[place]
  return cell?.textContent ?? fail(`no ${title} in that row`)
}

/** The row of the list that has the focus: its place in the whole result, from 1, and its order. */
export function focusedRow(): { row: number; number: string } | null {
  const row = document.activeElement?.closest<HTMLElement>('[role=row]')
  return row == null ? null : { row: Number(row.getAttribute('aria-rowindex')) - 1, number: numberIn(row) }
}
