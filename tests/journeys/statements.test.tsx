import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { cellText, firstRow, focusedRow, listLoaded, startApp, type TestApp } from '../app.tsx'
import { en } from '../texts.ts'

const OPEN = '{Control>}k{/Control}'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const query = () => new URLSearchParams(app.address().split('?')[1])
const path = () => app.address().split('?')[0]
const footer = () => document.querySelector('footer')?.textContent ?? ''

/** Waits until the palette has found the typed number. An earlier Enter waits only for a limited time. */
const isFound = () =>
  waitFor(() => expect(document.querySelector('[role=option][aria-selected=true]')?.textContent).toMatch(/^\d{19}, /))

/** Runs the entry with this title from the menu of the row. */
async function act(title: string) {
  await app.user.keyboard('a')
  const menu = await screen.findByRole('menu')
  const items = within(menu).getAllByRole('menuitem')
  const steps = items.findIndex(({ textContent }) => textContent?.startsWith(title))
  expect(steps).toBeGreaterThanOrEqual(0)
  await waitFor(() => expect(items).toContain(document.activeElement))
  await app.user.keyboard(`${'{ArrowDown}'.repeat(steps)}{Enter}`)
}

describe('A merchant', () => {
  test('finds a break in the ledger chain and opens the order', async () => {
    const { db } = app.gateway
    const broken = (await db.one<{ seq: string; orderId: string }>(sql`
      select seq, order_id as "orderId" from ledger
       where merchant_no = 'M10000001' and type = 'PAYIN' order by seq limit 1 offset 1`))!
    await db.run(sql`
      update ledger set payin_freeze_before = payin_freeze_before + 700
       where merchant_no = 'M10000001' and seq = ${broken.seq}`)
    await app.openAs('merchant', { address: '/account/detail?dates=all' })
    await waitFor(() => expect(footer()).toContain('1 mismatch'))
    await app.user.keyboard('}')
    await waitFor(() => expect(focusedRow()?.number).toContain(broken.orderId))
    await app.user.keyboard('{Enter}')
    const told = await screen.findByRole('region', { name: 'This movement doesn’t match the previous one' })
    expect(told.textContent).toContain('7.00')
    await act('Open related order or record')
    await waitFor(() => expect(path()).toBe('/transaction/payin'))
    expect(query().get('open')).toBe(broken.orderId)
    await db.run(sql`
      update ledger set payin_freeze_before = payin_freeze_before - 700
       where merchant_no = 'M10000001' and seq = ${broken.seq}`)
  })

  test('drills down from a day to its payins, and from sub-merchants to theirs', async () => {
    await app.openAs('merchant', { address: '/account/daily' })
    await firstRow()
    await app.user.keyboard('j')
    const date = focusedRow()?.number
    await act('Payins of that day')
    await waitFor(() => expect(path()).toBe('/transaction/payin'))
    expect([query().get('startDate'), query().get('endDate')]).toEqual([date, date])
    await app.user.keyboard('gu')
    await waitFor(() => expect(path()).toBe('/merchant/subMerchant'))
    const branch = within(await firstRow()).getByRole('rowheader').textContent
    await waitFor(() => expect(focusedRow()?.number).toBe(branch))
    await act('Payins of this merchant')
    await waitFor(() => expect(path()).toBe('/transaction/payin'))
    expect(query().get('merchantNo')).toBe(branch)
  })

  test('drills down from a day to the account, and from a ledger row to a recharge', async () => {
    await app.openAs('merchant', { address: '/account/daily' })
    await app.user.click(screen.getByRole('button', { name: en['place.account.info'] }))
    expect(path()).toBe('/account/info')
    await app.openAs('merchant', { address: '/account/detail' })
    await app.user.click(screen.getByRole('button', { name: en['menu.account.recharge'] }))
    expect(path()).toBe('/account/recharge')
  })

  test('repeats a withdraw with the form filled in', async () => {
    await app.openAs('merchant', { address: '/transaction/withdraw?dates=all' })
    const amount = cellText(await firstRow(), 'Amount').replaceAll(',', '')
    await act('Repeat withdrawal')
    await waitFor(() => expect(path()).toBe('/account/withdraw'))
    // The address carries the values until they are in the form.
    const typed = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value.replaceAll(',', '')
    await waitFor(() => expect(typed('Amount')).toBe(amount))
    expect(typed('Account Number')).toMatch(/^\d{5,20}$/)
    expect(query().get('amount')).toBeNull()
  })
})

test('An order is found by six digits and its callback is sent again in twelve keys', async () => {
  const { id } = (await app.gateway.db.one<{ id: string }>(sql`
    select id::text from orders where merchant_no = 'M10000001' and kind = 'PAYIN' and status = 'SUCCESS' order by id desc limit 1`))!
  await app.openAs('merchant', { address: '/account/daily' })
  await firstRow()
  const keys = ['{Control>}k{/Control}', ...id.slice(-6), '{Enter}', 'w']
  expect(keys.length).toBeLessThanOrEqual(12)
  for (const key of keys.slice(0, -2)) await app.user.keyboard(key)
  await isFound()
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(query().get('open')).toBe(id))
  // The commands of the record work once its row is there.
  const record = await screen.findByRole('region', { name: 'Record' })
  await within(record).findByRole('heading', { level: 2 })
  await waitFor(() => expect(record.contains(document.activeElement)).toBe(true))
  await app.user.keyboard(keys.at(-1)!)
  await waitFor(() => expect(app.calls).toContain('POST /api/transaction/payin/notify'))
})

test('A sub-merchant reads its own ledger', async () => {
  await app.openAs('submerchant', { address: '/accountsub/detail-sub?dates=all' })
  await firstRow()
  await waitFor(() => expect(footer()).toMatch(/Chain verified to seq (\S+) of \1(?!.*broken)/))
  // The newest row may be a transfer, for which a sub-merchant has no list.
  await app.openAs('submerchant', { address: '/accountsub/detail-sub?dates=all&type=PAYIN' })
  await firstRow()
  await act('Open related order or record')
  await waitFor(() => expect(path()).toMatch(/^\/transactionsub\/pay/))
})

test('An agent sees the figures of a merchant by date range and drills down to its payouts', async () => {
  await app.openAs('agent')
  await app.user.keyboard(`${OPEN}m10000008`)
  await screen.findByText('Merchant M10000008')
  await app.user.keyboard('{ArrowUp}{Enter}')
  const figures = await screen.findByRole('region', { name: 'Merchant figures' })
  await waitFor(() => expect(document.activeElement?.closest('[data-layer="detail"]')).not.toBeNull())
  const pressed = () => within(figures).getByRole('button', { pressed: true }).textContent
  expect(pressed()).toContain('Last 7 days')
  await app.user.keyboard('tm')
  await waitFor(() => expect(pressed()).toContain('This month'))
  await waitFor(() => expect(figures.getAttribute('aria-busy')).toBe('false'))
  await act('Payouts of this merchant')
  await waitFor(() => expect(path()).toBe('/transaction/payout-a'))
  expect(query().get('merchantNo')).toBe('M10000008')
})

test('Staff find a movement of any merchant by its number', async () => {
  const { id } = (await app.gateway.db.one<{ id: string }>(sql`
    select id::text from record where type = 'WITHDRAW' order by id limit 1`))!
  await app.openAs('staff', { address: '/transaction/payin' })
  await listLoaded()
  await app.user.keyboard(`${OPEN}${id}`)
  await isFound()
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe('/transaction/withdraw'))
  expect(query().get('open')).toBe(id)
})
