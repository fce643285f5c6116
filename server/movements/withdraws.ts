import { toMinor } from '#contract/money.ts'
import type { Withdraw } from '#contract/shapes/movements.ts'
import { maySend } from '#contract/statuses.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { FailureReason } from '../texts/en.ts'
import {
  type CreatedMovement,
  createHeldMovement,
  type MovementContext,
  scheduleMovement,
  transitionMovement,
} from './movements.ts'
import { newMovement, parseAmount, type RequestContent } from './newMovement.ts'
import { TERMS, type Terms } from './terms.ts'

/** The processing time of the demo bank in seconds. */
export const BANK_SECONDS = 5

/**
 * Freezes the amount and the service fee and sends the withdraw to the bank: at once, or after the hold, unless cancelled.
 * Throws ACCOUNT_DISABLED, VALIDATION_FAILED for an unknown bank or an invalid amount, AMOUNT_OUT_OF_RANGE,
 * INSUFFICIENT_BALANCE and DUPLICATE_ORDER_NO.
 */
export async function withdraw(
  tx: Transaction,
  context: MovementContext,
  merchant: MerchantRow,
  input: RequestContent<Withdraw>,
  terms: Terms = TERMS[merchant.currency],
): Promise<CreatedMovement> {
  if (!maySend(merchant)) throw accountDisabled(merchant)
  const bank = await tx.one(sql`select from bank where bank_code = ${input.bankCode}`)
  if (bank === undefined) throw new Refusal('VALIDATION_FAILED', { fields: { bankCode: 'rule.unknown' } })
  const requested = newMovement(context.ids.next(), context.clock.now(), merchant, {
    type: 'WITHDRAW',
    merchantOrderNo: input.merchantOrderNo,
    amount: parseAmount(input.payAmount, merchant.currency, terms.withdraw),
    fee: toMinor(terms.withdraw.serviceFee, merchant.currency)!,
    method: 'BANK_TRANSFER',
    bankCode: input.bankCode,
    accountNumber: input.accountNumber,
    accountName: input.accountHoldName,
    remark: input.remark ?? null,
  })
  const created = await createHeldMovement(tx, context, requested, context.holdSeconds)
  if (!created.isNew || context.holdSeconds > 0) return created
  const movement = await transitionMovement(tx, context, requested, 'PROCESSING')
  if (context.simulation) await scheduleMovement(tx, movement, BANK_SECONDS)
  return { movement, isNew: true }
}

const FAILURE_REASONS: readonly FailureReason[] = ['accountClosed', 'nameMismatch', 'bankSilent']

/** Why the demo bank refuses a withdraw; null when it pays. Decided by the id, so that tests can predict it. */
export function bankRefusal(id: Id): FailureReason | null {
  const tail = Number(id.slice(-4))
  return tail % 16 === 7 ? FAILURE_REASONS[Math.floor(tail / 16) % FAILURE_REASONS.length]! : null
}
