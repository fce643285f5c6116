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

/** Opens the palette. */
const OPEN = '{Control>}k{/Control}'
const timeout = { timeout: 180_000 }

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
const parameter = (name: string) => new URLSearchParams(app.address().split('?')[1]).get(name)
const notifyCount = () => app.calls.filter((call) => /^POST .*payin\/notify$/.test(call)).length
const selectedRows = () => rows().filter((row) => row.getAttribute('aria-selected') === 'true')

/** Opens an order by its number from the palette. */
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

/** Goes through the tabs to the last one, and one tab back. */
async function cycleTabs() {
  const tabs = within(screen.getByRole('region', { name: 'Record' })).getAllByRole('tab')
  const chosen = () => tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
  for (let at = 1; at < tabs.length; at++) {
    await press(']')
    await waitFor(() => expect(chosen()).toBe(at))
  }
  // `[[` is how user-event types one `[`.
  await press('[[')
  await waitFor(() => expect(chosen()).toBe(tabs.length - 2))
}

/** Types a filter text and submits it. */
async function filter(text: string) {
  await press('/')
  await waitFor(() => document.activeElement?.closest('[role=search]') ?? fail('no filter'))
  await press(`{Control>}a{/Control}${text}{Enter}`)
  await listLoaded()
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
}

/** Moves along the row to the cell of that column. */
async function goToColumn(title: string) {
  const wanted = columnTitles().indexOf(title) + 1
  const at = () => Number(document.activeElement?.closest('[aria-colindex]')?.getAttribute('aria-colindex'))
  await press('{Home}')
  for (let steps = 0; at() !== wanted && steps < columnTitles().length; steps++) await press('l')
  expect(at()).toBe(wanted)
}

/** Answers a question of the palette. */
async function answer(question: RegExp, typed: string) {
  await screen.findByRole('combobox', { name: question })
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await press(typed)
}

/** Filters a list, excludes the value of a cell, undoes that, saves a view, and copies a row and a cell. */
async function workInList(view: string) {
  await filter('created:all -status:expired')
  await waitFor(() => expect([parameter('dates'), parameter('notStatus')]).toEqual(['all', 'EXPIRED']))
  await goToColumn('Status')
  const state = cellText(rowAt(1), 'Status')
  await press('-')
  await waitFor(() => expect(parameter('notStatus')?.split(',')).toHaveLength(2))
  await listLoaded()
  await waitFor(() => expect(rows().map((row) => cellText(row, 'Status'))).not.toContain(state))
  await waitFor(() => expect(focusedRow()).not.toBeNull())
  await press('u')
  await waitFor(() => expect(parameter('notStatus')).toBe('EXPIRED'))
  await listLoaded()
  await waitFor(() => expect(cellText(rowAt(1), 'Status')).toBe(state))
  await waitFor(() => expect(focusedRow()).not.toBeNull())

  await press('vs')
  await answer(/View name/, `${view}{Enter}`)
  await answer(/What to save/, '{Enter}')
  await screen.findAllByText(`View “${view}” saved`)
  await waitFor(() => expect(focusedRow()).not.toBeNull())

  await press('ggyr')
  const number = numberIn(rowAt(1)!)
  await waitFor(async () => expect((await navigator.clipboard.readText()).split('\t')).toContain(number))
  await press('{Control>}c{/Control}')
  await press('yy')
  await waitFor(async () => expect(await navigator.clipboard.readText()).not.toContain('\t'))
}

/** Notifies several rows: shows the plan, asks for confirmation, and lists the result of each. */
async function notifyMany() {
  await filter('created:all status:success')
  await press('3J')
  await waitFor(() => expect(selectedRows()).toHaveLength(4))
  const before = notifyCount()
  await press('w')
  const panel = await screen.findByRole('region', { name: 'Notify selected orders' })
  await within(panel).findByText('4 orders will be notified')
  await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Cancel' })))
  expect(notifyCount()).toBe(before)
  await press('{Shift>}{Tab}{/Shift}{Enter}')
  const results = await within(panel).findByRole('list', { name: 'Results' })
  expect(within(results).getAllByRole('listitem')).toHaveLength(4)
  await within(panel).findByRole('button', { name: 'Close' })
  expect(panel.contains(document.activeElement)).toBe(true)
  await press('{Escape}')
  await waitFor(() => expect(focusedRow()).not.toBeNull())
  if (selectedRows().length > 0) await press('{Escape}')
}

/** Marks an order as reconciled, and undoes that. */
async function markAndUndo() {
  await filter('created:all status:success')
  // The row shows new callback results after its number.
  const number = numberIn(rowAt(1)!).split(' ')[0]!
  await press('e')
  await waitFor(() => expect(cellText(rowAt(1), 'Reconciliation')).toBe('Reconciled'))
  await waitFor(() => expect(focusedRow()?.row).toBe(2))
  await press('u')
  await waitFor(() => expect(cellText(rowAt(1), 'Reconciliation')).toBe(''))
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

/** The ledger chain of the account is verified. */
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
])('A day of lookups, notifications, marks and exports by keyboard: %s', timeout, async (who, list, whose, account) => {
  await app.openAs(who)
  const number = await lookUp(whose)
  expect(path()).toBe(list)
  await cycleTabs()
  await press('w')
  await waitFor(() => expect(notifyCount()).toBe(1))
  await press('{Escape}')
  await waitFor(() => expect(focusedRow()?.number).toBe(number))
  await workInList(`day of ${who}`)
  await notifyMany()
  await markAndUndo()
  await exportList()
  if (account !== null) await checkAccount(account)
  await press(`${OPEN}sign out{Enter}`)
  await waitFor(() => expect(path()).toMatch(/^\/user\/login/))
  expect(localStorage.getItem('token')).toBeNull()
})

test('A day of an agent: lookups only, no change', timeout, async () => {
  await app.openAs('agent')
  const number = await lookUp(sql`merchant_no = 'M10000001' and kind = 'PAYIN'`)
  expect(path()).toBe('/transaction/payin-a')
  await cycleTabs()
  await press('wed')
  await press('{Escape}')
  await waitFor(() => expect(focusedRow()?.number).toBe(number))
  await workInList('day of an agent')
  await press('3J+')
  await waitFor(() => expect(selectedRows()).toHaveLength(4))
  await press('wE{Escape}')
  await press('gm')
  await waitFor(() => expect(path()).toBe('/merchant-list-a'))
  await firstRow()
  await press('{Enter}')
  await screen.findByRole('region', { name: 'Merchant figures' })
  expect(app.calls.filter((call) => /notify$|review|export/.test(call))).toEqual([])
})
