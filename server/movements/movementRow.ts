import { type Currency, toText } from '#contract/money.ts'
import type { MovementStatus, MovementType, PayMethod } from '#contract/options.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { allows } from '#contract/statuses.ts'
import type { Queries } from '../db/database.ts'
import { amount, column, parseRow, type Raw, type RowOf, selectList } from '../db/rows.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Language } from '../texts/languages.ts'
import { failureReasonText } from '../texts/texts.ts'
import { wibTime } from '../wib.ts'

const text = column<string>()
const optionalText = column<string | null>()
const time = column<Date>()
const optionalTime = column<Date | null>()

/** The columns of `record`. Amounts are minor units of the currency. */
const MOVEMENT = {
  merchantNo: text,
  /** The platform number; both sides of a transfer share it. */
  id: text,
  type: column<MovementType>(),
  merchantOrderNo: text,
  /** The merchant that assigned `merchantOrderNo`: the sender for a transfer in. */
  originNo: text,
  payOrderNo: optionalText,
  status: column<MovementStatus>(),
  currency: column<Currency>(),
  amount,
  /** The service or transfer fee, charged in addition to the amount. */
  fee: amount,
  method: column<PayMethod | null>(),
  channel: optionalText,
  bankCode: optionalText,
  accountNumber: optionalText,
  accountName: optionalText,
  payerName: optionalText,
  payerAccount: optionalText,
  receiveName: optionalText,
  receiveAccount: optionalText,
  receiveMerchantNo: optionalText,
  expiryMinutes: column<number | null>(),
  firstCheckTime: optionalTime,
  responseMessage: optionalText,
  receipt: column<boolean>(),
  remark: optionalText,
  simulated: column<boolean>(),
  /** The number of statuses so far: the step of the newest transition. */
  moves: column<number>(),
  createTime: time,
  updateTime: time,
  completeTime: optionalTime,
}

/** A recharge, a withdraw or one side of a transfer as stored in `record`. */
export type MovementRecord = RowOf<typeof MOVEMENT>

/** The columns of a row `r` of `record` under the names of `MovementRecord`. */
export const MOVEMENT_COLUMNS = selectList('r', MOVEMENT)

/** A row of `MOVEMENT_COLUMNS` from the database, with amounts still as text. */
export type MovementRow = Raw<MovementRecord>

export const movementRecord = (row: MovementRow): MovementRecord => parseRow(MOVEMENT, row)

/** Joined columns that lists show. */
interface MovementNames {
  merchantName: string
  bankName: string | null
  /** When the worker processes it next. */
  dueTime: Date | null
}

/**
 * Reads movements as sent on the wire, with failure reasons in the given language. `from` provides rows `r` of `record`; `rest`
 * selects and orders them.
 */
export async function readMovements(db: Queries, from: Sql, rest: Sql, language: Language): Promise<Movement[]> {
  const rows = await db.all<MovementRow & MovementNames>(sql`
    select ${MOVEMENT_COLUMNS}, m.name as "merchantName", b.name as "bankName", d.due_time as "dueTime"
      from ${from}
      join merchant m on m.merchant_no = r.merchant_no
      left join bank b on b.bank_code = r.bank_code
      left join record_due d on d.merchant_no = r.merchant_no and d.record_id = r.id
      ${rest}`)
  return rows.map((row) => wireMovement(row, language))
}

function wireMovement(row: MovementRow & MovementNames, language: Language): Movement {
  const amountText = (minor: string) => toText(BigInt(minor), row.currency)
  return {
    id: row.id,
    type: row.type,
    merchantNo: row.merchantNo,
    merchantName: row.merchantName,
    platOrderNo: row.id,
    merchantOrderNo: row.merchantOrderNo,
    currency: row.currency,
    payAmount: amountText(row.amount),
    payFee: amountText('0'),
    serviceFee: amountText(row.type === 'WITHDRAW' ? row.fee : '0'),
    transferFee: amountText(row.type === 'TRANSFER_OUT' ? row.fee : '0'),
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
    holdUntil: row.dueTime !== null && allows(row.type, 'cancel', row.status) ? wibTime(row.dueTime) : null,
    responseMessage: failureReasonText(row.responseMessage, language),
    receipt: row.receipt,
    remark: row.remark,
    createTime: wibTime(row.createTime),
    updateTime: wibTime(row.updateTime),
    completeTime: row.completeTime === null ? null : wibTime(row.completeTime),
  }
}
