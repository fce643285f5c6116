import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { cellText, focusedRow, listLoaded, type Network, numberIn, rowAt, rows, startApp, type TestApp } from '../app.tsx'

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
/** From now on the gateway knows nobody. */
const endSessions = () => app.gateway.db.run(sql`delete from session`)
const loginBackTo = (address: string) => `${LOGIN}?${new URLSearchParams({ redirect: address })}`
const logouts = () => app.calls.filter((call) => call === LOGOUT).length
/** The cursor rests, and the address says where. */
const rested = (row: number) =>
  waitFor(() => {
    expect(focusedRow()?.row).toBe(row)
    expect(focusedRow()?.number).not.toBe('')
    expect(app.address()).toContain(`at=${cellText(rowAt(row), 'Platform Order No')}`)
  })

describe('a token that the gateway no longer takes', () => {
  test('leads to the sign-in page, and from there back to the very same row', async () => {
    await app.user.keyboard('6j')
    await rested(7)
    const [place, address] = [focusedRow(), app.address()]
    await endSessions()
    await app.reloadAfter(() => app.user.keyboard('r'))
    expect(app.address()).toBe(loginBackTo(address))
    expect(screen.queryByRole('grid')).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('antd-pro-authority')).toBe('["guest"]')
    // Rows and figures were refused at once; one sign-out is enough for them.
    expect(logouts()).toBe(1)

    await app.signIn('merchant')
    await waitFor(() => expect(focusedRow()).toEqual(place))
    expect(app.address()).toBe(address)
  })

  test('even to the row he was just moving to', async () => {
    await endSessions()
    await app.reloadAfter(() => app.user.keyboard('9jr'))
    await app.signIn('merchant')
    await waitFor(() => expect(focusedRow()?.row).toBe(10))
  })

  test('is noticed by a record that is opened, which is open again afterwards', async () => {
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

  test('says nothing of an error: who signs in again sees no trace of it', async () => {
    await endSessions()
    await app.reloadAfter(() => app.user.keyboard('r'))
    expect(screen.queryAllByText('Error Message')).toEqual([])
    expect(screen.queryAllByRole('alert')).toEqual([])
  })
})

describe('signing out', () => {
  /** What happens to the browser and the gateway, in order. */
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

  test('tells the gateway first, then forgets: the place is kept, the work is gone, then who he was, then the token', async () => {
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
      // What was filled in and not sent goes as soon as somebody wants to leave.
      'no paydesk.money.withdraw',
      'no paydesk.money.transfer',
      'no paydesk.money.rechargeOnline',
      'no paydesk.money.rechargeOffline',
      'no paydesk.money.open',
      'no paydesk.settings.keys',
      'no paydesk.settings.ipLists',
      'no paydesk.settings.subMerchant',
      'no paydesk.settings.account',
      'no paydesk.settings.password',
      LOGOUT,
      `#${loginBackTo(address)}`,
      'no detailPageInfo',
      'no paydesk.recents',
      'no paydesk.usage',
      'no paydesk.drafts',
      'no paydesk.filterWords',
      'no paydesk.telephone',
      'antd-pro-authority = ["guest"]',
      'hasLogin = logout',
      'no token',
    ])
    expect(await sessions()).toBe(before - 1)
    expect(app.address()).toBe(loginBackTo(address))
    // How he likes the console is his browser's to remember.
    expect(localStorage.getItem('currentLocaleKey')).toBe('en')
    expect(localStorage.getItem('paydesk.density')).toBe('"compact"')
    expect(localStorage.getItem('systemConfig')).not.toBeNull()

    vi.restoreAllMocks()
    await app.signIn('merchant')
    expect(app.address()).toBe(address)
  })

  test('needs no gateway: without one the browser forgets all the same', async () => {
    app.network = () => Promise.reject(new TypeError('Failed to fetch'))
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

describe('another tab', () => {
  /** What it did to what the two share. */
  function heard(changes: Record<string, string | null>) {
    for (const [key, newValue] of Object.entries(changes)) {
      const oldValue = localStorage.getItem(key)
      if (newValue === null) localStorage.removeItem(key)
      else localStorage.setItem(key, newValue)
      fireEvent(window, new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }))
    }
  }

  test('signs out, and this one with it, without a call of its own; it signs in again, and this one is where it was', async () => {
    await app.user.keyboard('3j')
    await rested(4)
    const [place, address] = [focusedRow(), app.address()]
    const { token, hasLogin, ...who } = { ...localStorage } as Record<string, string>
    await app.reloadAfter(async () => heard({ 'antd-pro-authority': '["guest"]', hasLogin: 'logout', token: null }))
    expect(app.address()).toBe(loginBackTo(address))
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('username'))
    expect(logouts()).toBe(0)

    await app.reloadAfter(async () =>
      heard({ 'antd-pro-authority': who['antd-pro-authority']!, token: token!, hasLogin: hasLogin! }),
    )
    await waitFor(() => expect(focusedRow()).toEqual(place))
    expect(app.address()).toBe(address)
  })
})

