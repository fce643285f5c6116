import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MERCHANT, openConsole } from './openConsole.tsx'

const opened = async (permissions = MERCHANT) => {
  const console = await openConsole({ permissions })
  await waitFor(() => expect(console.rows().length).toBeGreaterThan(2))
  return console
}

test('The header of a list has its commands with their keys, without those the account may not run', async () => {
  await opened()
  expect((await screen.findByRole('button', { name: 'Export' })).textContent).toBe('ExportE')
  const save = screen.getByRole('button', { name: 'Save view' })
  expect(save.textContent).toBe('Save viewvs')
})

test('An account without the permission is told so by the key, and sees no button', async () => {
  const { press } = await opened(MERCHANT.filter((key) => key !== 'payin_export' && key !== 'payin_notify'))
  expect(await screen.findByRole('button', { name: 'Save view' })).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  await press('E')
  expect(await screen.findByText('Not allowed for your account')).not.toBeNull()
  await press('{Escape}nw')
  await waitFor(() => expect(screen.queryAllByText('Not allowed for your account').length).toBeGreaterThan(0))
})

test('A right-click opens the menu of the row, and with Shift the menu of the browser', async () => {
  const { row, focus } = await opened()
  const cell = within(row(2)!).getByRole('rowheader')
  expect(fireEvent.contextMenu(cell, { shiftKey: true })).toBe(true)
  expect(screen.queryByRole('menu')).toBeNull()
  expect(fireEvent.contextMenu(cell)).toBe(false)
  const menu = await screen.findByRole('menu')
  expect(within(menu).getByRole('menuitem', { name: /^Copy order number/ })).not.toBeNull()
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  await waitFor(() => expect(focus()).toMatch(/^2 /))
})

test('Selected rows have a bar with their commands, and clearing returns the focus to the list', async () => {
  const { press, user, focus } = await opened()
  await press('x')
  const bar = await screen.findByRole('region', { name: 'Selected rows' })
  expect(bar.textContent).toMatch(/^1 selected/)
  expect(within(bar).getByRole('button', { name: 'Notify' })).not.toBeNull()
  await user.click(within(bar).getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull())
  expect(focus()).toMatch(/^1 /)
})

test('A hint of the status bar runs its command and leaves the focus in the list', async () => {
  const { user, focus } = await opened()
  await waitFor(() => expect(focus()).toMatch(/^1 /))
  await user.click(await screen.findByRole('button', { name: 'select' }))
  expect(await screen.findByText(/^1 selected/)).not.toBeNull()
  expect(focus()).toMatch(/^1 /)
})

test('The status bar hints no key that the status of the order refuses', async () => {
  const { press, focus, cell } = await opened()
  const hint = () => screen.queryByRole('button', { name: 'notify' })
  await waitFor(() => expect(focus()).toMatch(/^1 /))
  const statuses = []
  for (let n = 1; n <= 6; n++) {
    const status = cell(n, 'status')
    statuses.push(status)
    await waitFor(() => expect(hint() === null, `row ${n}: ${status}`).toBe(status === 'Pending'))
    await press('j')
  }
  expect(new Set(statuses)).toEqual(new Set(['Success', 'Pending', 'Failed', 'Expired']))
})

test('An open row has its commands', async () => {
  const { press } = await opened()
  await press('{Enter}')
  const pane = await screen.findByRole('region', { name: 'Record' })
  expect(await within(pane).findByRole('button', { name: 'Notify' })).not.toBeNull()
  expect(within(pane).getByRole('button', { name: 'Row actions' }).title).toBe('Row actions (a)')
})
