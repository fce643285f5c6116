import { setTimeout } from 'node:timers/promises'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { startApp, type TestApp } from '../app.tsx'
import { creditAccount } from '../money.ts'
import { idlePoll } from './idlePoll.ts'
import { withdrawOnHold } from './withdrawOnHold.ts'

const MERCHANT = 'M10000001'
const LEAVES = /^Withdrawal of 1,500,000\.00 IDR: sending in \d+ s$/

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 20, environment: { HOLD_SECONDS: '3600' } })
  await creditAccount(app.gateway.db, app.gateway.ids, MERCHANT, 10_000_000_000n)
  // Removes the pending work of the demo data.
  await app.gateway.db.run(sql`delete from record_due`)
})
afterAll(async () => {
  expect(await brokenLedger(app.gateway.db)).toEqual([])
  await app.close()
})

const press = (keys: string) => app.user.keyboard(keys)
const title = () => screen.getByRole('heading', { level: 1 }).textContent

/** Ends the session at the gateway, which leads to the sign-in page in the same browser. */
async function endSession() {
  await app.gateway.db.run(sql`delete from session`)
  window.location.hash = '#/'
  await app.reloadAfter(() => press('r'))
  window.history.replaceState(null, '', '#/user/login')
  await app.load()
}

test('A withdraw on hold survives a reload and a new sign-in of the same account, and is taken back', async () => {
  await app.openAs('merchant')
  await withdrawOnHold(app)
  await waitFor(() => expect(title()).toBe('Submitted successfully'))
  await screen.findByText(LEAVES)
  await app.load()
  await screen.findByText(LEAVES)

  await endSession()
  expect(screen.queryByText(LEAVES)).toBeNull()
  await app.signIn('submerchant')
  expect(screen.queryByText(LEAVES)).toBeNull()
  await endSession()
  await app.signIn('merchant')
  await screen.findByText(LEAVES)
  await press('u')
  await screen.findByText('1,500,000.00 IDR canceled. No money was sent')
  await waitFor(() => expect(screen.queryByText(LEAVES)).toBeNull())
})

test('The page of a hold leads with its cancellation: seconds, keys, and the focus on the heading', async () => {
  await app.openAs('merchant')
  await withdrawOnHold(app)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Withdrawal scheduled'))
  const cancel = screen.getByRole('button', { name: /^Cancel · \d+ s$/ })
  expect(cancel.parentElement?.textContent).toMatch(/uF8$/i)
  // A second Enter does not cancel.
  await press('{Enter}')
  expect(cancel.isConnected).toBe(true)
  await app.tabTo(cancel)
  await press('{Enter}')
  await screen.findByRole('heading', { name: 'Withdrawal canceled. No money was sent' })
  await waitFor(() => expect(document.activeElement?.id).toBe('money-result'))
})

test('The page of a hold follows it without keeping the session alive, and not while it is hidden', async () => {
  await app.openAs('merchant')
  await withdrawOnHold(app)
  const polls = () => app.calls.filter((call) => /^GET .*\/trail$/.test(call)).length
  await idlePoll(app, '/trail')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  onTestFinished(() => hidden.mockRestore())
  const seen = polls()
  await setTimeout(2_500)
  expect(polls()).toBe(seen)
  hidden.mockReturnValue(false)
  await waitFor(() => expect(polls()).toBeGreaterThan(seen), { timeout: 5_000 })
  await press('u')
  await screen.findByRole('heading', { name: 'Withdrawal canceled. No money was sent' })
})

test('A withdrawal that was canceled has a title of its own', async () => {
  await app.openAs('merchant')
  await withdrawOnHold(app)
  await press('u')
  await screen.findByRole('heading', { name: 'Withdrawal canceled. No money was sent' })
  await waitFor(() => expect(title()).toBe('Canceled'))
  await waitFor(() => expect(document.title).toBe('Canceled - Paydesk'))
  await press('gi')
  await waitFor(() => expect(title()).toBe('Payin'))
  expect(document.title).toBe('Payin - Paydesk')
})

test('A hold is taken back from inside a field of the next form, which keeps its input', async () => {
  await app.openAs('merchant')
  await withdrawOnHold(app)
  await press('nt')
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Receiver' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await press('M1{F8}')
  await screen.findByText('1,500,000.00 IDR canceled. No money was sent')
  await waitFor(() => expect(screen.queryByText(LEAVES)).toBeNull())
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('M1')
})

test('The message about a withdraw taken back stays until another movement is accepted', async () => {
  await app.openAs('merchant')
  await withdrawOnHold(app)
  await press('u')
  await waitFor(() => expect(screen.queryAllByText(/canceled. No money was sent/)).not.toEqual([]))
  await withdrawOnHold(app)
  await waitFor(() => expect(screen.queryAllByText(/canceled. No money was sent/)).toEqual([]))
  await press('u')
})
