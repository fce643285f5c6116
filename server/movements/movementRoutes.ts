import type { FastifyInstance } from 'fastify'
import { hasPermission } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { OrderId } from '#contract/shapes/orders.ts'
import { audit } from '../audit/audit.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import { accountPermissions } from '../auth/permissions.ts'
import { type Gateway, movementContext } from '../gateway.ts'
import { serveMoney } from '../http/money.ts'
import { serve } from '../http/serve.ts'
import { RECHARGES, TRANSFERS, visibleMovements, WITHDRAWS } from '../lists/listings.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { MovementScope } from './movementFilter.ts'
import { findMovement, heldMovements, movementTrail, movementView } from './movementQueries.ts'
import { HELD_TYPES, type MovementRecord } from './movementRow.ts'
import { transitionMovement } from './movements.ts'

/** Recharges, withdraws and transfers: one record's history, and taking one back. */
export function movementRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  serve(app, calls.recordTrail, OrderId, async ({ id }, { merchant, language }) =>
    movementTrail(db, await findMovement(db, await visibleMovements(db, merchant, typesOf(merchant)), id), language),
  )

  serve(app, calls.heldRecords, NoInput, (_, { merchant, language }) =>
    heldMovements(db, { merchantNo: merchant.merchantNo, types: takenBackBy(merchant) }, language),
  )

  serveMoney(app, gateway, calls.cancelRecord, OrderId, async (tx, { id }, caller) => {
    const { merchant } = caller
    const scope: MovementScope = { merchantNos: [merchant.merchantNo], types: HELD_TYPES }
    const record = await findMovement(tx, scope, id)
    if (!takenBackBy(merchant).includes(record.type)) throw new Refusal('FORBIDDEN')
    const after = await transitionMovement(tx, movementContext(gateway), record, 'CANCELLED')
    await audit(tx, {
      ...newAuditEvent(gateway, caller),
      action: 'cancel',
      target: record.id,
      detail: { from: record.status, to: after.status },
    })
    return movementView(tx, record, caller.language)
  })
}

/** What he may send he may take back. */
const takenBackBy = (merchant: MerchantRow): MovementRecord['type'][] =>
  HELD_TYPES.filter((type) =>
    hasPermission(accountPermissions(merchant), type === 'WITHDRAW' ? 'withdraw_submit' : 'transfer_submit'),
  )

/** Who may see one list does not see the others by way of one record. */
function typesOf(merchant: MerchantRow): MovementRecord['type'][] {
  const keys = accountPermissions(merchant)
  return [
    ...(hasPermission(keys, 'account_transfer') ? TRANSFERS : []),
    ...(hasPermission(keys, 'recharge_list') ? RECHARGES : []),
    ...(hasPermission(keys, 'withdraw_list') ? WITHDRAWS : []),
  ]
}
