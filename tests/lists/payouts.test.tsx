import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createFakeGateway, payoutOf, refusal } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

const PERMISSIONS = [
  'user',
  'normal',
  'transaction',
  'payin',
  'payout',
  'payout_notify',
  'payout_action',
  'payout_export',
  'payout_receipt',
]

async function openPayouts({ permissions = PERMISSIONS, address = '/transaction/payout' } = {}) {
  const gateway = createFakeGateway({ orders: payoutOf })
  const opened = await openConsole({ address, permissions, gateway })
  await opened.shows(1, 'WD-2026')
  const acted = () =>
    gateway.calls
      .filter(({ path }) => /\/payout\/\d+$/.test(path))
      .map(({ path, body, headers }) => ({
        n: Number(path.slice(-9)),
        action: body.action,
        key: headers.get('idempotency-key'),
      }))
  /** Runs a command by its title on the row under the cursor. */
  async function run(title: string) {
    await opened.press('{Control>}k{/Control}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    await opened.user.keyboard(`${title}{Enter}`)
  }
  async function confirmed(title: string) {
    const asked = await screen.findByRole('alertdialog', { name: title })
    await waitFor(() => expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Cancel' })))
    await opened.user.keyboard('{Control>}{Enter}{/Control}')
    return asked.textContent
  }
  return { ...opened, acted, run, confirmed }
}

describe('the list of payouts', () => {
  test('the list starts with time, number, amount and status, and sums payouts', async () => {
    const { grid } = await openPayouts()
    const titles = within(grid())
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
      .filter((title) => title !== '')
    expect(titles.slice(0, 9)).toEqual([
      'Created Time',
      'Merchant Order No',
      'Amount',
      'Status',
      'Notify Status',
      'Bank Name',
      'Receiver Account',
      'Receiver Name',
      'Receipt',
    ])
    const figures = screen.getByRole('region', { name: 'Filter totals' })
    await waitFor(() => expect(figures.textContent).toContain('1,250,000,000.00'))
    expect(within(figures).getByText('Payout Success Rate')).not.toBeNull()
  })

  test('the list requests payout channels and filters by the bank of the cell', async () => {
    const { press, gateway, cell, query } = await openPayouts()
    await waitFor(() => expect(cell(1, 'bankName')).toBe('BCA'))
    await press('llllF')
    await waitFor(() => expect(query().get('bankCode')).toBe('014'))
    await waitFor(() => expect(gateway.callsTo('/api/transaction/payout').at(-1)?.body.bankCode).toEqual(['014']))
    expect(await screen.findByText('BCA', { selector: '[class*=chip] *' })).not.toBeNull()
  })

  test('a receipt is marked, and a missing one is empty', async () => {
    const { cell } = await openPayouts()
    await waitFor(() => expect([cell(1, 'receipt'), cell(2, 'receipt')]).toEqual(['Available', '']))
  })
})

describe('commands of a payout', () => {
  test.each([
    ['Cancel payout', 4, 'cancel', 'Canceled'],
    ['Retry payout', 2, 'retry', 'Processing'],
  ])(
    '%s asks for confirmation with the order and its amount, and sends an idempotency key',
    async (title, row, action, status) => {
      const { press, run, confirmed, acted, cell, gateway } = await openPayouts()
      const figuresAsked = () => gateway.calls.filter(({ path }) => path.endsWith('/payout-count')).length
      await press(`${row}G`)
      await waitFor(() => expect(figuresAsked()).toBe(1))
      await run(title)
      const asked = await confirmed(title)
      expect(asked).toContain(payoutOf(row - 1).platOrderNo)
      expect(asked).toContain('Dewi Lestari')
      await waitFor(() => expect(cell(row, 'status')).toBe(status))
      expect(acted()).toEqual([{ n: row - 1, action, key: expect.stringMatching(/^\S{10,}$/) }])
      // The summary is outdated and must be requested again.
      await waitFor(() => expect(figuresAsked()).toBe(2))
    },
  )

  test('a payout with an unknown status can be queried but not retried', async () => {
    const { press, run, acted } = await openPayouts()
    await press('5G')
    await run('Query payout at channel')
    await waitFor(() => expect(acted()).toMatchObject([{ n: 4, action: 'check' }]))
    await press('a')
    const menu = await screen.findByRole('menu')
    const items = within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent)
    expect(items).toContain('Query payout at channel')
    expect(items.filter((item) => /Retry|Cancel payout|receipt/.test(item))).toEqual([])
  })

  test('a refusal reloads the row, and a lost answer is retried with the same idempotency key', async () => {
    const { press, run, confirmed, acted, cell, gateway } = await openPayouts()
    const path = `/api/transaction/payout/${payoutOf(1).id}`
    gateway.answer(path, () => new Response('gone', { status: 502 }))
    await press('2G')
    await run('Retry payout')
    await confirmed('Retry payout')
    await waitFor(() => expect(acted()).toHaveLength(1))
    await run('Retry payout')
    gateway.answer(path, () => {
      gateway.change(1, { status: 'PROCESSING' })
      return refusal(409, 'ORDER_STATE_CONFLICT', 'Not possible any more')
    })
    await confirmed('Retry payout')
    await waitFor(() => expect(cell(2, 'status')).toBe('Processing'))
    const [first, second] = acted()
    expect(second?.key).toBe(first?.key)
  })

  test('i shows the printable slip, and Escape returns to the row', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const { press, user, focus, gateway } = await openPayouts()
    await press('i')
    const dialog = await screen.findByRole('dialog', { name: 'Payout receipt' })
    expect(gateway.callsTo('/api/transaction/receipt').at(-1)?.query.get('merchantOrderNo')).toBe(payoutOf(0).merchantOrderNo)
    expect(dialog.textContent).toContain('10,000.00 IDR')
    expect(dialog.textContent).toContain('8899000000')
    expect(within(dialog).getByRole('link', { name: 'Save as image' }).getAttribute('download')).toBe(
      `receipt-${payoutOf(0).platOrderNo}.svg`,
    )
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Print' })))
    await user.keyboard('{Enter}')
    expect(print).toHaveBeenCalledOnce()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    print.mockRestore()
  })

  test('a receipt is asked for by the number of the platform where the merchant’s is absent, or used twice', async () => {
    const { press, user, gateway, cell } = await openPayouts()
    const numbers = () => gateway.callsTo('/api/transaction/receipt').map(({ query }) => query.get('merchantOrderNo'))
    const { merchantOrderNo, platOrderNo } = payoutOf(0)
    gateway.answer('/api/transaction/receipt', ({ query }) =>
      query.get('merchantOrderNo') === merchantOrderNo
        ? refusal(409, 'ORDER_AMBIGUOUS', 'Several merchants have this number')
        : { status: 'ok', item: { platOrderNo, merchantOrderNo, receipt: null } },
    )
    await press('i')
    await screen.findByRole('dialog', { name: 'Payout receipt' })
    expect(numbers()).toEqual([merchantOrderNo, platOrderNo])
    expect(screen.queryByText('Several merchants have this number')).toBeNull()
    await user.keyboard('{Escape}')
    gateway.change(0, { merchantOrderNo: null })
    await press('r')
    await waitFor(() => expect(cell(1, 'merchantOrderNo')).toBe('–'))
    await press('i')
    await waitFor(() => expect(numbers().slice(2)).toEqual([platOrderNo]))
  })

  test('a receipt is asked for with both numbers of the row, and that of another order is not shown', async () => {
    const { press, gateway } = await openPayouts()
    const { merchantOrderNo, platOrderNo } = payoutOf(0)
    const other = payoutOf(2).platOrderNo
    const item = { platOrderNo: other, merchantOrderNo, receipt: null }
    gateway.answer('/api/transaction/receipt', () => ({ status: 'ok', item }))
    await press('i')
    const error = `The gateway responded for another order: ${other}, not ${platOrderNo}`
    expect(await screen.findAllByText(error)).not.toEqual([])
    expect(screen.queryByRole('dialog', { name: 'Payout receipt' })).toBeNull()
    const [asked] = gateway.callsTo('/api/transaction/receipt')
    expect(Object.fromEntries(asked!.query)).toEqual({ merchantOrderNo, platOrderNo })
  })

  test('a missing receipt is refused without a request', async () => {
    const { press, gateway } = await openPayouts()
    await press('ji')
    expect(await screen.findAllByText('View payout receipt isn’t available while the order is Failed')).not.toEqual([])
    expect(gateway.callsTo('/api/transaction/receipt')).toEqual([])
  })

  test('a read-only user is offered no actions', async () => {
    const { press } = await openPayouts({ permissions: ['user', 'normal', 'transaction', 'payout', 'va_lookup'] })
    await press('ja')
    const menu = await screen.findByRole('menu')
    const items = within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent)
    expect(items.filter((item) => /payout/i.test(item))).toEqual([])
  })
})

