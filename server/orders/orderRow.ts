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

/** What an order is about: money that is collected or paid out, as rupiah, or as USDT on a chain. */
export type OrderKind = 'PAYIN' | 'USDT_PAYIN' | 'PAYOUT' | 'USDT_PAYOUT'

export const PAYINS: readonly OrderKind[] = ['PAYIN', 'USDT_PAYIN']
export const PAYOUTS: readonly OrderKind[] = ['PAYOUT', 'USDT_PAYOUT']

/** Of which of the two directions a kind is. */
export const directionOf = (kind: OrderKind): 'PAYIN' | 'PAYOUT' => (PAYOUTS.includes(kind) ? 'PAYOUT' : 'PAYIN')

/** The currency whose places the amounts of a kind have. */
export const currencyOf = (kind: OrderKind): Currency => (kind === 'USDT_PAYIN' || kind === 'USDT_PAYOUT' ? 'USDT' : 'IDR')

/** Statuses of either direction; which of them an order may have, its moves say. */
export type OrderStatus = PayinOrderStatus | PayoutOrderStatus

/** Whether the merchant is told of the order in the status it has. */
export const isNotifiable = ({ kind, status }: Pick<OrderRecord, 'kind' | 'status'>): boolean =>
  (directionOf(kind) === 'PAYOUT' ? NOTIFIABLE_PAYOUT_STATUSES : NOTIFIABLE_PAYIN_STATUSES).includes(status)

/** An order as it is stored. Amounts are minor units of its currency; the id is its platform number. */
export interface OrderRecord {
  merchantNo: string
  kind: OrderKind
  id: string
  merchantOrderNo: string
  /** The channel's own number, or the hash on chain. */
  payOrderNo: string | null
  status: OrderStatus
  channel: string
  method: PayMethod
  currency: Currency
  amount: bigint
  /** What really arrived, once something has; of a payout, what left. */
  paidAmount: bigint | null
  refundedAmount: bigint
  /** What was charged: of a payin nothing before it is paid, of a payout what is held for it until it is. */
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
  /** Which try of a payout this is, from 1: each freezes its money anew. */
  attempt: number
  /** How many statuses it has had: the number of its newest move. */
  moves: number
  notifyStatus: NotifyStatus
  notifyAttempts: number
  lastNotifyTime: Date | null
  createTime: Date
  updateTime: Date
  completeTime: Date | null
}

/** Every property of an order and the type of its column. */
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

/** The columns of an order `o` under the names of `OrderRecord`. */
export const ORDER_COLUMNS = selectList('o', Object.keys(ORDER))

const AMOUNTS = ['amount', 'paidAmount', 'refundedAmount', 'fee', 'feeFixed', 'feeMin', 'feeMax'] as const

/** A row of `ORDER_COLUMNS` as it came from the database, where amounts are still text. */
export type OrderRow = Omit<OrderRecord, (typeof AMOUNTS)[number]> & {
  [Name in (typeof AMOUNTS)[number]]: string | Extract<OrderRecord[Name], null>
}

export function orderRecord(row: OrderRow): OrderRecord {
  const amounts = AMOUNTS.map((name) => [name, row[name] === null ? null : BigInt(row[name])])
  return { ...row, ...(Object.fromEntries(amounts) as Pick<OrderRecord, (typeof AMOUNTS)[number]>) }
}

/** What a list shows beside the order itself. */
export interface OrderNames {
  merchantName: string
  bankName: string | null
  review: PayOrder['review']
  reviewNote: string | null
}

/** What goes with an order `o`, and the tables it comes from. */
export const ORDER_NAMES = sql`m.name as "merchantName", b.name as "bankName", o.review, o.review_note as "reviewNote"`
export const ORDER_JOINS = sql`join merchant m on m.merchant_no = o.merchant_no left join bank b on b.bank_code = o.bank_code`

/** Where the merchant `m` of an order of the kind is told of it, and whether its server has asked not to be. */
export const notifyAddressOf = (kind: OrderKind): { address: Sql; disabled: Sql } =>
  directionOf(kind) === 'PAYOUT'
    ? { address: sql`m.payout_notify_address`, disabled: sql`m.payout_notify_disabled` }
    : { address: sql`m.payin_notify_address`, disabled: sql`m.notify_disabled` }

/** The order as it stands on the wire. */
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
