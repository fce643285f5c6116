import { directionOf, type OrderKind } from '#contract/kinds.ts'
import { type Currency, toText } from '#contract/money.ts'
import type { NotifyStatus, PayinOrderStatus, PayMethod, PayoutOrderStatus } from '#contract/options.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { allows } from '#contract/statuses.ts'
import { amount, column, optionalAmount, parseRow, type Raw, type RowOf, selectList } from '../db/rows.ts'
import { type Sql, sql } from '../db/sql.ts'
import { wibTime } from '../wib.ts'

/** The statuses of both directions. The transition tables define which of them a kind can have. */
export type OrderStatus = PayinOrderStatus | PayoutOrderStatus

/** Whether the merchant receives a callback for the status of the order. */
export const isNotifiable = ({ kind, status }: Pick<OrderRecord, 'kind' | 'status'>): boolean =>
  allows(directionOf(kind), 'notify', status)

/** Identifies an order. */
export type OrderKey = Pick<OrderRecord, 'merchantNo' | 'kind' | 'id'>

const text = column<string>()
const optionalText = column<string | null>()
const flag = column<boolean>()
const number = column<number>()
const time = column<Date>()
const optionalTime = column<Date | null>()

/** The columns of `orders`. Amounts are minor units of the currency; the id is the platform number. */
const ORDER = {
  merchantNo: text,
  kind: column<OrderKind>(),
  id: text,
  merchantOrderNo: text,
  /** The number of the channel, or the transaction hash on chain. */
  payOrderNo: optionalText,
  status: column<OrderStatus>(),
  channel: text,
  method: column<PayMethod>(),
  currency: column<Currency>(),
  amount,
  /** The amount that arrived, or left for a payout; null before that. */
  paidAmount: optionalAmount,
  refundedAmount: amount,
  /** The charged fee. Zero for a payin until it is paid; the held fee for a payout until it is paid. */
  fee: amount,
  feeType: column<FeeType>(),
  feeRate: optionalText,
  feeFixed: optionalAmount,
  feeMin: optionalAmount,
  feeMax: optionalAmount,
  platAccountId: optionalText,
  bankCode: optionalText,
  accountNumber: optionalText,
  accountName: optionalText,
  payerName: optionalText,
  payerAccount: optionalText,
  receiveAccount: optionalText,
  receiveName: optionalText,
  remark: optionalText,
  mobile: optionalText,
  expiryMinutes: column<number | null>(),
  responseMessage: optionalText,
  lateSuccess: flag,
  simulated: flag,
  /** The attempt of a payout, from 1. Each attempt freezes the money again. */
  attempt: number,
  /** The number of statuses so far: the step of the newest transition. */
  moves: number,
  notifyStatus: column<NotifyStatus>(),
  notifyAttempts: number,
  lastNotifyTime: optionalTime,
  createTime: time,
  updateTime: time,
  completeTime: optionalTime,
}

/** An order as stored. */
export type OrderRecord = RowOf<typeof ORDER>

/** The columns of a row `o` of `orders` under the names of `OrderRecord`. */
export const ORDER_COLUMNS = selectList('o', ORDER)

/** A row of `ORDER_COLUMNS` from the database, with amounts still as text. */
export type OrderRow = Raw<OrderRecord>

export const orderRecord = (row: OrderRow): OrderRecord => parseRow(ORDER, row)

/** Joined columns that lists show. */
export interface OrderNames {
  merchantName: string
  bankName: string | null
  review: PayOrder['review']
  reviewNote: string | null
}

/** The joined columns of a row `o`, and their joins. */
export const ORDER_NAMES = sql`m.name as "merchantName", b.name as "bankName", o.review, o.review_note as "reviewNote"`
export const ORDER_JOINS = sql`join merchant m on m.merchant_no = o.merchant_no left join bank b on b.bank_code = o.bank_code`

/** The callback address of merchant `m` for a kind of order, and whether it is disabled. */
export const notifyAddressOf = (kind: OrderKind): { address: Sql; disabled: Sql } =>
  directionOf(kind) === 'PAYOUT'
    ? { address: sql`m.payout_notify_address`, disabled: sql`m.payout_notify_disabled` }
    : { address: sql`m.payin_notify_address`, disabled: sql`m.notify_disabled` }

/** The order as sent on the wire. */
export function wireOrder(row: OrderRow & OrderNames): PayOrder {
  const amountText = (minor: string) => toText(BigInt(minor), row.currency)
  const timeText = (at: Date | null) => (at === null ? null : wibTime(at))
  return {
    id: row.id,
    merchantNo: row.merchantNo,
    merchantName: row.merchantName,
    merchantOrderNo: row.merchantOrderNo,
    platOrderNo: row.id,
    payOrderNo: row.payOrderNo,
    platAccountId: row.platAccountId,
    currency: row.currency,
    type: directionOf(row.kind),
    payMethod: row.method,
    payChannel: row.channel,
    bankCode: row.bankCode,
    bankName: row.bankName,
    accountNumber: row.accountNumber,
    accountHoldName: row.accountName,
    payerName: row.payerName,
    payerAccountNumber: row.payerAccount,
    receiveName: row.receiveName,
    receiveAccount: row.receiveAccount,
    mobile: row.mobile,
    payAmount: amountText(row.amount),
    paidAmount: row.paidAmount === null ? null : amountText(row.paidAmount),
    payFee: amountText(row.fee),
    serviceFee: amountText('0'),
    feeType: row.feeType,
    status: row.status,
    lateSuccess: row.lateSuccess,
    simulated: row.simulated,
    expiryPeriod: row.expiryMinutes,
    responseMessage: row.responseMessage,
    receipt: allows(directionOf(row.kind), 'receipt', row.status),
    notifyStatus: row.notifyStatus,
    notifyAttempts: row.notifyAttempts,
    lastNotifyTime: timeText(row.lastNotifyTime),
    review: row.review,
    reviewNote: row.reviewNote,
    createTime: wibTime(row.createTime),
    updateTime: wibTime(row.updateTime),
    completeTime: timeText(row.completeTime),
  }
}
