import type { Currency } from '#contract/money.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'

/** What the matching needs of an order. Amounts are decimal text. */
export interface ComparedOrder {
  /** The identity at the gateway. */
  readonly id: string
  readonly type: PayOrder['type']
  readonly platOrderNo: string | null
  readonly merchantOrderNo: string | null
  readonly payOrderNo: string | null
  /** The virtual account, or the bank account on the other side. */
  readonly account: string | null
  readonly name: string | null
  readonly channel: string | null
  readonly currency: Currency
  /** What was paid, or is to be paid. */
  readonly amount: string | null
  readonly fee: string | null
  readonly status: string | null
  /** ISO 8601 with offset; the day it was completed, else created. */
  readonly time: string | null
  readonly review: PayOrder['review']
  /** The reason of a discrepancy. */
  readonly reviewNote: PayOrder['reviewNote']
  /** Whether the callback was acknowledged; null where there is none. */
  readonly isAcknowledged: boolean | null
}

/** The fields of a row that the matching needs. */
export const COMPARED_FIELDS = [
  'type',
  'platOrderNo',
  'merchantOrderNo',
  'payOrderNo',
  'accountNumber',
  'accountHoldName',
  'payerAccountNumber',
  'payerName',
  'receiveAccount',
  'receiveName',
  'payChannel',
  'currency',
  'payAmount',
  'paidAmount',
  'payFee',
  'status',
  'createTime',
  'completeTime',
  'review',
  'reviewNote',
  'notifyStatus',
] as const satisfies (keyof PayOrder)[]

export type ComparedRow = Pick<PayOrder, 'id' | (typeof COMPARED_FIELDS)[number]>

/** Extracts what the matching needs from a row of an order list. */
export const comparedOrder = (row: ComparedRow): ComparedOrder => ({
  id: row.id,
  type: row.type,
  platOrderNo: row.platOrderNo,
  merchantOrderNo: row.merchantOrderNo,
  payOrderNo: row.payOrderNo,
  account: row.type === 'PAYOUT' ? row.receiveAccount : (row.accountNumber ?? row.payerAccountNumber),
  name: row.type === 'PAYOUT' ? row.receiveName : (row.payerName ?? row.accountHoldName),
  channel: row.payChannel,
  currency: row.currency,
  amount: row.paidAmount ?? row.payAmount,
  fee: row.payFee,
  status: row.status,
  time: row.completeTime ?? row.createTime,
  review: row.review,
  reviewNote: row.reviewNote,
  isAcknowledged: row.notifyStatus === null ? null : row.notifyStatus === 'SUCCESS',
})

const isIn = (group: readonly string[], status: string | null): boolean => status !== null && group.includes(status)

/** Whether the order moved money. A refunded payin did. */
export const isPaid = ({ type, status }: Pick<ComparedOrder, 'type' | 'status'>): boolean =>
  isIn(STATUS_GROUPS[type].paid, status)

/** Whether the money of the order went back: a refunded payin, or a payout that the bank returned. */
export const isReturned = ({ type, status }: Pick<ComparedOrder, 'type' | 'status'>): boolean =>
  type === 'PAYIN' ? isIn(STATUS_GROUPS.PAYIN.refunded, status) : status === 'REVERSED'

/** Whether all of it went back. */
export const isReturnedInFull = ({ status }: Pick<ComparedOrder, 'status'>): boolean => status !== 'PARTIAL_REFUND'
