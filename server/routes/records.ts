import type { FastifyInstance } from 'fastify'
import { may } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { RecordType } from '#contract/options.ts'
import { OrderId, PagedOrders } from '#contract/shapes.ts'
import { audit } from '../audit.ts'
import type { Queries } from '../db/database.ts'
import { type Gateway, recordWorld } from '../gateway.ts'
import { deedOf } from '../http/deed.ts'
import { serveMoney } from '../http/money.ts'
import { serve, serveRows } from '../http/serve.ts'
import { moveRecord } from '../moneyRecords.ts'
import { type MerchantRecord, scopeOf } from '../queries/merchants.ts'
import type { AccountRecord } from '../queries/record.ts'
import type { RecordScope } from '../queries/recordFilter.ts'
import { findRecord, listRecords, recordTrail, recordView } from '../queries/records.ts'
import { Refusal } from '../refusal.ts'
import { keysOf } from '../rights.ts'

const TRANSFERS: readonly RecordType[] = ['TRANSFER_OUT', 'TRANSFER_IN']
const RECHARGES: readonly RecordType[] = ['RECHARGE_ONLINE', 'RECHARGE_OFFLINE']
const WITHDRAWS: readonly RecordType[] = ['WITHDRAW']

/** Recharges, withdraws and transfers: lists, one record's history, and taking one back. */
export function recordRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  serveRows(app, calls.rechargeList, PagedOrders, async (filter, { merchant, language }, wish) =>
    listRecords(db, await seenRecords(db, merchant, RECHARGES), filter, wish, language),
  )

  serveRows(app, calls.withdrawList, PagedOrders, async (filter, { merchant, language }, wish) =>
    listRecords(db, await seenRecords(db, merchant, WITHDRAWS), filter, wish, language),
  )

  // A transfer within the family would be there twice; who wants a sub-merchant's side asks for that one.
  serveRows(app, calls.transferList, PagedOrders, async (filter, { merchant, language }, wish) => {
    const { merchantNo = merchant.merchantNo } = filter
    return listRecords(db, await seenRecords(db, merchant, TRANSFERS), { ...filter, merchantNo }, wish, language)
  })

  serve(app, calls.recordTrail, OrderId, async ({ id }, { merchant, language }) =>
    recordTrail(db, await findRecord(db, await seenRecords(db, merchant, typesOf(merchant)), id), language),
  )

  serveMoney(app, gateway, calls.cancelRecord, OrderId, async (tx, { id }, caller) => {
    const { merchant } = caller
    const scope: RecordScope = { merchantNos: [merchant.merchantNo], types: ['WITHDRAW', 'TRANSFER_OUT'] }
    const record = await findRecord(tx, scope, id)
    if (!may(keysOf(merchant), record.type === 'WITHDRAW' ? 'withdraw_submit' : 'transfer_submit'))
      throw new Refusal('FORBIDDEN')
    const after = await moveRecord(tx, recordWorld(gateway), record, 'CANCELLED')
    await audit(tx, {
      ...deedOf(gateway, caller),
      action: 'cancel',
      target: record.id,
      detail: { from: record.status, to: after.status },
    })
    return recordView(tx, record, caller.language)
  })
}

const seenRecords = async (db: Queries, merchant: MerchantRecord, types: readonly RecordType[]): Promise<RecordScope> => ({
  merchantNos: await scopeOf(db, merchant),
  types,
})

/** Who may see one list does not see the others by way of one record. */
function typesOf(merchant: MerchantRecord): AccountRecord['type'][] {
  const keys = keysOf(merchant)
  return [
    ...(may(keys, 'account_transfer') ? TRANSFERS : []),
    ...(may(keys, 'recharge_list') ? RECHARGES : []),
    ...(may(keys, 'withdraw_list') ? WITHDRAWS : []),
  ]
}
