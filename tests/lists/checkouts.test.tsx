import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { checkoutOf, createFakeGateway } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

const PERMISSIONS = ['user', 'normal', 'transaction', 'payin', 'checkout_list']

afterEach(() => void vi.useRealTimers())

/** Order 1 is pending. The minute of its creation equals its number. */
async function openCheckouts({ permissions = PERMISSIONS, now = '2026-11-20T22:21:40+07:00' } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  const gateway = createFakeGateway({ orders: checkoutOf })
  const opened = await openConsole({ address: '/transaction/checkout-list', permissions, gateway })
  await opened.shows(1, 'INV-2026')
  async function run(title: string) {
    await opened.press('{Control>}k{/Control}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    await opened.user.keyboard(`${title}{Enter}`)
  }
  return { ...opened, run }
}

test('a pending order shows its expiry period and the time left', async () => {
  const { cell } = await openCheckouts()
  await waitFor(() => expect([1, 2].map((n) => cell(n, 'expiryPeriod'))).toEqual(['60', '60 · 39 min left']))
})

test('an expired order says so', async () => {
  const { cell } = await openCheckouts({ now: '2026-11-21T08:00:00+07:00' })
  await waitFor(() => expect(cell(2, 'expiryPeriod')).toBe('60 · time is up'))
})

test('the links of one row or of the selection are copied', async () => {
  const { press, run, user } = await openCheckouts()
  const copied = () => user.pointer([]).then(() => navigator.clipboard.readText())
  await run('Copy checkout link')
  await waitFor(async () => expect(await copied()).toBe('https://pay.example.id/c/0'))
  await press('jJ')
  await run('Copy checkout link')
  await waitFor(async () => expect(await copied()).toBe('https://pay.example.id/c/1\nhttps://pay.example.id/c/2'))
})

test('the checkout page opens in a new tab while the order is pending and is not offered afterwards', async () => {
  const opened = vi.spyOn(window, 'open').mockImplementation(() => null)
  const { press, run } = await openCheckouts()
  await press('j')
  await run('Open checkout link')
  await waitFor(() => expect(opened).toHaveBeenCalledWith('https://pay.example.id/c/1', '_blank', 'noopener,noreferrer'))
  await press('ja')
  const menu = await screen.findByRole('menu')
  const items = within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
  expect(items).toContain('Copy checkout link')
  expect(items).not.toContain('Open checkout link')
  opened.mockRestore()
})

test('a command opens the payin, and the detail keeps the link that only this list returns', async () => {
  const { press, run, query } = await openCheckouts()
  await press('{Enter}')
  const record = await screen.findByRole('region', { name: 'Record' })
  await press(']')
  await within(record).findByRole('tabpanel', { name: 'Timeline' })
  await within(record).findByText('Payin 10,000.00')
  await press('[[')
  await within(record).findByTitle('https://pay.example.id/c/0')
  await run('Open payin of this checkout')
  await waitFor(() => expect(window.location.hash).toContain('#/transaction/payin?'))
  expect(query().get('open')).toBe(checkoutOf(0).id)
})

test('a user without permission for payins finds checkouts here', async () => {
  const { press, user, gateway } = await openCheckouts({
    permissions: ['user', 'normal', 'transaction', 'checkout_list', 'payout'],
  })
  await press('#')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await user.keyboard(`${checkoutOf(40).platOrderNo}{Enter}`)
  await waitFor(() => expect(window.location.hash).toContain(`open=${checkoutOf(40).id}`))
  expect(gateway.callsTo('/api/transaction/payin')).toEqual([])
})
