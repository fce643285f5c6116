import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sum } from '#contract/money.ts'
import { sql } from '../../server/db/sql.ts'
import { amount2 } from '../../src/format/amount.ts'
import { cellText, columnTitles, focusedRow, listLoaded, numberIn, rowAt, rows, startApp, type TestApp } from '../app.tsx'
import { renderRows } from '../gridSize.ts'

renderRows(20)

interface Known {
  id: string
  number: string
  amount: string
  status: string
}

let app: TestApp
/** The merchant's successful payins by descending amount, in the order of the list. */
let paid: Known[]
beforeAll(async () => {
  app = await startApp({ orders: 600 })
  paid = await app.gateway.db.all<Known>(sql`
    select o.id::text as id, o.merchant_order_no as number, (o.amount / 100.0)::numeric(20, 2)::text as amount, o.status
      from orders o
     where o.merchant_no in ('M10000001', 'M10000002', 'M10000003') and o.kind = 'PAYIN' and o.status = 'SUCCESS'
     order by o.amount desc, o.id desc`)
})
afterAll(() => app.close())

const LARGEST = '/transaction/payin?status=SUCCESS&dates=all&sort=payAmount.desc'

const query = () => new URLSearchParams(app.address().split('?')[1])
/** The n-th order of the list, from 1. */
const nth = (n: number) => ({ row: n, number: paid[n - 1]?.number })
const status = () => screen.getByRole('contentinfo').textContent
const selected = () =>
  rows()
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map(numberIn)
const record = () => screen.getByRole('region', { name: 'Record' })
/** The number of the open order, with the focus in it. */
const inRecord = (n: number) =>
  waitFor(() => {
    expect(within(record()).getByRole('heading').textContent).toBe(paid[n - 1]?.number)
    expect(record().contains(document.activeElement)).toBe(true)
  })

/** Moves along the row to the cell of that column. */
async function goTo(title: string) {
  await app.user.keyboard('{Home}')
  const steps = columnTitles().indexOf(title) - columnTitles().indexOf(columnHere())
  await app.user.keyboard(`${steps}l`)
  expect(columnHere()).toBe(title)
}
const columnHere = () => columnTitles()[Number(document.activeElement?.getAttribute('aria-colindex')) - 1] ?? ''

test('A few hundred orders are filtered, sorted, marked and copied by keyboard', async () => {
  await app.openAs('merchant', { address: '/transaction/payin?dates=all' })
  await app.user.keyboard('{Control>}k{/Control}filter by status{Enter}')
  await screen.findByRole('combobox', { name: 'Filter by status: Status' })
  await app.user.keyboard('success{Enter}')
  await waitFor(() => expect(query().get('status')).toBe('SUCCESS'))
  await waitFor(() => expect(status()).toContain(`total: ${paid.length}`))

  await goTo('Amount')
  await app.user.keyboard('ss')
  await waitFor(() => expect(query().get('sort')).toBe('payAmount.asc'))
  await app.user.keyboard('ss')
  await waitFor(() => expect(query().get('sort')).toBe('payAmount.desc'))
  await waitFor(() => expect(rows().slice(0, 10).map(numberIn)).toEqual(paid.slice(0, 10).map(({ number }) => number)))
  expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending')

  await app.user.keyboard('12j')
  await waitFor(() => expect(focusedRow()).toEqual(nth(13)))
  await waitFor(() => expect(status()).toContain('row 13 · '))
  await app.user.keyboard('G')
  await waitFor(() => expect(focusedRow()).toEqual(nth(paid.length)))
  await app.user.keyboard('40G3k')
  await waitFor(() => expect(focusedRow()).toEqual(nth(37)))
  // The cursor is still in the sorted column.
  expect(columnHere()).toBe('Amount')

  await app.user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
  const chosen = paid.slice(36, 40)
  expect(selected()).toEqual(chosen.map(({ number }) => number))
  const total = sum(
    chosen.map(({ amount }) => amount),
    2,
  )
  expect((await screen.findByRole('region', { name: 'Selected rows' })).textContent).toContain(`4 selected${amount2(total)}`)

  await app.user.keyboard('+')
  const sums = await screen.findByRole('region', { name: 'Sum of the selection' })
  expect(sums.textContent).toContain(`All4${amount2(total)}`)
  await app.user.keyboard('+')
  await waitFor(() => expect(focusedRow()).toEqual(nth(40)))

  await app.user.keyboard('yr')
  const lines = (await waitFor(copied)).split('\n').map((line) => line.split('\t'))
  const titles = columnTitles().slice(1, -1)
  expect(lines.map((cells) => Object.fromEntries(titles.map((title, n) => [title, cells[n]])))).toEqual(
    chosen.map(({ id, number, amount }) =>
      expect.objectContaining({ 'Merchant Order No': number, 'Platform Order No': id, Amount: amount, Status: 'Success' }),
    ),
  )
  expect(lines.map(({ length }) => length)).toEqual(chosen.map(() => titles.length))
})

