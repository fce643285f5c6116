import { type Currency, toText } from '#contract/money.ts'
import type { MovementStatus, MovementType, PayMethod } from '#contract/options.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { type Columns, selectList } from '../db/bulk.ts'
import { sql } from '../db/sql.ts'
import type { Language } from '../texts/languages.ts'
import { failureReasonText } from '../texts/texts.ts'
import { wibTime } from '../wib.ts'

/** A recharge, a withdraw or one side of a transfer as stored in `record`. Amounts are minor units of the currency. */
export interface MovementRecord {
  merchantNo: string
  /** The platform number; both sides of a transfer share it. */
  id: string
  type: MovementType
  merchantOrderNo: string
  /** The merchant that assigned `merchantOrderNo`: the sender for a transfer in. */
  originNo: string
  payOrderNo: string | null
  status: MovementStatus
  currency: Currency
  amount: bigint
  /** The service or transfer fee, charged in addition to the amount. */
  fee: bigint
  method: PayMethod | null
  channel: string | null
  bankCode: string | null
  accountNumber: string | null
  accountName: string | null
  payerName: string | null
  payerAccount: string | null
  receiveName: string | null
  receiveAccount: string | null
  receiveMerchantNo: string | null
  expiryMinutes: number | null
  firstCheckTime: Date | null
  responseMessage: string | null
  receipt: boolean
  remark: string | null
  simulated: boolean
  /** The number of statuses so far: the step of the newest transition. */
  moves: number
  createTime: Date
  updateTime: Date
  completeTime: Date | null
}

/** The column type of every property. */
export const MOVEMENT: Columns<MovementRecord> = {
  merchantNo: 'text',
  id: 'bigint',
  type: 'text',
  merchantOrderNo: 'text',
  originNo: 'text',
  payOrderNo: 'text',
  status: 'text',
  currency: 'text',
  amount: 'bigint',
  fee: 'bigint',
  method: 'text',
  channel: 'text',
  bankCode: 'text',
  accountNumber: 'text',
  accountName: 'text',
  payerName: 'text',
  payerAccount: 'text',
  receiveName: 'text',
  receiveAccount: 'text',
  receiveMerchantNo: 'text',
  expiryMinutes: 'int',
  firstCheckTime: 'timestamptz',
  responseMessage: 'text',
  receipt: 'boolean',
  remark: 'text',
  simulated: 'boolean',
  moves: 'int',
  createTime: 'timestamptz',
  updateTime: 'timestamptz',
  completeTime: 'timestamptz',
}

/** The columns of a row `r` of `record` under the names of `MovementRecord`. */
export const MOVEMENT_COLUMNS = selectList('r', Object.keys(MOVEMENT))

/** A row of `MOVEMENT_COLUMNS` from the database, with amounts still as text. */
export type MovementRow = Omit<MovementRecord, 'amount' | 'fee'> & { amount: string; fee: string }

export const movementRecord = (row: MovementRow): MovementRecord => ({
  ...row,
  amount: BigInt(row.amount),
  fee: BigInt(row.fee),
})

/** Joined columns that lists show. */
export interface MovementNames {
  merchantName: string
  bankName: string | null
  /** When the worker processes it next. */
  dueTime: Date | null
}

/** The joined columns of a row `r`, and their joins. */
export const MOVEMENT_NAMES = sql`m.name as "merchantName", b.name as "bankName", d.due_time as "dueTime"`
export const MOVEMENT_JOINS = sql`
  join merchant m on m.merchant_no = r.merchant_no
  left join bank b on b.bank_code = r.bank_code
  left join record_due d on d.merchant_no = r.merchant_no and d.record_id = r.id`

/** The types that are held for a while before they leave, and can be cancelled meanwhile. */
export const HELD_TYPES: readonly MovementType[] = ['WITHDRAW', 'TRANSFER_OUT']

const isHeld = ({ type, status }: Pick<MovementRow, 'type' | 'status'>): boolean =>
  status === 'CREATED' && HELD_TYPES.includes(type)

/** The movement as sent on the wire, with the failure reason as text in the given language. */
export function wireMovement(row: MovementRow & MovementNames, language: Language): Movement {
  const amount = (minor: string) => toText(BigInt(minor), row.currency)
  return {
    id: row.id,
    type: row.type,
    merchantNo: row.merchantNo,
    merchantName: row.merchantName,
    platOrderNo: row.id,
    merchantOrderNo: row.merchantOrderNo,
    currency: row.currency,
    payAmount: amount(row.amount),
    payFee: amount('0'),
    serviceFee: amount(row.type === 'WITHDRAW' ? row.fee : '0'),
    transferFee: amount(row.type === 'TRANSFER_OUT' ? row.fee : '0'),
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
    receiveMerchantNo: row.receiveMerchantNo,
    status: row.status,
    expiryPeriod: row.expiryMinutes,
    holdUntil: row.dueTime !== null && isHeld(row) ? wibTime(row.dueTime) : null,
    responseMessage: failureReasonText(row.responseMessage, language),
    receipt: row.receipt,
    remark: row.remark,
    createTime: wibTime(row.createTime),
    updateTime: wibTime(row.updateTime),
    completeTime: row.completeTime === null ? null : wibTime(row.completeTime),
  }
}
