import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { kindsOf, RECHARGES } from '#contract/kinds.ts'
import { minWireAmount } from '#contract/money.ts'
import type { MovementStatus, PayinOrderStatus, PayoutOrderStatus } from '#contract/options.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { PayOrder, SimulationResult } from '#contract/rows/orders.ts'
import { Simulate, SimulatePayout } from '#contract/shapes/simulation.ts'
import { allows, maySend, STATUS_GROUPS } from '#contract/statuses.ts'
import { audit, onOrder } from '../audit/audit.ts'
import { reliedMerchant } from '../auth/authority.ts'
import type { Transaction } from '../db/database.ts'
import { type Gateway, movementContext, paymentContext } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { serveMoney } from '../http/money.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import { scopeOf } from '../merchants/merchants.ts'
import { findNumberedMovement, movementView } from '../movements/movementQueries.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import { transitionMovement } from '../movements/movements.ts'
import type { OrderKey, OrderRecord } from '../orders/orderRow.ts'
import { orderView } from '../orders/orderTrail.ts'
import { transitionConflict } from '../orders/transitions.ts'
import { type Viewer, viewerOf } from '../orders/viewer.ts'
import { findNumberedOrder } from '../orders/visibleOrders.ts'
import { transitionPayin } from '../payins/payins.ts'
import { transitionPayout } from '../payouts/payouts.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { payoutNumberOf, payoutRefusalText } from './payoutChannel.ts'

type Outcome = NonNullable<Simulate['outcome']>
type Target = Exclude<PayinOrderStatus, 'PARTIAL_REFUND' | 'REFUNDED'>
type Step = [to: Target, paidAmount?: bigint | undefined]

// The reply waits this long for the first callback attempt, to include its outcome.
const CALLBACK_WAIT_MS = 2_000

/** Simulated payments and payouts. Available only when simulation is enabled; simulated orders are marked permanently. */
export function simulationRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, callbacks } = gateway

  const assertEnabled = () => {
    if (!config.simulation) throw new Refusal('SIMULATION_DISABLED')
  }
  const replyOf = (done: Simulated) => ('key' in done ? deliverAndReply(done) : done)

  const simulatePayin = async (tx: Transaction, input: Simulate, caller: Caller): Promise<Simulated> => {
    assertEnabled()
    const { platOrderNo, outcome = 'success', notify = null } = input
    const order = await findNumberedOrder(tx, caller.merchant, input, kindsOf('PAYIN')).catch(nullIfNotFound)
    const findRecharge = async () =>
      findNumberedMovement(tx, { merchantNos: await scopeOf(tx, caller.merchant), types: RECHARGES }, input)
    if (order === null) return simulateRecharge(tx, gateway, caller, await findRecharge(), outcome)
    const isAlone = platOrderNo !== undefined || (await findRecharge().catch(nullIfNotFound)) === null
    if (!isAlone) throw new Refusal('ORDER_AMBIGUOUS')
    const steps = payinSteps(order, outcome)
    const payments = { ...paymentContext(gateway), enqueueCallback: callbacks.enqueueSimulated(notify) }
    for (const [to, paidAmount] of steps) await transitionPayin(tx, payments, order, to, { simulated: true, paidAmount })
    return writeSimulation(tx, caller, order, { outcome, from: order.status, to: steps.at(-1)![0] })
  }
  serveMoney(app, gateway, calls.simulatePayin, Simulate, { execute: simulatePayin, reply: replyOf })

  const simulatePayout = async (tx: Transaction, input: SimulatePayout, caller: Caller): Promise<Simulated> => {
    assertEnabled()
    const { outcome = 'success', notify = null } = input
    const order = await findNumberedOrder(tx, caller.merchant, input, kindsOf('PAYOUT'))
    const steps = payoutSteps(order, outcome)
    const owner = (await reliedMerchant(tx, order.merchantNo))!
    if (steps[0] === 'PROCESSING' && !maySend(owner)) throw accountDisabled(owner)
    const payments = { ...paymentContext(gateway), enqueueCallback: callbacks.enqueueSimulated(notify) }
    for (const to of steps) {
      const payOrderNo = to === 'PROCESSING' ? payoutNumberOf(order) : undefined
      await transitionPayout(tx, payments, order, to, { simulated: true, payOrderNo, text: payoutText(order, to) })
    }
    return writeSimulation(tx, caller, order, { outcome, from: order.status, to: steps.at(-1)! })
  }
  serveMoney(app, gateway, calls.simulatePayout, SimulatePayout, { execute: simulatePayout, reply: replyOf })

  async function writeSimulation(tx: Transaction, caller: Caller, order: OrderRecord, detail: Moved): Promise<Simulated> {
    const { merchantNo, kind, id } = order
    await audit(tx, gateway, caller, 'simulate', onOrder(order, detail))
    return { key: { merchantNo, kind, id }, before: order.status, viewer: viewerOf(caller.merchant) }
  }

  /** Sends the order's callback now and replies with its state once it was attempted, or after the time limit. */
  async function deliverAndReply({ key, before, viewer }: SimulatedOrder): Promise<SimulationResult> {
    const delivered = callbacks.deliver(key).catch((err) => app.log.error({ err }, 'a simulated callback failed'))
    await Promise.race([delivered, setTimeout(CALLBACK_WAIT_MS, undefined, { ref: false })])
    const order = await orderView(db, key, viewer)
    return { before, order, notify: { notifyStatus: order.notifyStatus, notifyAttempts: order.notifyAttempts } }
  }
}

