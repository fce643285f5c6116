import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { DetailFrame } from '../../src/lists/detail/DetailPane.tsx'
import { createFakeGateway, orderOf, refusal } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

const trailOf = (n: number) => `/api/transaction/payin/${orderOf(n).id}/trail`

async function openList(opening: Parameters<typeof openConsole>[0] = {}) {
  const opened = await openConsole(opening)
  await opened.shows(1, 'INV')
  // The state after background loading.
  await DetailFrame.fetch()
  const pane = () => screen.getByRole('region', { name: 'Record' })
  const heading = () => within(pane()).getByRole('heading', { level: 2 }).textContent
  const trails = () => opened.gateway.calls.filter(({ path }) => path.endsWith('/trail')).map(({ path }) => path)
  return { ...opened, pane, heading, trails }
}

describe('the detail of a row', () => {
  test('shows what the merchant wrote for its own use, as text', async () => {
    const gateway = createFakeGateway()
    gateway.change(1, { remark: '<b>Meja 4</b>' })
    const { press, pane, heading } = await openList({ gateway })
    await press('{Enter}')
    await waitFor(() => expect(heading()).toBe('INV-2026-000000'))
    const remark = () => within(pane()).getByText('Remark').nextSibling?.textContent
    expect(remark()).toBe('–')
    await press('j')
    await waitFor(() => expect(remark()).toBe('<b>Meja 4</b>'))
  })

  test('Enter opens a row at once with the focus inside, and its history follows', async () => {
    const gateway = createFakeGateway()
    const trail = gateway.hold(trailOf(2))
    const { press, pane, heading, query } = await openList({ gateway })
    await press('jj{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    expect(heading()).toBe('INV-2026-000002')
    expect(within(pane()).getByText('Account Holder').nextSibling?.textContent).toBe('PT TOKO MAJU')
    expect(within(pane()).getByRole('status').textContent).toBe('Loading history…')
    trail.release()
    await waitFor(() => expect(within(pane()).getByRole('status').textContent).toBe(''))
    expect(query().get('open')).toBe(orderOf(2).id)
  })

  test('a row being reloaded can be opened, and the list keeps its position', async () => {
    const { press, heading, pane, query, gateway, focus, settle } = await openList()
    const held = gateway.hold('/api/transaction/payin')
    await press('r12j')
    await waitFor(() => expect(focus()).toBe('13 merchantOrderNo'))
    await press('{Enter}')
    await waitFor(() => expect(heading()).toBe('INV-2026-000012'))
    expect(query().get('open')).toBe(orderOf(12).id)
    held.release()
    await settle()
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    expect(heading()).toBe('INV-2026-000012')
    await press('{Escape}')
    await waitFor(() => expect(focus()).toBe('13 merchantOrderNo'))
  })

  test('moving between rows keeps the detail open, the list follows, and Escape returns to the row', async () => {
    const { press, heading, pane, focus, query, trails, regions } = await openList()
    await press('{Enter}')
    await waitFor(() => expect(heading()).toBe('INV-2026-000000'))
    expect(document.getElementById(pane().getAttribute('aria-describedby') ?? '')?.ariaLabel).toBe('INV-2026-000000')
    await press('jjk')
    await waitFor(() => expect(heading()).toBe('INV-2026-000001'))
    expect(document.activeElement).toBe(pane())
    // The focus has not moved, so the row is announced.
    await waitFor(() => expect(regions.polite.textContent).toContain(`No. ${orderOf(1).platOrderNo}`))
    await press('jjjj')
    await waitFor(() => expect(heading()).toBe('INV-2026-000005'))
    await waitFor(() => expect(query().get('open')).toBe(orderOf(5).id))
    await waitFor(() => expect(trails().at(-1)).toBe(trailOf(5)))
    await press('{Escape}')
    await waitFor(() => expect(focus()).toBe('6 merchantOrderNo'))
    expect(screen.queryByRole('region', { name: 'Record' })).toBeNull()
    expect(query().get('open')).toBeNull()
  })

  test('the next row is opened when its page is loaded', async () => {
    const gateway = createFakeGateway({ total: 500 })
    const { press, heading, pane, shows } = await openList({ gateway })
    await press('40G')
    await shows(40, 'INV-2026-000039')
    await press('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    const page = gateway.hold('/api/transaction/payin')
    await press('j'.repeat(14))
    expect(Number(heading()?.slice(-6))).toBeLessThan(53)
    page.release()
    await waitFor(() => expect(heading()).toBe('INV-2026-000053'))
  })

  test('Enter opens a loading row as soon as it arrives', async () => {
    const gateway = createFakeGateway({ total: 500 })
    const { press, heading, pane, query, focus } = await openList({ gateway })
    const page = gateway.hold('/api/transaction/payin')
    await press('300Gj{Enter}')
    await waitFor(() => expect(focus()).toBe('301 merchantOrderNo'))
    expect(screen.queryByText('No order under the cursor')).toBeNull()
    page.release()
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await waitFor(() => expect(heading()).toBe('INV-2026-000300'))
    expect(query().get('open')).toBe(orderOf(300).id)
  })

  test('commands ignore rows of the previous query', async () => {
    const gateway = createFakeGateway({ total: 500 })
    const { press, query } = await openList({ gateway })
    const page = gateway.hold('/api/transaction/payin')
    await press('tm')
    await press('w')
    await screen.findByText('Rows are still loading')
    page.release()
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
    expect(gateway.callsTo('/api/transaction/payin/notify')).toEqual([])
    expect(query().get('open')).toBeNull()
    await press('w')
    await waitFor(() => expect(gateway.callsTo('/api/transaction/payin/notify')).toHaveLength(1))
  })

  test.each([
    ['goes on', 'j', '302 merchantOrderNo'],
    ['thinks better of it', '{Escape}', '301 merchantOrderNo'],
    ['goes to the filter', '/', 'combobox Filter text'],
  ])('a loading row is not opened after the user %s', async (_what, keys, where) => {
    const gateway = createFakeGateway({ total: 500 })
    const { press, focus, shows } = await openList({ gateway })
    const page = gateway.hold('/api/transaction/payin')
    await press('301G{Enter}')
    await press(keys)
    await waitFor(() => expect(focus()).toBe(where))
    page.release()
    await shows(301, 'INV-2026-000300')
    expect(focus()).toBe(where)
    expect(screen.queryByRole('region', { name: 'Record' })).toBeNull()
  })

  test('Back returns to the row it was opened from, even right after a move', async () => {
    const { press, pane, focus, query } = await openList()
    await press('jjj{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    act(() => window.history.back())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Record' })).toBeNull())
    expect(focus()).toBe('4 merchantOrderNo')
    expect(query().get('at')).toBe(orderOf(3).id)
  })

  test('a row can be opened while the list reloads', async () => {
    const gateway = createFakeGateway({ total: 500 })
    const { press, heading, pane, shows } = await openList({ gateway })
    // Both rows are loaded.
    await press('41G')
    await shows(41, 'INV-2026-000040')
    await press('k')
    const pages = gateway.hold('/api/transaction/payin')
    await press('rj{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    expect(heading()).toBe('INV-2026-000040')
    pages.release()
    await waitFor(() => expect(within(pane()).getByRole('status').textContent).toBe(''))
    expect(heading()).toBe('INV-2026-000040')
  })

  test('closing the detail closes its menu, and the palette replaces the menu', async () => {
    const { press, pane, focus } = await openList()
    const menuIsOpen = () => waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
    await press('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    // "Close" alone is the name of a command that closes the order itself.
    within(pane()).getByRole('button', { name: 'Close record' })
    await press('a')
    await menuIsOpen()
    await press('{Control>}k{/Control}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    expect(screen.queryByRole('menu')).toBeNull()
    await press('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await press('a')
    await menuIsOpen()
    act(() => window.history.back())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Record' })).toBeNull())
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
  })

  test('the timeline names the actor and reversals', async () => {
    const gateway = createFakeGateway()
    const asked = ['withdraw', 'transfer', 'recharge', 'cancel']
    const actions = asked.map((action) => ({ time: '2026-11-21T08:16:01+07:00', actor: 'demo', action, text: null }))
    const item = { order: orderOf(0), notifyAddress: null, moves: [], postings: [], attempts: [], actions }
    gateway.answer(trailOf(0), () => ({ status: 'ok', item }))
    const { press, pane } = await openList({ gateway })
    await press('{Enter}]')
    const line = await within(pane()).findByRole('tabpanel')
    await within(line).findByText('Requested the withdrawal')
    for (const words of ['Requested the transfer', 'Requested the recharge', 'Canceled']) within(line).getByText(words)
  })

  test('the timeline shows results next to notes', async () => {
    const gateway = createFakeGateway()
    const done = [
      ['notify', 'HTTP_ERROR', 'demo · HTTP error'],
      ['close', 'PENDING → CLOSED', 'demo · Pending → Closed'],
      ['dispute', 'BCA: 500 SHORT', 'demo · BCA: 500 SHORT'],
    ] as const
    const actions = done.map(([action, text]) => ({ time: '2026-11-21T08:16:01+07:00', actor: 'demo', action, text }))
    const item = { order: orderOf(0), notifyAddress: null, moves: [], postings: [], attempts: [], actions }
    gateway.answer(trailOf(0), () => ({ status: 'ok', item }))
    const { press, pane } = await openList({ gateway })
    await press('{Enter}]')
    const line = await within(pane()).findByRole('tabpanel')
    const told = await within(line).findAllByRole('listitem')
    expect(told.map(({ lastElementChild }) => lastElementChild?.textContent)).toEqual(done.map(([, , words]) => words))
  })

  test('the detail has tabs and a single timeline of all events', async () => {
    const { press, pane, query, user, regions } = await openList()
    await press('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    // The row renders after its pane has the focus.
    const tab = (name: string) => within(pane()).findByRole('tab', { selected: true, name })
    await press(']')
    await tab('Timeline')
    expect(regions.polite.textContent).toBe('Timeline')
    expect(query().get('tab')).toBe('timeline')
    await within(pane()).findByText('Notified manually')
    const told = () =>
      within(within(pane()).getByRole('tabpanel'))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(told()).toEqual([
      '2026-11-21 08:15:30CreatedStatus',
      '2026-11-21 08:15:311.0 s laterPendingStatusVA issued',
      '2026-11-21 08:16:0029 s laterSuccessStatus',
      '2026-11-21 08:16:00Payin 10,000.00Postingavailable 1,000,000.00 → 1,010,000.00 · total 1,000,000.00 → 1,010,000.00',
      '2026-11-21 08:16:011.0 s laterNotified manuallyActiondemo',
      '2026-11-21 08:16:01HTTP errorCallback 1automatic · HTTP 500 · 120 ms',
      '2026-11-21 08:16:021.0 s laterAcknowledgedCallback 2manual · demo · HTTP 200 · 240 ms',
    ])
    within(pane()).getByRole('button', { name: 'Oldest first' }).focus()
    await user.keyboard('{Enter}')
    expect(told()[0]).toMatch(/Acknowledged/)
    expect(told()[1]).toMatch(/1\.0 s earlier/)
    await press(']')
    await waitFor(() => expect(within(pane()).getAllByText(/webhook-id: evt_1/)).toHaveLength(2))
    await press(']')
    await within(pane()).findByText('No notes yet')
    await press(']')
    await waitFor(() =>
      expect(within(pane()).getByRole('tabpanel').textContent).toContain('"platOrderNo": "2611210815000000000"'),
    )
    await press('[[[[[[[[')
    await tab('Details')
  })

  test('o opens the detail as a full page, and the list behind it is inert', async () => {
    const { press, pane, query, grid } = await openList()
    await press('j{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await press('o')
    expect(query().get('view')).toBe('full')
    expect(grid().closest('[inert]')).not.toBeNull()
    await press('{Escape}')
    await waitFor(() => expect(grid().closest('[inert]')).toBeNull())
  })

  test('a peeked row follows the cursor, and the focus stays in the list', async () => {
    const { press, heading, focus, query, trails } = await openList()
    await press('p')
    await waitFor(() => expect(heading()).toBe('INV-2026-000000'))
    await press('jj')
    await waitFor(() => expect(heading()).toBe('INV-2026-000002'))
    expect(focus()).toBe('3 merchantOrderNo')
    expect(query().get('view')).toBe('peek')
    await waitFor(() => expect(trails().at(-1)).toBe(trailOf(2)))
    await press('p')
    expect(screen.queryByRole('region', { name: 'Record' })).toBeNull()
  })

  test('closing a row that was opened from a peek returns to the peek', async () => {
    const { press, focus, query, pane } = await openList()
    await press('p{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await press('{Escape}')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    expect(query().get('view')).toBe('peek')
    await press('{Escape}')
    expect(query().get('view')).toBeNull()
  })

  test('the address restores the open row and its tab', async () => {
    const { heading, pane } = await openConsole({
      address: `/transaction/payin?open=${orderOf(4).id}&tab=callbacks`,
    }).then((opened) => ({
      ...opened,
      pane: () => screen.getByRole('region', { name: 'Record' }),
      heading: () => screen.getByRole('heading', { level: 2, name: /INV/ }).textContent,
    }))
    await waitFor(() => expect(heading()).toBe('INV-2026-000004'))
    expect(within(pane()).getByRole('tab', { selected: true }).textContent).toBe('Callbacks')
    expect(document.activeElement).toBe(pane())
    expect(JSON.parse(localStorage.getItem('paydesk.recents') ?? '[]')).toEqual([
      { kind: 'payin', id: orderOf(4).id, number: orderOf(4).platOrderNo },
    ])
  })

  test('a row outside the result can be opened on its own', async () => {
    const { user, gateway, heading } = await openList({
      address: `/transaction/payin?status=FAILED&open=${orderOf(5).id}`,
    })
    const alone = await screen.findByRole('button', { name: 'Open by itself' })
    await waitFor(() => expect(document.activeElement).toBe(alone))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(heading()).toBe('INV-2026-000005'))
    expect(gateway.callsTo('/api/transaction/payin').at(-1)?.body).toEqual({ orderNo: orderOf(5).id })
  })

  test('an unknown row is reported as such', async () => {
    const { user } = await openList({ address: '/transaction/payin?open=1234567890123456789' })
    const alone = await screen.findByRole('button', { name: 'Open by itself' })
    await waitFor(() => expect(document.activeElement).toBe(alone))
    await user.keyboard('{Enter}')
    await screen.findByText('Record not found')
  })

  test('without a trail call the detail shows the history of the row and does not retry the call', async () => {
    const gateway = createFakeGateway()
    const history = [{ time: '2026-11-21T08:15:30+07:00', status: 'CREATED', text: 'by the merchant' }]
    for (const n of [0, 1]) gateway.answer(trailOf(n), () => refusal(404, 'NOT_FOUND', 'no such call'))
    for (const n of [0, 1]) gateway.change(n, { history })
    const { press, pane, heading, trails } = await openList({ gateway })
    await press('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await press(']')
    await within(pane()).findByText('by the merchant')
    await press('j')
    await waitFor(() => expect(heading()).toBe('INV-2026-000001'))
    await within(pane()).findByText('by the merchant')
    expect(trails()).toEqual([trailOf(0)])
  })

  test('a failed trail keeps the fields, shows the error and can be retried', async () => {
    const gateway = createFakeGateway()
    gateway.answer(trailOf(0), () => refusal(500, 'INTERNAL', 'Something broke'))
    const { press, pane, heading, user } = await openList({ gateway })
    await press('{Enter}')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(heading()).toBe('INV-2026-000000')
    expect(within(pane()).getByText('Something broke (INTERNAL)')).not.toBeNull()
    gateway.answer(trailOf(0), null)
    retry.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  })

  test('a refused trail offers no retry', async () => {
    const gateway = createFakeGateway()
    gateway.answer(trailOf(0), () => refusal(403, 'FORBIDDEN', 'Not yours'))
    const { press } = await openList({ gateway })
    await press('{Enter}')
    await screen.findByText('Not yours (FORBIDDEN)')
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('an agent sees the history of the row, and no trail is requested', async () => {
    const { press, pane, trails, gateway } = await openList({
      address: '/transaction/payin-a',
      permissions: ['user', 'delegate', 'payin'],
    })
    await press('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await waitFor(() =>
      expect(gateway.callsTo('/api/agent/txn/payin').at(-1)?.body).toEqual({ orderNo: orderOf(0).platOrderNo }),
    )
    expect(trails()).toEqual([])
    expect(within(pane()).queryByText('Payer Account')).toBeNull()
    // An agent changes nothing: the record offers its copies.
    expect(within(pane()).getByRole('button', { name: 'Copy link' })).toBeTruthy()
    fireEvent.click(within(pane()).getByRole('button', { name: 'Copy order number' }))
    await screen.findByText(`${orderOf(0).merchantOrderNo} copied`)
  })

  test('commands apply to the focused detail, which is reloaded afterwards', async () => {
    const { press, pane, gateway, trails } = await openList()
    await press('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await waitFor(() => expect(trails()).toHaveLength(1))
    await press('w')
    await waitFor(() =>
      expect(gateway.callsTo('/api/transaction/payin/notify').map(({ body }) => body.id)).toEqual([orderOf(0).id]),
    )
    await waitFor(() => expect(trails()).toHaveLength(2))
  })
})
