import { toMinor } from '#contract/money.ts'
import type { Transfer } from '#contract/shapes/movements.ts'
import { mayReceive, maySend } from '#contract/statuses.ts'
import type { Transaction } from '../db/database.ts'
import { post } from '../ledger/ledger.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { addTransitions, transitionOf } from '../orders/transitions.ts'
import { Refusal } from '../refusal.ts'
import type { MovementRecord } from './movementRow.ts'
import { movementStep, statusEntries } from './movementSteps.ts'
import {
  type CreatedMovement,
  createHeldMovement,
  createMovement,
  createTransferIn,
  type MovementContext,
} from './movements.ts'
import { newMovement, parseAmount, type RequestContent } from './newMovement.ts'
import { TERMS, type Terms } from './terms.ts'

/**
 * Transfers money between merchants: both sides at once, or after the hold, unless cancelled. Throws ACCOUNT_DISABLED,
 * SAME_MERCHANT, MERCHANT_NOT_FOUND (also for a receiver that cannot receive the money), VALIDATION_FAILED,
 * AMOUNT_OUT_OF_RANGE, INSUFFICIENT_BALANCE and DUPLICATE_ORDER_NO.
 */
export async function transfer(
  tx: Transaction,
  context: MovementContext,
  sender: MerchantRow,
  { merchantOrderNo, receiveMerchantNo, payAmount, remark }: RequestContent<Transfer>,
  terms: Terms = TERMS[sender.currency],
): Promise<CreatedMovement> {
  if (!maySend(sender)) throw accountDisabled(sender)
  if (receiveMerchantNo === sender.merchantNo) throw new Refusal('SAME_MERCHANT')
  const receiver = await merchantByNo(tx, receiveMerchantNo)
  if (receiver === undefined || !canReceiveFrom(receiver, sender)) throw new Refusal('MERCHANT_NOT_FOUND')
  const requested = newMovement(context.ids.next(), context.clock.now(), sender, {
    type: 'TRANSFER_OUT',
    merchantOrderNo,
    amount: parseAmount(payAmount, sender.currency, terms.transfer),
    fee: toMinor(terms.transfer.transferFee, sender.currency)!,
    payerName: sender.name,
    payerAccount: sender.merchantNo,
    receiveMerchantNo,
    receiveName: receiver.name,
    remark: remark ?? null,
  })
  const { holdSeconds } = context
  return holdSeconds === 0 ? transferNow(tx, context, requested) : createHeldMovement(tx, context, requested, holdSeconds)
}

async function transferNow(tx: Transaction, { ids }: MovementContext, requested: MovementRecord): Promise<CreatedMovement> {
  const { movement } = movementStep(requested, 'SUCCESS', { at: requested.createTime })
  const created = await createMovement(tx, movement)
  if (!created.isNew) return created
  await addTransitions(tx, [transitionOf(requested), transitionOf(movement)])
  await post(tx, ids, [...statusEntries(movement, 'transferSent'), ...(await createTransferIn(tx, movement))])
  return created
}

const KINDS_WITH_ACCOUNT: readonly MerchantRow['kind'][] = ['normal', 'subMerchant', 'umerchant']

/** Whether the receiver can receive a transfer of the sender. */
export const canReceiveFrom = (receiver: MerchantRow, sender: Pick<MerchantRow, 'currency'>): boolean =>
  KINDS_WITH_ACCOUNT.includes(receiver.kind) && mayReceive(receiver) && receiver.currency === sender.currency
