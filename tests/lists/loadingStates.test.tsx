import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderRows } from '../gridSize.ts'
import { createFakeGateway, json, orderOf, refusal } from './fakeGateway.ts'
import { MERCHANT, openConsole } from './openConsole.tsx'

renderRows(20)

const LIST = '/api/transaction/payin'
const COUNT = '/api/transaction/payin-count'

describe('a list', () => {
  test('the first load shows ten focusable placeholder rows', async () => {
    const gateway = createFakeGateway()
    const page = gateway.hold(LIST)
    const { rows, grid, focus, press, shows } = await openConsole({ gateway })
    expect(rows()).toHaveLength(10)
    expect(rows().map((row) => within(row).getByRole('rowheader').textContent)).toEqual(Array(10).fill('Loading'))
    expect(grid().getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    await press('j')
    expect(focus()).toBe('2 merchantOrderNo')
    page.release()
    await shows(1, 'INV-2026-000000')
    expect(grid().getAttribute('aria-busy')).toBe('false')
  })

  test('an answer that comes at once is rendered without placeholder rows before it', async () => {
    const seen = new Set<string>()
    const observer = new MutationObserver(() => {
      for (const name of document.querySelectorAll('[aria-rowindex="2"] [role=rowheader]')) seen.add(name.textContent)
    })
    observer.observe(document, { childList: true, subtree: true })
    const { shows } = await openConsole()
    await shows(1, 'INV-2026-000000')
    observer.disconnect()
    expect([...seen]).toEqual(['INV-2026-000000'])
  })

  test('a new query keeps the old rows dimmed until the new ones arrive', async () => {
    const gateway = createFakeGateway()
    const { press, grid, numbers, shows } = await openConsole({ gateway })
    await shows(1, 'INV-2026-000000')
    const page = gateway.hold(LIST)
    await press('tt')
    expect(grid().dataset.stale).toBe('true')
    expect(numbers()[0]).toBe('INV-2026-000000')
    page.release()
    await waitFor(() => expect(grid().dataset.stale).toBeUndefined())
  })

  describe('keys while another query is read', () => {
    async function openReading(keys: string) {
      const gateway = createFakeGateway()
      const { press, focus, shows, grid, core } = await openConsole({ gateway })
      await shows(1, 'INV-2026-000000')
      await press('2j')
      const page = gateway.hold(LIST)
      await press(`tt${keys}`)
      page.release()
      await waitFor(() => expect(grid().dataset.stale).toBeUndefined())
      return { focus, address: () => core.location.current() }
    }

    test.each([
      ['jj', '3 merchantOrderNo'],
      ['5jk', '5 merchantOrderNo'],
      ['gg', '1 merchantOrderNo'],
      ['7gg', '7 merchantOrderNo'],
      ['G', '57 merchantOrderNo'],
      ['Gk', '56 merchantOrderNo'],
      [']j', '12 merchantOrderNo'],
    ])('%s moves in its rows', async (keys, cell) => {
      const { focus } = await openReading(keys)
      await waitFor(() => expect(focus()).toBe(cell))
    })

    test.each([
      ['{Enter}', 0],
      ['jj{Enter}', 2],
    ])('%s opens a row of its result', async (keys, order) => {
      const { address } = await openReading(keys)
      await waitFor(() => expect(address()).toContain(`open=${orderOf(order).id}`))
    })

    test('a click opens the row that was clicked, also one of the previous query', async () => {
      const gateway = createFakeGateway()
      const { press, row, shows, user, core } = await openConsole({ gateway })
      await shows(1, 'INV-2026-000000')
      const page = gateway.hold(LIST)
      await press('tt')
      await user.dblClick(row(4)!.querySelector('[data-column=amount], [role=rowheader]')!)
      page.release()
      await waitFor(() => expect(core.location.current()).toContain(`open=${orderOf(3).id}`))
    })

    test('a move after Enter opens nothing', async () => {
      const { focus, address } = await openReading('{Enter}j')
      await waitFor(() => expect(focus()).toBe('2 merchantOrderNo'))
      expect(address()).not.toContain('open=')
    })
  })

  test('an empty result shows its filter and can reset it', async () => {
    const { grid, focus, user, shows } = await openConsole({ address: '/transaction/payin?status=CLOSED&dates=all' })
    await within(grid()).findByText('No data')
    expect(within(grid()).getByText('Date Range: All days; Status: Closed')).not.toBeNull()
    expect(focus()).toBe('0 merchantOrderNo')
    // The keys of a row have no row to act on.
    const hints = () => document.querySelector('footer')?.textContent ?? ''
    await waitFor(() => expect(hints()).toContain('/filter'))
    expect(hints()).not.toContain('notify')
    expect(hints()).toMatch(/^total: 0/)
    within(grid()).getByRole('button', { name: 'Reset filters' }).focus()
    await user.keyboard('{Enter}')
    await shows(1, 'INV-2026-000000')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
  })

  describe('without option labels', () => {
    const ENUMS = '/api/index/enums'

    async function openWithoutLabels(opening: Parameters<typeof openConsole>[0] = {}) {
      const gateway = createFakeGateway()
      gateway.answer(ENUMS, () => refusal(500, 'INTERNAL', 'Something broke'))
      const opened = await openConsole({ ...opening, gateway })
      await opened.shows(1, 'INV-2026-000000')
      expect(opened.cell(1, 'status')).toBe('SUCCESS')
      return opened
    }

    test('a list shows the raw values, and requests the labels when reopened', async () => {
      const { gateway, core, shows, cell } = await openWithoutLabels()
      gateway.answer(ENUMS, null)
      act(() => core.location.go('/exception/trigger'))
      await screen.findByRole('button', { name: '404' })
      act(() => core.location.go('/transaction/payin'))
      await shows(1, 'INV-2026-000000')
      await waitFor(() => expect(cell(1, 'status')).toBe('Success'))
    })

    test('a reload of the list requests them', async () => {
      const { gateway, press, cell } = await openWithoutLabels()
      gateway.answer(ENUMS, null)
      await press('r')
      await waitFor(() => expect(cell(1, 'status')).toBe('Success'))
    })

    test('the next screen with labels requests them', async () => {
      const { gateway, core } = await openWithoutLabels({ permissions: [...MERCHANT, 'merchant', 'merchant_info'] })
      const merchant = { merchantNo: 'M10000001', merchantName: 'Toko Maju', type: 'NORMAL', status: 'ACTIVE' }
      gateway.answer('/api/merchant/info', () => ({ status: 'ok', item: merchant }))
      gateway.answer(ENUMS, () => ({ status: 'ok', item: { MerchantStatus: { ACTIVE: 'In use' } } }))
      act(() => core.location.go('/merchant/info'))
      expect((await screen.findAllByText('In use')).length).toBeGreaterThan(0)
      expect(screen.queryByText('ACTIVE')).toBeNull()
    })

    test('they are requested after reconnect', async () => {
      const { gateway, press, cell } = await openWithoutLabels()
      const unreachable = [LIST, ENUMS, '/healthz']
      for (const path of unreachable) {
        gateway.answer(path, () => {
          throw new TypeError('Failed to fetch')
        })
      }
      await press('r')
      await screen.findByText('Connection lost. Reconnecting…')
      for (const path of unreachable) gateway.answer(path, path === '/healthz' ? () => json({}) : null)
      await waitFor(() => expect(cell(1, 'status')).toBe('Success'))
    })
  })

  test('a failed load shows the error, keeps rows and focus, and can be retried', async () => {
    const gateway = createFakeGateway()
    const { press, numbers, focus, user, shows, regions } = await openConsole({ gateway })
    await shows(1, 'INV-2026-000000')
    gateway.answer(LIST, () => refusal(500, 'INTERNAL', 'Something broke'))
    await press('jjtt')
    await screen.findByText('Something broke (INTERNAL)')
    // The bar itself is not a live region. The notice of the failed call is announced.
    expect(screen.getAllByText('Error Message').length).toBeGreaterThan(0)
    expect(regions.assertive.textContent).toBe('')
    expect(screen.queryAllByRole('status').map(({ textContent }) => textContent)).not.toContain('Something broke (INTERNAL)')
    expect(numbers()[0]).toBe('INV-2026-000000')
    expect(focus()).toBe('3 merchantOrderNo')
    gateway.answer(LIST, null)
    screen.getByRole('button', { name: 'Retry' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
  })

  test('a failed first load shows only the error', async () => {
    const gateway = createFakeGateway()
    gateway.answer(LIST, () => refusal(503, 'UNAVAILABLE', 'Not ready'))
    const { rows, focus, press } = await openConsole({ gateway })
    await screen.findByText('Not ready (UNAVAILABLE)')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('columnheader'))
    expect(screen.queryByText('No data')).toBeNull()
    expect(() => rows()).not.toThrow()
    expect(rows()).toHaveLength(0)
    gateway.answer(LIST, null)
    await press('r')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
  })

  test('a failed page leaves the other pages in place', async () => {
    const gateway = createFakeGateway()
    const { press, shows, cell, user } = await openConsole({ gateway })
    await shows(1, 'INV-2026-000000')
    gateway.answer(LIST, () => refusal(500, 'INTERNAL', 'Something broke'))
    await press('G')
    await screen.findByText('Something broke (INTERNAL)')
    await press('gg')
    expect(cell(1, 'merchantOrderNo')).toBe('INV-2026-000000')
    gateway.answer(LIST, null)
    await press('G')
    await shows(57, 'INV-2026-000056')
    await user.keyboard('k')
  })

  test('one retry loads rows and summary', async () => {
    const gateway = createFakeGateway()
    for (const path of [LIST, COUNT]) gateway.answer(path, () => refusal(503, 'UNAVAILABLE', 'Not ready'))
    const { user, shows } = await openConsole({ gateway })
    const bar = (await screen.findByText('Couldn’t load the orders')).closest('div')!
    for (const path of [LIST, COUNT]) gateway.answer(path, null)
    within(bar).getByRole('button', { name: 'Retry' }).focus()
    await user.keyboard('{Enter}')
    await shows(1, 'INV-2026-000000')
    await screen.findByText('4,210,000,000')
  })

  test('failed rows and summary are retried after reconnect', async () => {
    const gateway = createFakeGateway()
    const NEEDED = [LIST, COUNT, '/healthz']
    for (const path of NEEDED) {
      gateway.answer(path, () => {
        throw new TypeError('Failed to fetch')
      })
    }
    const { shows, settle } = await openConsole({ gateway })
    await screen.findByText('Couldn’t load the orders')
    await screen.findByText('Connection lost. Reconnecting…')
    for (const path of NEEDED) gateway.answer(path, path === '/healthz' ? () => json({}) : null)
    await shows(1, 'INV-2026-000000')
    await screen.findByText('4,210,000,000')
    await settle()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('a failed summary shows dashes instead of zeros and can be retried', async () => {
    const gateway = createFakeGateway()
    gateway.answer(COUNT, () => refusal(500, 'INTERNAL', 'Something broke'))
    const { user, shows } = await openConsole({ gateway })
    await shows(1, 'INV-2026-000000')
    const figures = screen.getByRole('region', { name: 'Filter totals' })
    await within(figures).findByText('Something broke (INTERNAL)')
    expect(
      within(figures)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(Array(6).fill('–'))
    gateway.answer(COUNT, null)
    within(figures).getByRole('button', { name: 'Retry' }).focus()
    await user.keyboard('{Enter}')
    await within(figures).findByText('4,210,000,000')
  })
})