/** The stored result of a simulation: the order, with a reply that is built later, or the complete reply for a recharge. */
type Simulated = SimulatedOrder | SimulationResult
interface SimulatedOrder {
  key: OrderKey
  before: OrderRecord['status']
  viewer: Viewer | null
}

type Moved = Record<'outcome' | 'from' | 'to', string>

/** The status changes that lead a payout to the outcome. Throws ORDER_STATE_CONFLICT when there are none. */
function payoutSteps(order: OrderRecord, outcome: NonNullable<SimulatePayout['outcome']>): PayoutOrderStatus[] {
  const { status } = order
  const target = outcome.toUpperCase() as Uppercase<typeof outcome>
  const path: PayoutOrderStatus[] = target === 'REVERSED' ? ['PROCESSING', 'SUCCESS', 'REVERSED'] : ['PROCESSING', target]
  const position = path.indexOf(status === 'UNKNOWN' ? 'PROCESSING' : (status as PayoutOrderStatus))
  const isOpen = allows('PAYOUT', 'simulate', status) && status !== target
  if (!isOpen && !(status === 'SUCCESS' && target === 'REVERSED')) throw transitionConflict(order, target)
  return path.slice(position + 1)
}

function payoutText({ method }: OrderRecord, to: PayoutOrderStatus): string | undefined {
  if (to === 'FAILED') return payoutRefusalText(method, 0)
  if (to === 'UNKNOWN') return 'No response from the channel'
  return to === 'REVERSED' ? 'Returned by the beneficiary bank' : undefined
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof Refusal && error.code === 'ORDER_NOT_FOUND') return null
  throw error
}

/** The status changes that lead a payin to the outcome. Throws ORDER_STATE_CONFLICT when there are none. */
function payinSteps(order: OrderRecord, outcome: Outcome): Step[] {
  const { status, amount } = order
  const isOpen = allows('PAYIN', 'check', status)
  const isLapsed = STATUS_GROUPS.PAYIN.unpaid.some((one) => one === status)
  if (outcome === 'late' ? status !== 'PENDING' && !isLapsed : isLapsed) throw transitionConflict(order, TARGET[outcome])
  switch (outcome) {
    case 'success':
      return [['SUCCESS', isOpen ? amount : undefined]]
    case 'late':
      return isLapsed ? [['SUCCESS', amount]] : [['EXPIRED'], ['SUCCESS', amount]]
    case 'underpaid':
      return [['EXCEPTION', amount - tenthOf(order)]]
    case 'overpaid':
      return [['EXCEPTION', amount + tenthOf(order)]]
    default:
      return [[TARGET[outcome]]]
  }
}

/** A tenth of the amount, rounded up to the smallest amount on the wire: a payer cannot pay less, and no reply could show it. */
function tenthOf({ amount, currency }: OrderRecord): bigint {
  const step = minWireAmount(currency)
  return ((amount + 10n * step - 1n) / (10n * step)) * step
}

const TARGET: Record<Outcome, Target> = {
  success: 'SUCCESS',
  late: 'SUCCESS',
  failed: 'FAILED',
  expired: 'EXPIRED',
  underpaid: 'EXCEPTION',
  overpaid: 'EXCEPTION',
}

/** Simulates the payment of a recharge. Recharges have no callbacks. */
async function simulateRecharge(
  tx: Transaction,
  gateway: Gateway,
  caller: Caller,
  before: MovementRecord,
  outcome: Outcome,
): Promise<SimulationResult> {
  const steps = STEPS[outcome]
  // A recharge is credited with the amount received, so there is no underpaid or overpaid outcome.
  if (steps === null) throw invalidField('outcome', 'rule.unknown')
  const open = before.status !== 'EXPIRED' || outcome !== 'late'
  for (const to of open ? steps : steps.slice(-1))
    await transitionMovement(tx, movementContext(gateway), before, to, { simulated: true })
  await audit(tx, gateway, caller, 'simulate', onOrder(before, { outcome, from: before.status, to: steps.at(-1)! }))
  const after = await movementView(tx, before, caller.language)
  return { before: before.status, order: asOrder(after), notify: { notifyStatus: 'NONE', notifyAttempts: 0 } }
}

const STEPS: Record<Outcome, readonly MovementStatus[] | null> = {
  success: ['SUCCESS'],
  failed: ['FAILED'],
  expired: ['EXPIRED'],
  late: ['EXPIRED', 'SUCCESS'],
  underpaid: null,
  overpaid: null,
}

function asOrder({ transferFee: _fee, receiveMerchantNo: _no, holdUntil: _until, ...movement }: Movement): PayOrder {
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
    assignedTo: null,
    notes: null,
  }
}
