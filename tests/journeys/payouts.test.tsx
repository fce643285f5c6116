import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { brokenLedger, wrongCounters } from '../../server/ledger/checks.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { transitionPayout } from '../../server/payouts/payouts.ts'
import { cellText, firstRow, focusedRow, listLoaded, numberIn, rowAt, rows, startApp, type TestApp } from '../app.tsx'
import { type Endpoint, startEndpoint } from '../endpoint.ts'
import { creditAccount } from '../money.ts'
import { createTestPayout } from '../shop.ts'

const MERCHANT = 'M10000001'
const BRANCH = 'M10000002'
const OTHER = 'M10000008'
const CHAIN = 'M10000005'

let app: TestApp
let endpoint: Endpoint
beforeAll(async () => {
  endpoint = await startEndpoint()
  app = await startApp()
  const { db, ids } = app.gateway
  await db.run(sql`update merchant set payout_notify_address = ${endpoint.address}`)
  for (const merchantNo of [MERCHANT, BRANCH, OTHER]) await creditAccount(db, ids, merchantNo, 1_000_000_000n)
  await creditAccount(db, ids, CHAIN, 1_000_000_000n, { currency: 'USDT' })
})
afterAll(async () => {
  expect(await brokenLedger(app.gateway.db)).toEqual([])
  expect(await wrongCounters(app.gateway.db)).toEqual([])
  await app.close()
  await endpoint.close()
})

/** Creates a payout of the merchant and moves it through the statuses. */
async function payout(
  merchantNo: string,
  merchantOrderNo: string,
  ...statuses: Parameters<typeof transitionPayout>[3][]
): Promise<OrderRecord> {
  const { db, world } = app.gateway
  const merchant = (await merchantByNo(db, merchantNo))!
  let order = await createTestPayout(db, world, { merchant, merchantOrderNo })
  for (const to of statuses) order = await db.tx((tx) => transitionPayout(tx, world, order, to))
  return order
}

const row = (number: string) => rows().find((one) => numberIn(one) === number)
const statusOf = (number: string) => cellText(row(number), 'Status')
const acted = () => app.calls.filter((call) => /^POST .*\/payout\/\d+$/.test(call))
const said = (text: string | RegExp) => screen.findAllByText(text)

/** Runs a command by its title on the row under the cursor. */
async function run(title: string) {
  await app.user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await app.user.keyboard(`${title}{Enter}`)
}

