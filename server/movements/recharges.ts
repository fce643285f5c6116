import type { OfflineRecharge, OnlineRecharge } from '#contract/shapes/movements.ts'
import { allows, mayReceive } from '#contract/statuses.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import { channelIn, checkAmount, issue, openChannel } from '../orders/channels.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { SECOND } from '../wib.ts'
import type { MovementRecord } from './movementRow.ts'
import { addOpenRecharge, lockMovement, type MovementKey, saveMovement } from './movementStore.ts'
import { type CreateMovement, createHeldMovement, type MovementContext, transitionMovement } from './movements.ts'
import { newMovement, parseAmount } from './newMovement.ts'
import { parseReceipt, type ReceiptFile } from './receipts.ts'

const ONLINE_MINUTES = 60
const OFFLINE_MINUTES = 120
/** An offline recharge counts as arrived this long after the first check. */
export const ARRIVES_AFTER_MS = 5 * SECOND

/**
 * Creates a recharge that a channel collects. Throws ACCOUNT_DISABLED, VALIDATION_FAILED for a channel that is not open to
 * the merchant, AMOUNT_OUT_OF_RANGE for the limits of the merchant or the channel, and DUPLICATE_ORDER_NO.
 */
export const rechargeOnline: CreateMovement<OnlineRecharge> = async (
  tx,
  context,
  merchant,
  { merchantOrderNo, payAmount, payChannel },
) => {
  if (!mayReceive(merchant)) throw accountDisabled(merchant)
  const channel = channelIn(merchant.currency, await openChannel(tx, 'PAYIN', payChannel), payChannel)
  const amount = parseAmount(payAmount, merchant.currency, context.terms[merchant.currency].recharge)
  checkAmount(channel, amount)
  const id = context.ids.next()
  const { platAccountId: _, ...issued } = issue(channel, id)
  const movement = newMovement(id, context.clock.now(), merchant, {
    type: 'RECHARGE_ONLINE',
    merchantOrderNo,
    amount,
    method: channel.method,
    channel: channel.channel,
    ...issued,
    accountName: merchant.name,
    expiryMinutes: ONLINE_MINUTES,
  })
  return createHeldMovement(tx, context, movement, ONLINE_MINUTES * 60)
}

/**
 * Creates a recharge that the merchant sends to an account of the platform by bank transfer. Throws ACCOUNT_DISABLED,
 * VALIDATION_FAILED for an unknown bank or an invalid receipt or amount, AMOUNT_OUT_OF_RANGE, OPEN_RECHARGE_EXISTS and
 * DUPLICATE_ORDER_NO.
 */
export const rechargeOffline: CreateMovement<OfflineRecharge> = async (tx, context, merchant, input) => {
  if (!mayReceive(merchant)) throw accountDisabled(merchant)
  const receipt = input.receipt === undefined ? null : parseReceipt(input.receipt)
  const account = await tx.one<{ number: string; name: string }>(sql`
    select account_number as number, account_name as name
      from recharge_account
     where bank_code = ${input.bankCode} and currency = ${merchant.currency} and active`)
  if (account === undefined) throw invalidField('bankCode', 'rule.unknown')
  const movement = newMovement(context.ids.next(), context.clock.now(), merchant, {
    type: 'RECHARGE_OFFLINE',
    merchantOrderNo: input.merchantOrderNo,
    amount: parseAmount(input.payAmount, merchant.currency, context.terms[merchant.currency].recharge),
    method: 'BANK_TRANSFER',
    bankCode: input.bankCode,
    payerName: input.payerName,
    payerAccount: input.payerAccountNumber,
    receiveName: account.name,
    receiveAccount: account.number,
    expiryMinutes: OFFLINE_MINUTES,
    receipt: receipt !== null,
    remark: input.remark ?? null,
  })
  const created = await createHeldMovement(tx, context, movement, OFFLINE_MINUTES * 60)
  const { merchantNo, id, merchantOrderNo } = created.movement
  if (!created.isNew) {
    const isKept = receipt === null || (await hasReceipt(tx, created.movement, receipt))
    if (!isKept) throw new Refusal('DUPLICATE_ORDER_NO', { detail: { number: merchantOrderNo } })
    return created
  }
  if (!(await addOpenRecharge(tx, created.movement))) throw new Refusal('OPEN_RECHARGE_EXISTS')
  if (receipt !== null) {
    tx.send(sql`
      insert into record_receipt (merchant_no, record_id, type, content)
      values (${merchantNo}, ${id}, ${receipt.type}, ${receipt.content})`)
  }
  return created
}

const hasReceipt = async (tx: Transaction, { merchantNo, id }: MovementKey, { content }: ReceiptFile): Promise<boolean> =>
  (await tx.one(sql`
    select 1 from record_receipt where merchant_no = ${merchantNo} and record_id = ${id} and content = ${content}`)) !==
  undefined

/**
 * Checks whether the money of an offline recharge has arrived. The first check finds nothing; in a simulation, a check at
 * least `ARRIVES_AFTER_MS` later succeeds. Without one nothing says that money arrived, so nothing is credited. A final
 * recharge stays as it is. Throws ORDER_STATE_CONFLICT for other movements.
 */
export async function checkRecharge(tx: Transaction, context: MovementContext, key: MovementKey): Promise<MovementRecord> {
  const movement = await lockMovement(tx, key)
  if (movement.type !== 'RECHARGE_OFFLINE') throw new Refusal('ORDER_STATE_CONFLICT')
  const now = context.clock.now()
  if (movement.status === 'CREATED') {
    const checked = await transitionMovement(tx, context, key, 'PENDING_CHECK')
    saveMovement(tx, { ...checked, firstCheckTime: new Date(now) })
    return checked
  }
  const since = now - (movement.firstCheckTime?.getTime() ?? now)
  const arrived = context.simulation && allows(movement.type, 'check', movement.status) && since >= ARRIVES_AFTER_MS
  return arrived ? transitionMovement(tx, context, key, 'SUCCESS') : movement
}
