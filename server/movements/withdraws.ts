import { toMinor } from '#contract/money.ts'
import type { Withdraw } from '#contract/shapes/movements.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { accountDisabled, maySend } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { FailureReason } from '../texts/schema.ts'
import {
  type CreatedMovement,
  createMovement,
  type MovementContext,
  postInitialStep,
  scheduleMovement,
  transitionMovement,
} from './movements.ts'
import { newMovement, parseAmount } from './newMovement.ts'
import { TERMS, type Terms } from './terms.ts'

/** How long the demo's bank takes, in seconds. */
export const BANK_SECONDS = 5

/**
 * Sets the amount and the service fee aside and hands the withdraw to the bank: at once, or where withdraws are held,
 * later, unless it is taken back. Refuses ACCOUNT_DISABLED, an unknown bank, a bad amount, INSUFFICIENT_BALANCE,
 * DUPLICATE_ORDER_NO.
 */
export async function withdraw(
  tx: Transaction,
  world: MovementContext,
  merchant: MerchantRow,
  input: Omit<Withdraw, 'txnPwd' | '_timestamp' | '_sign'>,
  terms: Terms = TERMS[merchant.currency],
): Promise<CreatedMovement> {
  if (!maySend(merchant)) throw accountDisabled(merchant)
  const bank = await tx.one(sql`select from bank where bank_code = ${input.bankCode}`)
  if (bank === undefined) throw new Refusal('VALIDATION_FAILED', { fields: { bankCode: 'rule.unknown' } })
  const asked = newMovement(world.ids.next(), world.clock.now(), merchant, {
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
  const found = await createMovement(tx, asked)
  if (!found.isNew) return found
  await postInitialStep(tx, world, asked)
  if (world.holdSeconds > 0) {
    await scheduleMovement(tx, asked, world.holdSeconds)
    return found
  }
  const record = await transitionMovement(tx, world, asked, 'PROCESSING')
  if (world.simulation) await scheduleMovement(tx, record, BANK_SECONDS)
  return { movement: record, isNew: true }
}

const REASONS: readonly FailureReason[] = ['accountClosed', 'nameMismatch', 'bankSilent']

/** What the demo's bank says to a withdraw: nothing when it pays. Its number decides, so that it can be foreseen. */
export function bankRefusal(id: Id): FailureReason | null {
  const tail = Number(id.slice(-4))
  return tail % 16 === 7 ? REASONS[Math.floor(tail / 16) % REASONS.length]! : null
}
