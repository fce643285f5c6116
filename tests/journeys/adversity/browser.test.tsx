import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parsePermissions } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { sha256 } from '../../../server/auth/credentials.ts'
import { sql } from '../../../server/db/sql.ts'
import { CHOICES } from '../../../src/state/preferences.ts'
import {
  firstRow,
  focusedRow,
  type Network,
  numberIn,
  PASSWORD,
  rows,
  startApp,
  startPageLoaded,
  type TestApp,
} from '../../app.tsx'
import { renderRows } from '../../gridSize.ts'

renderRows(20)

const ROOT = join(import.meta.dirname, '../../..')
const LIST = '/transaction/payin?dates=all'
const NOTIFY = '/api/transaction/payin/notify'
const LOGOUT = 'POST /api/auth/logout'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const endSessions = () => app.gateway.db.run(sql`delete from session`)
const press = (keys: string) => app.user.keyboard(keys)
const named = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
const ended = 'Your session has ended. Sign in to return to where you were.'

describe('A session that is revoked', () => {
  test('amid a bulk run: one sign-out, one notice, nothing sent afterwards', async () => {
    await app.openAs('merchant', { address: `${LIST}&status=SUCCESS` })
    await firstRow()
    await waitFor(() => expect(focusedRow()?.number).toBeTruthy())
    await press('x15J')
    await waitFor(() => expect(document.querySelectorAll('[role=row][aria-selected=true]').length).toBeGreaterThan(8))
    const held = Promise.withResolvers<void>()
    app.network = async (path, pass) => {
      if (path === NOTIFY) await held.promise
      return pass()
    }
    await press('w')
    const panel = await screen.findByRole('region', { name: 'Notify selected orders' })
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Cancel' })))
    await press('{Shift>}{Tab}{/Shift}{Enter}')
    const sent = () => app.calls.filter((call) => call.endsWith(NOTIFY)).length
    await waitFor(() => expect(sent()).toBe(4))
    await endSessions()
    await app.reloadAfter(async () => held.resolve())
    expect(sent()).toBe(4)
    expect(app.calls.filter((call) => call === LOGOUT)).toHaveLength(1)
    await screen.findByText(ended)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(app.address()).toMatch(/^\/user\/login\?redirect=%2Ftransaction%2Fpayin/)
    await app.signIn('merchant')
    expect(app.address()).toContain(`${LIST}&status=SUCCESS`)
  })

  test('amid a lookup of all lists: the money form keeps what was typed', async () => {
    await app.openAs('merchant')
    await press('nw')
    await waitFor(() => expect(document.activeElement).toBe(named('payAmount')))
    await press('50000')
    await endSessions()
    await app.reloadAfter(async () => {
      await press('{Control>}k{/Control}')
      await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
      await press('INV-4711')
    })
    expect(app.calls.filter((call) => call === LOGOUT)).toHaveLength(1)
    await screen.findByText(ended)
    await waitFor(() => expect(document.activeElement).toBe(named('username')))
    await app.reloadAfter(() => press(`merchant{Tab}${PASSWORD}{Enter}`))
    await waitFor(() => expect(named('payAmount')?.value).toBe('50,000.00'))
  })

  test('a sign-out of the user is not called an end, nor is the refusal of a call that was under way', async () => {
    await app.openAs('merchant', { address: `${LIST}&status=SUCCESS` })
    await waitFor(() => expect(focusedRow()?.number).toBeTruthy())
    const signingOut = Promise.withResolvers<void>()
    app.network = async (path, pass) => {
      if (path === NOTIFY) {
        await signingOut.promise
        return Response.json({ error: 'INVALID_TOKEN', message: 'Sign in again' }, { status: 401 })
      }
      if (path === '/api/auth/logout') {
        signingOut.resolve()
        // The refusal expires the cookies.
        await waitFor(() => expect(document.cookie).toBe(''))
      }
      return pass()
    }
    // biome-ignore lint/suspicious/noDocumentCookie: as the console expires them
    document.cookie = 'refused=no'
    await press('w')
    await waitFor(() => expect(app.calls.some((call) => call.endsWith(NOTIFY))).toBe(true))
    await app.reloadAfter(async () => {
      await press('{Control>}k{/Control}sign out')
      await screen.findByRole('option', { name: /^Sign out/ })
      await press('{Enter}')
    })
    await screen.findByText('Use your merchant account')
  })
})