describe('a gateway that is gone', () => {
  const unreachable: Network = () => Promise.reject(new TypeError('Failed to fetch'))
  const broken: Network = async () => new Response('<html>Bad Gateway</html>', { status: 502 })

  test.each([
    ['unreachable', unreachable, 'The server cannot be reached. Check the network and try again (NETWORK_ERROR)'],
    ['behind a broken proxy', broken, 'Server response 502'],
  ])('%s: what is here stays, and a Retry away is the rest', async (how, network, reason) => {
    await app.user.keyboard('4j')
    await rested(5)
    const before = focusedRow()
    const shown = rows().map(numberIn)
    app.network = network
    await app.user.keyboard('r')
    await screen.findByText('The orders could not be loaded')
    expect(screen.getByText('The orders could not be loaded').parentElement?.textContent).toContain(reason)
    expect(rows().map(numberIn)).toEqual(shown)
    expect(focusedRow()).toEqual(before)
    expect(localStorage.getItem('token')).not.toBeNull()
    if (network === unreachable) await screen.findByText('Connection lost, trying again')

    // Still gone.
    const [retry] = screen.getAllByRole('button', { name: 'Retry' }).slice(-1) as [HTMLElement]
    await app.user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(document.activeElement).toBe(retry)
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(focusedRow()).toEqual(before))
    await screen.findByText('The orders could not be loaded')

    app.network = null
    const payer = `Paid while ${how}`
    await app.gateway.db.run(sql`update orders set payer_name = ${payer} where merchant_order_no = ${before?.number}`)
    await app.user.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    await waitFor(() => expect(rows()[4]?.textContent).toContain(payer))
    expect(screen.queryByText('The orders could not be loaded')).toBeNull()
    await waitFor(() => expect(screen.queryByText('Connection lost, trying again')).toBeNull())
    await waitFor(() => expect(focusedRow()).toEqual(before))
  })

  test('in the middle of a long list: the rows it owes are empty until it is back', async () => {
    app.network = unreachable
    await app.user.keyboard('G')
    await screen.findByText('The orders could not be loaded')
    const owed = focusedRow()
    expect(owed?.number).toBe('')
    app.network = null
    await app.user.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    await waitFor(() => expect(focusedRow()?.number).not.toBe(''))
    expect(focusedRow()?.row).toBe(owed?.row)
  })

  test('before anything was there: Retry brings the list', async () => {
    app.network = unreachable
    await app.load()
    await screen.findByText('The orders could not be loaded')
    app.network = null
    const retry = within(screen.getByText('The orders could not be loaded').closest('div')!).getByRole('button', {
      name: 'Retry',
    })
    await app.tabTo(retry)
    await app.user.keyboard('{Enter}')
    await listLoaded()
    await waitFor(() => expect(focusedRow()?.number).not.toBe(''))
  })
})
