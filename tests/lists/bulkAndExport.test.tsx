import { setTimeout } from 'node:timers/promises'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { FEATURES } from '#contract/features.ts'
import { createFakeGateway, orderOf, refusal } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

const NOTIFY = '/api/transaction/payin/notify'
const NOTIFY_PLAN = '/api/transaction/notify-plan'
const EXPORT = '/api/merchant/export/payin'

async function openList(opening: Parameters<typeof openConsole>[0] = {}) {
  const opened = await openConsole(opening)
  await opened.shows(1, 'INV')
  const panel = () => screen.findByRole('region', { name: 'Notify selected orders' })
  const notified = () => opened.gateway.callsTo(NOTIFY).map(({ body }) => Number(String(body.id).slice(-6)))
  return { ...opened, panel, notified }
}

describe('notifying the selection', () => {
  test('the plan lists the rows and the skipped ones, with the focus on Cancel', async () => {
    const { press, panel, notified, focus } = await openList()
    await press('5Jw')
    const asked = await panel()
    // One of six orders is pending.
    expect(within(asked).getByText('5 orders will be notified · 1 skipped: not final yet')).not.toBeNull()
    expect(within(asked).getByText('including INV-2026-000000, INV-2026-000002, INV-2026-000003')).not.toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Cancel' })))
    await press('{Escape}')
    await waitFor(() => expect(focus()).toBe('6 merchantOrderNo'))
    expect(notified()).toEqual([])
  })

  test('the plan says how many callbacks the gateway would refuse and why, except refusals that pass', async () => {
    const gateway = createFakeGateway()
    const skipped = { NOTIFY_ADDRESS_MISSING: 3, NOTIFY_TOO_SOON: 1, ELSEWHERE: 1 }
    gateway.answer(NOTIFY_PLAN, () => ({ status: 'ok', item: { total: 5, notifiable: 0, skipped, sample: [] } }))
    const { press, panel, announced } = await openList({ gateway })
    await press('5Jw')
    const asked = await panel()
    await within(asked).findByText('3 will fail: no callback URL')
    expect(within(asked).getByText('1 will fail: ELSEWHERE')).not.toBeNull()
    expect(within(asked).queryAllByText(/will fail/)).toHaveLength(2)
    const plan = '5 orders will be notified · 1 skipped: not final yet. 3 will fail: no callback URL. 1 will fail: ELSEWHERE'
    await waitFor(() => expect(announced()).toContain(plan))
    const [first, ...others] = gateway.callsTo(NOTIFY_PLAN)
    expect(others).toEqual([])
    expect(first!.body).toEqual({ kind: 'payin', ids: [0, 2, 3, 4, 5].map((n) => orderOf(n).id) })
  })

  test('the gateway is asked about a thousand rows at a time', async () => {
    const gateway = createFakeGateway({ total: 4500 })
    gateway.answer(NOTIFY_PLAN, ({ body }) => {
      const total = (body.ids as string[]).length
      return { status: 'ok', item: { total, notifiable: 0, skipped: { NOTIFY_ADDRESS_DISABLED: total }, sample: [] } }
    })
    const { press, panel } = await openList({ gateway, address: '/transaction/payin?status=SUCCESS&dates=all' })
    await press('{Control>}aa{/Control}w')
    const asked = await panel()
    const [, planned] = /^([\d,]+) orders/.exec((await within(asked).findByText(/orders will be notified/)).textContent)!
    expect(within(asked).getByText(`${planned} will fail: callback URL disabled`)).not.toBeNull()
    const asks = gateway.callsTo(NOTIFY_PLAN).map(({ body }) => (body.ids as string[]).length)
    expect(asks.length).toBeGreaterThan(1)
    expect(Math.max(...asks)).toBe(1_000)
  })

  test.each([
    ['does not announce such plans', FEATURES.filter((name) => name !== 'notify-plan'), 0],
    ['fails to plan', FEATURES, 1],
  ])('a gateway that %s can notify all the same', async (_, features, asks) => {
    const gateway = createFakeGateway({ features })
    gateway.answer(NOTIFY_PLAN, () => refusal(500, 'INTERNAL', 'Out of order'))
    const { press, panel } = await openList({ gateway })
    await press('5Jw')
    const asked = await panel()
    await within(asked).findByText('5 orders will be notified · 1 skipped: not final yet')
    expect(within(asked).queryAllByText(/will fail/)).toEqual([])
    expect(gateway.callsTo(NOTIFY_PLAN)).toHaveLength(asks)
  })

  test('the confirm keys start it', async () => {
    const { press, panel, notified, gateway } = await openList()
    await press('5Jw')
    const asked = await panel()
    await waitFor(() => expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Cancel' })))
    await press('{Control>}{Enter}{/Control}')
    await within(asked).findByText('5 done, 0 failed')
    expect(notified()).toHaveLength(5)
    // The processed rows may no longer match the filter.
    await waitFor(() => expect(gateway.callsTo('/api/transaction/payin-count')).toHaveLength(2))
  })

  test('four calls run at a time, every row has a result, failed rows stay selected, and the rows are reloaded', async () => {
    const gateway = createFakeGateway()
    const { press, panel, notified, row, user, focus, announced } = await openList({ gateway })
    let atOnce = 0
    let most = 0
    const four = Promise.withResolvers<void>()
    gateway.answer(NOTIFY, async ({ body }) => {
      const id = String(body.id)
      most = Math.max(most, ++atOnce)
      if (atOnce === 4) four.resolve()
      await four.promise
      atOnce--
      if (id === orderOf(2).id) return refusal(422, 'NOTIFY_ADDRESS_MISSING', 'No address')
      if (id === orderOf(3).id) {
        const attempt = { outcome: 'TIMEOUT', status: null, error: 'no answer in 20 s' }
        return {
          status: 'ok',
          item: { id, notifyStatus: 'FAILED', notifyAttempts: 1, lastNotifyTime: null, responseMessage: null, attempt },
        }
      }
      return {
        status: 'ok',
        item: { id, notifyStatus: 'SUCCESS', notifyAttempts: 1, lastNotifyTime: null, responseMessage: null },
      }
    })
    await press('7Jw')
    const asked = await panel()
    within(asked).getByRole('button', { name: 'Notify' }).focus()
    await user.keyboard('{Enter}')
    await within(asked).findByText('4 done, 2 failed · Failed rows stay selected')
    await waitFor(() => expect(announced()).toContain('4 done, 2 failed · Failed rows stay selected'))
    expect(most).toBe(4)
    expect(notified()).toEqual([0, 2, 3, 4, 5, 7])
    const results = within(within(asked).getByRole('list', { name: 'Results' })).getAllByRole('listitem')
    expect(results.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      `INV-2026-000002${orderOf(2).platOrderNo}Not deliveredNo address`,
      `INV-2026-000003${orderOf(3).platOrderNo}Not deliveredno answer in 20 s`,
    ])
    expect([1, 2, 3, 4, 5].map((n) => row(n)?.getAttribute('aria-selected'))).toEqual([
      'false',
      'false',
      'true',
      'true',
      'false',
    ])
    within(asked).getByRole('button', { name: 'Close' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(focus()).toBe('8 merchantOrderNo'))
  })

  test('keys pause, resume and stop it, and leaving the page does not', async () => {
    const gateway = createFakeGateway()
    const held = gateway.hold(NOTIFY)
    const { press, panel, notified, user } = await openList({ gateway })
    await press('9Jw')
    const asked = await panel()
    within(asked).getByRole('button', { name: 'Notify' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(notified()).toHaveLength(4))
    const pause = within(asked).getByRole('button', { name: 'Pause' })
    await waitFor(() => expect(document.activeElement).toBe(pause))
    await user.keyboard('{Enter}')
    held.release()
    await within(asked).findByText('Paused at 4 of 8')
    expect(notified()).toHaveLength(4)
    // The same key resumes.
    expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Resume' }))
    within(asked).getByRole('button', { name: 'Stop' }).focus()
    await user.keyboard('{Enter}')
    await within(asked).findByText('4 done, 0 failed · 4 not started')
  })

  test('a newer plan does not hide a run from the status bar, neither open nor left', async () => {
    const gateway = createFakeGateway()
    const held = gateway.hold(NOTIFY)
    const { press, panel, notified, shows } = await openList({ gateway })
    const progress = () => screen.getByRole('contentinfo').textContent
    const plan = async () => {
      await press('7Jw')
      const asked = await panel()
      await waitFor(() => expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Cancel' })))
    }
    await plan()
    await press('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(notified()).toHaveLength(4))
    await waitFor(() => expect(progress()).toContain('Notify: 0 of 6'))
    window.location.hash = '/settings/preferences'
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    window.location.hash = '/transaction/payin'
    await shows(1, 'INV')
    await waitFor(() => expect(document.activeElement?.closest('[role="row"]')).not.toBeNull())
    await plan()
    expect(progress()).toContain('Notify: 0 of 6')
    window.location.hash = '/settings/preferences'
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Notify selected orders' })).toBeNull())
    expect(progress()).toContain('Notify: 0 of 6')
    held.release()
    await waitFor(() => expect(progress()).not.toContain('Notify'))
    expect(notified()).toHaveLength(6)
  })

  test('rows that are selected while it runs stay selected', async () => {
    const gateway = createFakeGateway()
    const held = gateway.hold(NOTIFY)
    const { press, panel, notified, row, user } = await openList({ gateway })
    await press('x3jx')
    await press('w')
    const asked = await panel()
    within(asked).getByRole('button', { name: 'Notify' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(notified()).toHaveLength(2))
    row(6)!.querySelector<HTMLElement>('[role=gridcell]')!.focus()
    await press('x')
    await waitFor(() => expect(row(6)?.getAttribute('aria-selected')).toBe('true'))
    held.release()
    await within(asked).findByText(/^2 done/)
    expect([1, 4, 6].map((n) => row(n)?.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true'])
  })

  test('a selection of all rows is fetched first', async () => {
    const gateway = createFakeGateway({ total: 2500 })
    const { press, panel } = await openList({ gateway, address: '/transaction/payin?status=SUCCESS&dates=all' })
    await press('{Control>}aa{/Control}w')
    const asked = await panel()
    await within(asked).findByText('1,000 orders will be notified')
    const gathered = gateway.callsTo('/api/transaction/payin').filter(({ query }) => query.get('limit') === '1000')
    expect(gathered.map(({ query, body }) => [query.get('offset'), body])).toEqual([
      ['0', { status: ['SUCCESS'] }],
      ['1000', { status: ['SUCCESS'] }],
    ])
  })

  test('a plan that is left fetches no more rows', async () => {
    const gateway = createFakeGateway({ total: 2500 })
    const { press, panel } = await openList({ gateway, address: '/transaction/payin?status=SUCCESS&dates=all' })
    const held = gateway.hold('/api/transaction/payin')
    await press('{Control>}aa{/Control}w')
    await panel()
    const fetched = () => gateway.callsTo('/api/transaction/payin').filter(({ query }) => query.get('limit') === '1000')
    await waitFor(() => expect(fetched()).toHaveLength(1))
    window.location.hash = '/settings/preferences'
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    held.release()
    await setTimeout(100)
    expect(fetched()).toHaveLength(1)
  })

  test('a selection without final orders has nothing to confirm', async () => {
    const { press, panel } = await openList({ address: '/transaction/payin?status=PENDING' })
    await press('Jw')
    const asked = await panel()
    await within(asked).findByText('None of them can be notified · 2 skipped: not final yet')
    expect(within(asked).queryByRole('button', { name: 'Notify' })).toBeNull()
  })
})

describe('exporting', () => {
  const file = (rows: number, all: number | null, rest: ReadableStream<Uint8Array> | null = null) =>
    new Response(rest ?? `head\n${'row\n'.repeat(rows)}`, {
      headers: {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="payin-2026-11-21.csv"',
        ...(all === null ? {} : { 'x-row-count': String(all) }),
      },
    })

  test('the export has the filter and the sort order of the list and keeps its file name', async () => {
    const gateway = createFakeGateway()
    gateway.answer(EXPORT, () => file(3, 3))
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { press } = await openList({
      gateway,
      address: '/transaction/payin?status=SUCCESS,FAILED&dates=all&sort=payAmount.desc',
    })
    await press('E')
    await waitFor(() => expect(saved).toEqual(['payin-2026-11-21.csv']))
    click.mockRestore()
    const [asked] = gateway.callsTo(EXPORT)
    expect(asked?.query.toString()).toBe('status=SUCCESS&status=FAILED&sort=payAmount.desc&locales=en_US')
    await screen.findByText('Exported payin-2026-11-21.csv')
  })

  test('an export of a date range without a file name gets one, and is announced', async () => {
    const gateway = createFakeGateway()
    gateway.answer(EXPORT, () => new Response('head\nrow\n', { headers: { 'content-type': 'text/csv' } }))
    const { press } = await openList({ gateway })
    await press('{Control>}k{/Control}export payin')
    await screen.findByRole('option', { name: /Export payin/ })
    await press('{Tab}today')
    await screen.findByRole('option', { name: /Today/ })
    await press('{Enter}')
    await screen.findByText(/^Exported payin-\d{8}-\d{6}\.csv$/)
    expect(gateway.callsTo(EXPORT)[0]?.query.has('startDate')).toBe(true)
  })

  test('an export shows its progress and can be cancelled', async () => {
    const gateway = createFakeGateway()
    let more: ReadableStreamDefaultController<Uint8Array> | null = null
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        more = controller
      },
    })
    gateway.answer(EXPORT, () => file(0, 1200, body))
    const { press, user, focus } = await openList({ gateway })
    await press('E')
    const send = (text: string) => more?.enqueue(new TextEncoder().encode(text))
    send(`head\n${'row\n'.repeat(400)}`)
    await screen.findByText('Exporting 400 of 1,200')
    screen.getByRole('button', { name: 'Cancel' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText(/Exporting/)).toBeNull())
    expect(gateway.callsTo(EXPORT)[0]?.signal?.aborted).toBe(true)
    expect(focus()).toBe('1 merchantOrderNo')
  })

  test('a failed export shows the error and can be retried', async () => {
    const gateway = createFakeGateway()
    gateway.answer(EXPORT, () => refusal(422, 'RANGE_INVALID', 'Too many days'))
    const { press, user, focus } = await openList({ gateway })
    await press('E')
    await screen.findByText('Too many days (RANGE_INVALID)')
    screen.getByRole('button', { name: 'Retry' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(gateway.callsTo(EXPORT)).toHaveLength(2))
    await screen.findByText('Too many days (RANGE_INVALID)')
    const bar = (await screen.findByRole('button', { name: 'Retry' })).parentElement!
    within(bar).getByRole('button', { name: 'Close' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('Too many days (RANGE_INVALID)')).toBeNull())
    expect(focus()).toBe('1 merchantOrderNo')
  })
})

describe('copying', () => {
  async function copying(keys: string, opening: Parameters<typeof openConsole>[0] = {}) {
    const { press } = await openList(opening)
    await press(keys)
    return waitFor(async () => {
      const text = await navigator.clipboard.readText()
      expect(text).not.toBe('')
      return text
    })
  }

  test('copies the order number', async () => expect(await copying('jyy')).toBe('INV-2026-000001'))

  test('copies the same order number from the detail and names it', async () => {
    expect(await copying('j{Enter}yy')).toBe('INV-2026-000001')
    await screen.findByText('INV-2026-000001 copied')
  })

  test('copies a link to the filtered list without a row', async () => {
    const address = '/transaction/payin?dates=today'
    expect(await copying('kyl', { address })).toMatch(/#\/transaction\/payin\?dates=today$/)
  })

  test('copies the cell under the cursor', async () => expect(await copying('{Home}lyc')).toBe('2026-11-21 23:00:30'))

  test('copies the visible row for a spreadsheet', async () => {
    expect((await copying('jyr')).split('\t')).toEqual([
      '2026-11-20 22:01:30',
      'INV-2026-000001',
      '17919.00',
      'Pending',
      'Not notified',
      'BCA Virtual Account',
      // No row has a mark, so the column of marks is hidden.
      'Virtual account',
      orderOf(1).platOrderNo,
      '80770000000001',
      'Siti Rahmawati',
      '531.50',
      '',
    ])
  })

  test('copies the selected rows', async () => {
    const text = await copying('JJyr')
    expect(text.split('\n').map((line) => line.split('\t')[1])).toEqual([
      'INV-2026-000000',
      'INV-2026-000001',
      'INV-2026-000002',
    ])
  })

  test('copies a link that opens the order in this list', async () => {
    const link = await copying('jyl', { address: '/transaction/payin?status=FAILED' })
    expect(link).toContain('#/transaction/payin?status=FAILED&')
    expect(link).toContain(`open=${orderOf(7).id}`)
  })

  test('copies the filter text', async () => {
    expect(await copying('yq', { address: '/transaction/payin?status=FAILED&minAmount=5' })).toBe(
      'created:7d status:Failed amount:>=5',
    )
  })

  test('smart copy copies the selection, or else the cell', async () => {
    expect(await copying('{Control>}c{/Control}')).toBe('INV-2026-000000')
  })

  test('a refused copy is reported as an error', async () => {
    const { press, core } = await openList()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Write permission denied.'))
    Object.assign(document, { execCommand: () => false })
    await press('yy')
    await waitFor(() => expect(core.toasts.log.map(({ text }) => text)).toEqual(['The browser blocked copying']))
  })
})