describe('A browser that stores nothing', () => {
  const forbidden = (): Storage => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const full = (): Storage =>
    Object.assign(Object.create(localStorage), {
      getItem: (key: string) => localStorage.getItem(key),
      removeItem: (key: string) => localStorage.removeItem(key),
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })

  test.each([
    ['forbidden', forbidden, 'en', /This browser blocks data/],
    ['full', full, 'id', /Browser ini memblokir data/],
  ])('%s: the sign-in page starts, and says why a sign-in is impossible', async (_, storage, locale, said) => {
    await app.openAsGuest({ locale })
    app.storage = storage
    await app.load()
    await waitFor(() => expect(document.activeElement).toBe(named('username')))
    if (storage === forbidden) {
      await press('{Shift>}{Tab}{/Shift}')
      await app.user.click(screen.getByRole('button', { name: 'English' }))
      await screen.findByText('Use your merchant account')
      await app.user.click(named('username')!)
    }
    app.calls.length = 0
    await press(`merchant{Tab}${PASSWORD}{Enter}`)
    await screen.findByText(said)
    expect(app.calls).not.toContain('POST /api/auth/login')
  })

  test('full after the sign-in: the work goes on, settings are not kept', async () => {
    await app.openAs('merchant', { address: LIST })
    app.storage = full
    await app.load()
    await firstRow()
    await press('zd')
    await waitFor(() => expect(document.documentElement.dataset.density).toBe('compact'))
    await press('{Enter}')
    await screen.findByRole('region', { name: 'Record' })
    expect(localStorage.getItem('paydesk.density')).toBeNull()
    // A draft would be lost: the browser asks before the page is left.
    const leaves = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
    expect(leaves()).toBe(true)
    await press('{Escape}nw')
    await waitFor(() => expect(document.activeElement).toBe(named('payAmount')))
    await press('50000')
    await waitFor(() => expect(leaves()).toBe(false))
  })
})

