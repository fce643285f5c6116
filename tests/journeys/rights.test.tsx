import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLoaded, startApp, startPageLoaded, type TestApp } from '../app.tsx'

interface Account {
  username: string
  home: string
  payins: string
  /** A page of another kind of account. */
  closed: string
}

const accounts: Account[] = [
  {
    username: 'merchant',
    home: '/dashboard',
    payins: '/transaction/payin',
    closed: '/transaction/payin-a',
  },
  {
    username: 'submerchant',
    home: '/dashboard-sub',
    payins: '/transactionsub/payin-sub',
    closed: '/transaction/payin',
  },
  {
    username: 'usdt',
    home: '/dashboard-usdt',
    payins: '/transactionusdt/payin',
    closed: '/transaction/payin?status=FAILED',
  },
  {
    username: 'agent',
    home: '/dashboard-a',
    payins: '/transaction/payin-a',
    closed: '/transactionsub/payin-sub',
  },
  {
    username: 'staff',
    home: '/dashboard',
    payins: '/transaction/payin',
    closed: '/transaction/payin-a',
  },
  {
    username: 'restricted',
    home: '/transaction/payin',
    payins: '/transaction/payin',
    closed: '/transactionusdt/payin',
  },
]

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Calls to the gateway, without the page view reports. */
const asked = () => app.calls.filter((call) => call.startsWith('POST ') && !call.endsWith('/page-view'))

/** Replaces the address, as in the address bar. */
function goTo(address: string) {
  app.calls.length = 0
  window.location.hash = address
}

/** Waits for an error page with the focus on its link home. */
async function stands(title: string, text: string) {
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.getByText(text)).toBeDefined()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Back to home'))
}

test.each(accounts)(
  '$username starts at the home page, and gets back to it from forbidden and unknown pages',
  async (account) => {
    const { username, home, payins, closed } = account
    await app.openAs(username)
    expect(app.address()).toBe(home)

    goTo(closed)
    await stands('403', 'You have no permission to open this page')
    expect(app.address()).toBe(closed)
    expect(asked()).toEqual([])
    await app.user.keyboard('gi')
    await listLoaded()
    expect(app.address()).toBe(payins)

    goTo('/transaction/nowhere')
    await stands('404', 'This page does not exist')
    expect(app.address()).toBe('/transaction/nowhere')
    await app.user.keyboard('{Enter}')
    await startPageLoaded()
    await waitFor(() => expect(app.address()).toBe(home))
  },
)
