import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sql, sql } from '../../server/db/sql.ts'
import {
  cellText,
  columnTitles,
  firstRow,
  focusedRow,
  listLoaded,
  numberIn,
  rowAt,
  rows,
  startApp,
  type TestApp,
} from '../app.tsx'

/** A whole day's looking-up and resending of everybody who has lists, by keyboard alone. */
const OPEN = '{Control>}k{/Control}'
const patience = { timeout: 180_000 }

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 2000 })
})
afterAll(() => app.close())

const fail = (text: string): never => {
  throw new Error(text)
}
const press = (keys: string) => app.user.keyboard(keys)
const path = () => app.address().split('?')[0]
const asks = (name: string) => new URLSearchParams(app.address().split('?')[1]).get(name)
const resent = () => app.calls.filter((call) => /^POST .*payin\/notify$/.test(call)).length
const marked = () => rows().filter((row) => row.getAttribute('aria-selected') === 'true')

/** Somebody calls about an order: its number is typed, and it is open. */
async function lookUp(whose: Sql): Promise<string> {
  const { id, number } =
    (await app.gateway.db.one<{ id: string; number: string }>(sql`
      select id::text, merchant_order_no as number from orders
       where ${whose} and status = 'SUCCESS' order by id desc limit 1 offset 3`)) ?? fail('there is no order')
  await press(`${OPEN}${number}`)
  await waitFor(
    () =>
      document.querySelector('[role=option][aria-selected=true]')?.textContent.includes(id) || fail(`${number} is not found`),
  )
  await press('{Enter}')
  const record = await screen.findByRole('region', { name: 'Record' })
  await within(record).findByRole('heading', { name: number })
  await waitFor(() => expect(record.contains(document.activeElement)).toBe(true))
  return number
}

/** From tab to tab, to the last one, and a step back. */
async function walkTabs() {
  const tabs = within(screen.getByRole('region', { name: 'Record' })).getAllByRole('tab')
  const chosen = () => tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
  for (let at = 1; at < tabs.length; at++) {
    await press(']')
    await waitFor(() => expect(chosen()).toBe(at))
  }
  // One of them, for whoever reads keys out of a text.
  await press('[[')
  await waitFor(() => expect(chosen()).toBe(tabs.length - 2))
}

/** Asks in the language of the filter, from wherever the list is. */
async function filter(text: string) {
  await press('/')
  await waitFor(() => document.activeElement?.closest('[role=search]') ?? fail('no filter'))
  await press(`{Control>}a{/Control}${text}{Enter}`)
  await listLoaded()
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
}

/** Along the row to the cell under that head. */
async function toColumn(title: string) {
  const wanted = columnTitles().indexOf(title) + 1
  const at = () => Number(document.activeElement?.closest('[aria-colindex]')?.getAttribute('aria-colindex'))
  await press('{Home}')
  for (let steps = 0; at() !== wanted && steps < columnTitles().length; steps++) await press('l')
  expect(at()).toBe(wanted)
}

/** Answers what the palette asks for. */
async function answer(question: RegExp, typed: string) {
  await screen.findByRole('combobox', { name: question })
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await press(typed)
}

/** What everybody does with a list: ask, leave out what a cell has, take that back, keep it under a name, copy. */
async function workTheList(view: string) {
  await filter('created:all -status:expired')
  await waitFor(() => expect([asks('dates'), asks('notStatus')]).toEqual(['all', 'EXPIRED']))
  await toColumn('Status')
  const state = cellText(rowAt(1), 'Status')
  await press('-')
  await waitFor(() => expect(asks('notStatus')?.split(',')).toHaveLength(2))
  await listLoaded()
  await waitFor(() => expect(rows().map((row) => cellText(row, 'Status'))).not.toContain(state))
  await waitFor(() => expect(focusedRow()).not.toBeNull())
  await press('u')
  await waitFor(() => expect(asks('notStatus')).toBe('EXPIRED'))
  await listLoaded()
  await waitFor(() => expect(cellText(rowAt(1), 'Status')).toBe(state))
  await waitFor(() => expect(focusedRow()).not.toBeNull())

  await press('vs')
  await answer(/Name of the view/, `${view}{Enter}`)
  await answer(/What to keep/, '{Enter}')
  await screen.findAllByText(`View “${view}” saved`)
  await waitFor(() => expect(focusedRow()).not.toBeNull())

  await press('ggyr')
  const number = numberIn(rowAt(1)!)
  await waitFor(async () => expect((await navigator.clipboard.readText()).split('\t')).toContain(number))
  await press('{Control>}c{/Control}')
  await press('yy')
  await waitFor(async () => expect(await navigator.clipboard.readText()).not.toContain('\t'))
}

