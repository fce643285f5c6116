import { minWireAmount, toMinor } from '#contract/money.ts'
import type { MovementType } from '#contract/options.ts'
import { type Id, timeOf } from '../ids.ts'
import type { Account } from '../merchants/merchants.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { type MovementRecord, NO_MOVEMENT_DETAILS } from './movementRow.ts'

type Content = Pick<MovementRecord, 'type' | 'merchantOrderNo' | 'amount'> & Partial<MovementRecord>

export function newMovement(id: Id, at: number, { merchantNo, currency }: Account, content: Content): MovementRecord {
  // The id contains its time. When that is ahead of the clock, the create time follows the id.
  const time = new Date(Math.max(at, timeOf(id)))
  return {
    ...NO_MOVEMENT_DETAILS,
    merchantNo,
    id,
    originNo: merchantNo,
    status: 'CREATED',
    currency,
    fee: 0n,
    receipt: false,
    simulated: false,
    moves: 1,
    createTime: time,
    updateTime: time,
    ...content,
  }
}

/** The properties that two requests with one number must share to count as identical. Generated properties are left out. */
const CONTENT: Record<MovementType, readonly (keyof MovementRecord)[]> = {
  RECHARGE_ONLINE: ['channel'],
  RECHARGE_OFFLINE: ['bankCode', 'payerName', 'payerAccount', 'remark'],
  WITHDRAW: ['bankCode', 'accountNumber', 'accountName', 'remark'],
  TRANSFER_OUT: ['receiveMerchantNo', 'remark'],
  TRANSFER_IN: [],
}

export const isSameRequest = (one: MovementRecord, other: MovementRecord): boolean =>
  one.type === other.type && one.amount === other.amount && CONTENT[one.type].every((name) => one[name] === other[name])

/**
 * Parses an amount into minor units. Throws VALIDATION_FAILED when it has too many fraction digits, and AMOUNT_OUT_OF_RANGE
 * when it is outside the limits.
 */
export function parseAmount(text: string, currency: Account['currency'], { min, max }: { min: string; max: string }): bigint {
  const amount = toMinor(text, currency)
  if (amount === null || amount % minWireAmount(currency) !== 0n) throw invalidField('payAmount', 'rule.format')
  if (amount < toMinor(min, currency)! || amount > toMinor(max, currency)!) {
    throw new Refusal('AMOUNT_OUT_OF_RANGE', { detail: { min, max } })
  }
  return amount
}
