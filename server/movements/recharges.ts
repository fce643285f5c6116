import type { OfflineRecharge, OnlineRecharge } from '#contract/shapes/movements.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { accountDisabled, mayReceive } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { checkAmount, issue, payinChannels } from '../orders/channels.ts'
import { Refusal } from '../refusal.ts'
import { MINUTE, SECOND } from '../wib.ts'
import type { MovementRecord } from './movementRow.ts'
import { addOpenRecharge, lockMovement, type MovementKey, saveMovement } from './movementStore.ts'
import {
  type CreatedMovement,
  createMovement,
  type MovementContext,
  postInitialStep,
  scheduleMovement,
  transitionMovement,
} from './movements.ts'
import { newMovement, parseAmount } from './newMovement.ts'
import { parseReceipt } from './receipts.ts'
import { TERMS, type Terms } from './terms.ts'

const ONLINE_MINUTES = 60
const OFFLINE_MINUTES = 120
/** After the first check, money that was sent by hand counts as found once so much time has passed. */
export const ARRIVES_AFTER_MS = 5 * SECOND

type Content<Input> = Omit<Input, '_timestamp' | '_sign'>

/**
 * Asks a channel to collect what the merchant wants to put on its account. Refuses ACCOUNT_DISABLED, a channel that is
 * not open to it, an amount outside its own or the channel's limits, DUPLICATE_ORDER_NO.
 */
export async function rechargeOnline(
  tx: Transaction,
  world: MovementContext,
  merchant: MerchantRow,
  { merchantOrderNo, payAmount, payChannel }: Content<OnlineRecharge>,
  terms: Terms = TERMS[merchant.currency],
): Promise<CreatedMovement> {
  if (!mayReceive(merchant)) throw accountDisabled(merchant)
  const channel = (await payinChannels(tx)).get(payChannel)
  if (channel === undefined || channel.currency !== merchant.currency) {
    throw new Refusal('VALIDATION_FAILED', { fields: { payChannel: 'rule.unknown' } })
  }
  const amount = parseAmount(payAmount, merchant.currency, terms.recharge)
  checkAmount(channel, amount)
  const id = world.ids.next()
  const { payOrderNo, bankCode, accountNumber, receiveAccount } = issue(channel, id)
  return start(
    tx,
    world,
    newMovement(id, world.clock.now(), merchant, {
      type: 'RECHARGE_ONLINE',
      merchantOrderNo,
      amount,
      method: channel.method,
      channel: channel.channel,
      payOrderNo,
      bankCode,
      accountNumber,
      accountName: merchant.name,
      receiveAccount,
      expiryMinutes: ONLINE_MINUTES,
    }),
  )
}

/**
 * Money that the merchant sends to the platform's own account by hand. Refuses ACCOUNT_DISABLED, a bank where there is
 * no such account, a receipt that is none, a bad amount, OPEN_RECHARGE_EXISTS, DUPLICATE_ORDER_NO.
 */
export async function rechargeOffline(
  tx: Transaction,
  world: MovementContext,
  merchant: MerchantRow,
  input: Content<OfflineRecharge>,
  terms: Terms = TERMS[merchant.currency],
): Promise<CreatedMovement> {
  if (!mayReceive(merchant)) throw accountDisabled(merchant)
  const receipt = input.receipt === undefined ? null : parseReceipt(input.receipt)
  const account = await tx.one<{ number: string; name: string }>(sql`
    select account_number as number, account_name as name
      from recharge_account
     where bank_code = ${input.bankCode} and currency = ${merchant.currency} and active`)
  if (account === undefined) throw new Refusal('VALIDATION_FAILED', { fields: { bankCode: 'rule.unknown' } })
  const found = await start(
    tx,
    world,
    newMovement(world.ids.next(), world.clock.now(), merchant, {
      type: 'RECHARGE_OFFLINE',
      merchantOrderNo: input.merchantOrderNo,
      amount: parseAmount(input.payAmount, merchant.currency, terms.recharge),
      method: 'BANK_TRANSFER',
      bankCode: input.bankCode,
      payerName: input.payerName,
      payerAccount: input.payerAccountNumber,
      receiveName: account.name,
      receiveAccount: account.number,
      expiryMinutes: OFFLINE_MINUTES,
      receipt: receipt !== null,
      remark: input.remark ?? null,
    }),
  )
  if (!found.isNew) return found
  const { merchantNo, id } = found.movement
  if (!(await addOpenRecharge(tx, found.movement))) throw new Refusal('OPEN_RECHARGE_EXISTS')
  if (receipt !== null) {
    await tx.run(sql`
      insert into record_receipt (merchant_no, record_id, type, content)
      values (${merchantNo}, ${id}, ${receipt.type}, ${receipt.content})`)
  }
  return found
}

async function start(tx: Transaction, world: MovementContext, record: MovementRecord): Promise<CreatedMovement> {
  const found = await createMovement(tx, record)
  if (found.isNew) {
    await postInitialStep(tx, world, record)
    await scheduleMovement(tx, record, (record.expiryMinutes! * MINUTE) / SECOND)
  }
  return found
}

/**
 * Looks for money that was sent by hand. The first look finds nothing yet, one some seconds later does; what is decided
 * stays as it is, however often it is looked at. Refuses with ORDER_STATE_CONFLICT what was not sent by hand.
 */
export async function checkRecharge(tx: Transaction, world: MovementContext, key: MovementKey): Promise<MovementRecord> {
  const record = await lockMovement(tx, key)
  if (record.type !== 'RECHARGE_OFFLINE') throw new Refusal('ORDER_STATE_CONFLICT')
  const now = world.clock.now()
  if (record.status === 'CREATED') {
    const looked = await transitionMovement(tx, world, key, 'PENDING_CHECK')
    await saveMovement(tx, { ...looked, firstCheckTime: new Date(now) })
    return looked
  }
  const since = now - (record.firstCheckTime?.getTime() ?? now)
  const arrived = record.status === 'PENDING_CHECK' && since >= ARRIVES_AFTER_MS
  return arrived ? transitionMovement(tx, world, key, 'SUCCESS') : record
}
