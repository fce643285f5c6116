import type { PayinOrderStatus } from '#contract/options.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import { type Id, timeOf } from '../ids.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { type Channel, issue } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { MINUTE } from '../wib.ts'
import type { OrderTransition } from './payinSteps.ts'

export interface NewPayin {
  merchant: Pick<MerchantRow, 'merchantNo' | 'name' | 'currency' | 'feeType' | 'feeRate' | 'feeFixed' | 'feeMin' | 'feeMax'>
  merchantOrderNo: string
  amount: bigint
  channel: Channel
  payerName?: string | undefined
  mobile?: string | undefined
  remark?: string | undefined
  /** Minutes; 60 when absent. */
  expiryMinutes?: number | undefined
}

const AN_HOUR = 60

/** A new payin that its channel has issued, in status PENDING. */
export function newPayin(
  id: Id,
  at: number,
  input: NewPayin,
): { order: OrderRecord; moves: [OrderTransition, OrderTransition] } {
  const { merchant, channel } = input
  // The id contains its time. When that is ahead of the clock, the create time follows the id.
  const time = new Date(Math.max(at, timeOf(id)))
  const order: OrderRecord = {
    ...issue(channel, id),
    merchantNo: merchant.merchantNo,
    kind: merchant.currency === 'USDT' ? 'USDT_PAYIN' : 'PAYIN',
    id,
    merchantOrderNo: input.merchantOrderNo,
    status: 'PENDING',
    channel: channel.channel,
    method: channel.method,
    currency: merchant.currency,
    amount: input.amount,
    paidAmount: null,
    refundedAmount: 0n,
    fee: 0n,
    ...feeRuleOf(merchant),
    accountName: merchant.name,
    payerName: input.payerName ?? null,
    payerAccount: null,
    receiveName: null,
    remark: input.remark ?? null,
    mobile: input.mobile ?? null,
    expiryMinutes: input.expiryMinutes ?? AN_HOUR,
    responseMessage: null,
    lateSuccess: false,
    simulated: false,
    attempt: 1,
    moves: 2,
    notifyStatus: 'NONE',
    notifyAttempts: 0,
    lastNotifyTime: null,
    createTime: time,
    updateTime: time,
    completeTime: null,
  }
  const move = (step: number, status: PayinOrderStatus): OrderTransition => ({
    merchantNo: order.merchantNo,
    orderId: id,
    step,
    at: time,
    status,
    text: null,
  })
  return { order, moves: [move(1, 'CREATED'), move(2, 'PENDING')] }
}

// An account without a fee rule is not charged.
export function feeRuleOf({ feeType, feeRate, feeFixed, feeMin, feeMax }: NewPayin['merchant']) {
  const minor = (text: string | null) => (text === null ? null : BigInt(text))
  const type: FeeType = feeType ?? 'FIXED'
  return { feeType: type, feeRate, feeFixed: minor(feeFixed), feeMin: minor(feeMin), feeMax: minor(feeMax) }
}

/** When an unpaid order expires. */
export const expiryOf = ({ createTime, expiryMinutes }: OrderRecord): Date =>
  new Date(createTime.getTime() + (expiryMinutes ?? AN_HOUR) * MINUTE)
