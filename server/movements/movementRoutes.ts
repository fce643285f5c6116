import type { FastifyInstance } from 'fastify'
import type { Permission } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { HELD_TYPES, RECHARGES, TRANSFERS } from '#contract/kinds.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { OfflineRecharge, OnlineRecharge, Transfer, Withdraw } from '#contract/shapes/movements.ts'
import { OrderId } from '#contract/shapes/orders.ts'
import { audit } from '../audit/audit.ts'
import { accountMay } from '../auth/permissions.ts'
import type { Transaction } from '../db/database.ts'
import { type Gateway, movementContext } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { serveMoney, serveSigned } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { visibleMovements } from '../lists/listings.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { instructionOf } from '../orders/channels.ts'
import { Refusal } from '../refusal.ts'
import type { MovementScope } from './movementFilter.ts'
import { findMovement, heldMovements, movementTrail, movementView, offlineRechargeInfo } from './movementQueries.ts'
import type { MovementRecord } from './movementRow.ts'
import { type CreateMovement, transitionMovement } from './movements.ts'
import { checkRecharge, rechargeOffline, rechargeOnline } from './recharges.ts'
import { transfer, withdraw } from './sendMoney.ts'

/** Transfers, withdraws and recharges: their creation, the history of one, those on hold, and their cancellation. */
export function movementRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway
  const context = movementContext(gateway)

  const create =
    <Input>(action: 'transfer' | 'withdraw' | 'recharge', work: CreateMovement<Input>) =>
    async (tx: Transaction, input: Input, caller: Caller) => {
      const { merchant, language } = caller
      const { movement, isNew } = await work(tx, context, merchant, input)
      const answer = await movementView(tx, movement, language)
      if (isNew) {
        const { payAmount, currency, receiveMerchantNo } = answer
        const detail = { payAmount, currency, ...(receiveMerchantNo !== null && { receiver: receiveMerchantNo }) }
        await audit(tx, gateway, caller, action, { target: movement.id, detail })
      }
      return { movement, answer, isNew }
    }

  serveSigned(app, gateway, calls.transfer, Transfer, create('transfer', transfer))
  serveSigned(app, gateway, calls.withdraw, Withdraw, create('withdraw', withdraw))
  serveSigned(app, gateway, calls.rechargeOffline, OfflineRecharge, create('recharge', rechargeOffline))
  serveSigned(app, gateway, calls.rechargeOnline, OnlineRecharge, async (tx, input, caller) => {
    const { movement, answer, isNew } = await create('recharge', rechargeOnline)(tx, input, caller)
    return { answer: { ...answer, ...instructionOf({ ...movement, method: movement.method! }) }, isNew }
  })

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

  serve(app, calls.recordTrail, OrderId, async ({ id }, { merchant, language }) =>
    movementTrail(db, await findMovement(db, await visibleMovements(db, merchant, readableTypes(merchant)), id), language),
  )

  serve(app, calls.heldRecords, NoInput, (_, { merchant, language }) =>
    heldMovements(
      db,
      { merchantNo: merchant.merchantNo, types: HELD_TYPES.filter((type) => mayCancel(merchant, type)) },
      language,
    ),
  )

  serveMoney(app, gateway, calls.cancelRecord, OrderId, {
    async execute(tx, { id }, caller) {
      const { merchant } = caller
      const scope: MovementScope = { merchantNos: [merchant.merchantNo], types: CANCELLABLE }
      const movement = await findMovement(tx, scope, id)
      if (!mayCancel(merchant, movement.type)) throw new Refusal('FORBIDDEN')
      const after = await transitionMovement(tx, context, movement, 'CANCELLED')
      await audit(tx, gateway, caller, 'cancel', { target: movement.id, detail: { from: movement.status, to: after.status } })
      return movementView(tx, movement, caller.language)
    },
  })
}

/** What an account needs to cancel a movement: the permission to submit it. */
const CANCEL_PERMISSIONS: Partial<Record<MovementRecord['type'], Permission>> = {
  WITHDRAW: 'withdraw_submit',
  TRANSFER_OUT: 'transfer_submit',
  RECHARGE_OFFLINE: 'recharge_offline',
}

const CANCELLABLE = Object.keys(CANCEL_PERMISSIONS) as MovementRecord['type'][]

function mayCancel(merchant: MerchantRow, type: MovementRecord['type']): boolean {
  const permission = CANCEL_PERMISSIONS[type]
  return permission !== undefined && accountMay(merchant, permission)
}

/** The types the account may read. The permission for one list does not open the details of another. */
const readableTypes = (merchant: MerchantRow): MovementRecord['type'][] => [
  ...(accountMay(merchant, 'account_transfer') ? TRANSFERS : []),
  ...(accountMay(merchant, 'recharge_list') ? RECHARGES : []),
  ...(accountMay(merchant, 'withdraw_list') ? (['WITHDRAW'] as const) : []),
]
