import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { createReconcileStore } from '../../src/reconcile/store/reconcileStore.ts'
import { cellText, focusedRow, listLoaded, numberIn, rows, startApp, type TestApp } from '../app.tsx'
import { provideIndexedDb } from '../indexedDb.ts'
import { announced } from '../liveRegions.ts'

const LINES = 500
/** On a busy machine. */
const LONG_MS = 120_000

interface Known {
  id: string
  number: string
  /** Decimal text. */
  amount: string
  day: string
}

provideIndexedDb()

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 3_000 })
})
afterAll(() => app.close())

/** Payins of the merchants that were paid with their amount, which is the documented field, and have no mark of another test; newest first. */
const paidPayins = (...merchants: string[]): Promise<Known[]> =>
  app.gateway.db.all<Known>(sql`
    select id::text, merchant_order_no as number,
           (coalesce(paid_amount, amount) / 100.0)::numeric(20, 2)::text as amount,
           to_char(complete_time at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as day
      from orders
     where merchant_no = any(${merchants}) and kind = 'PAYIN' and status = 'SUCCESS'
       and coalesce(paid_amount, amount) = amount and review is null
     order by complete_time desc, id desc`)

const lineOf = ({ day, number, amount }: Pick<Known, 'day' | 'number' | 'amount'>) => `${day};${number};${amount}`

const bucket = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) }).textContent ?? ''
const workbenchReady = () =>
  waitFor(() => {
    expect(app.address()).toBe('/reconcile')
    expect(document.querySelector('[role=grid][aria-busy=false]')).not.toBeNull()
    expect(focusedRow()).not.toBeNull()
  })
const columnsReady = () => waitFor(() => expect(document.querySelector('[data-layer=form][aria-busy=false]')).not.toBeNull())

/** Pastes lines into the palette and confirms the columns. */
async function confirmColumns(lines: readonly string[]) {
  await app.user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await app.user.paste(lines.join('\n'))
  await columnsReady()
  await waitFor(() => expect(document.activeElement?.getAttribute('data-role')).not.toBeNull())
  await app.user.keyboard('{Enter}')
}

async function reconcile(lines: readonly string[]) {
  await confirmColumns(lines)
  await workbenchReady()
}

test('A bar shows how many of the days are read, and cancelling leads back to the columns', async () => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  let read = 0
  app.network = (path, pass) => {
    if (path.endsWith('/payin')) read += 1
    // All but two pages are never answered.
    return path.endsWith('/payin') && read > 2 ? new Promise(() => {}) : pass()
  }
  await confirmColumns(['Date;Order No;Amount', ...days.map((day) => lineOf({ day, number: 'NOBODY-4711', amount: '5.00' }))])
  const bar = await screen.findByRole('progressbar', { name: 'Fetching orders…' })
  // The days, the four before them that lines may pay, and the creation before those.
  await waitFor(() => expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['2', '10']))
  await app.user.keyboard('{Enter}')
  await columnsReady()
  app.network = null
})

