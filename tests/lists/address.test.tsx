import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addDays, dayAt } from '../../src/format/dates.ts'
import { renderRows } from '../gridSize.ts'
import { createFakeGateway, orderOf, refusal } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

renderRows(20)

const LIST = '/api/transaction/payin'

describe('the address of a list', () => {
  test('the address restores filter, sort order, page size and the focused row', async () => {
    const at = orderOf(53).id
    const { gateway, shows, focus, query } = await openConsole({
      address: `/transaction/payin?status=FAILED,EXPIRED&dates=all&sort=payAmount.desc&size=20&page=2&at=${at}&keep=me`,
    })
    const [first] = gateway.callsTo(LIST)
    expect(first?.body).toEqual({ status: ['FAILED', 'EXPIRED'] })
    expect(Object.fromEntries(first?.query ?? [])).toEqual({ offset: '20', limit: '20', page: '2', sort: 'payAmount.desc' })
    // Orders 2, 3, 7, 8, ... failed or expired. The twenty-second of them is order 53.
    await shows(22, 'INV-2026-000053')
    await waitFor(() => expect(focus()).toBe('22 merchantOrderNo'))
    expect(query().get('keep')).toBe('me')
  })

  test('an address without a row focuses the first row of its page', async () => {
    const { shows, focus } = await openConsole({ address: '/transaction/payin?page=3' })
    await shows(21, 'INV-2026-000020')
    expect(focus()).toBe('21 merchantOrderNo')
  })

  test('an address of a missing page falls back to the first page with a notice', async () => {
    const { shows, focus } = await openConsole({ address: '/transaction/payin?page=9' })
    await shows(1, 'INV-2026-000000')
    await screen.findByText('That page is empty. Showing page 1')
    expect(focus()).toBe('1 merchantOrderNo')
  })

  test('the address follows the resting cursor without a history entry per row', async () => {
    const { shows, press, query } = await openConsole()
    await shows(1, 'INV-2026-000000')
    const steps = window.history.length
    await press('jjj')
    expect(query().get('at')).toBeNull()
    await waitFor(() => expect(query().get('at')).toBe(orderOf(3).id))
    expect(window.history.length).toBe(steps)
    await press('tt')
    expect(window.history.length).toBe(steps + 1)
    expect(query().get('at')).toBeNull()
  })

  test('today stays today where the same day stood as a date', async () => {
    const today = dayAt(Date.now())
    const { shows, press, query } = await openConsole({ address: `/transaction/payin?startDate=${today}&endDate=${today}` })
    await shows(1, 'INV-2026-000000')
    await press('tt')
    await waitFor(() => expect(query().get('dates')).toBe('today'))
    await shows(1, 'INV-2026-000000')
    await press('jj')
    await waitFor(() => expect(query().get('at')).toBe(orderOf(2).id))
    expect([query().get('dates'), query().get('startDate')]).toEqual(['today', null])
  })

  describe('of a list that stays open at midnight', () => {
    /** Opens a list and lets the next day begin. `days` are those of the last call to a path. */
    async function openAtMidnight(address?: string, gateway = createFakeGateway()) {
      const computer = Date.now.bind(Date)
      let passed = 0
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => computer() + passed)
      onTestFinished(() => clock.mockRestore())
      const opened = await openConsole({ gateway, ...(address === undefined ? {} : { address }) })
      await opened.shows(1, 'INV-2026-000000')
      const today = dayAt(Date.now())
      passed = 86_400_000
      const days = (path = LIST) => {
        const { startDate, endDate } = gateway.callsTo(path).at(-1)?.body ?? {}
        return [startDate, endDate]
      }
      return { ...opened, today, tomorrow: addDays(today, 1), days }
    }

    test.each(['/transaction/payin', '/transaction/payin?dates=today'])(
      'the key of today means the new day: %s',
      async (from) => {
        const { press, query, days, tomorrow } = await openAtMidnight(from)
        await press('tt')
        await waitFor(() => expect(days()).toEqual([tomorrow, tomorrow]))
        await waitFor(() => expect(days('/api/transaction/payin-count')).toEqual([tomorrow, tomorrow]))
        expect(query().get('dates')).toBe('today')
      },
    )

    test('a typed filter, a reset and Back mean the new day', async () => {
      const { press, user, days, tomorrow } = await openAtMidnight('/transaction/payin?dates=today')
      await press('/status:failed{Enter}')
      await waitFor(() => expect(days()).toEqual([tomorrow, tomorrow]))
      await user.click(screen.getByRole('button', { name: 'Reset' }))
      await waitFor(() => expect(days()).toEqual([addDays(tomorrow, -6), tomorrow]))
      act(() => window.history.back())
      await waitFor(() => expect(days()).toEqual([tomorrow, tomorrow]))
    })

    test('moving the cursor and opening a row reload nothing, and changes are asked for with the new day', async () => {
      const gateway = createFakeGateway()
      const changes = '/api/transaction/changes'
      gateway.answer(changes, () => ({
        status: 'ok',
        item: { mark: 'M:1', created: 0, changed: 0, more: false, createdIds: [], rows: [] },
      }))
      const { press, query, days, today, tomorrow } = await openAtMidnight(undefined, gateway)
      await press('jj')
      await waitFor(() => expect(query().get('at')).toBe(orderOf(2).id))
      await press('{Enter}')
      await waitFor(() => expect(query().get('open')).toBe(orderOf(2).id))
      await waitFor(() => {
        window.dispatchEvent(new Event('focus'))
        expect(days(changes)).toEqual([addDays(tomorrow, -6), tomorrow])
      })
      expect(days()).toEqual([addDays(today, -6), today])
    })

    test('an export has the new days, and so has the list', async () => {
      const gateway = createFakeGateway()
      const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
      onTestFinished(() => click.mockRestore())
      const path = '/api/merchant/export/payin'
      gateway.answer(path, () => new Response('head\n', { headers: { 'content-type': 'text/csv' } }))
      const { press, days, tomorrow } = await openAtMidnight(undefined, gateway)
      await press('E')
      await screen.findByText(/^Exported/)
      const asked = gateway.callsTo(path).at(-1)?.query
      expect([asked?.get('startDate'), asked?.get('endDate')]).toEqual([addDays(tomorrow, -6), tomorrow])
      expect(days()).toEqual([addDays(tomorrow, -6), tomorrow])
    })
  })

  test('a link that selects all rows selects none of another filter', async () => {
    const gateway = createFakeGateway()
    gateway.answer(LIST, () => refusal(503, 'UNAVAILABLE', 'Not ready'))
    const { press, query, row, shows } = await openConsole({
      gateway,
      address: '/transaction/payin?status=FAILED&dates=all&chosen=all',
    })
    await screen.findByRole('button', { name: /^Retry/ })
    gateway.answer(LIST, null)
    await press('tt')
    await shows(1, 'INV-')
    expect(query().get('chosen')).toBeNull()
    expect(row(1)?.getAttribute('aria-selected')).toBe('false')
  })

  test('Back restores the previous query and row', async () => {
    const { shows, press, query, focus, gateway } = await openConsole()
    await shows(1, 'INV-2026-000000')
    await press('15G')
    await waitFor(() => expect(query().get('at')).toBe(orderOf(14).id))
    await press('tt')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    act(() => window.history.back())
    await waitFor(() => expect(query().get('page')).toBe('2'))
    await shows(15, 'INV-2026-000014')
    await waitFor(() => expect(focus()).toBe('15 merchantOrderNo'))
    expect(gateway.callsTo(LIST).at(-1)?.body).toHaveProperty('startDate')
  })

  test('the page size of the address is that of the calls', async () => {
    const { shows, query, gateway } = await openConsole({ address: '/transaction/payin?size=50' })
    await shows(1, 'INV-2026-000000')
    await waitFor(() => expect(gateway.callsTo(LIST).at(-1)?.query.get('limit')).toBe('50'))
    expect(query().get('size')).toBe('50')
    await shows(20, 'INV-2026-000019')
  })
})

