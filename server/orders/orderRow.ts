import { directionOf, type OrderKind } from '#contract/kinds.ts'
import { type Currency, toText } from '#contract/money.ts'
import type { NotifyStatus, PayinOrderStatus, PayMethod, PayoutOrderStatus } from '#contract/options.ts'
import type { WithFields } from '#contract/rows/complete.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { allows } from '#contract/statuses.ts'
import { column, nullsOf, parseRow, type Raw, type RowOf, selectList } from '../db/rows.ts'
import { type Sql, sql, trusted } from '../db/sql.ts'
import { optionalWibTime, wibTime } from '../wib.ts'
import { noteColumns, type Viewer } from './viewer.ts'

/** The statuses of both directions. The transition tables define which of them a kind can have. */
export type OrderStatus = PayinOrderStatus | PayoutOrderStatus

/** Whether the merchant receives a callback for the status of the order. */
export const isNotifiable = ({ kind, status }: Pick<OrderRecord, 'kind' | 'status'>): boolean =>
  allows(directionOf(kind), 'notify', status)

export type OrderKey = Pick<OrderRecord, 'merchantNo' | 'kind' | 'id'>

/** The columns of `orders`. Amounts are minor units of the currency; the id is the platform number. */
const ORDER = {
  merchantNo: column.text,
  kind: column.of<OrderKind>(),
  id: column.text,
  merchantOrderNo: column.text,
  /** The number of the channel, or the transaction hash on chain. */
  payOrderNo: column.optionalText,
  status: column.of<OrderStatus>(),
  channel: column.text,
  method: column.of<PayMethod>(),
  currency: column.of<Currency>(),
  amount: column.amount,
  /** The amount that arrived, or left for a payout; null before that. */
  paidAmount: column.optionalAmount,
  refundedAmount: column.amount,
  /** The charged fee. Zero for a payin until it is paid; the held fee for a payout until it is paid. */
  fee: column.amount,
  feeType: column.of<FeeType>(),
  feeRate: column.optionalText,
  feeFixed: column.optionalAmount,
  feeMin: column.optionalAmount,
  feeMax: column.optionalAmount,
  platAccountId: column.optionalText,
  bankCode: column.optionalText,
  accountNumber: column.optionalText,
  accountName: column.optionalText,
  payerName: column.optionalText,
  payerAccount: column.optionalText,
  receiveAccount: column.optionalText,
  receiveName: column.optionalText,
  remark: column.optionalText,
  mobile: column.optionalText,
  expiryMinutes: column.optional<number>(),
  responseMessage: column.optionalText,
  lateSuccess: column.flag,
  simulated: column.flag,
  /** The attempt of a payout, from 1. Each attempt freezes the money again. */
  attempt: column.number,
  /** The number of statuses so far: the step of the newest transition. */
  moves: column.number,
  notifyStatus: column.of<NotifyStatus>(),
  notifyAttempts: column.number,
  lastNotifyTime: column.optionalTime,
  createTime: column.time,
  updateTime: column.time,
  completeTime: column.optionalTime,
}

export type OrderRecord = RowOf<typeof ORDER>

export const NO_ORDER_DETAILS = nullsOf(ORDER)

export const ORDER_COLUMNS = selectList('o', ORDER)

/** A row of `ORDER_COLUMNS` from the database, with amounts still as text. */
export type OrderRow = Raw<OrderRecord>

export const orderRecord = (row: OrderRow): OrderRecord => parseRow(ORDER, row)

/** The columns of an order on the wire: of order `o`, its merchant `m` and its bank `b`, in the order of the exported file. */
export const WIRE_COLUMNS = {
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
  simulated: 'o.simulated',
  remark: 'o.remark',
} satisfies Record<Exclude<keyof PayOrder, 'id' | 'type' | 'receipt' | 'history' | NoteField>, string>

/** What depends on the viewer. */
type NoteField = 'assignedTo' | 'notes'

/** An order as this gateway serves it. */
export type OwnOrder = WithFields<PayOrder, 'merchantNo' | 'platOrderNo' | 'merchantOrderNo' | 'status' | OwnAmount>
type OwnAmount = 'payAmount' | 'payFee' | 'serviceFee'

/** A row of `WIRE_ORDER`. */
export type WireRow = Omit<Pick<OwnOrder, 'id' | keyof typeof WIRE_COLUMNS | NoteField>, `${string}Time`> &
  Pick<OrderRecord, 'kind' | 'createTime' | 'updateTime' | 'completeTime' | 'lastNotifyTime'>

const wireColumns = Object.entries(WIRE_COLUMNS).map(([name, column]) => `${column} as "${name}"`)
const sharedColumns = trusted(`o.id, o.kind, ${wireColumns.join(', ')}`)

/** The columns of an order with the notes and the assignment that the viewer sees. */
export function wireOrderFor(viewer: Viewer | null | undefined): Sql {
  const { assignedTo, notes } = noteColumns(viewer)
  return sql`${sharedColumns}, ${assignedTo} as "assignedTo", ${notes} as "notes"`
}

/** The same for a caller that sees neither. */
export const WIRE_ORDER = wireOrderFor(null)
export const ORDER_JOINS = sql`join merchant m on m.merchant_no = o.merchant_no left join bank b on b.bank_code = o.bank_code`

/** The callback address of merchant `m` for a kind of order, and whether it is disabled. */
export const notifyAddressOf = (kind: OrderKind): { address: Sql; disabled: Sql } =>
  directionOf(kind) === 'PAYOUT'
    ? { address: sql`m.payout_notify_address`, disabled: sql`m.payout_notify_disabled` }
    : { address: sql`m.payin_notify_address`, disabled: sql`m.notify_disabled` }

export function wireOrder({ kind, ...row }: WireRow): OwnOrder {
  const amountText = (minor: string) => toText(BigInt(minor), row.currency)
  return {
    ...row,
    type: directionOf(kind),
    payAmount: amountText(row.payAmount),
    paidAmount: row.paidAmount === null ? null : amountText(row.paidAmount),
    payFee: amountText(row.payFee),
    serviceFee: amountText(row.serviceFee),
    receipt: allows(directionOf(kind), 'receipt', row.status),
    lastNotifyTime: optionalWibTime(row.lastNotifyTime),
    createTime: wibTime(row.createTime),
    updateTime: wibTime(row.updateTime),
    completeTime: optionalWibTime(row.completeTime),
  }
}
