import type { Direction } from '#contract/kinds.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import { type Id, timeOf } from '../ids.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { Channel } from '../orders/channels.ts'
import { NO_ORDER_DETAILS, type OrderRecord } from '../orders/orderRow.ts'

export interface NewOrder {
  merchant: Pick<MerchantRow, 'merchantNo' | 'name' | 'currency' | 'feeType' | 'feeRate' | 'feeFixed' | 'feeMin' | 'feeMax'>
  merchantOrderNo: string
  amount: bigint
  channel: Channel
  mobile?: string | undefined
  remark?: string | undefined
}

/** A new order in status CREATED, with what both directions have in common. */
export function newOrder(id: Id, at: number, direction: Direction, input: NewOrder): OrderRecord {
  const { merchant, channel } = input
  const { merchantNo, currency } = merchant
  // The id contains its time. When that is ahead of the clock, the create time follows the id.
  const time = new Date(Math.max(at, timeOf(id)))
  return {
    ...NO_ORDER_DETAILS,
    ...feeRuleOf(merchant),
    merchantNo,
    kind: currency === 'USDT' ? `USDT_${direction}` : direction,
    id,
    merchantOrderNo: input.merchantOrderNo,
    status: 'CREATED',
    channel: channel.channel,
    method: channel.method,
    currency,
    amount: input.amount,
    refundedAmount: 0n,
    fee: 0n,
    remark: input.remark ?? null,
    mobile: input.mobile ?? null,
    lateSuccess: false,
    simulated: false,
    attempt: 1,
    moves: 1,
    notifyStatus: 'NONE',
    notifyAttempts: 0,
    createTime: time,
    updateTime: time,
  }
}

// An account without a fee rule is not charged.
function feeRuleOf({ feeType, feeRate, feeFixed, feeMin, feeMax }: NewOrder['merchant']) {
  const minor = (text: string | null) => (text === null ? null : BigInt(text))
  const type: FeeType = feeType ?? 'FIXED'
  return { feeType: type, feeRate, feeFixed: minor(feeFixed), feeMin: minor(feeMin), feeMax: minor(feeMax) }
}
