import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { toText } from '#contract/money.ts'
import type { Rows } from '#contract/reply.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { sql } from '../../server/db/sql.ts'
import { firstRow, focusedRow, listLoaded, numberIn, rowAt, startApp, type TestApp } from '../app.tsx'
import { zh } from '../texts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 600 })
})
afterAll(() => app.close())

/** The saved file as a spreadsheet shows it: a header and rows of text. */
async function savedFile(): Promise<{ name: string; text: string; header: string[]; rows: Record<string, string>[] }> {
  await waitFor(() => expect(app.files).toHaveLength(1))
  const [{ name, blob }] = app.files as [(typeof app.files)[number]]
  const text = await new Response(await blob.arrayBuffer()).text()
  const bytes = new Uint8Array(await blob.arrayBuffer())
  // The byte order mark tells a spreadsheet that the file is UTF-8; `text()` strips it.
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [header = [], ...lines] = parseCsv(text)
  return { name, text, header, rows: lines.map((line) => Object.fromEntries(header.map((title, n) => [title, line[n] ?? '']))) }
}

/** Parses CSV. `="0812"` keeps digits as text in a spreadsheet. */
const parseCsv = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
        (quoted?.replaceAll('""', '"') ?? plain ?? '').replace(/^="(.*)"$/, '$1'),
      ),
    )

const token = () => localStorage.getItem('token') ?? ''

/** All rows of the filter in a list, read directly from the gateway. */
async function listedOrders(
  filter: object,
  list: typeof calls.payinList | typeof calls.usdtPayinList | typeof calls.agentPayinList = calls.payinList,
): Promise<PayOrder[]> {
  const reply = await app.gateway.ask(list, { offset: '0', limit: '1000', ...filter } as never, token())
  return reply.json<Rows<PayOrder>>().item
}

const addressParameters = () => Object.fromEntries(new URLSearchParams(app.address().split('?')[1]))

