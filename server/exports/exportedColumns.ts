import { currencyOf, type OrderKind } from '#contract/kinds.ts'
import { FRACTION_DIGITS, SCALE } from '#contract/money.ts'
import { join, type Sql, sql, trusted } from '../db/sql.ts'

/** The columns of both files with their values, in the order of the payin file. */
const COLUMNS = {
  createTime: 'o.create_time',
  merchantNo: 'o.merchant_no',
  merchantName: 'm.name',
  merchantOrderNo: 'o.merchant_order_no',
  platOrderNo: 'o.id',
  payOrderNo: 'o.pay_order_no',
  payMethod: 'o.method',
  payChannel: 'o.channel',
  currency: 'o.currency',
  payAmount: 'o.amount',
  paidAmount: 'o.paid_amount',
  payFee: 'o.fee',
  serviceFee: '0',
  feeType: 'o.fee_type',
  status: 'o.status',
  lateSuccess: 'o.late_success',
  accountNumber: 'o.account_number',
  accountHoldName: 'o.account_name',
  bankCode: 'o.bank_code',
  bankName: 'b.name',
  payerName: 'o.payer_name',
  payerAccountNumber: 'o.payer_account',
  mobile: 'o.mobile',
  receiveName: 'o.receive_name',
  receiveAccount: 'o.receive_account',
  notifyStatus: 'o.notify_status',
  notifyAttempts: 'o.notify_attempts',
  lastNotifyTime: 'o.last_notify_time',
  review: 'o.review',
  reviewNote: 'o.review_note',
  expiryPeriod: 'o.expiry_minutes',
  responseMessage: 'o.response_message',
  platAccountId: 'o.plat_account_id',
  updateTime: 'o.update_time',
  completeTime: 'o.complete_time',
}

export type ExportedColumn = keyof typeof COLUMNS

export const PAYIN_COLUMNS = (Object.keys(COLUMNS) as ExportedColumn[]).filter((name) => name !== 'receiveName')

export const PAYOUT_COLUMNS: readonly ExportedColumn[] = [
  'createTime',
  'merchantNo',
  'merchantName',
  'merchantOrderNo',
  'platOrderNo',
  'payOrderNo',
  'payMethod',
  'payChannel',
  'currency',
  'payAmount',
  'paidAmount',
  'payFee',
  'feeType',
  'status',
  'bankCode',
  'bankName',
  'receiveName',
  'receiveAccount',
  'mobile',
  'notifyStatus',
  'notifyAttempts',
  'lastNotifyTime',
  'review',
  'reviewNote',
  'responseMessage',
  'platAccountId',
  'updateTime',
  'completeTime',
]

/**
 * The columns of an export, formatted as text by the database, which is faster than formatting values in JavaScript. Values
 * equal those of the list, except times, which are WIB in a format that every program reads.
 */
export const exportColumns = (names: readonly ExportedColumn[], kind: OrderKind): Sql =>
  join(
    names.map((name) => sql`${cellExpression(name, kind)} as ${trusted(`"${name}"`)}`),
    sql`, `,
  )

const cellExpression = (name: ExportedColumn, kind: OrderKind): Sql => {
  const column = trusted(COLUMNS[name])
  if (name.endsWith('Time')) return sql`to_char(${column} at time zone 'UTC' + interval '7 hours', 'YYYY-MM-DD HH24:MI:SS')`
  return AMOUNTS.has(name) ? amount(column, kind) : sql`${column}::text`
}

const AMOUNTS = new Set<ExportedColumn>(['payAmount', 'paidAmount', 'payFee', 'serviceFee'])

function amount(minor: Sql, kind: OrderKind): Sql {
  const currency = currencyOf(kind)
  return sql`round(${minor} * ${trusted(`1e-${SCALE[currency]}`)}, ${trusted(String(FRACTION_DIGITS[currency]))})::text`
}
