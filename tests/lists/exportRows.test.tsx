import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkoutOf, createFakeGateway } from './fakeGateway.ts'
import { MERCHANT, openConsole } from './openConsole.tsx'

const EXPORT = '/api/merchant/export/payin'
const CHECKOUTS = ['user', 'normal', 'transaction', 'payin', 'checkout_list']

/** The files that the browser was told to save, and their content. */
const saved: { name: string; blob: Blob }[] = []
beforeEach(() => {
  let last: Blob | null = null
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob
    return 'blob:'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last !== null) saved.push({ name: this.download, blob: last })
  })
})
afterEach(() => {
  saved.length = 0
  vi.restoreAllMocks()
})

const fileOf = async (nth = 0) => {
  await waitFor(() => expect(saved.length).toBeGreaterThan(nth))
  const { name, blob } = saved[nth]!
  return { name, lines: (await blob.text()).trimEnd().split('\r\n') }
}

async function openPayins() {
  const gateway = createFakeGateway()
  gateway.answer(EXPORT, () => new Response('head\nrow\n', { headers: { 'content-type': 'text/csv' } }))
  const opened = await openConsole({ gateway, permissions: MERCHANT })
  await opened.shows(1, 'INV')
  return opened
}

test('a list without an export call is read to its end and saved as a spreadsheet file', async () => {
  const gateway = createFakeGateway({ orders: checkoutOf, total: 1_234 })
  const { press, shows } = await openConsole({ address: '/transaction/checkout-list', permissions: CHECKOUTS, gateway })
  await shows(1, 'INV-2026')
  expect((await screen.findByRole('button', { name: 'Export' })).textContent).toBe('ExportE')
  await press('E')
  const { name, lines } = await fileOf()
  expect(name).toMatch(/^checkout\w*-\d{8}-\d{6}\.csv$/)
  expect(lines).toHaveLength(1_235)
  expect(lines[0]).toMatch(/^\uFEFF?Created Time,/)
  // Order numbers stay text in a spreadsheet.
  expect(lines[1]).toContain('INV-2026-000000')
  await screen.findByText(/^Exported checkout/)
})

test('E with a selection asks once which rows, and remembers the answer', async () => {
  const { press, user, gateway } = await openPayins()
  await press('xjx')
  await press('E')
  await screen.findByRole('combobox', { name: /What to export/ })
  const [selected, list] = await screen.findAllByRole('option')
  expect([selected, list].map((one) => one?.textContent.split(',')[0])).toEqual(['Selected rows', 'The whole list'])
  await user.keyboard('{Enter}')
  const { name, lines } = await fileOf()
  expect(name).toMatch(/^payin-selection-/)
  expect(lines).toHaveLength(3)
  expect(gateway.callsTo(EXPORT)).toHaveLength(0)
  expect(localStorage.getItem('paydesk.exported')).toBe('"selection"')
})

test('the bar of a selection exports it, and without a selection the gateway exports the list', async () => {
  const { press, user, gateway } = await openPayins()
  await press('x')
  const bar = await screen.findByRole('region', { name: 'Selected rows' })
  await user.click(within(bar).getByRole('button', { name: 'Export selected' }))
  expect((await fileOf()).lines).toHaveLength(2)
  await user.click(within(bar).getByRole('button', { name: 'Clear' }))
  await press('E')
  await waitFor(() => expect(gateway.callsTo(EXPORT)).toHaveLength(1))
})

test('a selection is exported with all its columns, whatever fits the window', async () => {
  const heads: (string | undefined)[] = []
  for (const width of [4_000, 900]) {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
    const { press, user } = await openPayins()
    await press('x')
    const bar = await screen.findByRole('region', { name: 'Selected rows' })
    await user.click(within(bar).getByRole('button', { name: 'Export selected' }))
    heads.push((await fileOf(heads.length)).lines[0])
    cleanup()
  }
  expect(heads[0]).toContain(',Fee,')
  expect(heads[0]).not.toContain('Platform Account ID')
  expect(heads[1]?.split(',').sort()).toEqual(heads[0]?.split(',').sort())
})

test('a selection of all rows but some is read from the gateway', async () => {
  const { press, user } = await openPayins()
  await press('{Control>}aa{/Control}')
  await screen.findByText('all 57 matching rows selected')
  await press('x')
  const bar = await screen.findByRole('region', { name: 'Selected rows' })
  await user.click(within(bar).getByRole('button', { name: 'Export selected' }))
  expect((await fileOf()).lines).toHaveLength(57)
})