/** The text on the clipboard, after it has some. */
async function copied(): Promise<string> {
  const text = await navigator.clipboard.readText()
  expect(text).not.toBe('')
  return text
}

test('j and k go from row to row in the detail, and closing returns to the last one', async () => {
  await app.openAs('merchant', { address: LARGEST })
  await app.user.keyboard('8j{Enter}')
  await inRecord(9)
  expect(query().get('open')).toBe(paid[8]?.id)
  await app.user.keyboard('jj')
  await inRecord(11)
  await app.user.keyboard('k')
  await inRecord(10)
  await waitFor(() => expect(query().get('open')).toBe(paid[9]?.id))
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(focusedRow()).toEqual(nth(10)))
  expect(screen.queryByRole('region', { name: 'Record' })).toBeNull()
  expect(query().get('open')).toBeNull()
})

test('A reload restores filter, order, row and cell', async () => {
  await app.openAs('merchant', { address: LARGEST })
  await app.user.keyboard('33G')
  await waitFor(() => expect(query().get('at')).toBe(paid[32]?.id))
  const address = app.address()
  await app.load()
  await waitFor(() => expect(focusedRow()).toEqual(nth(33)))
  expect(app.address()).toBe(address)
  expect(cellText(rowAt(33), 'Status')).toBe('Success')
  // Keys continue from there.
  await app.user.keyboard('j')
  await waitFor(() => expect(focusedRow()).toEqual(nth(34)))
})

test('A reload restores the open row, its tab and the list behind it', async () => {
  await app.openAs('merchant', { address: LARGEST })
  await app.user.keyboard('25G')
  await waitFor(() => expect(focusedRow()).toEqual(nth(25)))
  await app.user.keyboard('{Enter}')
  await inRecord(25)
  await app.user.keyboard(']j')
  await inRecord(26)
  await waitFor(() => expect(query().get('open')).toBe(paid[25]?.id))
  await app.load()
  await screen.findByRole('region', { name: 'Record' })
  await inRecord(26)
  expect(screen.getByRole('tab', { name: 'Timeline' }).getAttribute('aria-selected')).toBe('true')
  await app.user.keyboard('j')
  await inRecord(27)
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(focusedRow()).toEqual(nth(27)))
})

test('No key is lost while the gateway is slower than the user', async () => {
  await app.openAs('merchant', { address: LARGEST })
  const held = Promise.withResolvers<void>()
  app.network = async (path, pass) => {
    if (path === '/api/transaction/payin') await held.promise
    return pass()
  }
  await app.load()
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
  await app.user.keyboard('4j')
  expect(focusedRow()).toEqual({ row: 5, number: '' })
  held.resolve()
  await listLoaded()
  await waitFor(() => expect(focusedRow()).toEqual(nth(5)))
})
