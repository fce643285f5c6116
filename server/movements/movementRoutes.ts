import type { FastifyInstance } from 'fastify'
import { hasPermission } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { HELD_TYPES, RECHARGES, TRANSFERS } from '#contract/kinds.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { OrderId } from '#contract/shapes/orders.ts'
import { audit } from '../audit/audit.ts'
import { accountPermissions } from '../auth/permissions.ts'
import { type Gateway, movementContext } from '../gateway.ts'
import { serveMoney } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { visibleMovements } from '../lists/listings.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { MovementScope } from './movementFilter.ts'
import { findMovement, heldMovements, movementTrail, movementView } from './movementQueries.ts'
import type { MovementRecord } from './movementRow.ts'
import { transitionMovement } from './movements.ts'

/** The history of one movement, movements on hold, and their cancellation. */
export function movementRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  serve(app, calls.recordTrail, OrderId, async ({ id }, { merchant, language }) =>
    movementTrail(db, await findMovement(db, await visibleMovements(db, merchant, readableTypes(merchant)), id), language),
  )

  serve(app, calls.heldRecords, NoInput, (_, { merchant, language }) =>
    heldMovements(db, { merchantNo: merchant.merchantNo, types: cancellableTypes(merchant) }, language),
  )

  serveMoney(app, gateway, calls.cancelRecord, OrderId, {
    async execute(tx, { id }, caller) {
      const { merchant } = caller
      const scope: MovementScope = { merchantNos: [merchant.merchantNo], types: HELD_TYPES }
      const movement = await findMovement(tx, scope, id)
      if (!cancellableTypes(merchant).includes(movement.type)) throw new Refusal('FORBIDDEN')
      const after = await transitionMovement(tx, movementContext(gateway), movement, 'CANCELLED')
      await audit(tx, gateway, caller, 'cancel', { target: movement.id, detail: { from: movement.status, to: after.status } })
      return movementView(tx, movement, caller.language)
    },
  })
}

/** The held types that the account may cancel: those it may submit. */
const cancellableTypes = (merchant: MerchantRow): MovementRecord['type'][] =>
  HELD_TYPES.filter((type) =>
    hasPermission(accountPermissions(merchant), type === 'WITHDRAW' ? 'withdraw_submit' : 'transfer_submit'),
  )

/** The types the account may read. The permission for one list does not open the details of another. */
function readableTypes(merchant: MerchantRow): MovementRecord['type'][] {
  const permissions = accountPermissions(merchant)
  return [
    ...(hasPermission(permissions, 'account_transfer') ? TRANSFERS : []),
    ...(hasPermission(permissions, 'recharge_list') ? RECHARGES : []),
    ...(hasPermission(permissions, 'withdraw_list') ? (['WITHDRAW'] as const) : []),
  ]
}
