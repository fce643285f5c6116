import { type Answer, type Ask, DONE, type Handler, refuse } from './answers.ts'
import type { Data, Row } from './data.ts'

const CSV = 'merchantOrderNo,payAmount\n'

/** Without ids, a row is known by its numbers. */
const identified =
  (wanted: unknown) =>
  ({ id, platOrderNo, merchantOrderNo }: Row): boolean =>
    [id, platOrderNo, merchantOrderNo].some((one) => one !== undefined && String(one) === String(wanted))

const named =
  (wanted: unknown) =>
  ({ merchantOrderNo }: Row): boolean =>
    merchantOrderNo === wanted

const found = (rows: readonly Row[], isWanted: (row: Row) => boolean, then: (row: Row) => Answer): Answer => {
  const row = rows.find(isWanted)
  return row === undefined ? refuse(404, 'NO_SUCH_ORDER', 'There is no such order') : then(row)
}

/** Lists, and what is done with one order. */
export function orderCalls(data: Data): Record<string, Handler> {
  const list = (rows: readonly Row[]) => () => ({ rows })
  const notify =
    (rows: readonly Row[]) =>
    ({ body }: Ask) =>
      found(rows, identified(body.id), () => DONE)
  const act =
    (rows: readonly Row[]) =>
    ({ id, body }: Ask) =>
      found(rows, identified(id), (row) => {
        row.status = body.action === 'check' ? row.status : data.words.failed
        return { item: row }
      })
  const simulate =
    (rows: readonly Row[]) =>
    ({ query }: Ask) =>
      found(rows, named(query.merchantOrderNo), (row) => {
        row.status = data.words.paid
        return { item: row }
      })
  const file = (name: string, rows: readonly Row[]) => () => ({
    name: `${name}.csv`,
    file: CSV + rows.map(({ merchantOrderNo, payAmount }) => `${merchantOrderNo},${payAmount}\n`).join(''),
  })
  return {
    'POST /api/agent/txn/payin': list(data.payins),
    'POST /api/agent/txn/payout': list(data.payouts),
    'POST /api/transaction/checkout-list': list(data.checkouts),
    'POST /api/transaction/payin': list(data.payins),
    'POST /api/transaction/usdt/payin': list(data.usdtPayins),
    'POST /api/transaction/payout': list(data.payouts),
    'POST /api/transaction/usdt/payout': list(data.usdtPayouts),
    'POST /api/transaction/merchant-transfer': list(data.transfers),
    'POST /api/transaction/merchant-recharge': list(data.recharges),
    'POST /api/transaction/merchant-withdraw': list(data.withdraws),
    'POST /api/transaction/vanumber': ({ body }) => ({
      rows: data.payins.filter(({ accountNumber }) => accountNumber === body.accountNumber),
    }),
    'POST /api/transaction/payin/notify': notify(data.payins),
    'POST /api/transaction/usdt/payin/notify': notify(data.usdtPayins),
    'POST /api/transaction/payout/notify': notify(data.payouts),
    'POST /api/transaction/usdt/payout/notify': notify(data.usdtPayouts),
    'POST /api/transaction/payin/{id}': act(data.payins),
    'POST /api/transaction/payout/{id}': act(data.payouts),
    'GET /api/transaction/receipt': ({ query }) =>
      found(data.payouts, named(query.merchantOrderNo), ({ merchantOrderNo, payAmount, status }) => ({
        item: { merchantOrderNo, payAmount, status, receipt: 'data:image/svg+xml;base64,PHN2Zy8+' },
      })),
    'POST /api/simulation/payin': simulate(data.payins),
    'POST /api/simulation/payout': simulate(data.payouts),
    'GET /api/merchant/export/payin': file('payin', data.payins),
    'GET /api/merchant/export/payout': file('payout', data.payouts),
    'GET /api/merchant/export/detail': file('detail', data.entries),
  }
}
