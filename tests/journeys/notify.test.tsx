import { createHmac } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signatureOf } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { sql } from '../../server/db/sql.ts'
import { secretsOf } from '../../server/demo/merchant.ts'
import { cellText, focusedRow, numberIn, rowAt, rows, startApp, type TestApp } from '../app.tsx'
import { type Endpoint, respondWith, startEndpoint } from '../endpoint.ts'

const MERCHANT = 'M10000001'
const NOTIFY = 'POST /api/transaction/payin/notify'

let app: TestApp
let endpoint: Endpoint
beforeAll(async () => {
  // The clock is controlled by the test: a repeated notification asks for confirmation only within a minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  endpoint = await startEndpoint()
  app = await startApp()
})
afterAll(async () => {
  await app.close()
  await endpoint.close()
  vi.useRealTimers()
})
beforeEach(() => notifyAt(null))
afterEach(() => {
  endpoint.received.length = 0
  endpoint.answer = respondWith(200, 'SUCCESS')
})

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

const notifyAt = (address: string | null) =>
  app.gateway.db.run(sql`update merchant set payin_notify_address = ${address} where merchant_no = ${MERCHANT}`)

/** Opens a list of new orders of the merchant, the last one on top. No callback was sent for them. */
async function sitDownTo(...orders: [number: string, ...statuses: ('SUCCESS' | 'FAILED' | 'EXPIRED')[]][]) {
  for (const [number, ...statuses] of orders) await app.gateway.payin(MERCHANT, number, ...statuses)
  await notifyAt(endpoint.address)
  await app.openAs('merchant', { address: '/transaction/payin' })
}

const row = (number: string) => rows().find((one) => numberIn(one) === number)
const notified = () => app.calls.filter((call) => call === NOTIFY)
/** A notice on the screen. An urgent one exists twice: shown and announced. */
const noticed = (text: RegExp) => screen.findAllByText(text)

/** The callbacks that the merchant received, after verification of their signatures. */
async function told(): Promise<Record<string, string>[]> {
  const [secret = ''] = await secretsOf(app.gateway.db, MERCHANT)
  return endpoint.received.map(({ body, headers }) => {
    const { _sign, ...fields } = Object.fromEntries(new URLSearchParams(body))
    expect(_sign).toBe(signatureOf(fields, secret, sha256))
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
    return fields
  })
}

/** Opens the row at the tab of its callbacks. */
async function openCallbacks() {
  await app.user.keyboard('{Enter}')
  await screen.findByRole('region', { name: 'Record' })
  await app.user.keyboard(']]')
}

/** The callbacks of the open row, after the first of them has this result. */
async function callbacks(outcome: string): Promise<string> {
  const panel = await screen.findByRole('tabpanel', { name: 'Callbacks' })
  await waitFor(() => expect(panel.textContent).toContain(`Attempt 1${outcome}`))
  return panel.textContent
}