describe('A merchant', () => {
  test('filters, sorts and presses E: the file equals the list row by row', async () => {
    await app.openAs('merchant', { address: '/transaction/payin?dates=all' })
    await app.user.keyboard('{Control>}k{/Control}filter by status{Enter}')
    await screen.findByRole('combobox', { name: 'Filter by status: Status' })
    await app.user.keyboard('success{Enter}')
    await waitFor(() => expect(addressParameters().status).toBe('SUCCESS'))
    await app.user.keyboard('f')
    await app.tabTo(screen.getByRole('textbox', { name: 'Min Amount' }))
    await app.user.keyboard('100000{Enter}{Escape}')
    await waitFor(() => expect(addressParameters().minAmount).toBe('100000'))
    await firstRow()
    await app.user.keyboard('{Control>}k{/Control}sort by{Enter}amount{Enter}ascending{Enter}')
    await waitFor(() => expect(addressParameters().sort).toBe('payAmount.asc'))
    await listLoaded()

    await app.user.keyboard('E')
    const file = await savedFile()
    await screen.findByText(`Exported ${file.name}`)
    expect(file.name).toMatch(/^payin-\d{8}-\d{6}\.csv$/)

    const expected = await app.gateway.db.all<{ id: string; number: string; amount: string; fee: string }>(sql`
      select id::text as id, merchant_order_no as number, amount::text as amount, fee::text as fee
        from orders o
       where merchant_no in ('M10000001', 'M10000002', 'M10000003')
         and kind = 'PAYIN' and status = 'SUCCESS' and amount >= 10000000
       order by o.amount, o.id`)
    expect(expected.length).toBeGreaterThan(20)
    expect(
      file.rows.map((row) => [row['Platform Order No'], row['Merchant Order No'], row.Amount, row.Fee, row.Status]),
    ).toEqual(
      expected.map(({ id, number, amount, fee }) => [
        id,
        number,
        toText(BigInt(amount), 'IDR'),
        toText(BigInt(fee), 'IDR'),
        'SUCCESS',
      ]),
    )
    // The screen shows the same rows from the first to the last.
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(expected.length + 1))
    expect(numberIn(rowAt(1)!)).toBe(expected[0]?.number)
    await app.user.keyboard('G')
    await waitFor(() => expect(focusedRow()).toEqual({ row: expected.length, number: expected.at(-1)?.number }))
  })

  test('types a filter with full-width punctuation and presses E: the file holds the matching orders', async () => {
    await app.openAs('merchant', { address: '/transaction/payin?dates=all', locale: 'zh' })
    await app.user.keyboard('/')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(zh['filter.line']))
    await app.user.keyboard('状态：成功、已过期　－渠道：qris 金额：＞１０万{Enter}')
    await waitFor(() =>
      expect(addressParameters()).toMatchObject({ status: 'SUCCESS,EXPIRED', notPayChannel: 'QRIS', minAmount: '100000.01' }),
    )
    await listLoaded()
    await app.user.keyboard('E')
    const { rows } = await savedFile()
    const expected = await app.gateway.db.all<{ id: string }>(sql`
      select id::text as id
        from orders o
       where merchant_no in ('M10000001', 'M10000002', 'M10000003')
         and kind = 'PAYIN' and status in ('SUCCESS', 'EXPIRED') and channel <> 'QRIS' and amount > 10000000
       order by o.id desc`)
    expect(expected.length).toBeGreaterThan(20)
    expect(rows.map((row) => row[zh['field.platOrderNo']])).toEqual(expected.map(({ id }) => id))
  })

  test('exports every field of the list as text that a spreadsheet does not convert', async () => {
    await app.openAs('merchant', { address: '/transaction/payin?dates=all&status=SUCCESS,EXPIRED' })
    await app.user.keyboard('E')
    const file = await savedFile()
    const orders = await listedOrders({ status: ['SUCCESS', 'EXPIRED'] })
    expect(file.rows).toHaveLength(orders.length)
    const shown = (time: string | null) => time?.slice(0, 19).replace('T', ' ') ?? ''
    expect(file.rows).toEqual(
      orders.map((order) =>
        expect.objectContaining({
          'Created Time': shown(order.createTime),
          'Completed Time': shown(order.completeTime),
          'Merchant No': order.merchantNo,
          'Merchant Name': order.merchantName,
          'Payment Order No': order.payOrderNo ?? '',
          Channel: order.payChannel,
          Method: order.payMethod,
          'Account Number': order.accountNumber ?? '',
          'Payer Name': order.payerName ?? '',
          Status: order.status,
          'Notify Status': order.notifyStatus,
        }),
      ),
    )
    // A spreadsheet would round nineteen digits if they were a number.
    expect(file.text).toContain(`"=""${orders[0]?.platOrderNo}"""`)
    expect(file.text).not.toMatch(/(^|,)\d{12,}(,|\r)/m)
  })

  test('exports the header in the current language', async () => {
    await app.openAs('merchant', { address: '/transaction/payin?dates=all&status=FAILED', locale: 'zh' })
    await app.user.keyboard('E')
    const { header } = await savedFile()
    expect(header.slice(0, 5)).toEqual(['创建时间', '商户号', '商户名称', '商户订单号', '平台订单号'])
  })

  test('exports another range from the palette, independent of the list', async () => {
    await app.openAs('merchant', { address: '/transaction/payin?status=FAILED' })
    await app.user.keyboard('{Control>}k{/Control}export payin')
    await screen.findByRole('option', { name: /^Export payin/, selected: true })
    await app.user.keyboard('{Tab}this year{Enter}')
    const { rows } = await savedFile()
    const year = new Date(Date.now() + 7 * 3_600_000).getUTCFullYear()
    const orders = await listedOrders({ startDate: `${year}-01-01`, endDate: `${year}-12-31` })
    expect(rows.map((row) => row['Platform Order No'])).toEqual(orders.map(({ platOrderNo }) => platOrderNo))
  })

  test('exports an empty result as a file with only the header', async () => {
    await app.openAs('merchant', { address: '/transaction/payin?minAmount=999999999999' })
    await screen.findByRole('button', { name: 'Reset filters' })
    await app.user.keyboard('E')
    const file = await savedFile()
    expect(file.header[0]).toBe('Created Time')
    expect(file.rows).toEqual([])
  })

  test('is refused with a reason after the export permission was revoked, and no file is saved', async () => {
    await app.openAs('merchant', { address: '/transaction/payin?dates=all' })
    const grant = (keys: string[] | null) =>
      app.gateway.db.run(sql`update merchant set permission_keys = ${keys} where merchant_no = 'M10000001'`)
    onTestFinished(async () => void (await grant(null)))
    await grant(['transaction', 'payin'])
    await app.user.keyboard('E')
    await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByText('Couldn’t export the file').parentElement?.textContent).toMatch(/FORBIDDEN/)
    expect(app.files).toEqual([])
    expect(app.address()).toMatch(/^\/transaction\/payin/)

    await grant(null)
    await app.tabTo(screen.getByRole('button', { name: 'Retry' }))
    await app.user.keyboard('{Enter}')
    expect((await savedFile()).rows.length).toBeGreaterThan(0)
  })
})

