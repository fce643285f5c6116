import { utils, write } from '@e965/xlsx'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sum } from '#contract/money.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import { sql } from '../../server/db/sql.ts'
import { cellText, focusedRow, listLoaded, rows, startApp, type TestApp } from '../app.tsx'
import { provideIndexedDb } from '../indexedDb.ts'
import { type ContractGateway, contractGateway } from './contract/contractGateway.ts'

provideIndexedDb()

let app: TestApp
let gateway: ContractGateway
beforeAll(async () => {
  app = await startApp({
    orders: 400,
    front: (own) => {
      gateway = contractGateway(own)
      return gateway.fetch
    },
  })
})
afterEach(() => {
  expect(gateway.undocumented.splice(0)).toEqual([])
  expect(gateway.undocumentedFields.splice(0)).toEqual([])
})
afterAll(() => app.close())

interface Known {
  number: string
  amount: string
  day: string
  currency: string
}

/** The paid orders of the last day that has enough of them: each created and paid on that day with its own amount, none refunded. */
const ofOneDay = (kind: string, merchants: readonly string[], least: number): Promise<Known[]> =>
  app.gateway.db.all<Known>(sql`
    with paid as (
      select merchant_order_no as number, currency,
             (amount / case when currency = 'USDT' then 1000000.0 else 100.0 end)::numeric(24, 6)::text as amount,
             status = 'SUCCESS' and coalesce(paid_amount, amount) = amount as is_exact,
             to_char(create_time at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as day,
             to_char(complete_time at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as completed
        from orders
       where merchant_no = any(${[...merchants]}) and kind = ${kind} and status = any(${[...STATUS_GROUPS.PAYIN.paid]}))
    select number, currency, amount, day from paid
     where day = (
       select day from paid one
        where day < to_char(now() at time zone 'Asia/Jakarta', 'YYYY-MM-DD')
          and not exists (
            select from paid
             where one.day in (day, completed) and not (day = completed and is_exact))
        group by day having count(*) >= ${least}
        order by day desc limit 1)
     order by number`)

function workbookOf(cells: readonly (readonly (string | number)[])[], name: string): File {
  const sheet = utils.aoa_to_sheet(cells.map((row) => [...row]))
  return new File([write(utils.book_new(sheet, 'Bank'), { type: 'array', bookType: 'xlsx' })], name)
}

/** Chooses a file, confirms its columns and waits for the result. */
async function reconcile(file: File) {
  await app.user.keyboard('ge')
  const input = await waitFor(
    () => document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no field for a file'),
  )
  await app.user.upload(input, file)
  await waitFor(() => expect(document.querySelector('[data-layer=form][aria-busy=false] table')).not.toBeNull())
  const shown = document.querySelector('[data-layer=form]')!.textContent
  await waitFor(() => expect(document.activeElement?.getAttribute('data-role')).not.toBeNull())
  await app.user.keyboard('{Enter}')
  await waitFor(() => {
    expect(document.querySelector('[role=grid][aria-busy=false]')).not.toBeNull()
    expect(focusedRow()).not.toBeNull()
  })
  return shown
}
const differences = () => rows().map((row) => cellText(row, 'Difference'))

test('A merchant reconciles a workbook, and an accepted rule finds the settlement of the next file', async () => {
  const orders = await ofOneDay('PAYIN', ['M10000001', 'M10000002', 'M10000003'], 4)
  expect(orders.length).toBeGreaterThan(3)
  const [one, two, ...rest] = orders.map((order) => ({ ...order, amount: order.amount.replace(/0000$/, '') }))
  const total = sum(
    rest.map(({ amount }) => amount),
    2,
  )
  const line = ({ day, number, amount }: Known) => [day, number, '', Number(amount)]
  const cells = [
    ['Date', 'Order No', 'Description', 'Amount'],
    line(one!),
    line({ ...two!, amount: '1.00' }),
    [one!.day, '', 'QRIS SETTLEMENT', Number(total)],
  ]
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  await reconcile(workbookOf(cells, 'one.xlsx'))
  await waitFor(() =>
    expect(differences().slice(0, 3)).toEqual([
      expect.stringMatching(/^Number and amount/),
      expect.stringMatching(/less$/),
      'No matching order',
    ]),
  )
  await app.user.keyboard('5=')
  const panel = await screen.findByRole('region', { name: 'Orders that add up' })
  await within(panel).findAllByText(/^Rule: “QRIS SETTLEMENT”/)
  await app.user.keyboard('r')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Orders that add up' })).toBeNull())
  // The rule is remembered with the decision, which the worker makes after the panel has closed.
  await screen.findAllByText(/^\d+ orders? linked/)
  // The next file of the same kind needs nothing.
  await waitFor(() => expect(document.querySelector('[role=grid][aria-busy=false]')).not.toBeNull())
  await app.user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await app.user.keyboard('reconcile another')
  await screen.findByRole('option', { name: /^Reconcile another/ })
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(document.querySelector('textarea')).not.toBeNull())
  const shown = await reconcile(workbookOf(cells, 'two.xlsx'))
  expect(shown).toContain('Uses 1 remembered rule')
  await waitFor(() => expect(differences()[2]).toContain(`${rest.length} orders by a remembered rule`))
})

test('A USDT merchant reconciles amounts with four decimals', async () => {
  const { no } = (await app.gateway.db.one<{ no: string }>(
    sql`select merchant_no as no from merchant where username = 'usdt'`,
  ))!
  const orders = await ofOneDay('USDT_PAYIN', [no], 1)
  expect(orders.map(({ currency }) => currency)).toContain('USDT')
  await app.openAs('usdt', { address: '/transactionusdt/payin' })
  await listLoaded()
  await reconcile(
    workbookOf(
      [['Date', 'Order No', 'Amount'], ...orders.map(({ day, number, amount }) => [day, number, amount])],
      'usdt.xlsx',
    ),
  )
  await waitFor(() => expect(differences().filter((text) => !/^Number and amount/.test(text))).toEqual([]))
})
