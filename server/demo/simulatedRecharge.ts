import { RECHARGES } from '#contract/kinds.ts'
import type { MovementStatus } from '#contract/options.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { PayOrder, SimulationResult } from '#contract/rows/orders.ts'
import type { Simulate } from '#contract/shapes/simulation.ts'
import { audit } from '../audit/audit.ts'
import type { Transaction } from '../db/database.ts'
import { type Gateway, movementContext } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { scopeOf } from '../merchants/merchants.ts'
import { findMovement, movementView } from '../movements/movementQueries.ts'
import { transitionMovement } from '../movements/movements.ts'
import { Refusal } from '../refusal.ts'

/** Simulates the payment of a recharge. Recharges have no callbacks. */
export async function simulateRecharge(
  tx: Transaction,
  gateway: Gateway,
  caller: Caller,
  { merchantOrderNo, outcome = 'success' }: Simulate,
): Promise<SimulationResult> {
  const merchantNos = await scopeOf(tx, caller.merchant)
  const before = await findMovement(tx, { merchantNos, types: RECHARGES }, merchantOrderNo)
  const steps = STEPS[outcome]
  // A recharge is credited with the amount received, so there is no underpaid or overpaid outcome.
  if (steps === null) throw new Refusal('VALIDATION_FAILED', { fields: { outcome: 'rule.unknown' } })
  const open = before.status !== 'EXPIRED' || outcome !== 'late'
  for (const to of open ? steps : steps.slice(-1))
    await transitionMovement(tx, movementContext(gateway), before, to, { simulated: true })
  await audit(tx, gateway, caller, 'simulate', {
    merchantNo: before.merchantNo,
    target: before.id,
    detail: { outcome, from: before.status, to: steps.at(-1)! },
  })
  const after = await movementView(tx, before, caller.language)
  return { before: before.status, order: asOrder(after), notify: { notifyStatus: 'NONE', notifyAttempts: 0 } }
}

const STEPS: Record<NonNullable<Simulate['outcome']>, readonly MovementStatus[] | null> = {
  success: ['SUCCESS'],
  failed: ['FAILED'],
  expired: ['EXPIRED'],
  late: ['EXPIRED', 'SUCCESS'],
  underpaid: null,
  overpaid: null,
}

/** Converts the recharge to an order, the reply type of a simulation. */
function asOrder({
  transferFee: _fee,
  receiveMerchantNo: _no,
  holdUntil: _until,
  remark: _remark,
  ...movement
}: Movement): PayOrder {
  return {
    ...movement,
    payOrderNo: null,
    platAccountId: null,
    type: 'PAYIN',
    payMethod: movement.payMethod ?? '',
    payChannel: movement.payChannel ?? '',
    mobile: null,
    paidAmount: movement.status === 'SUCCESS' ? movement.payAmount : null,
    feeType: 'FIXED',
    lateSuccess: false,
    simulated: true,
    notifyStatus: 'NONE',
    notifyAttempts: 0,
    lastNotifyTime: null,
    review: null,
    reviewNote: null,
  }
}