test(
  '500 lines are decided by keyboard alone, and a screen reader hears bucket, line and difference',
  async () => {
    const orders = (await paidPayins('M10000001', 'M10000002', 'M10000003')).slice(0, LINES - 11)
    expect(orders.length).toBe(LINES - 11)
    const [last] = orders.map(({ day }) => day)
    const lines = orders.map(lineOf)
    // Three wrong amounts, four duplicates, five unknown numbers, two amounts that are not readable.
    for (const at of [40, 80, 120]) lines[at] = lineOf({ ...orders[at]!, amount: '1.00' })
    for (const at of [10, 20, 30, 50]) lines.push(lines[at]!)
    for (let n = 0; n < 5; n++) lines.push(lineOf({ day: last!, number: `NOBODY-${4_711 + n}`, amount: '123456.00' }))
    for (const at of [200, 210]) lines[at] = lineOf({ ...orders[at]!, amount: '12x45' })
    lines.push(
      lineOf({ day: last!, number: 'NOBODY-9999', amount: '5.00' }),
      lineOf({ day: last!, number: 'NOBODY-9998', amount: '6.00' }),
    )
    expect(lines.length).toBe(LINES)

    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    let strokes = 0
    const press = (...keys: string[]) => {
      strokes += keys.length
      return app.user.keyboard(keys.join(''))
    }
    strokes += 3
    await reconcile(['Date;Order No;Amount', ...lines])
    expect(bucket('All')).toContain(String(LINES))
    expect(bucket('Amount differs')).toContain('3')
    // The key of a bucket is not part of its name: it would read like a count.
    screen.getByRole('button', { name: /^Amount differs\s*3\s*3 to decide$/ })
    expect(bucket('Duplicate')).toContain('4')
    expect(bucket('Not read')).toContain('2')
    // Both sides of the equation come to nothing.
    const rests = [...document.querySelectorAll('tbody tr td:last-child')].map(({ textContent }) => Number(textContent))
    expect(rests.slice(0, 2)).toEqual([0, 0])

    // The first that needs a decision, as it is read aloud.
    await press('}')
    await waitFor(() => expect(announced()).toMatch(/^Amount differs, Line 42, .+, 1\.00, Statement is [\d,.]+ less/))
    // Each wrong amount is flagged with its reason; the cursor goes on.
    for (let n = 0; n < 3; n++) {
      await press('d')
      await screen.findByRole('combobox', { name: /discrepancy/i })
      await app.user.keyboard('short')
      await press('{Enter}')
      await waitFor(() => expect(bucket('Amount differs')).toMatch(n < 2 ? `${2 - n} to decide` : /3\s*$/))
    }
    // An amount that the file does not tell is typed in.
    await press('8')
    await waitFor(() => expect(rows()).toHaveLength(2))
    for (const at of [200, 210]) {
      await press('m')
      await screen.findByRole('combobox', { name: /amount/i })
      await app.user.keyboard(orders[at]!.amount)
      await press('{Enter}')
      await waitFor(() => expect(screen.queryByRole('combobox', { name: /amount/i })).toBeNull())
      await waitFor(() => expect(bucket('Not read')).toContain(at === 200 ? '1 to decide' : 'Not read80'))
    }
    // Duplicates and unknown numbers are checked as a whole, and so is what the statement leaves out.
    for (const digit of ['4', '5', '6']) {
      await press(digit)
      await waitFor(() => expect(focusedRow()).not.toBeNull())
      if (screen.queryByText('Every paid order is in the statement') !== null) continue
      await press('{Control>}a{/Control}', 'e')
      await within(await screen.findByRole('region', { name: 'Mark as reconciled' })).findByText(/will be marked/)
      await press('{Control>}{Enter}{/Control}')
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Mark as reconciled' })).toBeNull())
    }
    await press('0')
    await waitFor(() => expect(bucket('All')).toContain('All decided'))
    // Besides the texts of reasons and amounts. A change that costs the user more keys shows here.
    expect(strokes).toBe(28)
  },
  LONG_MS,
)

test('A settlement of the day before is found by sum, and by its rule in the next file, though no earlier order is missing', async () => {
  const settled = await app.gateway.db.all<{ next: string; net: string; count: string; expected: string }>(sql`
    with paid as (
      select (complete_time at time zone 'Asia/Jakarta')::date as day, channel, coalesce(paid_amount, amount) - fee as net
        from orders
       where merchant_no in ('M10000001', 'M10000002', 'M10000003') and kind = 'PAYIN'
         and status in ('SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'))
    select (day + 1)::text as next, (sum(net) / 100.0)::numeric(20, 2)::text as net, count(*)::text as count,
           (select count(*) from paid other where other.day = paid.day + 1)::text as expected
      from paid
     where channel = 'QRIS' and day between current_date - 20 and current_date - 3
     group by day having count(*) > 2
     order by day desc limit 2`)
  expect(settled).toHaveLength(2)
  const file = ({ next, net }: (typeof settled)[number]) => [
    'Date;Order No;Description;Amount',
    `${next};;QRIS SETTLEMENT;${net}`,
    `${next};NOBODY-4711;transfer;5.00`,
  ]
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  const [second, first] = settled
  await reconcile(file(first!))
  expect(cellText(rows()[0], 'Difference')).toBe('No matching order')
  expect(bucket('Orders only')).toBe(`Orders only6${first!.expected}${first!.expected} to decide`)
  await app.user.keyboard('=')
  const panel = await screen.findByRole('region', { name: 'Orders that add up' })
  await within(panel).findAllByText('Rule: “QRIS SETTLEMENT” in the text, QRIS, -1 days')
  await app.user.keyboard('r')
  await waitFor(() => expect(cellText(rows()[0], 'Difference')).toBe('Accepted by you'))
  await reconcile(file(second!))
  await waitFor(() => expect(cellText(rows()[0], 'Difference')).toContain(`${second!.count} orders by a remembered rule`))
  expect(bucket('Orders only')).toBe(`Orders only6${second!.expected}${second!.expected} to decide`)
  const rests = [...document.querySelectorAll('tbody tr td:last-child')].map(({ textContent }) => Number(textContent))
  expect(rests.slice(0, 2)).toEqual([0, 0])
})

