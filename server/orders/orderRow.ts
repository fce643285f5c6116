import { type Currency, toText } from '#contract/money.ts'
import {
  NOTIFIABLE_PAYIN_STATUSES,
  NOTIFIABLE_PAYOUT_STATUSES,
  type NotifyStatus,
  type PayinOrderStatus,
  type PayMethod,
  type PayoutOrderStatus,
} from '#contract/options.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { type Columns, selectList } from '../db/bulk.ts'
import { type Sql, sql } from '../db/sql.ts'
import { wibTime } from '../wib.ts'

/** The kind of an order: direction, and whether it is paid in USDT on a chain. */
export type OrderKind = 'PAYIN' | 'USDT_PAYIN' | 'PAYOUT' | 'USDT_PAYOUT'

export const PAYINS: readonly OrderKind[] = ['PAYIN', 'USDT_PAYIN']
export const PAYOUTS: readonly OrderKind[] = ['PAYOUT', 'USDT_PAYOUT']

/** The direction of a kind. */
export const directionOf = (kind: OrderKind): 'PAYIN' | 'PAYOUT' => (PAYOUTS.includes(kind) ? 'PAYOUT' : 'PAYIN')

/** The currency that determines the fraction digits of a kind. */
export const currencyOf = (kind: OrderKind): Currency => (kind === 'USDT_PAYIN' || kind === 'USDT_PAYOUT' ? 'USDT' : 'IDR')

/** The statuses of both directions. The transition tables define which of them a kind can have. */
export type OrderStatus = PayinOrderStatus | PayoutOrderStatus

/** Whether the merchant receives a callback for the status of the order. */
export const isNotifiable = ({ kind, status }: Pick<OrderRecord, 'kind' | 'status'>): boolean =>
  (directionOf(kind) === 'PAYOUT' ? NOTIFIABLE_PAYOUT_STATUSES : NOTIFIABLE_PAYIN_STATUSES).includes(status)

/** An order as stored. Amounts are minor units of the currency; the id is the platform number. */
export interface OrderRecord {
  merchantNo: string
  kind: OrderKind
  id: string
  merchantOrderNo: string
  /** The number of the channel, or the transaction hash on chain. */
  payOrderNo: string | null
  status: OrderStatus
  channel: string
  method: PayMethod
  currency: Currency
  amount: bigint
  /** The amount that arrived, or left for a payout; null before that. */
  paidAmount: bigint | null
  refundedAmount: bigint
  /** The charged fee. Zero for a payin until it is paid; the held fee for a payout until it is paid. */
  fee: bigint
  feeType: FeeType
  feeRate: string | null
  feeFixed: bigint | null
  feeMin: bigint | null
  feeMax: bigint | null
  platAccountId: string | null
  bankCode: string | null
  accountNumber: string | null
  accountName: string | null
  payerName: string | null
  payerAccount: string | null
  receiveAccount: string | null
  receiveName: string | null
  remark: string | null
  mobile: string | null
  expiryMinutes: number | null
  responseMessage: string | null
  lateSuccess: boolean
  simulated: boolean
  /** The attempt of a payout, from 1. Each attempt freezes the money again. */
  attempt: number
  /** The number of statuses so far: the step of the newest transition. */
  moves: number
  notifyStatus: NotifyStatus
  notifyAttempts: number
  lastNotifyTime: Date | null
  createTime: Date
  updateTime: Date
  completeTime: Date | null
}

/** The column type of every property. */
export const ORDER: Columns<OrderRecord> = {
  merchantNo: 'text',
  kind: 'text',
  id: 'bigint',
  merchantOrderNo: 'text',
  payOrderNo: 'text',
  status: 'text',
  channel: 'text',
  method: 'text',
  currency: 'text',
  amount: 'bigint',
  paidAmount: 'bigint',
  refundedAmount: 'bigint',
  fee: 'bigint',
  feeType: 'text',
  feeRate: 'numeric',
  feeFixed: 'bigint',
  feeMin: 'bigint',
  feeMax: 'bigint',
  platAccountId: 'text',
  bankCode: 'text',
  accountNumber: 'text',
  accountName: 'text',
  payerName: 'text',
  payerAccount: 'text',
  receiveAccount: 'text',
  receiveName: 'text',
  remark: 'text',
  mobile: 'text',
  expiryMinutes: 'int',
  responseMessage: 'text',
  lateSuccess: 'boolean',
  simulated: 'boolean',
  attempt: 'int',
  moves: 'int',
  notifyStatus: 'text',
  notifyAttempts: 'int',
  lastNotifyTime: 'timestamptz',
  createTime: 'timestamptz',
  updateTime: 'timestamptz',
  completeTime: 'timestamptz',
}

/** The columns of a row `o` of `orders` under the names of `OrderRecord`. */
export const ORDER_COLUMNS = selectList('o', Object.keys(ORDER))

const AMOUNTS = ['amount', 'paidAmount', 'refundedAmount', 'fee', 'feeFixed', 'feeMin', 'feeMax'] as const

/** A row of `ORDER_COLUMNS` from the database, with amounts still as text. */
export type OrderRow = Omit<OrderRecord, (typeof AMOUNTS)[number]> & {
  [Name in (typeof AMOUNTS)[number]]: string | Extract<OrderRecord[Name], null>
}

export function orderRecord(row: OrderRow): OrderRecord {
  const amounts = AMOUNTS.map((name) => [name, row[name] === null ? null : BigInt(row[name])])
  return { ...row, ...(Object.fromEntries(amounts) as Pick<OrderRecord, (typeof AMOUNTS)[number]>) }
}

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
  const amount = (minor: string) => toText(BigInt(minor), row.currency)
  const time = (at: Date | null) => (at === null ? null : wibTime(at))
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
    payAmount: amount(row.amount),
    paidAmount: row.paidAmount === null ? null : amount(row.paidAmount),
    payFee: amount(row.fee),
    serviceFee: amount('0'),
    feeType: row.feeType,
    status: row.status,
    lateSuccess: row.lateSuccess,
    simulated: row.simulated,
    expiryPeriod: row.expiryMinutes,
    responseMessage: row.responseMessage,
    receipt: directionOf(row.kind) === 'PAYOUT' && row.status === 'SUCCESS',
    notifyStatus: row.notifyStatus,
    notifyAttempts: row.notifyAttempts,
    lastNotifyTime: time(row.lastNotifyTime),
    review: row.review,
    reviewNote: row.reviewNote,
    createTime: wibTime(row.createTime),
    updateTime: wibTime(row.updateTime),
    completeTime: time(row.completeTime),
  }
}
