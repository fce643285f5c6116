import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answered, type Desk, openDesk } from '../console.tsx'

interface Account {
  username: string
  home: string
  /** Group and entries of the menu. */
  menu: string[]
  /** A place of somebody else. */
  closed: string
}

const accounts: Account[] = [
  {
    username: 'merchant',
    home: '/transaction/payin',
    menu: ['Transaction: Payin, Payout, Checkout list'],
    closed: '/transaction/payin-a',
  },
  {
    username: 'submerchant',
    home: '/transactionsub/payin-sub',
    menu: ['Transaction: Payin, Payout, Checkout list'],
    closed: '/transaction/payin',
  },
  {
    username: 'usdt',
    home: '/transactionusdt/payin',
    menu: ['USDT transaction: USDT payin, USDT payout'],
    closed: '/transaction/payin?status=FAILED',
  },
  {
    username: 'agent',
    home: '/transaction/payin-a',
    menu: ['Transaction: Payin, Payout'],
    closed: '/transactionsub/payin-sub',
  },
  {
    username: 'staff',
    home: '/transaction/payin',
    menu: ['Transaction: Payin, Payout, Checkout list', 'USDT transaction: USDT payin, USDT payout'],
    closed: '/transaction/payin-a',
  },
  { username: 'restricted', home: '/transaction/payin', menu: ['Transaction: Payin'], closed: '/transactionusdt/payin' },
]

/** Who finds which command in the palette. */
const offers: Record<string, string[]> = {
  'Go to Payin': ['merchant', 'submerchant', 'agent', 'staff', 'restricted'],
  'Go to USDT payin': ['usdt', 'staff'],
  'Go to Payout': ['merchant', 'submerchant', 'agent', 'staff'],
  'Go to USDT payout': ['usdt', 'staff'],
  'Go to Checkout list': ['merchant', 'submerchant', 'staff'],
  'Jump to order': ['merchant', 'submerchant', 'usdt', 'agent', 'staff', 'restricted'],
  'Find payin by virtual account': ['merchant', 'submerchant', 'staff', 'restricted'],
  'Notify payin': ['merchant', 'submerchant', 'staff'],
  'Notify USDT payin': ['usdt', 'staff'],
  'Query payin at channel': ['merchant', 'submerchant', 'staff'],
  'Close payin': ['merchant', 'submerchant', 'staff'],
  'Simulate payin': ['merchant', 'staff'],
  'Notify payout': ['merchant', 'submerchant', 'staff'],
  'Notify USDT payout': ['usdt', 'staff'],
  'Query payout at channel': ['merchant', 'submerchant', 'staff'],
  'Cancel payout': ['merchant', 'submerchant', 'staff'],
  'Retry payout': ['merchant', 'submerchant', 'staff'],
  'View payout receipt': ['merchant', 'submerchant', 'staff'],
  'Simulate payout': ['merchant', 'staff'],
  'Export payin': ['merchant', 'submerchant', 'staff', 'usdt'],
  'Export payout': ['merchant', 'submerchant', 'staff', 'usdt'],
  'Show balance': ['merchant', 'submerchant', 'usdt'],
  'Sign out': ['merchant', 'submerchant', 'usdt', 'agent', 'staff', 'restricted'],
}

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const menu = () =>
  within(screen.getByRole('navigation', { name: 'Main menu' }))
    .getAllByRole('region')
    .map((group) => {
      const entries = within(group)
        .getAllByRole('link')
        .map(({ title }) => title)
      return `${within(group).getByRole('heading').textContent}: ${entries.join(', ')}`
    })

/** What the gateway was asked for, beside the news that somebody looks at a page. */
const asked = () => desk.calls.filter((call) => call.startsWith('POST ') && !call.endsWith('/page-view'))

/** What the palette offers, as it is read out. */
const titles = () => Array.from(document.querySelectorAll('[role=option]'), (row) => row.textContent.split(', ')[0])

/** Types an address over the one that is there. */
function goTo(address: string) {
  desk.calls.length = 0
  window.location.hash = address
}

/** The page that stands in for another, its way home under the focus, the menu beside it. */
async function stands(title: string, text: string) {
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.getByText(text)).toBeDefined()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Back to home'))
  expect(menu().length).toBeGreaterThan(0)
}

test.each(accounts)('$username starts at home, finds what he may do and nothing else, and nowhere else', async (account) => {
  const { username, home, closed } = account
  await desk.sitDown(username)
  expect(desk.address()).toBe(home)
  expect(menu()).toEqual(account.menu)

  await desk.user.keyboard(':')
  const field = await screen.findByRole('combobox', { name: /./ })
  const found: string[] = []
  for (const title of Object.keys(offers)) {
    await desk.user.paste(title)
    if (titles().includes(title)) found.push(title)
    await desk.user.clear(field)
  }
  expect(found).toEqual(Object.keys(offers).filter((title) => offers[title]?.includes(username)))
  await desk.user.keyboard('{Escape}')

  goTo(closed)
  await stands('403', 'You have no permission to open this page')
  expect(desk.address()).toBe(closed)
  expect(asked()).toEqual([])
  await desk.user.keyboard('gi')
  await answered()
  expect(desk.address()).toBe(home)

  goTo('/transaction/nowhere')
  await stands('404', 'This page does not exist')
  expect(desk.address()).toBe('/transaction/nowhere')
  await desk.user.keyboard('{Enter}')
  await answered()
  await waitFor(() => expect(desk.address()).toBe(home))
})

test('who is signed in has nothing to look for at the sign-in page', async () => {
  await desk.sitDown('agent')
  goTo('/user/login')
  await waitFor(() => expect(desk.address()).toBe('/transaction/payin-a'))
  await answered()
})
