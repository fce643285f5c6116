import { toMinor } from '#contract/money.ts'
import type { Transfer } from '#contract/moneyShapes.ts'
import type { Transaction } from '../db/database.ts'
import { post } from '../ledger/ledger.ts'
import { disabled, mayReceive, maySend } from '../merchants/merchantStatus.ts'
import { type MerchantRecord, merchantByNo } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { AccountRecord } from './movementRow.ts'
import { firstStep, recordStep, sentAtOnce } from './movementSteps.ts'
import { addRecordMoves } from './movementStore.ts'
import { awaken, begin, deliver, type Found, keep, type RecordWorld } from './movements.ts'
import { amountWithin, newRecord } from './newMovement.ts'
import { TERMS, type Terms } from './terms.ts'

/**
 * Sends money from one merchant to another: both sides at once, or where transfers are held, later, unless it is taken
 * back. Refuses ACCOUNT_DISABLED, SAME_MERCHANT, MERCHANT_NOT_FOUND (also one that takes no such money), a bad amount,
 * INSUFFICIENT_BALANCE, DUPLICATE_ORDER_NO.
 */
export async function transfer(
  tx: Transaction,
  world: RecordWorld,
  sender: MerchantRecord,
  {
    merchantOrderNo,
    receiveMerchantNo,
    payAmount,
    remark,
  }: Pick<Transfer, 'merchantOrderNo' | 'receiveMerchantNo' | 'payAmount' | 'remark'>,
  terms: Terms = TERMS[sender.currency],
): Promise<Found> {
  if (!maySend(sender)) throw disabled(sender)
  if (receiveMerchantNo === sender.merchantNo) throw new Refusal('SAME_MERCHANT')
  const receiver = await merchantByNo(tx, receiveMerchantNo)
  if (receiver === undefined || !takesMoneyOf(receiver, sender)) throw new Refusal('MERCHANT_NOT_FOUND')
  const asked = newRecord(world.ids.next(), world.clock.now(), sender, {
    type: 'TRANSFER_OUT',
    merchantOrderNo,
    amount: amountWithin(payAmount, sender.currency, terms.transfer),
    fee: toMinor(terms.transfer.transferFee, sender.currency)!,
    payerName: sender.name,
    payerAccount: sender.merchantNo,
    receiveMerchantNo,
    receiveName: receiver.name,
    remark: remark ?? null,
  })
  if (world.holdSeconds === 0) return sendNow(tx, world, asked)
  const found = await keep(tx, asked)
  if (!found.isNew) return found
  await begin(tx, world, asked)
  await awaken(tx, asked, world.holdSeconds)
  return found
}

async function sendNow(tx: Transaction, { ids }: RecordWorld, asked: AccountRecord): Promise<Found> {
  const { record, move } = recordStep(asked, 'SUCCESS', { at: asked.createTime })
  const found = await keep(tx, record)
  if (!found.isNew) return found
  await addRecordMoves(tx, [firstStep(asked).move, move])
  await post(tx, ids, [...sentAtOnce(record), ...(await deliver(tx, record))])
  return found
}

const HOLDS_MONEY: readonly MerchantRecord['kind'][] = ['normal', 'subMerchant', 'umerchant']

/** Whether a transfer between the two can arrive. */
export const takesMoneyOf = (receiver: MerchantRecord, sender: Pick<MerchantRecord, 'currency'>): boolean =>
  HOLDS_MONEY.includes(receiver.kind) && mayReceive(receiver) && receiver.currency === sender.currency
