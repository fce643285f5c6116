import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sum } from '#contract/money.ts'
import { sql } from '../../server/db/sql.ts'
import { amount2 } from '../../src/format/amount.ts'
import { answered, columns, type Desk, here, numberIn, openDesk, rowAt, rows, textIn } from '../console.tsx'

interface Known {
  id: string
  number: string
  amount: string
  status: string
}

let desk: Desk
/** The merchant's successful payins, the largest first: what the tour goes through. */
let paid: Known[]
beforeAll(async () => {
  desk = await openDesk({ orders: 600 })
  paid = await desk.gateway.db.all<Known>(sql`
    select o.id::text as id, o.merchant_order_no as number, (o.amount / 100.0)::numeric(20, 2)::text as amount, o.status
      from orders o
     where o.merchant_no in ('M10000001', 'M10000002', 'M10000003') and o.kind = 'PAYIN' and o.status = 'SUCCESS'
     order by o.amount desc, o.id desc`)
})
afterAll(() => desk.close())

const LARGEST = '/transaction/payin?status=SUCCESS&dates=all&sort=payAmount.desc'

const query = () => new URLSearchParams(desk.address().split('?')[1])
/** The n-th of the list, from 1. */
const nth = (n: number) => ({ row: n, number: paid[n - 1]?.number })
const status = () => screen.getByRole('contentinfo').textContent
const selected = () =>
  rows()
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map(numberIn)
const record = () => screen.getByRole('region', { name: 'Record' })
/** The order that is open, with the focus in it. */
const inRecord = (n: number) =>
  waitFor(() => {
    expect(within(record()).getByRole('heading').textContent).toBe(paid[n - 1]?.number)
    expect(record().contains(document.activeElement)).toBe(true)
  })

/** Along the cells of the row until the cursor stands under that header. */
async function goTo(title: string) {
  await desk.user.keyboard('{Home}')
  const steps = columns().indexOf(title) - columns().indexOf(columnHere())
  await desk.user.keyboard(`${steps}l`)
  expect(columnHere()).toBe(title)
}
const columnHere = () => columns()[Number(document.activeElement?.getAttribute('aria-colindex')) - 1] ?? ''

test('a tour of a few hundred orders, from the filter to the copy', async () => {
  await desk.sitDown('merchant', { address: '/transaction/payin?dates=all' })
  await desk.user.keyboard('{Control>}k{/Control}filter by status{Enter}')
  await screen.findByRole('combobox', { name: 'Filter by status: Status' })
  await desk.user.keyboard('success{Enter}')
  await waitFor(() => expect(query().get('status')).toBe('SUCCESS'))
  await waitFor(() => expect(status()).toContain(`total: ${paid.length}`))

  await goTo('Amount')
  await desk.user.keyboard('ss')
  await waitFor(() => expect(query().get('sort')).toBe('payAmount.asc'))
  await desk.user.keyboard('ss')
  await waitFor(() => expect(query().get('sort')).toBe('payAmount.desc'))
  await waitFor(() => expect(rows().slice(0, 10).map(numberIn)).toEqual(paid.slice(0, 10).map(({ number }) => number)))
  expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending')

  await desk.user.keyboard('12j')
  await waitFor(() => expect(here()).toEqual(nth(13)))
  await waitFor(() => expect(status()).toContain('row 13 · '))
  await desk.user.keyboard('G')
  await waitFor(() => expect(here()).toEqual(nth(paid.length)))
  await desk.user.keyboard('40G3k')
  await waitFor(() => expect(here()).toEqual(nth(37)))
  // The cell is still the one he sorted by.
  expect(columnHere()).toBe('Amount')

  await desk.user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
  const chosen = paid.slice(36, 40)
  expect(selected()).toEqual(chosen.map(({ number }) => number))
  const total = sum(
    chosen.map(({ amount }) => amount),
    2,
  )
  expect(status()).toContain(`4 selected${amount2(total)}`)

  await desk.user.keyboard('+')
  const sums = await screen.findByRole('region', { name: 'Sum of the selection' })
  expect(sums.textContent).toContain(`All4${amount2(total)}`)
  await desk.user.keyboard('+')
  await waitFor(() => expect(here()).toEqual(nth(40)))

  await desk.user.keyboard('yr')
  const lines = (await waitFor(copied)).split('\n').map((line) => line.split('\t'))
  const titles = columns().slice(1, -1)
  expect(lines.map((cells) => Object.fromEntries(titles.map((title, n) => [title, cells[n]])))).toEqual(
    chosen.map(({ id, number, amount }) =>
      expect.objectContaining({ 'Merchant Order No': number, 'Platform Order No': id, Amount: amount, Status: 'Success' }),
    ),
  )
  expect(lines.map(({ length }) => length)).toEqual(chosen.map(() => titles.length))
})