describe('What was decided', () => {
  test('is there after a reload with its place and filter, and u reaches back before it', async () => {
    const [one, two, three] = await paidPayins('M10000001')
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    await reconcile([
      'Date;Order No;Amount',
      lineOf({ ...one!, amount: '1.00' }),
      lineOf({ ...two!, amount: '2.00' }),
      lineOf({ ...three!, amount: '3.00' }),
    ])
    await app.user.keyboard('2')
    await waitFor(() => expect(rows()).toHaveLength(3))
    await app.user.keyboard('/2.00{Enter}')
    await waitFor(() => expect(rows()).toHaveLength(1))
    await app.user.keyboard('e')
    await waitFor(() => expect(cellText(rows()[0], 'Decision')).toBe('Reconciled'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await app.load()
    await workbenchReady()
    await waitFor(() => expect(rows().map((row) => cellText(row, 'Decision'))).toEqual(['Reconciled']))
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('2.00')
    expect(focusedRow()!.number).toContain(two!.number)
    await app.user.keyboard('u')
    await waitFor(() => expect(cellText(rows()[0], 'Decision')).toBe(''))
    const review = () => app.gateway.db.one(sql`select review from orders where id = ${two!.id}`)
    await waitFor(async () => expect(await review()).toEqual({ review: null }))
  })

  test('is not needed for a reload to return to the bucket and the filter', async () => {
    const [one, two] = await paidPayins('M10000001')
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    await reconcile(['Date;Order No;Amount', lineOf({ ...one!, amount: '1.00' }), lineOf(two!)])
    await app.user.keyboard('2')
    await waitFor(() => expect(rows()).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await app.load()
    await workbenchReady()
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(focusedRow()!.number).toContain(one!.number)
    await app.user.keyboard('0/NOBODY{Enter}')
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('NOBODY'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await app.load()
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('NOBODY'))
  })

  test('is taken back with the reason that the order had before, also as a bulk mark', async () => {
    const orders = (await paidPayins('M10000001')).slice(20, 23)
    const marks = async () =>
      (
        await app.gateway.db.all<{ review: string | null; note: string | null }>(
          sql`select review, review_note as note from orders where id = any(${orders.map(({ id }) => id)}) order by complete_time desc, id desc`,
        )
      ).map(({ review, note }) => (note === null ? review : `${review} ${note}`))
    const dispute = (nth: number, note: string) =>
      app.gateway.db.run(sql`update orders set review = 'DISCREPANT', review_note = ${note} where id = ${orders[nth]!.id}`)
    await dispute(0, '500 short')
    await dispute(1, 'late')
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    await reconcile(['Date;Order No;Amount', ...orders.map((one) => lineOf({ ...one, amount: '1.00' }))])
    await app.user.keyboard('2gge')
    await waitFor(async () => expect(await marks()).toEqual(['RECONCILED', 'DISCREPANT late', null]))
    await app.user.keyboard('u')
    await waitFor(async () => expect(await marks()).toEqual(['DISCREPANT 500 short', 'DISCREPANT late', null]))

    // The statement does not tell what a colleague does meanwhile.
    await dispute(2, 'of a colleague')
    const before = await marks()
    await app.user.keyboard('{Control>}a{/Control}e')
    await screen.findByRole('region', { name: 'Mark as reconciled' })
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(async () => expect(await marks()).toEqual(Array(3).fill('RECONCILED')))
    await app.user.keyboard('u')
    await waitFor(async () => expect(await marks()).toEqual(before))
  })

  test('is not taken back from an order that a colleague marked since, and is taken back when the gateway is there again', async () => {
    const [one] = (await paidPayins('M10000001')).slice(30)
    const review = async () =>
      (await app.gateway.db.one<{ review: string | null }>(sql`select review from orders where id = ${one!.id}`))!.review
    const decided = () => rows().map((row) => cellText(row, 'Decision'))
    const mark = async () => {
      await app.user.keyboard('gge')
      await waitFor(async () => expect(await review()).toBe('RECONCILED'))
    }
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    await reconcile(['Date;Order No;Amount', lineOf(one!)])
    await mark()
    app.network = async (path, pass) => (path.endsWith('/review') ? new Response('', { status: 500 }) : pass())
    await app.user.keyboard('u')
    await waitFor(() => expect(screen.queryAllByRole('alert').concat(screen.queryAllByText(/error/i))).not.toHaveLength(0))
    await waitFor(() => expect(decided()[0]).toBe('Reconciled'))
    app.network = null
    await app.user.keyboard('u')
    await waitFor(async () => expect(await review()).toBeNull())
    await waitFor(() => expect(decided()[0]).toBe(''))

    await mark()
    await app.gateway.db.run(sql`update orders set review = 'DISCREPANT', review_note = 'late' where id = ${one!.id}`)
    await app.user.keyboard('u')
    await screen.findAllByText('1 skipped: changed since')
    await waitFor(() => expect(decided()[0]).toBe(''))
    expect(await review()).toBe('DISCREPANT')
    await app.user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(decided()[0]).toBe('Reconciled'))
    expect(await review()).toBe('DISCREPANT')
  })

  test('as a bulk mark is taken back by one key, at the gateway too', async () => {
    const [one, two] = (await paidPayins('M10000001')).slice(5)
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    await reconcile(['Date;Order No;Amount', lineOf({ ...one!, amount: '1.00' }), lineOf({ ...two!, amount: '2.00' })])
    await app.user.keyboard('2{Control>}a{/Control}e')
    await screen.findByRole('region', { name: 'Mark as reconciled' })
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    const marks = async () =>
      (
        await app.gateway.db.all<{ review: string | null }>(sql`select review from orders where id in (${one!.id}, ${two!.id})`)
      ).map(({ review }) => review)
    await waitFor(async () => expect(await marks()).toEqual(['RECONCILED', 'RECONCILED']))
    await waitFor(() => expect(rows().map((row) => cellText(row, 'Decision'))).toEqual(['Reconciled', 'Reconciled']))
    await app.user.keyboard('u')
    await waitFor(async () => expect(await marks()).toEqual([null, null]))
    await waitFor(() => expect(rows().map((row) => cellText(row, 'Decision'))).toEqual(['', '']))
    // Again, and after a reload.
    await app.user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(async () => expect(await marks()).toEqual(['RECONCILED', 'RECONCILED']))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await app.load()
    await workbenchReady()
    await waitFor(() => expect(rows().map((row) => cellText(row, 'Decision'))).toEqual(['Reconciled', 'Reconciled']))
    await app.user.keyboard('u')
    await waitFor(async () => expect(await marks()).toEqual([null, null]))
    await waitFor(() => expect(rows().map((row) => cellText(row, 'Decision'))).toEqual(['', '']))
  })
})

test('A discrepancy of a duplicate, and its undo, leave the order the mark of its own line', async () => {
  const one = (await paidPayins('M10000001')).at(9)!
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  await reconcile(['Date;Order No;Amount', lineOf(one), lineOf(one)])
  const review = () => app.gateway.db.one(sql`select review from orders where id = ${one.id}`)
  const decided = () => rows().map((row) => cellText(row, 'Decision'))
  await app.user.keyboard('e')
  await waitFor(() => expect(decided().slice(0, 2)).toEqual(['Reconciled', '']))
  await waitFor(async () => expect(await review()).toEqual({ review: 'RECONCILED' }))
  await waitFor(() => expect(focusedRow()!.row).toBe(2))
  await app.user.keyboard('d')
  await screen.findByRole('combobox', { name: /discrepancy/i })
  await app.user.keyboard('paid twice{Enter}')
  await waitFor(() => expect(decided().slice(0, 2)).toEqual(['Reconciled', expect.stringContaining('paid twice')]))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await review()).toEqual({ review: 'RECONCILED' })
  await app.user.keyboard('u')
  await waitFor(() => expect(decided().slice(0, 2)).toEqual(['Reconciled', '']))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await review()).toEqual({ review: 'RECONCILED' })
})

