import { setTimeout } from 'node:timers/promises'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { cellText, focusedRow, listLoaded, type Network, numberIn, rowAt, rows, startApp, type TestApp } from '../app.tsx'
import { LIVE_REGIONS } from '../liveRegions.ts'

const LIST = '/transaction/payin?status=SUCCESS&dates=all&sort=payAmount.desc'
const LOGIN = '/user/login'
const LOGOUT = 'POST /api/auth/logout'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 300 })
})
afterAll(() => app.close())
beforeEach(() => app.openAs('merchant', { address: LIST }))
afterEach(() => vi.restoreAllMocks())

const sessions = async () => (await app.gateway.db.all(sql`select from session where merchant_no = 'M10000001'`)).length
/** Ends all sessions at the gateway. */
const endSessions = () => app.gateway.db.run(sql`delete from session`)
const loginBackTo = (address: string) => `${LOGIN}?${new URLSearchParams({ redirect: address })}`
const logouts = () => app.calls.filter((call) => call === LOGOUT).length
/** Waits until the address contains the row of the cursor. */
const rested = (row: number) =>
  waitFor(() => {
    expect(focusedRow()?.row).toBe(row)
    expect(focusedRow()?.number).not.toBe('')
    expect(app.address()).toContain(`at=${cellText(rowAt(row), 'Platform Order No')}`)
  })

describe('An expired session', () => {
  test('leads to the sign-in page, and after sign-in back to the same row', async () => {
    await app.user.keyboard('6j')
    await rested(7)
    const [place, address] = [focusedRow(), app.address()]
    await endSessions()
    await app.reloadAfter(() => app.user.keyboard('r'))
    expect(app.address()).toBe(loginBackTo(address))
    expect(screen.queryByRole('grid')).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('antd-pro-authority')).toBe('["guest"]')
    // Rows and figures were both refused; one sign-out is enough.
    expect(logouts()).toBe(1)

    await app.signIn('merchant')
    await waitFor(() => expect(focusedRow()).toEqual(place))
    expect(app.address()).toBe(address)
  })

  test('restores even a cursor position that was not yet written to the address', async () => {
    await endSessions()
    await app.reloadAfter(() => app.user.keyboard('9jr'))
    await app.signIn('merchant')
    await waitFor(() => expect(focusedRow()?.row).toBe(10))
  })

  test('is detected when a row is opened, and that row is open after sign-in', async () => {
    await app.user.keyboard('2j')
    await rested(3)
    await endSessions()
    await app.reloadAfter(() => app.user.keyboard('{Enter}'))
    await app.signIn('merchant')
    const record = await screen.findByRole('region', { name: 'Record' })
    const number = numberIn(rows()[2]!)
    await within(record).findByRole('heading', { name: number })
    await waitFor(() => expect(record.contains(document.activeElement)).toBe(true))
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(focusedRow()).toEqual({ row: 3, number }))
  })

  test('shows no error, before or after the new sign-in', async () => {
    await endSessions()
    await app.reloadAfter(() => app.user.keyboard('r'))
    expect(screen.queryAllByText('Error Message')).toEqual([])
    expect(screen.queryAllByRole('alert')).toEqual([])
  })
})

test('An error that the user asks the gateway for is treated like any other of its status', async () => {
  const ask = async (code: string) => {
    window.location.hash = '/exception/trigger'
    await app.user.click(await screen.findByRole('button', { name: code }))
  }
  for (const code of ['403', '404', '500']) {
    await ask(code)
    await waitFor(() => expect(app.address()).toBe(`/exception/${code}`))
  }
  await app.reloadAfter(() => ask('401'))
  expect(app.address()).toBe(loginBackTo('/exception/trigger'))
  expect(localStorage.getItem('token')).toBeNull()
  expect(screen.queryAllByRole('alert')).toEqual([])
})

test('A guest sees the page of the error that is asked for, and stays after a 401', async () => {
  await app.openAsGuest({ address: '/exception/trigger' })
  const ask = async (code: string) => app.user.click(await screen.findByRole('button', { name: code }))
  const isAnswered = (code: string) => () => expect(app.calls).toContain(`GET /api/exception/${code}`)
  await ask('401')
  await waitFor(isAnswered('401'))
  // The answer has been dealt with before the next press.
  await setTimeout(50)
  expect(app.address()).toBe('/exception/trigger')
  expect(screen.queryAllByRole('alert')).toEqual([])
  for (const code of ['403', '404', '500']) {
    window.location.hash = '/exception/trigger'
    await ask(code)
    await waitFor(() => expect(app.address()).toBe(`/exception/${code}`))
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(code)
  }
})

