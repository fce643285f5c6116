import { minWireAmount, toMinor } from '#contract/money.ts'
import type { MovementStatus, MovementType } from '#contract/options.ts'
import { type Id, timeOf } from '../ids.ts'
import type { Account } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { MovementRecord } from './movementRow.ts'

type Content = Pick<MovementRecord, 'type' | 'merchantOrderNo' | 'amount'> & Partial<MovementRecord>

/** The input of a signed call without its credentials. */
export type RequestContent<Input> = Omit<Input, 'txnPwd' | '_timestamp' | '_sign'>

/** A new movement in status CREATED. */
export function newMovement(id: Id, at: number, { merchantNo, currency }: Account, content: Content): MovementRecord {
  // The id contains its time. When that is ahead of the clock, the create time follows the id.
  const time = new Date(Math.max(at, timeOf(id)))
  const status: MovementStatus = 'CREATED'
  return { ...DEFAULTS, merchantNo, id, originNo: merchantNo, currency, status, createTime: time, updateTime: time, ...content }
}

const DEFAULTS = {
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

/** The properties that two requests with one number must share to count as identical. Generated properties are left out. */
const CONTENT: Record<MovementType, readonly (keyof MovementRecord)[]> = {
  RECHARGE_ONLINE: ['channel'],
  RECHARGE_OFFLINE: ['bankCode', 'payerName', 'payerAccount', 'remark'],
  WITHDRAW: ['bankCode', 'accountNumber', 'accountName', 'remark'],
  TRANSFER_OUT: ['receiveMerchantNo', 'remark'],
  TRANSFER_IN: [],
}

/** Whether both movements come from identical requests. */
export const isSameRequest = (one: MovementRecord, other: MovementRecord): boolean =>
  one.type === other.type && one.amount === other.amount && CONTENT[one.type].every((name) => one[name] === other[name])

/**
 * Parses an amount into minor units. Throws VALIDATION_FAILED when it has too many fraction digits, and AMOUNT_OUT_OF_RANGE
 * when it is outside the limits.
 */
export function parseAmount(text: string, currency: Account['currency'], { min, max }: { min: string; max: string }): bigint {
  const amount = toMinor(text, currency)
  if (amount === null || amount % minWireAmount(currency) !== 0n) {
    throw new Refusal('VALIDATION_FAILED', { fields: { payAmount: 'rule.format' } })
  }
  if (amount < toMinor(min, currency)! || amount > toMinor(max, currency)!) {
    throw new Refusal('AMOUNT_OUT_OF_RANGE', { detail: { min, max } })
  }
  return amount
}
