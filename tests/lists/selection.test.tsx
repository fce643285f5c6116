import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderRows } from '../gridSize.ts'
import { createFakeGateway } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

renderRows(20)

async function openList(opening: Parameters<typeof openConsole>[0] = {}) {
  const opened = await openConsole(opening)
  await opened.shows(1, 'INV-2026-000000')
  const status = () => {
    const bar = screen.queryByRole('region', { name: 'Selected rows' })
    return bar === null ? null : within(bar).getByText(/\d.*selected/).textContent
  }
  /** The rendered selected rows, from 1. */
  const selected = () =>
    opened
      .rows()
      .filter((row) => row.getAttribute('aria-selected') === 'true')
      .map((row) => Number(row.getAttribute('aria-rowindex')) - 1)
  return { ...opened, status, selected }
}

describe('selecting', () => {
  test('rows are selected one by one, with their exact sum', async () => {
    const { press, status, selected } = await openList()
    await press('xj{ }')
    expect(selected()).toEqual([1, 2])
    // 10,000.00 and 17,919.00
    await waitFor(() => expect(status()).toBe('2 selected27,919.00'))
    await press('x')
    await waitFor(() => expect(status()).toBe('1 selected10,000.00'))
  })

  test('amounts of other currencies keep their decimals, and are not added to others', async () => {
    const gateway = createFakeGateway()
    gateway.change(0, { payAmount: '0.00412345', currency: 'BTC' as never })
    gateway.change(1, { payAmount: '0.005', currency: 'BTC' as never })
    const { press, status, row } = await openList({ gateway })
    expect(row(1)?.textContent).toContain('0.00412345')
    await press('xjx')
    await waitFor(() => expect(status()).toBe('2 selected0.00912345'))
    await press('jx+')
    await waitFor(() => expect(status()).toBe('3 selected'))
    const bar = await screen.findByRole('region', { name: 'Sum of the selection' })
    expect(bar.querySelector('p')?.textContent).toBe('All3–Fee –')
  })

  test('a selected row is exposed on the row, its cells and its checkbox', async () => {
    const { press, row } = await openList()
    await press('x')
    const first = row(1) as HTMLElement
    expect(Array.from(first.children, (cell) => cell.getAttribute('aria-selected'))).not.toContain('false')
    expect(within(first).getByRole('checkbox').getAttribute('aria-checked')).toBe('true')
  })

  test('the selection is announced after a pause', async () => {
    const { press, regions } = await openList()
    await press('xjxjx')
    await waitFor(() => expect(regions.polite.textContent).toBe('3 selected'))
  })

  test('Shift extends the selection and shrinks it again', async () => {
    const { press, selected, focus } = await openList()
    await press('jJJJ')
    expect(selected()).toEqual([2, 3, 4, 5])
    await press('{Shift>}{ArrowUp}{ArrowUp}{/Shift}')
    expect(selected()).toEqual([2, 3])
    expect(focus()).toBe('3 merchantOrderNo')
    await press('3J')
    expect(selected()).toEqual([2, 3, 4, 5, 6])
  })

  test('the selection is cleared when rows of another filter arrive', async () => {
    const gateway = createFakeGateway()
    const { press, status, selected, query } = await openList({ gateway })
    const late = gateway.hold('/api/transaction/payin')
    await press('tm')
    await press('jxJ')
    await waitFor(() => expect(status()).toMatch(/^2 selected/))
    late.release()
    await waitFor(() => expect(status()).toBeNull())
    expect(selected()).toEqual([])
    expect(query().get('dates')).toBe('month')
  })

  test('the selection survives another sort order', async () => {
    const gateway = createFakeGateway()
    const { press, status } = await openList({ gateway })
    const late = gateway.hold('/api/transaction/payin')
    await press('{Home}lss')
    await press('jxJ')
    late.release()
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
    await waitFor(() => expect(status()).toMatch(/^2 selected/))
  })

  test('a range reverses at its start', async () => {
    const { press, selected } = await openList()
    await press('4jJJKKKK')
    expect(selected()).toEqual([3, 4, 5])
  })

  test('select all takes the loaded rows, and again everything the filter matches', async () => {
    const { press, status, gateway } = await openList({ gateway: createFakeGateway({ total: 5000 }) })
    // Besides pages, only the total is requested.
    const pages = () => gateway.callsTo('/api/transaction/payin').filter(({ query }) => query.get('limit') !== '1')
    await waitFor(() => expect(pages().length).toBeGreaterThan(2))
    await act(async () => {})
    await press('{Control>}a{/Control}')
    await waitFor(() => expect(status()).toMatch(new RegExp(`^${pages().length}0 selected`)))
    await press('{Control>}a{/Control}')
    await waitFor(() => expect(status()).toBe('all 5,000 matching rows selected4,210,000,000.50'))
    await press('x')
    await waitFor(() => expect(status()).toBe('all 4,999 matching rows selected4,209,990,000.50'))
    expect(pages().every(({ query }) => query.get('limit') === '10')).toBe(true)
  })

  test('the selection survives scrolling and reloads with newer amounts', async () => {
    const { press, status, selected, gateway, shows } = await openList()
    await press('xG')
    await shows(57, 'INV-2026-000056')
    await press('gg')
    expect(selected()).toEqual([1])
    gateway.change(0, { payAmount: '1.00' })
    await press('r')
    await waitFor(() => expect(status()).toBe('1 selected1.00'))
  })

  test('another filter or Escape clears the selection, another sort order does not', async () => {
    const { press, status } = await openList()
    await press('{Home}lx')
    await press('ss')
    await waitFor(() => expect(status()).toMatch(/^1 selected/))
    await press('{Escape}')
    expect(status()).toBeNull()
    await press('x')
    await press('tt')
    await waitFor(() => expect(status()).toBeNull())
  })

  test('the selection is summed by status on demand', async () => {
    const { press, focus } = await openList()
    await press('5J+')
    const bar = await screen.findByRole('region', { name: 'Sum of the selection' })
    const groups = () => [...bar.querySelectorAll('li, p')].map(({ textContent }) => textContent)
    expect(groups()).toEqual([
      `All6178,785.00Fee ${sumOfFees([0, 1, 2, 3, 4, 5])}`,
      `Success3101,271.00Fee ${sumOfFees([0, 4, 5])}`,
      `Pending117,919.00Fee ${sumOfFees([1])}`,
      `Failed125,838.00Fee ${sumOfFees([2])}`,
      `Expired133,757.00Fee ${sumOfFees([3])}`,
    ])
    expect(focus()).toBe('6 merchantOrderNo')
    await press('K')
    expect(groups()[0]).toMatch(/^All5/)
    await press('+')
    expect(screen.queryByRole('region', { name: 'Sum of the selection' })).toBeNull()
  })
})