describe('Sign-out', () => {
  /** Storage changes and gateway calls in order. */
  function watch(): string[] {
    const log: string[] = []
    const { setItem, removeItem } = Storage.prototype
    const { replaceState } = window.history
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      log.push(`${key} = ${value}`)
      setItem.call(this, key, value)
    })
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
      log.push(`no ${key}`)
      removeItem.call(this, key)
    })
    vi.spyOn(window.history, 'replaceState').mockImplementation((state, title, url) => {
      log.push(`${url}`)
      replaceState.call(window.history, state, title, url)
    })
    return log
  }

  test('calls the gateway first, keeps the address, then removes drafts, the account and at last the token', async () => {
    await app.user.keyboard('{Enter}')
    await screen.findByRole('region', { name: 'Record' })
    await app.user.keyboard('{Escape}zd4j')
    await rested(5)
    expect(localStorage.getItem('paydesk.recents')).not.toBeNull()
    const address = app.address()
    const before = await sessions()
    const log = watch()
    app.network = async (path, pass) => {
      if (path === '/api/auth/logout') log.push(LOGOUT)
      return pass()
    }
    await app.reloadAfter(async () => {
      await app.user.keyboard('{Control>}k{/Control}sign out')
      await screen.findByRole('option', { name: /^Sign out/ })
      log.length = 0
      await app.user.keyboard('{Enter}')
    })
    expect(log.filter((line) => !/^paydesk\.usage = /.test(line))).toEqual([
      // Drafts are removed as soon as sign-out begins.
      'no paydesk.notes',
      'no paydesk.money.withdraw',
      'no paydesk.money.transfer',
      'no paydesk.money.rechargeOnline',
      'no paydesk.money.rechargeOffline',
      'no paydesk.settings.keys',
      'no paydesk.settings.ipLists',
      'no paydesk.settings.subMerchant',
      'no paydesk.settings.account',
      'no paydesk.settings.password',
      'no paydesk.money.open',
      LOGOUT,
      `#${loginBackTo(address)}`,
      'no detailPageInfo',
      'no paydesk.recents',
      'no paydesk.usage',
      'no paydesk.drafts',
      'no paydesk.filterWords',
      'no paydesk.telephone',
      'no paydesk.signInName',
      'no paydesk.severalMerchants',
      'antd-pro-authority = ["guest"]',
      'hasLogin = logout',
      'no token',
    ])
    expect(await sessions()).toBe(before - 1)
    expect(app.address()).toBe(loginBackTo(address))
    // Preferences stay in the browser.
    expect(localStorage.getItem('currentLocaleKey')).toBe('en')
    expect(localStorage.getItem('paydesk.density')).toBe('"compact"')
    expect(localStorage.getItem('systemConfig')).not.toBeNull()

    vi.restoreAllMocks()
    await app.signIn('merchant')
    expect(app.address()).toBe(address)
  })

  test.each<[string, Network]>([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    // The call is given up after 3 seconds, not after the 30 of others.
    ['does not answer', () => new Promise(() => {})],
  ])('clears the browser even if the gateway %s', async (_, network) => {
    app.network = network
    await app.reloadAfter(async () => {
      await app.user.keyboard('{Control>}k{/Control}sign out')
      await screen.findByRole('option', { name: /^Sign out/ })
      await app.user.keyboard('{Enter}')
    })
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('hasLogin')).toBe('logout')
    expect(app.address()).toBe(loginBackTo(LIST))
  })
})