async function agreed(title: string) {
  const asked = await screen.findByRole('alertdialog', { name: title })
  await waitFor(() => expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Cancel' })))
  await app.user.keyboard('{Control>}{Enter}{/Control}')
}

/** Opens the payouts by key from any page. */
async function toPayouts() {
  await app.user.keyboard('go')
  await waitFor(() => expect(app.address()).toContain('payout'))
  await listLoaded()
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
}

describe('A merchant', () => {
  test('resends a failed payout and takes back an unsent one, and the ledger has both', async () => {
    await payout(MERCHANT, 'FAILED-1', 'PROCESSING', 'FAILED')
    await payout(MERCHANT, 'WAITS-1')
    await app.openAs('merchant')
    await toPayouts()
    expect(focusedRow()).toEqual({ row: 1, number: 'WAITS-1' })

    await run('Cancel payout')
    await agreed('Cancel payout')
    await waitFor(() => expect(statusOf('WAITS-1')).toBe('Canceled'))
    await app.user.keyboard('j')
    await run('Retry payout')
    await agreed('Retry payout')
    await waitFor(() => expect(statusOf('FAILED-1')).toBe('Processing'))
    expect(acted()).toHaveLength(2)

    await app.user.keyboard('{Enter}')
    await screen.findByRole('region', { name: 'Record' })
    await app.user.keyboard(']')
    const timeline = await screen.findByRole('tabpanel', { name: 'Timeline' })
    await waitFor(() => expect(timeline.textContent).toContain('Retried the payout'))
    expect(timeline.textContent?.match(/Payout frozen|Payout freeze/gi)).toHaveLength(2)
  })

  test('is not offered to resend a payout with an unknown outcome, and queries it', async () => {
    await payout(MERCHANT, 'LOST-1', 'PROCESSING', 'UNKNOWN')
    await app.openAs('merchant')
    await toPayouts()
    await app.user.keyboard('a')
    const menu = await screen.findByRole('menu')
    const items = within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent)
    expect(items.filter((item) => /payout/.test(item ?? ''))).toEqual(['Query payout at channel', 'Simulate payout'])
    await app.user.keyboard('{Escape}')
    await run('Query payout at channel')
    await waitFor(() => expect(statusOf('LOST-1')).toMatch(/Success|Failed/))
  })

  test('resends all failed payouts at once after a summary of their total', async () => {
    for (const n of [1, 2, 3]) await payout(MERCHANT, `MANY-${n}`, 'PROCESSING', n === 2 ? 'SUCCESS' : 'FAILED')
    await app.openAs('merchant')
    await toPayouts()
    await app.user.keyboard('2J')
    await run('Retry selected payouts')
    const panel = await screen.findByRole('region', { name: 'Retry selected payouts' })
    await within(panel).findByText('2 payouts will be retried, 200,000.00 IDR in all · 1 skipped: not failed')
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Cancel' })))
    await app.user.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    await within(panel).findByText('2 done, 0 failed')
    await waitFor(() => expect([1, 2, 3].map((n) => statusOf(`MANY-${n}`))).toEqual(['Processing', 'Success', 'Processing']))
  })

  test('sends the callback of a payout with w and prints its receipt with i', async () => {
    await payout(MERCHANT, 'PAID-1', 'PROCESSING', 'SUCCESS')
    await app.openAs('merchant')
    await toPayouts()
    await app.user.keyboard('w')
    await waitFor(() => expect(cellText(rowAt(1), 'Notify Status')).toBe('Notified'))
    expect(endpoint.received.at(-1)?.body).toContain('merchantOrderNo=PAID-1')
    await app.user.keyboard('i')
    const slip = await screen.findByRole('dialog', { name: 'Payout receipt' })
    expect(slip.textContent).toContain('100,000.00 IDR')
    expect(slip.textContent).toContain('Siti Rahma')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'PAID-1' }))
  })

  test('exports payouts with E and finds one from any page by its receiver', async () => {
    await payout(MERCHANT, 'FILE-1', 'PROCESSING', 'SUCCESS')
    await app.openAs('merchant')
    await run('Siti Rahma{ArrowDown}')
    await waitFor(() => expect(app.address()).toContain('/transaction/payin?payerName=Siti+Rahma'))
    await app.user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    // Another list is chosen behind Tab.
    await app.user.keyboard('Siti Rahma{ArrowDown}{Tab}')
    await screen.findByRole('option', { name: /^Payout/ })
    await app.user.keyboard('Payout{Enter}')
    await waitFor(() => expect(app.address()).toContain('/transaction/payout?receiveName=Siti+Rahma'))
    await waitFor(() => expect(numberIn(rowAt(1)!)).toBe('FILE-1'))
    await waitFor(() => expect(focusedRow()?.row).toBe(1))
    await app.user.keyboard('E')
    await waitFor(() => expect(app.files).toHaveLength(1))
    expect(app.files[0]?.name).toMatch(/^payout-.*\.csv$/)
    expect(await new Response(await app.files[0]!.blob.arrayBuffer()).text()).toContain('FILE-1')
  })

  test('sees the remaining time of a checkout and opens its payin by a command', async () => {
    await app.openAs('merchant')
    await app.user.keyboard('gk')
    await waitFor(() => expect(app.address()).toBe('/transaction/checkout-list'))
    await listLoaded()
    window.location.hash = '/transaction/checkout-list?dates=all'
    await waitFor(() => expect(app.calls.filter((call) => call.endsWith('/checkout-list'))).toHaveLength(2))
    await listLoaded()
    const number = numberIn(await firstRow())
    await waitFor(() => expect(focusedRow()?.row).toBe(1))
    await run('Open payin of this checkout')
    const record = await screen.findByRole('region', { name: 'Record' })
    await within(record).findByRole('heading', { name: number })
    expect(app.address()).toContain('/transaction/payin?')
  })
})

