import { toMinor } from '#contract/money.ts'
import type { Transfer, Withdraw } from '#contract/shapes/movements.ts'
import { mayReceive, maySend } from '#contract/statuses.ts'
import { reliedMerchant } from '../auth/authority.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { post } from '../ledger/ledger.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { addTransitions, transitionOf } from '../orders/transitions.ts'
import { invalidField, Refusal } from '../refusal.ts'
import type { FailureReason } from '../texts/en.ts'
import type { MovementRecord } from './movementRow.ts'
import { movementStep, statusEntries } from './movementSteps.ts'
import {
  type CreatedMovement,
  type CreateMovement,
  createHeldMovement,
  createMovement,
  createTransferIn,
  type MovementContext,
  scheduleMovement,
  transitionMovement,
} from './movements.ts'
import { newMovement, parseAmount } from './newMovement.ts'

/** The processing time of the demo bank in seconds. */
export const BANK_SECONDS = 5

/**
 * Freezes the amount and the service fee and sends the withdraw to the bank: at once, or after the hold, unless cancelled.
 * Throws ACCOUNT_DISABLED, VALIDATION_FAILED for an unknown bank or an invalid amount, AMOUNT_OUT_OF_RANGE,
 * INSUFFICIENT_BALANCE and DUPLICATE_ORDER_NO.
 */
export const withdraw: CreateMovement<Withdraw> = async (tx, context, merchant, input) => {
  if (!maySend(merchant)) throw accountDisabled(merchant)
  const bank = await tx.one(sql`select 1 from bank where bank_code = ${input.bankCode}`)
  if (bank === undefined) throw invalidField('bankCode', 'rule.unknown')
  const requested = newMovement(context.ids.next(), context.clock.now(), merchant, {
    type: 'WITHDRAW',
    merchantOrderNo: input.merchantOrderNo,
    amount: parseAmount(input.payAmount, merchant.currency, context.terms[merchant.currency].withdraw),
    fee: toMinor(context.terms[merchant.currency].withdraw.serviceFee, merchant.currency)!,
    method: 'BANK_TRANSFER',
    bankCode: input.bankCode,
    accountNumber: input.accountNumber,
    accountName: input.accountHoldName,
    remark: input.remark ?? null,
  })
  const created = await createHeldMovement(tx, context, requested, context.holdSeconds)
  if (!created.isNew || context.holdSeconds > 0) return created
  const movement = await transitionMovement(tx, context, requested, 'PROCESSING')
  if (context.simulation) scheduleMovement(tx, movement, BANK_SECONDS)
  return { movement, isNew: true }
}

const FAILURE_REASONS: readonly FailureReason[] = ['accountClosed', 'nameMismatch', 'bankSilent']

/** Why the demo bank refuses a withdraw; null when it pays. Decided by the id, so that tests can predict it. */
export function bankRefusal(id: Id): FailureReason | null {
  const tail = Number(id.slice(-4))
  return tail % 16 === 7 ? FAILURE_REASONS[Math.floor(tail / 16) % FAILURE_REASONS.length]! : null
}

/**
 * Transfers money between merchants: both sides at once, or after the hold, unless cancelled. Throws ACCOUNT_DISABLED,
 * SAME_MERCHANT, MERCHANT_NOT_FOUND (also for a receiver that cannot receive the money), VALIDATION_FAILED,
 * AMOUNT_OUT_OF_RANGE, INSUFFICIENT_BALANCE and DUPLICATE_ORDER_NO.
 */
export const transfer: CreateMovement<Transfer> = async (
  tx,
  context,
  sender,
  { merchantOrderNo, receiveMerchantNo, payAmount, remark },
) => {
  if (!maySend(sender)) throw accountDisabled(sender)
  if (receiveMerchantNo === sender.merchantNo) throw new Refusal('SAME_MERCHANT')
  const receiver = await reliedMerchant(tx, receiveMerchantNo)
  if (receiver === undefined || !canReceiveFrom(receiver, sender)) throw new Refusal('MERCHANT_NOT_FOUND')
  const requested = newMovement(context.ids.next(), context.clock.now(), sender, {
    type: 'TRANSFER_OUT',
    merchantOrderNo,
    amount: parseAmount(payAmount, sender.currency, context.terms[sender.currency].transfer),
    fee: toMinor(context.terms[sender.currency].transfer.transferFee, sender.currency)!,
    payerName: sender.name,
    payerAccount: sender.merchantNo,
    receiveMerchantNo,
    receiveName: receiver.name,
    remark: remark ?? null,
  })
  const { holdSeconds } = context
  return holdSeconds === 0
    ? transferNow(tx, context, requested, sender)
    : createHeldMovement(tx, context, requested, holdSeconds)
}

async function transferNow(
  tx: Transaction,
  { ids }: MovementContext,
  requested: MovementRecord,
  sender: MerchantRow,
): Promise<CreatedMovement> {
  const { movement } = movementStep(requested, 'SUCCESS', { at: requested.createTime })
  return createMovement(tx, movement, () => {
    addTransitions(tx, [transitionOf(requested), transitionOf(movement)])
    return post(tx, ids, [...statusEntries(movement, 'transferSent'), ...createTransferIn(tx, movement, sender)])
  })
}

const KINDS_WITH_ACCOUNT: readonly MerchantRow['kind'][] = ['normal', 'subMerchant', 'umerchant']

export const canReceiveFrom = (receiver: MerchantRow, sender: Pick<MerchantRow, 'currency'>): boolean =>
  KINDS_WITH_ACCOUNT.includes(receiver.kind) && mayReceive(receiver) && receiver.currency === sender.currency