describe('Another tab', () => {
  /** Applies a change of the other tab to the shared storage. */
  function setInOtherTab(changes: Record<string, string | null>) {
    for (const [key, newValue] of Object.entries(changes)) {
      const oldValue = localStorage.getItem(key)
      if (newValue === null) localStorage.removeItem(key)
      else localStorage.setItem(key, newValue)
      fireEvent(window, new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }))
    }
  }

  test('signs out this tab too, without a call; after its sign-in this tab is back at its address', async () => {
    await app.user.keyboard('3j')
    await rested(4)
    const [place, address] = [focusedRow(), app.address()]
    const { token, hasLogin, ...who } = { ...localStorage } as Record<string, string>
    const warned = vi.spyOn(console, 'warn')
    onTestFinished(() => warned.mockRestore())
    await app.reloadAfter(async () => {
      setInOtherTab({ 'antd-pro-authority': '["guest"]', hasLogin: 'logout', token: null })
      // The other tab goes on while this one waits for its reload.
      setInOtherTab({ hasLogin: 'login' })
      setInOtherTab({ hasLogin: 'logout' })
    })
    expect(warned).not.toHaveBeenCalled()
    expect(app.address()).toBe(loginBackTo(address))
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('username'))
    expect(logouts()).toBe(0)

    await app.reloadAfter(async () =>
      setInOtherTab({ 'antd-pro-authority': who['antd-pro-authority']!, token: token!, hasLogin: hasLogin! }),
    )
    await waitFor(() => expect(focusedRow()).toEqual(place))
    expect(app.address()).toBe(address)
  })
})

/** The texts of the live regions from now on. */
function announcements(): string[] {
  const texts: string[] = []
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) texts.push(...Array.from(addedNodes, (node) => node.textContent ?? ''))
  })
  for (const region of document.querySelectorAll(LIVE_REGIONS)) observer.observe(region, { childList: true })
  return texts
}

describe('An unreachable gateway', () => {
  const unreachable: Network = () => Promise.reject(new TypeError('Failed to fetch'))
  const broken: Network = async () => new Response('<html>Bad Gateway</html>', { status: 502 })

  test.each([
    ['unreachable', unreachable, 'Can’t reach the server. Check your network and try again (NETWORK_ERROR)'],
    ['behind a broken proxy', broken, 'Server response 502'],
  ])('%s: loaded rows stay, and Retry loads the rest', async (how, network, reason) => {
    await app.user.keyboard('4j')
    await rested(5)
    const before = focusedRow()
    // The next page is loaded ahead.
    await waitFor(() => expect(rows().map(numberIn)).not.toContain(''))
    const shown = rows().map(numberIn)
    app.network = network
    await app.user.keyboard('r')
    await screen.findByText('Couldn’t load the orders')
    expect(screen.getByText('Couldn’t load the orders').parentElement?.textContent).toContain(reason)
    expect(rows().map(numberIn)).toEqual(shown)
    expect(focusedRow()).toEqual(before)
    expect(localStorage.getItem('token')).not.toBeNull()
    if (network === unreachable) await screen.findByText('Connection lost. Reconnecting…')

    // Still unreachable.
    const [retry] = screen.getAllByRole('button', { name: 'Retry' }).slice(-1) as [HTMLElement]
    await app.user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(document.activeElement).toBe(retry)
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(focusedRow()).toEqual(before))
    await screen.findByText('Couldn’t load the orders')

    const announced = announcements()
    app.network = null
    const payer = `Paid while ${how}`
    await app.gateway.db.run(sql`update orders set payer_name = ${payer} where merchant_order_no = ${before?.number}`)
    await app.user.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    await waitFor(() => expect(rows()[4]?.textContent).toContain(payer))
    expect(screen.queryByText('Couldn’t load the orders')).toBeNull()
    await waitFor(() => expect(screen.queryByText('Connection lost. Reconnecting…')).toBeNull())
    // The rows that arrive are announced next.
    await waitFor(() => expect(announced).toContain('Connection restored'))
    await waitFor(() => expect(focusedRow()).toEqual(before))
  })

  test('leaves rows of a long list empty until it is back', async () => {
    app.network = unreachable
    await app.user.keyboard('G')
    await screen.findByText('Couldn’t load the orders')
    const owed = focusedRow()
    expect(owed?.number).toBe('')
    await app.user.keyboard('{Shift>}{Tab}{/Shift}')
    // Not earlier: the console reads again by itself when the connection is back, and the button goes.
    app.network = null
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(focusedRow()?.number).toBeTruthy())
    expect(focusedRow()?.row).toBe(owed?.row)
  })

  test('at the first load: Retry loads the list', async () => {
    app.network = unreachable
    await app.load()
    await screen.findByText('Couldn’t load the orders')
    const retry = within(screen.getByText('Couldn’t load the orders').closest('div')!).getByRole('button', {
      name: 'Retry',
    })
    await app.tabTo(retry)
    app.network = null
    await app.user.keyboard('{Enter}')
    await listLoaded()
    await waitFor(() => expect(focusedRow()?.number).not.toBe(''))
  })
})
