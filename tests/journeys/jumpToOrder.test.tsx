import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { firstRow, focusedRow, listLoaded, rows as listRows, numberIn, startApp, type TestApp } from '../app.tsx'
import { active, isOpen, rows } from '../palette/paletteQueries.ts'

interface KnownOrder {
  platOrderNo: string
  merchantOrderNo: string
}

const OPEN = '{Control>}k{/Control}'

let app: TestApp
/** The merchant's oldest order, which no list shows without a filter. */
let old: KnownOrder
beforeAll(async () => {
  app = await startApp()
  old = await oldestWithUniqueEnd('M10000001')
})
afterAll(() => app.close())

const oldestOf = async (merchantNo: string): Promise<KnownOrder> =>
  (await app.gateway.db.one<KnownOrder>(sql`
    select id::text as "platOrderNo", merchant_order_no as "merchantOrderNo"
      from orders where merchant_no = ${merchantNo} order by id limit 1`))!

/** The oldest order with unique last four digits. */
const oldestWithUniqueEnd = async (merchantNo: string): Promise<KnownOrder> =>
  (await app.gateway.db.one<KnownOrder>(sql`
    with numbers as (
      select id::text as number from orders union all select merchant_order_no from orders
      union all select id::text from record union all select merchant_order_no from record
    )
    select id::text as "platOrderNo", merchant_order_no as "merchantOrderNo"
      from orders
     where merchant_no = ${merchantNo}
       and 1 = (select count(*) from numbers where right(number, 4) = right(orders.id::text, 4))
     order by id
     limit 1`))!

const open = () => new URLSearchParams(app.address().split('?')[1]).get('open')

/** Presses Enter, and again if the palette reports a slow lookup: one press waits only for a limited time. */
async function enter() {
  await app.user.keyboard('{Enter}')
  const lookedFor = () => document.querySelector('[role=option][data-value=lookup]')
  await waitFor(() => expect(isOpen() && lookedFor() !== null).toBe(false))
  if (isOpen()) await app.user.keyboard('{Enter}')
}

/** Waits for the open order with the focus in it. */
async function waitUntilOpen({ platOrderNo, merchantOrderNo }: KnownOrder) {
  const detail = await screen.findByRole('region', { name: 'Record' })
  await within(detail).findByRole('heading', { name: merchantOrderNo })
  await waitFor(() => expect(detail.contains(document.activeElement)).toBe(true))
  expect(isOpen()).toBe(false)
  expect(open()).toBe(platOrderNo)
}

/** The status text of the palette. */
const paletteStatus = () => within(screen.getByRole('dialog')).getByRole('status').textContent

describe('A merchant', () => {
  beforeEach(() => app.openAs('merchant', { address: '/transaction/payin?dates=all' }))

  test('presses Ctrl+K, types a number, presses Enter, and works in that order', async () => {
    await app.user.keyboard(`${OPEN}${old.platOrderNo}`)
    await enter()
    await waitUntilOpen(old)
    expect((await firstRow()).textContent).toContain(old.merchantOrderNo)
  })

  test('finds an order by the merchant order number in any case', async () => {
    await app.user.keyboard(`${OPEN}${old.merchantOrderNo.toLowerCase()}`)
    await enter()
    await waitUntilOpen(old)
  })

  test('pastes a number with surrounding spaces', async () => {
    await app.user.keyboard(OPEN)
    await screen.findByRole('combobox')
    await app.user.paste(` ${old.platOrderNo.replace(/(\d{4})/g, '$1 ')} `)
    await enter()
    await waitUntilOpen(old)
  })

  test('finds an order by its last four digits if they are unique', async () => {
    for (const length of [4, 6, 8]) {
      await app.user.keyboard(`${OPEN}*${old.platOrderNo.slice(-length)}`)
      await enter()
      await waitUntilOpen(old)
      await app.user.keyboard('{Escape}')
      await waitFor(() => expect(open()).toBeNull())
    }
  })

  test('sees all orders with the same last digits, and none opens before a selection', async () => {
    // A page that comes into view after new orders moves the row under the cursor.
    await waitFor(() => expect(listRows().map(numberIn)).not.toContain(''))
    const twins = [
      await app.gateway.payin('M10000001', 'ALIKE-1-77310042'),
      await app.gateway.payin('M10000002', 'ALIKE-2-77310042'),
      await app.gateway.payin('M10000001', 'ALIKE-3-77310042', 'SUCCESS'),
    ]
    const before = app.address()
    await app.user.keyboard(`${OPEN}*77310042{Enter}`)
    await waitFor(() => expect(paletteStatus()).toBe('Several orders match. Choose one'))
    const numbers = rows().map((row) => row.split(',')[0])
    expect(numbers.toSorted()).toEqual(twins.map(({ id }) => id).toSorted())
    expect(app.address()).toBe(before)
    await app.user.keyboard('{ArrowDown}')
    const chosen = twins.find(({ id }) => active()?.startsWith(id))!
    await app.user.keyboard('{Enter}')
    await waitUntilOpen({ platOrderNo: chosen.id, merchantOrderNo: chosen.merchantOrderNo })
  })

  test("does not find another merchant's order or learn that it exists", async () => {
    const others = await oldestOf('M10000007')
    for (const number of [
      others.platOrderNo,
      others.merchantOrderNo,
      `*${others.platOrderNo.slice(-8)}`,
      '2611211631390011348',
    ]) {
      await app.user.keyboard(`${OPEN}${number}{Enter}`)
      await waitFor(() => expect(paletteStatus()).toBe(`No order found for ${number.replace('*', '')}`))
      await app.user.keyboard('{Escape}{Escape}')
      await waitFor(() => expect(isOpen()).toBe(false))
    }
    expect(open()).toBeNull()
  })

  test('closes the palette and is back on the same row', async () => {
    await app.user.keyboard('4j')
    const before = focusedRow()
    expect(before?.row).toBe(5)
    await waitFor(() => expect(app.address()).toContain('at='))
    const address = app.address()
    await app.user.keyboard(`${OPEN}${old.platOrderNo}`)
    await waitFor(() => expect(active()).toContain(old.platOrderNo))
    // The first Escape clears the text, the second closes the palette.
    await app.user.keyboard('{Escape}')
    expect(isOpen()).toBe(true)
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(focusedRow()).toEqual(before))
    expect(app.address()).toBe(address)
  })

  test('is back in the list after Escape and after Back', async () => {
    await app.user.keyboard('tm')
    await listLoaded()
    const before = app.address()
    await app.user.keyboard(`${OPEN}${old.platOrderNo}`)
    await enter()
    await waitUntilOpen(old)
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(focusedRow()?.number).toBe(old.merchantOrderNo))
    await app.user.keyboard(`${OPEN}back{Enter}`)
    await waitFor(() => expect(app.address()).toBe(before))
  })
})

test.each([
  ['usdt', 'M10000005', 'M10000001'],
  ['agent', 'M10000001', 'M10000007'],
  ['submerchant', 'M10000002', 'M10000001'],
  ['restricted', 'M10000007', 'M10000001'],
])('%s jumps to an order of %s, and not to one of %s', async (username, seen, unseen) => {
  const [theirs, others] = await Promise.all([oldestOf(seen), oldestOf(unseen)])
  await app.openAs(username)
  await app.user.keyboard(`#${others.platOrderNo}{Enter}`)
  await waitFor(() => expect(paletteStatus()).toBe(`No order found for ${others.platOrderNo}`))
  await app.user.keyboard('{Escape}')
  await app.user.keyboard(theirs.platOrderNo)
  await enter()
  await waitUntilOpen(theirs)
})
