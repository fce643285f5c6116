import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeGateway } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

const READER = { readsAloud: true }

async function openTable(remembered: Record<string, unknown> = READER) {
  const gateway = createFakeGateway({ total: 120 })
  const opened = await openConsole({ gateway, remembered })
  await opened.shows(1, 'INV-2026-000000')
  const indices = () => opened.rows().map((row) => Number(row.getAttribute('aria-rowindex')) - 1)
  return { ...opened, gateway, indices, heard: () => opened.regions.polite.textContent?.trim() ?? '' }
}

test('a list is a table of fifty rows with their indexes in the whole result', async () => {
  const { grid, indices, gateway, row } = await openTable()
  expect(grid().tagName).toBe('TABLE')
  expect(grid().getAttribute('aria-rowcount')).toBe('121')
  expect(indices()).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  expect(row(1)?.tagName).toBe('TR')
  expect(row(1)?.querySelector('[role=rowheader]')?.tagName).toBe('TH')
  expect(gateway.callsTo('/api/transaction/payin')[0]?.query.get('limit')).toBe('50')
})

test('the same keys move the cursor, also across pages', async () => {
  const { press, focus, indices, shows } = await openTable()
  await press('50j')
  await waitFor(() => expect(focus()).toBe('51 merchantOrderNo'))
  expect(indices()[0]).toBe(51)
  await shows(51, 'INV-2026-000050')
  await press('G')
  await waitFor(() => expect(focus()).toBe('120 merchantOrderNo'))
  await press('gg{ArrowRight}')
  await waitFor(() => expect(focus()).toMatch(/^1 /))
  await press('k')
  expect(focus()).toMatch(/^0 /)
  await press('jx')
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
})

test('the row under the cursor is announced in full, by its differences, or briefly', async () => {
  const { press, heard } = await openTable()
  await press('j')
  await waitFor(() => expect(heard()).toMatch(/^row 2, total: 120.*17,919\.00, Pending/))
  await press('{Control>}k{/Control}row announcements{Enter}')
  await screen.findByRole('option', { name: /Amount and status only/ })
  await press('amount{Enter}')
  await waitFor(() => expect(document.activeElement?.closest('tr')).not.toBeNull())
  await press('j')
  await waitFor(() => expect(heard()).toMatch(/^row 3, total: 120\. 25,838\.00, Failed$/))
  localStorage.setItem('paydesk.verbosity', '"changed"')
  await press('j')
  await waitFor(() => expect(heard()).toMatch(/Amount 33757\.00.*Status Expired/))
  expect(heard()).not.toMatch(/Merchant Name/)
  await press(';')
  expect(heard()).toMatch(/Amount 33757\.00/)
})

test('the mode is switched in place and stored', async () => {
  const { press, grid, focus } = await openTable({})
  await press('jj{Control>}k{/Control}screen-reader mode{Enter}')
  await waitFor(() => expect(grid().tagName).toBe('TABLE'))
  await waitFor(() => expect(focus()).toMatch(/^\d+ merchantOrderNo/))
  expect(localStorage.getItem('paydesk.readsAloud')).toBe('true')
  await press('{Control>}k{/Control}screen-reader mode{Enter}')
  await waitFor(() => expect(grid().tagName).toBe('DIV'))
  await waitFor(() => expect(focus()).toMatch(/^\d+ merchantOrderNo/))
})
