import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { PayinOrderStatus, PayoutOrderStatus } from '#contract/options.ts'
import type { SimulationResult } from '#contract/rows/orders.ts'
import { Simulate, SimulatePayout } from '#contract/shapes/simulation.ts'
import { audit } from '../audit/audit.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import type { Transaction } from '../db/database.ts'
import { type Gateway, paymentContext } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { serveMoneyWithReply } from '../http/money.ts'
import { accountDisabled, maySend } from '../merchants/merchantStatus.ts'
import { merchantByNo } from '../merchants/merchants.ts'
import { type OrderRecord, PAYOUTS } from '../orders/orderRow.ts'
import type { OrderKey } from '../orders/orderStore.ts'
import { orderView } from '../orders/orderTrail.ts'
import { findVisibleOrder } from '../orders/visibleOrders.ts'
import { transitionPayin } from '../payins/payins.ts'
import { transitionPayout } from '../payouts/payouts.ts'
import { Refusal } from '../refusal.ts'
import { payoutNumberOf, payoutRefusalText } from './payoutChannel.ts'
import { simulateRecharge } from './simulatedRecharge.ts'

type Outcome = NonNullable<Simulate['outcome']>
type Target = Exclude<PayinOrderStatus, 'PARTIAL_REFUND' | 'REFUNDED'>
type Step = [to: Target, paidAmount?: bigint | undefined]

// The callback follows by itself; the reply waits this long for its first answer, so that it can tell of it.
const PATIENCE_MS = 2_000

/** Payers and channels that do what they are told. Only where simulation is on, and marked on the order for good. */
export function simulationRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, callbacks } = gateway

  const permit = () => {
    if (!config.simulation) throw new Refusal('SIMULATION_DISABLED')
  }
  const answer = (done: Simulated) => ('key' in done ? told(done) : done)

  const simulatePayin = async (tx: Transaction, input: Simulate, caller: Caller): Promise<Simulated> => {
    permit()
    const { merchantOrderNo, outcome = 'success', notify = null } = input
    const order = await findVisibleOrder(tx, caller.merchant, merchantOrderNo).catch(orNone)
    if (order === null) return simulateRecharge(tx, gateway, caller, input)
    const steps = payinSteps(order, outcome)
    const payments = { ...paymentContext(gateway), enqueueCallback: callbacks.enqueueSimulated(notify) }
    for (const [to, paidAmount] of steps) await transitionPayin(tx, payments, order, to, { simulated: true, paidAmount })
    return noted(tx, caller, order, { outcome, from: order.status, to: steps.at(-1)![0] })
  }
  serveMoneyWithReply(app, gateway, calls.simulatePayin, Simulate, simulatePayin, answer)

  const simulatePayout = async (tx: Transaction, input: SimulatePayout, caller: Caller): Promise<Simulated> => {
    permit()
    const { merchantOrderNo, outcome = 'success', notify = null } = input
    const order = await findVisibleOrder(tx, caller.merchant, merchantOrderNo, PAYOUTS)
    const steps = payoutSteps(order, outcome)
    const owner = (await merchantByNo(tx, order.merchantNo))!
    if (steps[0] === 'PROCESSING' && !maySend(owner)) throw accountDisabled(owner)
    const payments = { ...paymentContext(gateway), enqueueCallback: callbacks.enqueueSimulated(notify) }
    for (const to of steps) {
      const payOrderNo = to === 'PROCESSING' ? payoutNumberOf(order) : undefined
      await transitionPayout(tx, payments, order, to, { simulated: true, payOrderNo, text: payoutWords(order, to) })
    }
    return noted(tx, caller, order, { outcome, from: order.status, to: steps.at(-1)! })
  }
  serveMoneyWithReply(app, gateway, calls.simulatePayout, SimulatePayout, simulatePayout, answer)

  /** Writes down who simulated what. */
  async function noted(tx: Transaction, caller: Caller, order: OrderRecord, detail: Moved): Promise<Simulated> {
    const { merchantNo, kind, id } = order
    await audit(tx, { ...newAuditEvent(gateway, caller), action: 'simulate', merchantNo, target: id, detail })
    return { key: { merchantNo, kind, id }, before: order.status }
  }

  /** Sends what is owed of the order now and tells how that went, if it went fast enough. */
  async function told({ key, before }: SimulatedOrder): Promise<SimulationResult> {
    const delivered = callbacks.deliver(key).catch((err) => app.log.error({ err }, 'a simulated callback failed'))
    await Promise.race([delivered, setTimeout(PATIENCE_MS, undefined, { ref: false })])
    const order = await orderView(db, key)
    return { before, order, notify: { notifyStatus: order.notifyStatus, notifyAttempts: order.notifyAttempts } }
  }
}