test('A merchant paid in USDT exports own orders with four decimals', async () => {
  await app.openAs('usdt', { address: '/transactionusdt/payin?dates=all' })
  await app.user.keyboard('E')
  const { rows } = await savedFile()
  expect(rows.length).toBeGreaterThan(0)
  for (const { Currency, Amount } of rows) {
    expect(Currency).toBe('USDT')
    expect(Amount).toMatch(/^\d+\.\d{4}$/)
  }
})

test('Staff exports the USDT orders that it sees, which the gateway would not choose for its account', async () => {
  await app.openAs('staff', { address: '/transactionusdt/payin?dates=all' })
  await listLoaded()
  await app.user.keyboard('E')
  const { rows } = await savedFile()
  const listed = await listedOrders({}, calls.usdtPayinList)
  expect(listed.length).toBeGreaterThan(0)
  expect(rows.map((row) => row['Merchant Order No'])).toEqual(listed.map(({ merchantOrderNo }) => merchantOrderNo))
})

/** The gateway makes no file for this account. */
async function expectNoExportByGateway() {
  expect(app.calls.filter((call) => call.includes('/export/'))).toEqual([])
  for (const call of [calls.exportPayin, calls.exportPayout, calls.exportDetail])
    expect((await app.gateway.ask(call, {} as never, token())).statusCode).toBe(403)
}

test('restricted has no export: not by key, not in the palette, not from the gateway', async () => {
  await app.openAs('restricted', { address: '/transaction/payin?dates=all' })
  expect(screen.queryByRole('button', { name: /export/i })).toBeNull()
  const before = app.calls.length
  await app.user.keyboard('E')
  await app.user.keyboard('{Control>}k{/Control}export')
  // The palette tells why, and nothing runs.
  const option = await screen.findByRole('option', { name: /^Export this list, Missing permission/, selected: true })
  const missing = screen.getAllByRole('option', { name: /^export/i }).map(({ textContent }) => textContent)
  expect(missing.filter((text) => !text.includes('Missing permission'))).toEqual([])
  await app.user.keyboard('{Enter}')
  expect(option.isConnected).toBe(true)
  await app.user.keyboard('{Escape}{Escape}')
  expect(app.calls.slice(before)).not.toContain('POST /api/transaction/payin')
  expect(app.files).toEqual([])
  await expectNoExportByGateway()
})

test('agent has no export from the gateway: E saves the rows that the list itself can read', async () => {
  await app.openAs('agent', { address: '/transaction/payin-a?dates=all' })
  await app.user.keyboard('{Control>}k{/Control}export')
  await screen.findByRole('option', { name: /^Export this list/, selected: true })
  const named = screen.getAllByRole('option', { name: /^export/i }).map(({ dataset }) => dataset.value)
  expect(named).toEqual(['list.export'])
  await app.user.keyboard('{Escape}{Escape}')

  const before = app.calls.length
  await app.user.keyboard('E')
  const { rows } = await savedFile()
  const listed = await listedOrders({}, calls.agentPayinList)
  expect(listed.length).toBeGreaterThan(0)
  expect(rows.map((row) => row['Merchant Order No'])).toEqual(listed.map(({ merchantOrderNo }) => merchantOrderNo))
  expect(app.calls.slice(before)).toContain('POST /api/agent/txn/payin')
  await expectNoExportByGateway()
})