test('A sub-merchant has own payouts and checkouts and acts on them', async () => {
  await payout(BRANCH, 'BRANCH-1')
  await payout(MERCHANT, 'PARENT-1')
  await app.openAs('submerchant')
  await toPayouts()
  expect(app.address()).toContain('/transactionsub/payout-sub')
  expect(focusedRow()).toEqual({ row: 1, number: 'BRANCH-1' })
  expect(row('PARENT-1')).toBeUndefined()
  await run('Cancel payout')
  await agreed('Cancel payout')
  await waitFor(() => expect(statusOf('BRANCH-1')).toBe('Canceled'))
  await app.user.keyboard('gk')
  await waitFor(() => expect(app.address()).toBe('/transactionsub/checkout-sub-list'))
})

test('A USDT merchant sees four decimals and addresses, resends a callback, and cannot act on payouts', async () => {
  await payout(CHAIN, 'CHAIN-1', 'PROCESSING', 'SUCCESS')
  await app.openAs('usdt')
  await toPayouts()
  expect(cellText(rowAt(1), 'Amount')).toBe('100.0000')
  expect(cellText(rowAt(1), 'Address')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await app.user.keyboard('w')
  await waitFor(() => expect(cellText(rowAt(1), 'Notify Status')).toBe('Notified'))
  await app.user.keyboard('a')
  const menu = await screen.findByRole('menu')
  const items = within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
  expect(items.filter((item) => /payout/i.test(item ?? ''))).toEqual(['Notify USDT payoutw'])
})

test("An agent sees payouts of assigned merchants without the receivers' accounts", async () => {
  await payout(MERCHANT, 'MASKED-1')
  await app.openAs('agent')
  await toPayouts()
  expect(app.address()).toContain('/transaction/payout-a')
  expect(focusedRow()).toEqual({ row: 1, number: 'MASKED-1' })
  await app.user.keyboard('{Enter}')
  const record = await screen.findByRole('region', { name: 'Record' })
  await within(record).findByText('****8864')
  await app.user.keyboard('a')
  const menu = await screen.findByRole('menu')
  expect(menu.textContent).not.toMatch(/Cancel|Retry|Notify|Query/)
})

test('Staff act on the payouts of all merchants, in rupiah and on chain', async () => {
  await payout(OTHER, 'THEIRS-1')
  await payout(CHAIN, 'CHAIN-2')
  await app.openAs('staff')
  await toPayouts()
  expect(focusedRow()).toEqual({ row: 1, number: 'THEIRS-1' })
  await run('Cancel payout')
  await agreed('Cancel payout')
  await waitFor(() => expect(statusOf('THEIRS-1')).toBe('Canceled'))
  await run('Go to USDT payout')
  await waitFor(() => expect(app.address()).toContain('/transactionusdt/payout'))
  await listLoaded()
  await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'CHAIN-2' }))
  await run('Simulate payout')
  await screen.findByRole('combobox', { name: /^Simulate payout \d+: Outcome$/ })
  await app.user.keyboard('failed{Enter}')
  await waitFor(() => expect(statusOf('CHAIN-2')).toBe('Failed'))
  await said(/: Failed$/)
})

test('Staff read the receipt of a payout and simulate another whose number two merchants use', async () => {
  await payout(OTHER, 'TWICE-1', 'PROCESSING', 'SUCCESS')
  await payout(CHAIN, 'TWICE-1')
  await app.openAs('staff')
  await toPayouts()
  await app.user.keyboard('i')
  const slip = await screen.findByRole('dialog', { name: 'Payout receipt' })
  expect(slip.textContent).toContain('IDR')
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'TWICE-1' }))
  await run('Go to USDT payout')
  await waitFor(() => expect(app.address()).toContain('/transactionusdt/payout'))
  await listLoaded()
  await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'TWICE-1' }))
  await run('Simulate payout')
  await screen.findByRole('combobox', { name: /^Simulate payout \d+: Outcome$/ })
  await app.user.keyboard('failed{Enter}')
  await waitFor(() => expect(statusOf('TWICE-1')).toBe('Failed'))
  expect(screen.queryByText(/Several merchants have this number/)).toBeNull()
})

test('Without the permission for payouts nothing leads to them', async () => {
  await app.openAs('restricted')
  const before = app.address()
  await app.user.keyboard('go')
  expect(app.address()).toBe(before)
  window.location.hash = '/transaction/payout'
  await screen.findByText('You have no permission to open this page')
})
