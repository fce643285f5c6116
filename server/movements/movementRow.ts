import { HELD_TYPES } from '#contract/kinds.ts'
import type { Currency } from '#contract/money.ts'
import type { MovementStatus, MovementType, PayMethod } from '#contract/options.ts'
import type { WithFields } from '#contract/rows/complete.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { allows } from '#contract/statuses.ts'
import type { Queries } from '../db/database.ts'
import { column, nullsOf, parseRow, type Raw, type RowOf, selectList } from '../db/rows.ts'
import { type Sql, sql } from '../db/sql.ts'
import { amountTexts } from '../merchants/accountInfo.ts'
import type { Language } from '../texts/languages.ts'
import { failureReasonText } from '../texts/texts.ts'
import { optionalWibTime, wibTime } from '../wib.ts'

/** The columns of `record`. Amounts are minor units of the currency. */
const MOVEMENT = {
  merchantNo: column.text,
  /** The platform number; both sides of a transfer share it. */
  id: column.text,
  type: column.of<MovementType>(),
  merchantOrderNo: column.text,
  /** The merchant that assigned `merchantOrderNo`: the sender for a transfer in. */
  originNo: column.text,
  payOrderNo: column.optionalText,
  status: column.of<MovementStatus>(),
  currency: column.of<Currency>(),
  amount: column.amount,
  /** The service or transfer fee, charged in addition to the amount. */
  fee: column.amount,
  method: column.optional<PayMethod>(),
  channel: column.optionalText,
  bankCode: column.optionalText,
  accountNumber: column.optionalText,
  accountName: column.optionalText,
  payerName: column.optionalText,
  payerAccount: column.optionalText,
  receiveName: column.optionalText,
  receiveAccount: column.optionalText,
  receiveMerchantNo: column.optionalText,
  expiryMinutes: column.optional<number>(),
  firstCheckTime: column.optionalTime,
  responseMessage: column.optionalText,
  receipt: column.flag,
  remark: column.optionalText,
  simulated: column.flag,
  /** The number of statuses so far: the step of the newest transition. */
  moves: column.number,
  createTime: column.time,
  updateTime: column.time,
  completeTime: column.optionalTime,
}

/** A recharge, a withdraw or one side of a transfer as stored in `record`. */
export type MovementRecord = RowOf<typeof MOVEMENT>

export const NO_MOVEMENT_DETAILS = nullsOf(MOVEMENT)

export const MOVEMENT_COLUMNS = selectList('r', MOVEMENT)

/** A row of `MOVEMENT_COLUMNS` from the database, with amounts still as text. */
export type MovementRow = Raw<MovementRecord>

export const movementRecord = (row: MovementRow): MovementRecord => parseRow(MOVEMENT, row)

/** A movement as this gateway serves it. */
type OwnMovement = WithFields<Movement, 'type' | 'status' | 'payAmount' | 'payFee' | 'serviceFee' | 'transferFee'>

type WireRow = Omit<OwnMovement, 'holdUntil' | 'createTime' | 'updateTime' | 'completeTime'> &
  Pick<MovementRecord, 'createTime' | 'updateTime' | 'completeTime'> & { dueTime: Date | null }

/**
 * Reads movements as sent on the wire, with failure reasons in the given language. `from` provides rows `r` of `record`; `rest`
 * selects and orders them.
 */
export async function readMovements(db: Queries, from: Sql, rest: Sql, language: Language): Promise<OwnMovement[]> {
  const rows = await db.all<WireRow>(sql`
    select r.id, r.type, r.merchant_no as "merchantNo", m.name as "merchantName", r.id as "platOrderNo",
           r.merchant_order_no as "merchantOrderNo", r.pay_order_no as "payOrderNo", r.currency, r.amount as "payAmount", 0 as "payFee",
           case r.type when 'WITHDRAW' then r.fee else 0 end as "serviceFee",
           case r.type when 'TRANSFER_OUT' then r.fee else 0 end as "transferFee",
           r.method as "payMethod", r.channel as "payChannel", r.bank_code as "bankCode", b.name as "bankName",
           r.account_number as "accountNumber", r.account_name as "accountHoldName", r.payer_name as "payerName",
           r.payer_account as "payerAccountNumber", r.receive_name as "receiveName", r.receive_account as "receiveAccount",
           r.receive_merchant_no as "receiveMerchantNo", r.status, r.expiry_minutes as "expiryPeriod",
           r.response_message as "responseMessage", r.receipt, r.remark, r.create_time as "createTime",
           r.update_time as "updateTime", r.complete_time as "completeTime", d.due_time as "dueTime"
      from ${from}
      join merchant m on m.merchant_no = r.merchant_no
      left join bank b on b.bank_code = r.bank_code
      left join record_due d on d.merchant_no = r.merchant_no and d.record_id = r.id
      ${rest}`)
  return rows.map(({ dueTime, payAmount, payFee, serviceFee, transferFee, ...row }) => ({
    ...row,
    ...amountTexts({ payAmount, payFee, serviceFee, transferFee }, row.currency),
    holdUntil:
      dueTime !== null && HELD_TYPES.some((type) => type === row.type) && allows(row.type, 'cancel', row.status)
        ? wibTime(dueTime)
        : null,
    responseMessage: failureReasonText(row.responseMessage, language),
    createTime: wibTime(row.createTime),
    updateTime: wibTime(row.updateTime),
    completeTime: optionalWibTime(row.completeTime),
  }))
}
