import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLoaded, startApp, type TestApp } from '../app.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const card = () => screen.queryByRole('region', { name: 'Getting started' })
const findCard = () => screen.findByRole('region', { name: 'Getting started' })
const progress = async (text: string) => expect(await within(await findCard()).findByText(text)).not.toBeNull()

/** Steps with their keys: `Find anything: Ctrl K`. A ticked one ends with a check mark. */
const steps = () =>
  within(card()!)
    .getAllByRole('listitem')
    .map((item) => {
      const keys = Array.from(item.querySelectorAll('kbd > span'), (key) => key.textContent).join(' ')
      const isDone = within(item).queryByText('done') !== null
      return `${item.querySelector('button > span')?.textContent}: ${keys}${isDone ? ' ✓' : ''}`
    })

const FIND = 'Find anything: Ctrl K'
const PAYIN = 'Go to Payin: g i'
const JUMP = 'Jump to order: #'
const NOTICES = 'Open notices: g n'
const KEYS = 'Keyboard shortcuts: ?'

test.each([
  ['merchant', [FIND, PAYIN, JUMP, 'New withdrawal: n w', KEYS]],
  ['submerchant', [FIND, PAYIN, JUMP, 'Go to Account detail: g a', KEYS]],
  ['usdt', [FIND, 'Go to USDT payin: g i', JUMP, 'Go to Merchant info: g m', KEYS]],
  ['agent', [FIND, PAYIN, JUMP, 'Go to Merchant list: g m', KEYS]],
  ['staff', [FIND, PAYIN, JUMP, NOTICES, KEYS]],
  ['restricted', [FIND, PAYIN, JUMP, NOTICES, KEYS]],
])('%s is shown five things that the account may do, on the screen after sign-in', async (username, expected) => {
  await app.openAs(username)
  await findCard()
  expect(steps()).toEqual(expected)
  await app.user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await app.user.keyboard('{Escape}')
  await progress('1 of 5 done')
  expect(steps()).toEqual([...expected.slice(0, 4), `${KEYS} ✓`])
})

test('A step is ticked off however it is run: by key, button, menu, link or palette', async () => {
  const { user } = app
  await app.openAs('merchant')
  await user.click(within(await findCard()).getByRole('button', { name: 'Find anything' }))
  await screen.findByRole('combobox', { name: /./ })
  await user.keyboard('jump to order{Escape}{Escape}')
  await progress('1 of 5 done')
  // The account menu has no runner.
  await user.click(screen.getByRole('button', { name: /^Account menu M/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^Keyboard shortcuts/ }))
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await user.keyboard('{Escape}')
  await progress('2 of 5 done')
  await user.click(screen.getByRole('link', { name: 'Payin' }))
  await listLoaded()
  expect(card()).toBeNull()
  await user.keyboard('gd')
  await progress('3 of 5 done')
  await user.keyboard('nw')
  await waitFor(() => expect(app.address()).toBe('/account/withdraw'))
  await screen.findByRole('textbox', { name: 'Amount' })
  // Out of the field, then out of the form.
  await user.keyboard('{Escape}{Escape}')
  await waitFor(() => expect(app.address()).toMatch(/^\/dashboard/))
  await progress('4 of 5 done')
  await user.keyboard('#')
  await screen.findByRole('combobox', { name: /./ })
  await user.keyboard('{Escape}')
  await progress('All done')
})

test('One key dismisses it for good for this account, and a command brings it back with its ticks', async () => {
  const { user } = app
  await app.openAs('merchant')
  await findCard()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: /./ })
  await user.keyboard('{Escape}')
  await progress('1 of 5 done')
  within(card()!).getByRole('button', { name: 'Dismiss' }).focus()
  await user.keyboard('X')
  await waitFor(() => expect(card()).toBeNull())
  expect(document.activeElement?.closest('#main')).not.toBeNull()
  await app.load()
  await screen.findByRole('region', { name: 'Dashboard' })
  expect(card()).toBeNull()

  await user.keyboard('gi')
  await listLoaded()
  // Here the key is not bound to anything that runs.
  await user.keyboard('X')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: /./ })
  await user.keyboard('getting started{Enter}')
  await progress('2 of 5 done')
  expect(app.address()).toBe('/dashboard')

  await user.click(within(card()!).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(card()).toBeNull())
  expect(document.activeElement).not.toBe(document.body)

  // Another account of the same browser has its own.
  const stored = localStorage.getItem('paydesk.gettingStarted')!
  await app.openAsGuest()
  localStorage.setItem('paydesk.gettingStarted', stored)
  await app.signIn('submerchant')
  await progress('0 of 5 done')
  expect(JSON.parse(stored)).toEqual({ merchant: { done: ['palette.toggle', 'go.payin'], isDismissed: true } })
})