describe('One order', () => {
  test('w sends a signed callback to the merchant; the list and the open row show it', async () => {
    await sitDownTo(['TOLD-1', 'SUCCESS'])
    expect(cellText(row('TOLD-1'), 'Notify Status')).toBe('Not notified')
    await app.user.keyboard('w')
    await waitFor(() => expect(cellText(row('TOLD-1'), 'Notify Status')).toBe('Notified'))
    expect(await told()).toMatchObject([
      { merchantNo: MERCHANT, merchantOrderNo: 'TOLD-1', status: 'SUCCESS', payAmount: '150000.00', currency: 'IDR' },
    ])
    expect(focusedRow()).toEqual({ row: 1, number: 'TOLD-1' })

    await openCallbacks()
    const text = await callbacks('AcknowledgedHTTP 200')
    expect(text).toContain(`Callback URL ${endpoint.address}`)
    expect(text).toContain('merchantOrderNo = TOLD-1')
    expect(text).toContain('ResponseSUCCESS')
  })

  test('A repetition within a minute asks for confirmation with the focus on Cancel; later it does not', async () => {
    await sitDownTo(['AGAIN-1', 'SUCCESS'])
    // The merchant has a callback a moment before the gateway has recorded it; until then another one is refused.
    let answered = 0
    app.network = async (path, pass) => {
      const reply = await pass()
      if (NOTIFY.endsWith(path)) answered++
      return reply
    }
    await app.user.keyboard('w')
    await waitFor(() => expect(cellText(row('AGAIN-1'), 'Notify Status')).toBe('Notified'))
    await waitFor(() => expect(answered).toBe(1))

    later(10_000)
    await app.user.keyboard('w')
    const asked = await screen.findByRole('alertdialog', { name: 'Notify payin' })
    expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Cancel' }))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'AGAIN-1' }))
    expect(notified()).toHaveLength(1)

    await app.user.keyboard('w')
    await screen.findByRole('alertdialog')
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await endpoint.waitForRequests(2)
    await waitFor(() => expect(answered).toBe(2))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

    later(61_000)
    await app.user.keyboard('w')
    await endpoint.waitForRequests(3)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const ids = endpoint.received.map(({ headers }) => headers['webhook-id'])
    // The merchant can tell that both callbacks are the same event.
    expect(new Set(ids).size).toBe(1)
  })

  test.each([
    [
      'a broken server',
      respondWith(500, 'out of order'),
      'HTTP errorHTTP 500',
      'out of order',
      /not acknowledged \(HTTP 500\)/,
    ],
    [
      'thanks, but no SUCCESS',
      respondWith(200, 'received'),
      'Not acknowledgedHTTP 200',
      'received',
      /answered “received”; expected “success”/,
    ],
  ])('An answer of %s counts as a failed callback, and the answer is shown', async (_, answer, outcome, response, said) => {
    endpoint.answer = answer
    await sitDownTo([`WRONG-${response.length}`, 'FAILED'])
    await app.user.keyboard('w')
    await waitFor(() => expect(cellText(rowAt(1), 'Notify Status')).toBe('Not delivered'))
    await noticed(said)
    await openCallbacks()
    expect(await callbacks(outcome)).toContain(`Response${response}`)
  })

  test('A connection failure is shown with its reason and is kept in the row', async () => {
    await sitDownTo(['AWAY-1', 'EXPIRED'])
    await notifyAt('http://127.0.0.1:1/notify')
    await app.user.keyboard('w')
    await waitFor(() => expect(cellText(row('AWAY-1'), 'Notify Status')).toBe('Not delivered'))
    await noticed(/not delivered: .*ECONNREFUSED/)
    await openCallbacks()
    expect(await callbacks('Unreachable')).toContain('ECONNREFUSED')
  })

  test('Without a notify address nothing is sent, and the reason is shown', async () => {
    await sitDownTo(['NOWHERE-1', 'SUCCESS'])
    await notifyAt(null)
    await app.user.keyboard('w')
    await noticed(/The merchant has no callback URL/)
    expect(cellText(row('NOWHERE-1'), 'Notify Status')).toBe('Not notified')
    expect(endpoint.received).toEqual([])
  })

  test('For an order without a final status w sends nothing and shows why', async () => {
    await sitDownTo(['EARLY-1'])
    await app.user.keyboard('w')
    await noticed(/^Notify payin isn’t available while the order is Pending$/)
    expect(notified()).toEqual([])
    expect(focusedRow()).toEqual({ row: 1, number: 'EARLY-1' })
  })

  test('In an open row w applies to that row', async () => {
    await sitDownTo(['OTHER-1', 'SUCCESS'], ['OPEN-1', 'SUCCESS'])
    await openCallbacks()
    await app.user.keyboard('w')
    await callbacks('Acknowledged')
    expect(await told()).toMatchObject([{ merchantOrderNo: 'OPEN-1' }])
  })
})