/** The fee is 500.50, plus 31 per order number. */
const sumOfFees = (orders: number[]): string => {
  const minor = orders.reduce((sum, n) => sum + n * 3100 + 50_050, 0)
  return `${String(Math.floor(minor / 100)).replace(/\B(?=(\d{3})+$)/g, ',')}.${String(minor % 100).padStart(2, '0')}`
}

test('the selection is inverted, among everything that matches, and undone', async () => {
  const { press, status, selected, regions } = await openList()
  await press('xjx')
  await press('si')
  await waitFor(() => expect(status()).toMatch(/^all 55 matching rows selected/))
  expect(selected().slice(0, 2)).toEqual([3, 4])
  await waitFor(() => expect(regions.polite.textContent).toContain('Selection inverted: 55 selected'))
  await press('si')
  await waitFor(() => expect(selected()).toEqual([1, 2]))
  await press('u')
  await waitFor(() => expect(status()).toMatch(/^all 55 matching rows selected/))
})

test('loaded rows with a text in a shown column are added to the selection', async () => {
  const { press, user, selected } = await openList()
  await press('x')
  await press('sl')
  await screen.findByRole('combobox', { name: /Text in a row/ })
  await user.keyboard('dewi{Enter}')
  // Every fourth order is paid by Dewi.
  await waitFor(() => expect(selected()).toEqual([1, 4, 8, 12, 16, 20, 24]))
  await press('sl')
  await screen.findByRole('combobox', { name: /Text in a row/ })
  await user.keyboard('inv*5{Enter}')
  await waitFor(() => expect(selected()).toEqual([1, 4, 6, 8, 12, 16, 20, 24]))
})

test('two selected orders are compared side by side, with keys, and Escape leads back to the rows', async () => {
  const { press, user, focus } = await openList()
  await press('cd')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('xjx')
  await press('cd')
  const dialog = await screen.findByRole('dialog', { name: 'Compare' })
  const heads = within(dialog).getAllByRole('columnheader')
  expect(heads.map((head) => head.textContent)).toEqual(['2611210815000000000', '2611210815000000001'])
  const row = () => (document.activeElement as HTMLElement).textContent
  await waitFor(() => expect(row()).toBe('Merchant Order No (differs)INV-2026-000000INV-2026-000001'))
  const all = within(dialog).getAllByRole('rowheader').length
  await user.keyboard('d')
  const different = within(dialog).getAllByRole('rowheader')
  expect(different.length).toBeLessThan(all)
  expect(different.every((head) => head.textContent?.endsWith('(differs)'))).toBe(true)
  await user.keyboard('d{End}{ArrowUp}{Home}j')
  expect(document.activeElement?.tagName).toBe('TR')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focus()).toMatch(/^2 /))
})
