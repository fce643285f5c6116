import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { cellText, focusedRow, listLoaded, numberIn, rows, startApp, type TestApp } from '../app.tsx'
import { balance } from '../money.ts'

const MERCHANT = 'M10000001'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  expect(await brokenLedger(app.gateway.db)).toEqual([])
  await app.close()
})

const statusOf = (number: string) =>
  cellText(
    rows().find((row) => numberIn(row) === number),
    'Status',
  )
const available = async () => (await balance(app.gateway.db, MERCHANT))[0]

test.each([
  ['ACCEPTED-1', 'Accept the amount paid', 'Success', /credited to the merchant/, true],
  ['REJECTED-1', 'Reject the amount paid', 'Failed', /Return the money to the payer/, false],
])('Staff end %s, which was paid with another amount: %s', async (number, title, status, consequence, isCredited) => {
  const { gateway, openAs } = app
  await gateway.payin(MERCHANT, number, 'EXCEPTION')
  const before = await available()
  await openAs('staff')
  const { user } = app
  await user.keyboard('gi')
  await waitFor(() => expect(app.address()).toContain('payin'))
  await listLoaded()
  await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number }))
  expect(statusOf(number)).toBe('Exception')

  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await user.keyboard(`${title}{Enter}`)
  const question = await screen.findByRole('alertdialog', { name: title })
  expect(question.textContent).toMatch(consequence)
  expect(question.textContent).toContain('75,000.00 IDR was paid instead of 150,000.00 IDR')
  // Nothing happens by itself, and Cancel has the focus.
  await waitFor(() => expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' })))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number }))
  expect(statusOf(number)).toBe('Exception')

  await user.keyboard('a')
  const menu = await screen.findByRole('menu')
  within(menu)
    .getByRole('menuitem', { name: new RegExp(`^${title}`) })
    .focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('alertdialog', { name: title })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(statusOf(number)).toBe(status))
  const credited = (await available()) - before
  if (isCredited) expect(credited > 7_000_000n && credited <= 7_500_000n).toBe(true)
  else expect(credited).toBe(0n)

  // The order is over: neither command is offered any longer.
  await user.keyboard('a')
  await waitFor(() => expect(screen.getByRole('menu').textContent).not.toMatch(/the amount paid/))
  await user.keyboard('{Escape}')
})