describe('Several orders', () => {
  test('are counted, confirmed and notified one by one; failed ones stay selected', async () => {
    endpoint.answer = (response) => {
      const isRefused = endpoint.received.at(-1)?.body.includes('SEVERAL-3') === true
      respondWith(isRefused ? 503 : 200, isRefused ? 'closed today' : 'OK')(response)
    }
    await sitDownTo(['SEVERAL-1', 'SUCCESS'], ['SEVERAL-2'], ['SEVERAL-3', 'FAILED'], ['SEVERAL-4', 'EXPIRED'])
    await app.user.keyboard('3J')
    expect(
      rows()
        .filter((one) => one.getAttribute('aria-selected') === 'true')
        .map(numberIn),
    ).toEqual(['SEVERAL-4', 'SEVERAL-3', 'SEVERAL-2', 'SEVERAL-1'])
    await app.user.keyboard('w')
    const panel = await screen.findByRole('region', { name: 'Notify selected orders' })
    await within(panel).findByText('3 orders will be notified · 1 skipped: not final yet')
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Cancel' })))
    expect(notified()).toEqual([])

    await app.user.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    await within(panel).findByText('2 done, 1 failed · Failed rows stay selected')
    const results = within(within(panel).getByRole('list', { name: 'Results' })).getAllByRole('listitem')
    expect(results).toHaveLength(3)
    expect(results[0]?.textContent).toMatch(/^SEVERAL-3\d{19}Not deliveredclosed today$/)
    expect((await told()).map(({ merchantOrderNo }) => merchantOrderNo).toSorted()).toEqual([
      'SEVERAL-1',
      'SEVERAL-3',
      'SEVERAL-4',
    ])

    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(focusedRow()).toEqual({ row: 4, number: 'SEVERAL-1' }))
    const shown = () => [1, 2, 3, 4].map((n) => [rowAt(n)?.getAttribute('aria-selected'), cellText(rowAt(n), 'Notify Status')])
    await waitFor(() =>
      expect(shown()).toEqual([
        ['false', 'Notified'],
        ['true', 'Not delivered'],
        ['false', 'Not notified'],
        ['false', 'Notified'],
      ]),
    )
  })

  test('of a merchant without a callback URL are planned with the failures to expect', async () => {
    await sitDownTo(['PLAN-1', 'SUCCESS'], ['PLAN-2', 'SUCCESS'])
    await notifyAt(null)
    await app.user.keyboard('Jw')
    await screen.findByText('2 orders will be notified')
    expect(screen.getByText('2 will fail: no callback URL')).not.toBeNull()
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(focusedRow()?.number).toBe('PLAN-1'))
    expect(notified()).toEqual([])
  })

  test('are not notified without confirmation', async () => {
    await sitDownTo(['LEFT-1', 'SUCCESS'], ['LEFT-2', 'SUCCESS'])
    await app.user.keyboard('Jw')
    await screen.findByText('2 orders will be notified')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(focusedRow()?.number).toBe('LEFT-1'))
    expect(notified()).toEqual([])
    expect(endpoint.received).toEqual([])
  })
})

test.each([
  ['agent', '/transaction/payin-a'],
  ['restricted', '/transaction/payin'],
])('%s cannot send callbacks: not by key, not in the palette, not in the menu of a row', async (username, path) => {
  await app.openAs(username, { address: `${path}?dates=all` })
  const before = focusedRow()
  expect(before).not.toBeNull()
  await app.user.keyboard('wxw{Escape}')
  expect(focusedRow()).toEqual(before)

  await app.user.keyboard('{Control>}k{/Control}notify')
  await screen.findByRole('combobox')
  // The bulk runs are found by this word, too.
  await screen.findByRole('option', { name: /^Go to Bulk runs/ })
  // Other results may match the text, but no command that could run does: one without its permission only tells so.
  const commands = screen.queryAllByRole('option').map(({ textContent }) => textContent)
  expect(commands.filter((title) => /^notify/i.test(title) && !title.includes('Missing permission'))).toEqual([])
  await app.user.keyboard('{Escape}{Escape}')

  await waitFor(() => expect(focusedRow()).toEqual(before))
  await app.user.keyboard('a')
  const menu = await screen.findByRole('menu')
  expect(within(menu).queryByRole('menuitem', { name: /notif/i })).toBeNull()
  await app.user.keyboard('{Escape}')
  expect(app.calls.filter((call) => call.includes('notify'))).toEqual([])
})