describe('retrying the selection', () => {
  async function begin() {
    const opened = await openPayouts()
    await opened.press('9J')
    await opened.run('Retry selected payouts')
    const panel = await screen.findByRole('region', { name: 'Retry selected payouts' })
    return { ...opened, panel }
  }

  test('only failed payouts are retried, after a confirmation with their count and amount', async () => {
    const { panel, acted } = await begin()
    // Two of ten payouts have failed: 17,919.00 and 57,514.00.
    await within(panel).findByText('2 payouts will be retried, 75,433.00 IDR in all · 8 skipped: not failed')
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Cancel' })))
    expect(acted()).toEqual([])
  })

  test('every row has a result and an idempotency key of its own', async () => {
    const { panel, acted, user, gateway, row } = await begin()
    gateway.answer(`/api/transaction/payout/${payoutOf(6).id}`, () => refusal(422, 'INSUFFICIENT_BALANCE', 'Not enough money'))
    const start = await within(panel).findByRole('button', { name: 'Retry' })
    start.focus()
    await user.keyboard('{Enter}')
    await within(panel).findByText('1 done, 1 failed · Failed rows stay selected')
    const results = within(within(panel).getByRole('list', { name: 'Results' })).getAllByRole('listitem')
    expect(results.map(({ textContent }) => textContent)).toEqual([
      `WD-2026-000006${payoutOf(6).platOrderNo}DeclinedNot enough money`,
      `WD-2026-000001${payoutOf(1).platOrderNo}Done`,
    ])
    const keys = acted().map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
    expect(keys).not.toContain(null)
    expect([2, 7].map((n) => row(n)?.getAttribute('aria-selected'))).toEqual(['false', 'true'])
  })

  test('a row with a lost answer keeps its idempotency key on the next try', async () => {
    const { panel, acted, user, gateway, run } = await begin()
    const path = `/api/transaction/payout/${payoutOf(1).id}`
    gateway.answer(path, () => new Response('gone', { status: 502 }))
    const go = async (within_: HTMLElement) => {
      const start = await within(within_).findByRole('button', { name: 'Retry' })
      start.focus()
      await user.keyboard('{Enter}')
    }
    await go(panel)
    await within(panel).findByText(/^1 done, 1 failed/)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.closest('[role="row"]')).not.toBeNull())
    gateway.answer(path, null)
    await run('Retry selected payouts')
    const again = await screen.findByRole('region', { name: 'Retry selected payouts' })
    await go(again)
    await within(again).findByText('1 done, 0 failed')
    const [first, last] = acted().filter(({ n }) => n === 1)
    expect(last?.key).toBe(first?.key)
  })
})
