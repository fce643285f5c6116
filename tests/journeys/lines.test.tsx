import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_ORDER_NUMBERS } from '#contract/rules.ts'
import { sql } from '../../server/db/sql.ts'
import { focusedRow, listLoaded, numberIn, rows, startApp, type TestApp } from '../app.tsx'

const OPEN = '{Control>}k{/Control}'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 400 })
})
afterAll(() => app.close())

interface KnownOrder {
  id: string
  number: string
  amount: string
}

/** Orders with their amounts as on a bank statement, newest first. */
const findOrders = (kind: string, merchantNo: string): Promise<KnownOrder[]> =>
  app.gateway.db.all<KnownOrder>(sql`
    select id::text, merchant_order_no as number, to_char(amount / 100, 'FM999,999,999,990') || '.00' as amount
      from orders
     where kind = ${kind} and merchant_no = ${merchantNo} and amount % 100 = 0 and status = 'SUCCESS'
     order by id desc
     limit 4`)

const fail = (text: string): never => {
  throw new Error(text)
}

/** Pastes lines into the palette and waits until all lookups have ended. */
async function paste(...lines: string[]) {
  await app.user.keyboard(OPEN)
  await waitFor(() => document.activeElement?.getAttribute('role') === 'combobox' || fail('no palette'))
  await app.user.paste(lines.join('\n'))
  return foundRows()
}

/** The cells of each row after all lookups have ended, with the focus in the first row. */
async function foundRows(): Promise<string[][]> {
  const grid = await screen.findByRole('grid', { name: 'Find orders in bulk' })
  await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('false'))
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'))
  return [...grid.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
}

/** Waits until the page contains the text. */
const expectText = (text: string) => waitFor(() => expect(document.querySelector('main')?.textContent).toContain(text))

/** Line number, selection mark, state and order number of each row. */
const summarize = (cells: string[][]) => cells.map(([n, mark, , state, , , , number]) => [n, mark, state, number])

describe('A merchant pastes lines of a statement into the palette', () => {
  test('Each line is found or not, and the found orders open as a selection of their list', async () => {
    const [one, two, three] = await findOrders('PAYIN', 'M10000001')
    const [paid] = await findOrders('PAYOUT', 'M10000001')
    await app.openAs('merchant', { address: '/transaction/payin?dates=all' })
    await listLoaded()
    const cells = await paste(
      one!.number,
      `  ${two!.id}`,
      `${three!.number.toLowerCase()}\t${three!.amount}`,
      `${one!.number};1.23`,
      '',
      paid!.number,
      'NOBODY-4711',
      'hello',
    )
    expect(summarize(cells)).toEqual([
      ['1', '✓', 'Found', one!.number],
      ['2', '✓', 'Found', two!.number],
      ['3', '✓', 'Found', three!.number],
      ['4', '✓', 'Amount differs', one!.number],
      ['5', '✓', 'Found', paid!.number],
      ['6', '', 'Not found', ''],
      ['7', '', 'Not recognized', ''],
    ])
    expect(cells[0]?.slice(4, 7)).toEqual([`${one!.amount} IDR`, 'Success', expect.stringMatching(/notif|deliver/i)])

    // One row is deselected.
    await app.user.keyboard('jx')
    await waitFor(async () => expect((await foundRows())[1]?.[1]).toBe(''))
    await app.tabTo(screen.getByRole('button', { name: 'Copy as table' }))
    await app.user.keyboard('{Enter}')
    await waitFor(async () => {
      const lines = (await navigator.clipboard.readText()).split('\n').map((line) => line.split('\t'))
      expect([lines.length, lines[0]?.[0], lines[3]?.[1]]).toEqual([8, 'Pasted', 'Found'])
    })

    await app.tabTo(screen.getByRole('button', { name: /^Open 2 in Payin/ }))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.address()).toMatch(/^\/transaction\/payin\?/))
    await listLoaded()
    await waitFor(() => expect(rows().map(numberIn).toSorted()).toEqual([one!.number, three!.number].toSorted()))
    await waitFor(() => expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'true']))
    expect(app.address()).not.toContain('chosen')
    await waitFor(() => expect(focusedRow()?.row).toBe(1))
    await app.user.keyboard('w')
    await within(await screen.findByRole('region', { name: 'Notify selected orders' })).findByText('2 orders will be notified')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(focusedRow()).not.toBeNull())
    await app.user.keyboard(`${OPEN}back{Enter}`)
    // The results and the selection are kept.
    expect((await foundRows()).map(([, mark]) => mark)).toEqual(['✓', '', '✓', '✓', '✓', '', ''])
  })

  test('Ambiguous last digits give one row each, none selected; amounts can be matched alone', async () => {
    for (const name of ['TWIN-1-88420017', 'TWIN-2-88420017']) await app.gateway.payin('M10000001', name, 'SUCCESS')
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    const cells = await paste('*88420017', '150,000.00 IDR')
    expect(summarize(cells).slice(0, 2)).toEqual([
      ['1', '', '2 possible', expect.stringMatching(/^TWIN/)],
      ['1', '', '2 possible', expect.stringMatching(/^TWIN/)],
    ])
    expect(cells.slice(2).map((row) => row[4])).toContain('150,000.00 IDR')
    await app.user.keyboard('{Enter}')
    await screen.findByRole('region', { name: 'Record' })
    await waitFor(() => expect(app.address()).toContain('open='))
    await app.user.keyboard(`${OPEN}back{Enter}`)
    await foundRows()
    // Read as order numbers, an amount matches nothing.
    await app.tabTo(screen.getByRole('combobox', { name: 'Read as' }))
    await app.user.keyboard('{Control>}a{/Control}order{ArrowDown}{Enter}')
    await expectText('1 ambiguous · 1 not found')
  })

  test('The number of lookups is limited, and the limit is shown', async () => {
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    const cells = await paste(...Array.from({ length: MAX_ORDER_NUMBERS + 7 }, (_, n) => `NONE-${1000 + n}`))
    expect(cells).toHaveLength(MAX_ORDER_NUMBERS)
    expect(screen.getByRole('alert').textContent).toBe('Only the first 200 lines are searched; 7 more were left out')
    await app.user.keyboard(`${OPEN}many orders{Enter}`)
    const field = await screen.findByRole('textbox', { name: 'Orders to find' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  test('Failed lookups are shown and retried', async () => {
    const [one] = await findOrders('PAYIN', 'M10000001')
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    app.network = async (path, pass) => (path.endsWith('/payout') ? new Response('', { status: 503 }) : pass())
    await app.user.keyboard(OPEN)
    await waitFor(() => document.activeElement?.getAttribute('role') === 'combobox' || fail('no palette'))
    await app.user.paste(`${one!.number}\nNOBODY-4711`)
    await expectText('Couldn’t find everything')
    app.network = null
    await app.tabTo(screen.getByRole('button', { name: 'Retry' }))
    await app.user.keyboard('{Enter}')
    await expectText('1 found · 1 not found')
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })
})

test('An agent finds orders of assigned merchants only', async () => {
  const [theirs] = await findOrders('PAYIN', 'M10000001')
  const [others] = await findOrders('PAYIN', 'M10000007')
  await app.openAs('agent', { address: '/transaction/payin-a' })
  await listLoaded()
  const cells = await paste(theirs!.number, others!.number, others!.id)
  expect(summarize(cells)).toEqual([
    ['1', '✓', 'Found', theirs!.number],
    ['2', '', 'Not found', ''],
    ['3', '', 'Not found', ''],
  ])
})