/** What is on the clipboard, once something is. */
async function copied(): Promise<string> {
  const text = await navigator.clipboard.readText()
  expect(text).not.toBe('')
  return text
}

test('from record to record with j and k, and back in the list at the last one', async () => {
  await desk.sitDown('merchant', { address: LARGEST })
  await desk.user.keyboard('8j{Enter}')
  await inRecord(9)
  expect(query().get('open')).toBe(paid[8]?.id)
  await desk.user.keyboard('jj')
  await inRecord(11)
  await desk.user.keyboard('k')
  await inRecord(10)
  await waitFor(() => expect(query().get('open')).toBe(paid[9]?.id))
  await desk.user.keyboard('{Escape}')
  await waitFor(() => expect(here()).toEqual(nth(10)))
  expect(screen.queryByRole('region', { name: 'Record' })).toBeNull()
  expect(query().get('open')).toBeNull()
})

test('a reload is back where he was: filter, order, row and cell', async () => {
  await desk.sitDown('merchant', { address: LARGEST })
  await desk.user.keyboard('33G')
  await waitFor(() => expect(query().get('at')).toBe(paid[32]?.id))
  const address = desk.address()
  await desk.load()
  await waitFor(() => expect(here()).toEqual(nth(33)))
  expect(desk.address()).toBe(address)
  expect(textIn(rowAt(33), 'Status')).toBe('Success')
  // And goes on from there.
  await desk.user.keyboard('j')
  await waitFor(() => expect(here()).toEqual(nth(34)))
})

test('a reload in a record is back in that record, at the same tab, with the list behind it', async () => {
  await desk.sitDown('merchant', { address: LARGEST })
  await desk.user.keyboard('25G')
  await waitFor(() => expect(here()).toEqual(nth(25)))
  await desk.user.keyboard('{Enter}')
  await inRecord(25)
  await desk.user.keyboard(']j')
  await inRecord(26)
  await waitFor(() => expect(query().get('open')).toBe(paid[25]?.id))
  await desk.load()
  await screen.findByRole('region', { name: 'Record' })
  await inRecord(26)
  expect(screen.getByRole('tab', { name: 'Timeline' }).getAttribute('aria-selected')).toBe('true')
  await desk.user.keyboard('j')
  await inRecord(27)
  await desk.user.keyboard('{Escape}')
  await waitFor(() => expect(here()).toEqual(nth(27)))
})

test('who is faster than the gateway loses no key', async () => {
  await desk.sitDown('merchant', { address: LARGEST })
  const held = Promise.withResolvers<void>()
  desk.network = async (path, pass) => {
    if (path === '/api/transaction/payin') await held.promise
    return pass()
  }
  await desk.load()
  await waitFor(() => expect(here()?.row).toBe(1))
  await desk.user.keyboard('4j')
  expect(here()).toEqual({ row: 5, number: '' })
  held.resolve()
  await answered()
  await waitFor(() => expect(here()).toEqual(nth(5)))
})