/** What is kept of a simulation: the order, which is told about when that is over, or the answer about a recharge. */
type Simulated = SimulatedOrder | SimulationResult
interface SimulatedOrder {
  key: OrderKey
  before: OrderRecord['status']
}

type Moved = Record<'outcome' | 'from' | 'to', string>

/** The moves that lead a payout to the outcome; refuses where none do from here. */
function payoutSteps({ status }: OrderRecord, outcome: PayoutOutcome): PayoutOrderStatus[] {
  const target = PAYOUT_TARGET[outcome]
  const way: PayoutOrderStatus[] = target === 'REVERSED' ? ['PROCESSING', 'SUCCESS', 'REVERSED'] : ['PROCESSING', target]
  const begun = way.indexOf(status === 'UNKNOWN' ? 'PROCESSING' : (status as PayoutOrderStatus))
  const steps = way.slice(begun + 1)
  const open = status === 'CREATED' || status === 'PROCESSING' || (status === 'UNKNOWN' && target !== 'UNKNOWN')
  if (!open && !(status === 'SUCCESS' && target === 'REVERSED')) {
    throw new Refusal('ORDER_STATE_CONFLICT', { detail: { from: status, to: target } })
  }
  return steps
}

type PayoutOutcome = NonNullable<SimulatePayout['outcome']>

const PAYOUT_TARGET: Record<PayoutOutcome, PayoutOrderStatus> = {
  success: 'SUCCESS',
  failed: 'FAILED',
  unknown: 'UNKNOWN',
  reversed: 'REVERSED',
}

function payoutWords({ method }: OrderRecord, to: PayoutOrderStatus): string | undefined {
  if (to === 'FAILED') return payoutRefusalText(method, 0)
  if (to === 'UNKNOWN') return 'No answer from the channel'
  return to === 'REVERSED' ? 'Returned by the beneficiary bank' : undefined
}

function orNone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'ORDER_NOT_FOUND') return null
  throw error
}

/** The moves that lead to the outcome; refuses where none do from here. */
function payinSteps({ status, amount }: OrderRecord, outcome: Outcome): Step[] {
  const open = status === 'PENDING' || status === 'CONFIRMING'
  const lapsed = status === 'EXPIRED' || status === 'FAILED' || status === 'CLOSED'
  if (outcome === 'late' ? !(status === 'PENDING' || lapsed) : lapsed) {
    throw new Refusal('ORDER_STATE_CONFLICT', { detail: { from: status, to: TARGET[outcome] } })
  }
  switch (outcome) {
    case 'success':
      return [['SUCCESS', open ? amount : undefined]]
    case 'late':
      return lapsed ? [['SUCCESS', amount]] : [['EXPIRED'], ['SUCCESS', amount]]
    case 'underpaid':
      return [['EXCEPTION', amount - (amount + 9n) / 10n]]
    case 'overpaid':
      return [['EXCEPTION', amount + (amount + 9n) / 10n]]
    default:
      return [[TARGET[outcome]]]
  }
}

const TARGET: Record<Outcome, Target> = {
  success: 'SUCCESS',
  late: 'SUCCESS',
  failed: 'FAILED',
  expired: 'EXPIRED',
  underpaid: 'EXCEPTION',
  overpaid: 'EXCEPTION',
}