describe('A browser that has stored values of another shape', () => {
  /** All values that the console stores as JSON, by the names in its source. */
  function storedNames(): string[] {
    const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'))
    const own = files.flatMap((text) => Array.from(text.matchAll(/\bown\('([\w.]+)'/g), ([, name]) => `paydesk.${name}`))
    const preferences = Object.keys(CHOICES).map((name) => `paydesk.${name}`)
    return [...own, ...preferences, 'paydesk.recents', 'paydesk.columns.payin', 'systemConfig', 'openConfig', 'detailPageInfo']
  }

  test.each(['7', '["x"]', '{"x":{"y":["z"]}}', '[{"id":1}]'])('%s', async (value) => {
    const names = storedNames()
    expect(names).toEqual(expect.arrayContaining(['paydesk.density', 'paydesk.keys', 'paydesk.usage', 'paydesk.chart']))
    await app.openAs('merchant', { address: LIST })
    for (const name of names) localStorage.setItem(name, value)
    await app.load()
    await firstRow()
    await press('{Control>}k{/Control}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    await press('{Escape}gd')
    await screen.findByRole('region', { name: 'Last 7 days' })
    await press('nw')
    await waitFor(() => expect(document.activeElement).toBe(named('payAmount')))
    await press('{Escape}')
    expect(screen.queryByRole('heading', { name: '500' })).toBeNull()
  })
})

describe('Two tabs', () => {
  /** Another tab signs in as the account. The event of the storage has not arrived yet. */
  async function signInElsewhere(username: string): Promise<string> {
    const reply = await app.gateway.ask(calls.login, { username, password: sha256(PASSWORD) })
    const { data } = reply.json<{ data: { token: string; menuList: string } }>()
    localStorage.setItem('antd-pro-authority', JSON.stringify(parsePermissions(data.menuList)))
    localStorage.setItem('token', data.token)
    return data.token
  }

  test('a sign-in ends the session of another account that this browser had', async () => {
    await app.openAsGuest()
    await waitFor(() => expect(document.activeElement).toBe(named('username')))
    const earlier = await signInElsewhere('merchant')
    await app.reloadAfter(() => press(`submerchant{Tab}${PASSWORD}{Enter}`))
    const ask = async () => (await app.gateway.ask(calls.merchantInfo, {}, earlier)).statusCode
    await waitFor(async () => expect(await ask()).toBe(401))
    await startPageLoaded()
  })

  test('of two accounts: the first sends nothing with the token of the other, follows it, and says so', async () => {
    await app.openAs('merchant', { address: LIST })
    await firstRow()
    await press('3j')
    const before = rows().map(numberIn)
    await signInElsewhere('submerchant')
    app.calls.length = 0
    await app.reloadAfter(() => press('r'))
    expect(app.calls.filter((call) => call.includes('/transaction/'))).toEqual([])
    await screen.findByText(/Another account signed in from another tab. This tab now shows/)
    expect(rows().map(numberIn)).not.toEqual(before)
  })

  test('a refusal of the replaced session does not end the new one', async () => {
    await app.openAs('merchant', { address: LIST })
    await firstRow()
    const held = Promise.withResolvers<void>()
    app.network = async (path, pass) => {
      if (path === calls.payinList.path) await held.promise
      return pass()
    }
    await press('r')
    await waitFor(() => expect(app.calls.at(-1)).toBeDefined())
    await endSessions()
    const token = await signInElsewhere('submerchant')
    app.calls.length = 0
    await app.reloadAfter(async () => held.resolve())
    expect(localStorage.getItem('token')).toBe(token)
    expect(app.calls).not.toContain(LOGOUT)
    await screen.findByText(/This tab now shows/)
  })

  test('that sign in at once: the mark does not change, the token does', async () => {
    await app.openAs('merchant', { address: LIST })
    const oldValue = localStorage.getItem('token')
    await app.reloadAfter(async () => {
      const token = await signInElsewhere('submerchant')
      fireEvent(window, new StorageEvent('storage', { key: 'token', oldValue, newValue: token, storageArea: localStorage }))
    })
    await screen.findByText(/This tab now shows/)
  })
})

describe('A service that is away', () => {
  const LOST = 'Connection lost. Reconnecting…'
  const unreachable: Network = () => Promise.reject(new TypeError('Failed to fetch'))
  const broken: Network = async () => new Response('<html>Bad Gateway</html>', { status: 502 })

  /** Timers run as usual, and the hour passes at once. The gateway tells the time by another clock. */
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())
  const minutes = async (count: number) => {
    for (let passed = 0; passed < count; passed++) await vi.advanceTimersByTimeAsync(60_000)
  }

  /** The browser notices that the network is back: the next probe may be half a minute away. */
  const isBack = () => fireEvent(window, new Event('online'))

  test('for an hour: asked at a bounded pace, reported once; a money form keeps what was typed', async () => {
    await app.openAs('merchant')
    await press('nw')
    await waitFor(() => expect(document.activeElement).toBe(named('payAmount')))
    await press('50000')
    app.network = unreachable
    app.calls.length = 0
    await minutes(60)
    expect(app.calls.length).toBeGreaterThan(120)
    expect(app.calls.length).toBeLessThan(360)
    expect(new Set(app.calls.slice(10))).toEqual(new Set(['GET /healthz', 'GET /api/index/notices']))
    expect(screen.getAllByText(LOST)).toHaveLength(1)
    expect(screen.queryAllByRole('alert')).toEqual([])
    app.network = null
    isBack()
    await waitFor(() => expect(screen.queryByText(LOST)).toBeNull())
    expect(named('payAmount')?.value).toBe('50000')
    await press('{Control>}{Enter}{/Control}')
    await screen.findByText('fifty thousand')
  })

  test('behind a front: the sign-in page says so, tries again, and keeps what was typed', async () => {
    const away: Network = async (path) =>
      path === '/healthz' ? Response.json({ status: 'ok', gateway: 'away' }) : new Response('', { status: 502 })
    await app.openAsGuest()
    await screen.findByRole('button', { name: /restricted/ })
    app.network = away
    await app.load()
    const retry = await screen.findByRole('button', { name: 'Retry' })
    const [name, password] = [named('username')!, named('password')!]
    expect(screen.getByRole('alert').textContent).toContain('Can’t reach the service.')
    expect(screen.queryByRole('button', { name: /restricted/ })).toBeNull()
    expect(document.activeElement).toBe(name)
    await press(`merchant{Tab}${PASSWORD}{Enter}`)
    await waitFor(() => expect(app.calls).toContain('POST /api/auth/login'))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy())
    expect([name.value, password.value]).toEqual(['merchant', PASSWORD])
    expect(screen.getAllByRole('alert')).toHaveLength(1)

    const probes = () => app.calls.filter((call) => call === 'GET /healthz').length
    const before = probes()
    await minutes(1)
    expect(probes()).toBeGreaterThan(before)
    await app.tabTo(retry)
    await press('{Enter}')
    await waitFor(() => expect(retry.getAttribute('aria-busy')).toBe('false'))
    expect(document.activeElement).toBe(retry)

    app.network = null
    await press('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await screen.findByRole('button', { name: /restricted/ })
    expect([name.value, password.value]).toEqual(['merchant', PASSWORD])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign in' })))
    await press('{Enter}')
    await waitFor(() => expect(localStorage.getItem('hasLogin')).toBe('login'))
  })

  test.each([
    ['unreachable', unreachable],
    ['behind a broken proxy', broken],
  ])('%s: a list that could not be read is read when it is back', async (how, network) => {
    await app.openAs('merchant', { address: LIST })
    await firstRow()
    app.network = network
    await press('r')
    await screen.findByText('Couldn’t load the orders')
    await screen.findByText(LOST)
    await minutes(20)
    await app.gateway.payin('M10000001', `BACK-${how.slice(0, 3)}`)
    app.network = null
    isBack()
    await waitFor(() => expect(screen.queryByText('Couldn’t load the orders')).toBeNull())
    expect(screen.queryByText(LOST)).toBeNull()
    await waitFor(() => expect(rows().map(numberIn)).toContain(`BACK-${how.slice(0, 3)}`))
  })
})