/** Three rows at once: the plan is read, agreed to, and how it went with each stands there. */
async function resendMany() {
  await filter('created:all status:success')
  await press('3J')
  await waitFor(() => expect(marked()).toHaveLength(4))
  const before = resent()
  await press('w')
  const panel = await screen.findByRole('region', { name: 'Notify selected orders' })
  await within(panel).findByText('4 orders will be notified')
  await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Cancel' })))
  expect(resent()).toBe(before)
  await press('{Shift>}{Tab}{/Shift}{Enter}')
  const results = await within(panel).findByRole('list', { name: 'Result of each' })
  expect(within(results).getAllByRole('listitem')).toHaveLength(4)
  await within(panel).findByRole('button', { name: 'Close' })
  expect(panel.contains(document.activeElement)).toBe(true)
  await press('{Escape}')
  await waitFor(() => expect(focusedRow()).not.toBeNull())
  if (marked().length > 0) await press('{Escape}')
}

/** Found to agree with the books, and taken back. */
async function markAndTakeBack() {
  await filter('created:all status:success')
  // Its callbacks may be answered meanwhile, which the row says beside its number.
  const number = numberIn(rowAt(1)!).split(' ')[0]!
  await press('e')
  await waitFor(() => expect(cellText(rowAt(1), 'Mark')).toBe('Reconciled'))
  await waitFor(() => expect(focusedRow()?.row).toBe(2))
  await press('u')
  await waitFor(() => expect(cellText(rowAt(1), 'Mark')).toBe(''))
  expect(numberIn(rowAt(1)!)).toContain(number)
}

async function exportList() {
  app.files.length = 0
  await press('E')
  await waitFor(() => expect(app.files).toHaveLength(1))
  const text = await app.files[0]!.blob.text()
  expect(text.split('\r\n').length).toBeGreaterThan(2)
  expect(text.split('\r\n')[0]).toContain('Merchant Order No')
}

/** Every movement of the account follows from the one before it. */
async function checkAccount(address: string) {
  await press('ga')
  await waitFor(() => expect(path()).toBe(address))
  await firstRow()
  await waitFor(() => expect(document.querySelector('footer')?.textContent).toMatch(/Chain verified to seq (\S+) of \1/))
}

test.each([
  ['merchant', '/transaction/payin', sql`merchant_no = 'M10000001' and kind = 'PAYIN'`, '/account/detail'],
  ['submerchant', '/transactionsub/payin-sub', sql`merchant_no = 'M10000002' and kind = 'PAYIN'`, '/accountsub/detail-sub'],
  ['usdt', '/transactionusdt/payin', sql`merchant_no = 'M10000005' and kind = 'USDT_PAYIN'`, null],
  ['staff', '/transaction/payin', sql`merchant_no = 'M10000007' and kind = 'PAYIN'`, null],
])('a day of %s', patience, async (who, list, whose, account) => {
  await app.openAs(who)
  const number = await lookUp(whose)
  expect(path()).toBe(list)
  await walkTabs()
  await press('w')
  await waitFor(() => expect(resent()).toBe(1))
  await press('{Escape}')
  await waitFor(() => expect(focusedRow()?.number).toBe(number))
  await workTheList(`day of ${who}`)
  await resendMany()
  await markAndTakeBack()
  await exportList()
  if (account !== null) await checkAccount(account)
  await press(`${OPEN}sign out{Enter}`)
  await waitFor(() => expect(path()).toMatch(/^\/user\/login/))
  expect(localStorage.getItem('token')).toBeNull()
})

test('a day of an agent: he looks, and touches nothing', patience, async () => {
  await app.openAs('agent')
  const number = await lookUp(sql`merchant_no = 'M10000001' and kind = 'PAYIN'`)
  expect(path()).toBe('/transaction/payin-a')
  await walkTabs()
  await press('wed')
  await press('{Escape}')
  await waitFor(() => expect(focusedRow()?.number).toBe(number))
  await workTheList('day of an agent')
  await press('3J+')
  await waitFor(() => expect(marked()).toHaveLength(4))
  await press('wE{Escape}')
  await press('gm')
  await waitFor(() => expect(path()).toBe('/merchant-list-a'))
  await firstRow()
  await press('{Enter}')
  await screen.findByRole('region', { name: 'Figures of this merchant' })
  expect(app.calls.filter((call) => /notify$|review|export/.test(call))).toEqual([])
})
