import { toMinor } from '#contract/money.ts'
import type { Transfer } from '#contract/shapes/movements.ts'
import type { Transaction } from '../db/database.ts'
import { post } from '../ledger/ledger.ts'
import { accountDisabled, mayReceive, maySend } from '../merchants/merchantStatus.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { MovementRecord } from './movementRow.ts'
import { immediateTransferEntries, initialStep, movementStep } from './movementSteps.ts'
import { addMovementTransitions } from './movementStore.ts'
import {
  type CreatedMovement,
  createMovement,
  createTransferIn,
  type MovementContext,
  postInitialStep,
  scheduleMovement,
} from './movements.ts'
import { newMovement, parseAmount } from './newMovement.ts'
import { TERMS, type Terms } from './terms.ts'

/**
 * Sends money from one merchant to another: both sides at once, or where transfers are held, later, unless it is taken
 * back. Refuses ACCOUNT_DISABLED, SAME_MERCHANT, MERCHANT_NOT_FOUND (also one that takes no such money), a bad amount,
 * INSUFFICIENT_BALANCE, DUPLICATE_ORDER_NO.
 */
export async function transfer(
  tx: Transaction,
  world: MovementContext,
  sender: MerchantRow,
  {
    merchantOrderNo,
    receiveMerchantNo,
    payAmount,
    remark,
  }: Pick<Transfer, 'merchantOrderNo' | 'receiveMerchantNo' | 'payAmount' | 'remark'>,
  terms: Terms = TERMS[sender.currency],
): Promise<CreatedMovement> {
  if (!maySend(sender)) throw accountDisabled(sender)
  if (receiveMerchantNo === sender.merchantNo) throw new Refusal('SAME_MERCHANT')
  const receiver = await merchantByNo(tx, receiveMerchantNo)
  if (receiver === undefined || !canReceiveFrom(receiver, sender)) throw new Refusal('MERCHANT_NOT_FOUND')
  const asked = newMovement(world.ids.next(), world.clock.now(), sender, {
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
  if (world.holdSeconds === 0) return sendNow(tx, world, asked)
  const found = await createMovement(tx, asked)
  if (!found.isNew) return found
  await postInitialStep(tx, world, asked)
  await scheduleMovement(tx, asked, world.holdSeconds)
  return found
}

async function sendNow(tx: Transaction, { ids }: MovementContext, asked: MovementRecord): Promise<CreatedMovement> {
  const { movement: record, transition: move } = movementStep(asked, 'SUCCESS', { at: asked.createTime })
  const found = await createMovement(tx, record)
  if (!found.isNew) return found
  await addMovementTransitions(tx, [initialStep(asked).transition, move])
  await post(tx, ids, [...immediateTransferEntries(record), ...(await createTransferIn(tx, record))])
  return found
}

const HOLDS_MONEY: readonly MerchantRow['kind'][] = ['normal', 'subMerchant', 'umerchant']

/** Whether a transfer between the two can arrive. */
export const canReceiveFrom = (receiver: MerchantRow, sender: Pick<MerchantRow, 'currency'>): boolean =>
  HOLDS_MONEY.includes(receiver.kind) && mayReceive(receiver) && receiver.currency === sender.currency
