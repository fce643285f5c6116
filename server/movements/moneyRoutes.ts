import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { OfflineRecharge, OnlineRecharge, Transfer, Withdraw } from '#contract/shapes/movements.ts'
import { OrderId } from '#contract/shapes/orders.ts'
import { audit } from '../audit/audit.ts'
import type { Transaction } from '../db/database.ts'
import { type Gateway, movementContext } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { type MoneyResult, serveMoney, serveSigned } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { instructionOf } from '../orders/channels.ts'
import { findMovement, movementView, offlineRechargeInfo } from './movementQueries.ts'
import type { CreatedMovement } from './movements.ts'
import { checkRecharge, rechargeOffline, rechargeOnline } from './recharges.ts'
import { transfer } from './transfers.ts'
import { withdraw } from './withdraws.ts'

/** Transfers, withdraws and recharges of a merchant. */
export function moneyRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config } = gateway
  const termsOf = ({ merchant }: Caller) => config.terms[merchant.currency]
  const context = movementContext(gateway)

  serveSigned(app, gateway, calls.transfer, Transfer, async (tx, input, caller) =>
    respondAndAudit(tx, gateway, caller, 'transfer', await transfer(tx, context, caller.merchant, input, termsOf(caller))),
  )

  serveSigned(app, gateway, calls.withdraw, Withdraw, async (tx, input, caller) =>
    respondAndAudit(tx, gateway, caller, 'withdraw', await withdraw(tx, context, caller.merchant, input, termsOf(caller))),
  )

  serveSigned(app, gateway, calls.rechargeOnline, OnlineRecharge, async (tx, input, caller) => {
    const created = await rechargeOnline(tx, context, caller.merchant, input, termsOf(caller))
    const { answer, isNew } = await respondAndAudit(tx, gateway, caller, 'recharge', created)
    const { movement } = created
    return { answer: { ...answer, ...instructionOf({ ...movement, method: movement.method! }) }, isNew }
  })

  serveSigned(app, gateway, calls.rechargeOffline, OfflineRecharge, async (tx, input, caller) =>
    respondAndAudit(
      tx,
      gateway,
      caller,
      'recharge',
      await rechargeOffline(tx, context, caller.merchant, input, termsOf(caller)),
    ),
  )

  serve(app, calls.offlineRecharge, NoInput, (_, { merchant, language }) => offlineRechargeInfo(db, merchant, language))

  serveMoney(app, gateway, calls.checkRecharge, OrderId, {
    async execute(tx, { id }, caller) {
      const scope = { merchantNos: [caller.merchant.merchantNo], types: ['RECHARGE_OFFLINE'] } as const
      const before = await findMovement(tx, scope, id)
      const after = await checkRecharge(tx, context, before)
      await audit(tx, gateway, caller, 'check', { target: before.id, detail: { from: before.status, to: after.status } })
      return movementView(tx, after, caller.language)
    },
  })
}

/** Builds the response and writes one audit event for a new movement. */
async function respondAndAudit(
  tx: Transaction,
  gateway: Gateway,
  caller: Caller,
  action: 'transfer' | 'withdraw' | 'recharge',
  { movement, isNew }: CreatedMovement,
): Promise<MoneyResult<Movement>> {
  const answer = await movementView(tx, movement, caller.language)
  if (isNew) {
    const { payAmount, currency, receiveMerchantNo } = answer
    const detail = { payAmount, currency, ...(receiveMerchantNo !== null && { receiver: receiveMerchantNo }) }
    await audit(tx, gateway, caller, action, { target: movement.id, detail })
  }
  return { answer, isNew }
}