describe('requests of a list', () => {
  test('requests are aborted when the list is left', async () => {
    const gateway = createFakeGateway()
    const page = gateway.hold(LIST)
    await openConsole({ gateway })
    await waitFor(() => expect(gateway.callsTo(LIST).length).toBeGreaterThan(0))
    act(() => {
      window.history.pushState(null, '', '#/exception/trigger')
      fireEvent(window, new HashChangeEvent('hashchange'))
    })
    await waitFor(() => expect(gateway.callsTo(LIST)[0]?.signal?.aborted).toBe(true))
    page.release()
  })

  test('a late answer to an old query is dropped', async () => {
    const gateway = createFakeGateway()
    const { shows, press, numbers, settle } = await openConsole({ gateway })
    await shows(1, 'INV-2026-000000')
    const late = gateway.hold(LIST)
    const lastAsked = () => gateway.callsTo(LIST).at(-1)!.body
    const { startDate } = lastAsked()
    await press('tt')
    await waitFor(() => expect(lastAsked().startDate).not.toBe(startDate))
    gateway.answer(LIST, () => ({ status: 'ok', item: [orderOf(40)], paginator: { totalCount: 1 } }))
    act(() => {
      window.location.hash = '#/transaction/payin?status=FAILED'
    })
    await waitFor(() => expect(lastAsked().status).toEqual(['FAILED']))
    late.release()
    await shows(1, 'INV-2026-000040')
    await settle()
    expect(numbers()).toEqual(['INV-2026-000040'])
  })
})
