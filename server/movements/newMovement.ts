import { minWireAmount, toMinor } from '#contract/money.ts'
import type { MovementStatus, MovementType } from '#contract/options.ts'
import { type Id, timeOf } from '../ids.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { MovementRecord } from './movementRow.ts'

type Owner = Pick<MerchantRow, 'merchantNo' | 'currency'>
type Content = Pick<MovementRecord, 'type' | 'merchantOrderNo' | 'amount'> & Partial<MovementRecord>

/** A record of the merchant's own that has just begun. */
export function newMovement(id: Id, at: number, { merchantNo, currency }: Owner, content: Content): MovementRecord {
  // Its number is its time: where that is a little ahead of the clock, the time follows.
  const time = new Date(Math.max(at, timeOf(id)))
  const status: MovementStatus = 'CREATED'
  return { ...EMPTY, merchantNo, id, originNo: merchantNo, currency, status, createTime: time, updateTime: time, ...content }
}

const EMPTY = {
  payOrderNo: null,
  fee: 0n,
  method: null,
  channel: null,
  bankCode: null,
  accountNumber: null,
  accountName: null,
  payerName: null,
  payerAccount: null,
  receiveName: null,
  receiveAccount: null,
  receiveMerchantNo: null,
  expiryMinutes: null,
  firstCheckTime: null,
  responseMessage: null,
  receipt: false,
  remark: null,
  simulated: false,
  moves: 1,
  completeTime: null,
}

/** What makes two records of one number the same. What the gateway itself fills in does not. */
const CONTENT: Record<MovementType, readonly (keyof MovementRecord)[]> = {
  RECHARGE_ONLINE: ['channel'],
  RECHARGE_OFFLINE: ['bankCode', 'payerName', 'payerAccount', 'remark'],
  WITHDRAW: ['bankCode', 'accountNumber', 'accountName', 'remark'],
  TRANSFER_OUT: ['receiveMerchantNo', 'remark'],
  TRANSFER_IN: [],
}

/** Whether the same was asked for. */
export const isSameRequest = (one: MovementRecord, other: MovementRecord): boolean =>
  one.type === other.type && one.amount === other.amount && CONTENT[one.type].every((name) => one[name] === other[name])

/**
 * Minor units of the amount that was asked for. Refuses with VALIDATION_FAILED what is finer than the wire, and with
 * AMOUNT_OUT_OF_RANGE what is outside the limits.
 */
export function parseAmount(
  text: string,
  currency: MerchantRow['currency'],
  { min, max }: { min: string; max: string },
): bigint {
  const amount = toMinor(text, currency)
  if (amount === null || amount % minWireAmount(currency) !== 0n) {
    throw new Refusal('VALIDATION_FAILED', { fields: { payAmount: 'rule.format' } })
  }
  if (amount < toMinor(min, currency)! || amount > toMinor(max, currency)!) {
    throw new Refusal('AMOUNT_OUT_OF_RANGE', { detail: { min, max } })
  }
  return amount
}