describe('An earlier statement', () => {
  const statements = () =>
    within(screen.getByRole('grid', { name: 'Earlier statements' }))
      .getAllByRole('row')
      .slice(1)
  const remove = async () => {
    await app.tabTo(screen.getByRole('button', { name: 'Delete' }))
    await app.user.keyboard('{Enter}')
  }

  test('is deleted at once without decisions, with them after a question, and the focus goes to the next, else to the field', async () => {
    const [one] = await paidPayins('M10000001')
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    const store = createReconcileStore()
    for (const { id, account } of await store.list('merchant')) await store.delete(account, id)
    const titles = 'Date;Order No;Amount'
    const line = lineOf({ ...one!, amount: '1.00' })
    // The last saved stands first: one without decisions, one with a decision, one without.
    await reconcile([titles, line, line, line])
    await reconcile([titles, line, line])
    await app.user.keyboard('e')
    await waitFor(() => expect(cellText(rows()[0], 'Decision')).toBe('Reconciled'))
    const decisions = async () => (await store.list('merchant')).map((saved) => saved.decisions.length)
    await waitFor(async () => expect(await decisions()).toEqual([1, 0]))
    await reconcile([titles, line])
    await waitFor(async () => expect(await decisions()).toEqual([0, 1, 0]))
    await app.user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    await app.user.keyboard('reconcile another')
    await screen.findByRole('option', { name: /^Reconcile another/ })
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(statements()).toHaveLength(3))
    const lines = () => statements().map((row) => row.querySelectorAll('[role=gridcell]')[2]!.textContent)
    expect(lines()).toEqual(['1', '2', '3'])

    await remove()
    await waitFor(() => expect(lines()).toEqual(['2', '3']))
    await waitFor(() => expect(statements()[0]!.contains(document.activeElement)).toBe(true))

    await remove()
    const question = await screen.findByRole('alertdialog', { name: 'Delete this statement?' })
    expect(question.textContent).toContain('Your decisions on “Pasted lines” will be lost')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete'))
    expect(lines()).toEqual(['2', '3'])
    await app.user.keyboard('{Enter}')
    await screen.findByRole('alertdialog', { name: 'Delete this statement?' })
    await app.tabTo(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(lines()).toEqual(['3']))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(statements()[0]!.contains(document.activeElement)).toBe(true))

    await remove()
    await waitFor(() => expect(screen.queryByRole('grid', { name: 'Earlier statements' })).toBeNull())
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  })
})

test('A file that is dropped beside the workbench is read, and not opened by the browser', async () => {
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  await app.user.keyboard('ge')
  const workbench = await screen.findByRole('group', { name: 'Reconcile a statement' })
  const file = new File(['Date;Order No;Amount\n2026-11-20;NOBODY-4711;5.00'], 'bank.csv')
  const menu = screen.getByRole('navigation')
  expect(workbench.contains(menu)).toBe(false)
  const dataTransfer = { types: ['Files'], files: [file], getData: () => '' }
  // False: the browser does nothing of its own. The screen listens from the turn after it is there.
  await waitFor(() => expect(fireEvent.dragOver(menu, { dataTransfer })).toBe(false))
  await screen.findByText('Drop to read it')
  expect(fireEvent.drop(menu, { dataTransfer })).toBe(false)
  await columnsReady()
  expect(document.querySelector('[data-layer=form]')!.textContent).toContain('bank.csv')
  // Text is taken on the screen only.
  const text = { dataTransfer: { types: ['text/plain'], files: [], getData: () => 'SBY-0001401' } }
  expect(fireEvent.dragOver(menu, text)).toBe(true)
  expect(fireEvent.dragOver(workbench, text)).toBe(false)
})

describe('Found orders', () => {
  test('are copied as a table, and opened as a selection of their list', async () => {
    const [one, two, three] = await paidPayins('M10000001')
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    await reconcile([one!.number, three!.id, 'NOBODY-4711'])
    const found = ['Number matches, no amount to compare', 'Number matches, no amount to compare', 'No order has this number']
    expect(rows().map((row) => cellText(row, 'Difference'))).toEqual(found)
    expect(screen.getByText('No amounts here: only order numbers are compared')).toBeTruthy()
    await app.user.keyboard('{Control>}a{/Control}yr')
    await waitFor(async () => {
      const table = (await navigator.clipboard.readText()).split('\n').map((line) => line.split('\t'))
      expect(table.map((cells) => cells[5])).toEqual(found)
      expect(table.map((cells) => cells[6])).toEqual([one!.number, three!.number, ''])
    })
    await app.user.keyboard('vo')
    await waitFor(() => expect(app.address()).toMatch(/^\/transaction\/payin\?/))
    await listLoaded()
    await waitFor(() => expect(rows().map(numberIn).toSorted()).toEqual([one!.number, three!.number].toSorted()))
    await waitFor(() => expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'true']))
    expect(two!.number).not.toBe('')
  })

  test('that share a number are offered, none is chosen until the user does', async () => {
    for (const merchant of ['M10000001', 'M10000002']) await app.gateway.payin(merchant, 'TWIN-88420017', 'SUCCESS')
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    await reconcile(['TWIN-88420017', 'NOBODY-4711'])
    expect(cellText(rows()[0], 'Difference')).toBe('2 orders are possible')
    expect(bucket('Matched')).toMatch(/0/)
    // A group without entries keeps the focus in the grid.
    await app.user.keyboard('1')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('columnheader'))
    await app.user.keyboard('0')
    await waitFor(() => expect(focusedRow()?.row).toBe(1))
    await app.user.keyboard('e')
    const panel = await screen.findByRole('region', { name: 'Orders that add up' })
    await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(2))
    // No rule finds one of them again, so `r` decides nothing.
    await app.user.keyboard('nr')
    await screen.findByText(/^No rule finds this set again/)
    expect(within(panel).getAllByRole('listitem')[1]!.getAttribute('aria-current')).toBe('true')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(cellText(rows()[0], 'Difference')).toBe('Number matches, no amount to compare'))
  })

  test('are asked for again when a look-up fails', async () => {
    const [one] = (await paidPayins('M10000001')).slice(3)
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listLoaded()
    app.network = async (path, pass) => (path.endsWith('/payin') ? new Response('', { status: 403 }) : pass())
    await app.user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
    await app.user.paste(`${one!.number}\nNOBODY-4711`)
    await columnsReady()
    await app.user.keyboard('{Enter}')
    await screen.findByText('Couldn’t look up all order numbers')
    app.network = null
    await app.tabTo(screen.getByRole('button', { name: /^Retry/ }))
    await app.user.keyboard('{Enter}')
    await workbenchReady()
    expect(rows().map((row) => cellText(row, 'Order'))).toEqual([one!.number, 'No order'])
  })
})

test('An agent finds the orders of assigned merchants only', async () => {
  const [theirs] = (await paidPayins('M10000001')).slice(3)
  const [other] = await paidPayins('M10000007')
  await app.openAs('agent', { address: '/transaction/payin-a' })
  await listLoaded()
  await reconcile([theirs!.number, other!.number, other!.id])
  expect(rows().map((row) => cellText(row, 'Order'))).toEqual([theirs!.number, 'No order', 'No order'])
})

test('Of a thousand sets that add up, the current one is drawn, in view and numbered, and Enter accepts what is marked', async () => {
  const made = await Promise.all(
    Array.from({ length: 46 }, (_, n) => app.gateway.payin('M10000003', `EQUAL-${1_000 + n}`, 'SUCCESS')),
  )
  const [{ day }] = (await paidPayins('M10000003')).filter(({ number }) => number === made[0]!.merchantOrderNo) as [Known]
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  await reconcile(['Date;Order No;Description;Amount', `${day};;settlement;300000.00`, `${day};NOBODY-4711;transfer;5.00`])
  await app.user.keyboard('=')
  const panel = await screen.findByRole('region', { name: 'Orders that add up' })
  const all = Number((await within(panel).findByText(/^1 of 1,0\d\d$/)).textContent!.slice(-5).replace(',', ''))
  const position = (at: number) => within(panel).findByText(`${at.toLocaleString('en')} of ${all.toLocaleString('en')}`)
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const current = () => {
    const marked = within(panel).getAllByRole('listitem', { current: true })
    expect(marked).toHaveLength(1)
    expect(scrolled.mock.contexts.at(-1)).toBe(marked[0])
    return marked[0]!.getAttribute('aria-posinset')
  }
  await app.user.keyboard('N')
  await position(all)
  expect(current()).toBe(String(all))
  await app.user.keyboard('kkk')
  await position(all - 3)
  expect(current()).toBe(String(all - 3))
  await app.user.keyboard('jjjj')
  await position(1)
  await app.user.keyboard('j'.repeat(60))
  await position(61)
  expect(current()).toBe('61')
  const numbers = within(panel)
    .getAllByRole('listitem', { current: true })[0]!
    .textContent!.match(/EQUAL-\d+/g)!
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(cellText(rows()[0], 'Difference')).toBe('Accepted by you'))
  await app.user.keyboard('0gg{Enter}')
  const detail = await screen.findByRole('region', { name: 'Entry' })
  for (const number of numbers) expect(detail.textContent).toContain(number)
  scrolled.mockRestore()
})
