import { toText } from '#contract/money.ts'
import type { MovementStatus } from '#contract/options.ts'
import type { AuditEvent } from '../audit/audit.ts'
import type { Entry } from '../ledger/ledger.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import { initialStep, isFinal, type MovementTransition, movementStep } from '../movements/movementSteps.ts'
import { transferInOf } from '../movements/movements.ts'
import { BANK_SECONDS } from '../movements/withdraws.ts'
import { MINUTE, SECOND } from '../wib.ts'
import type { DayContext } from './balances.ts'

/** A movement with its transitions. */
export interface MovementHistory {
  movement: MovementRecord
  moves: MovementTransition[]
  /** When the worker processes it next; null when it is final. */
  due: Date | null
}

export interface MovementHistories {
  movements: MovementHistory[]
  entries: Entry[]
  auditEvents: Omit<AuditEvent, 'id'>[]
}

/** The hold time of the demo gateway in milliseconds. */
export const HOLD = 10 * SECOND

/** A transition: the status, milliseconds after creation, and a failure reason. */
export type Step = [to: MovementStatus, after: number, text?: string]

/** Builds the history of a movement up to now and registers its flows with the balances. */
export function createMovementHistory(
  { balances, context }: DayContext,
  owner: MerchantRow,
  created: MovementRecord,
  turns: readonly Step[],
): MovementHistories {
  const { transition, entries: initialEntries } = initialStep(created)
  let movement = created
  const moves = [transition]
  const entries = [...initialEntries]
  const movements: MovementHistory[] = []
  const auditEvents = [creationEvent(owner, created)]
  for (const [to, after, text] of turns) {
    const at = new Date(Math.floor(created.createTime.getTime() + after))
    if (at.getTime() > context.now) break
    const step = movementStep(movement, to, { at, text })
    movement = { ...step.movement, firstCheckTime: to === 'PENDING_CHECK' ? at : movement.firstCheckTime }
    moves.push(step.transition)
    entries.push(...step.entries)
    auditEvents.push(...statusEvents(owner, movement))
    if (movement.type === 'TRANSFER_OUT' && to === 'SUCCESS') {
      const arrived = initialStep(transferInOf(movement, owner))
      movements.push({ movement: arrived.movement, moves: [arrived.transition], due: null })
      entries.push(...arrived.entries)
    }
  }
  movements.push({ movement, moves, due: dueOf(movement) })
  balances.spend(entries)
  return { movements, entries, auditEvents }
}

/** When the worker processes an open movement. */
function dueOf(movement: MovementRecord): Date | null {
  if (isFinal(movement)) return null
  const { type, status, createTime, updateTime, expiryMinutes } = movement
  if (expiryMinutes !== null) return new Date(createTime.getTime() + expiryMinutes * MINUTE)
  return new Date(updateTime.getTime() + (type === 'WITHDRAW' && status === 'PROCESSING' ? BANK_SECONDS * SECOND : HOLD))
}

function creationEvent({ merchantNo, username }: MerchantRow, movement: MovementRecord): Omit<AuditEvent, 'id'> {
  const { type, amount, currency, receiveMerchantNo, createTime, id } = movement
  return {
    at: createTime.getTime(),
    actor: { merchantNo, username },
    address: '103.28.12.7',
    action: type === 'WITHDRAW' ? 'withdraw' : type === 'TRANSFER_OUT' ? 'transfer' : 'recharge',
    target: id,
    detail: {
      payAmount: toText(amount, currency),
      currency,
      ...(receiveMerchantNo !== null && { receiver: receiveMerchantNo }),
    },
  }
}

/** The audit events of the status, if the owner caused it. */
function statusEvents(
  { merchantNo, username }: MerchantRow,
  { status, updateTime, id }: MovementRecord,
): Omit<AuditEvent, 'id'>[] {
  if (status !== 'CANCELLED' && status !== 'PENDING_CHECK') return []
  const event = { at: updateTime.getTime(), actor: { merchantNo, username }, address: '103.28.12.7', target: id }
  return [{ ...event, action: status === 'CANCELLED' ? 'cancel' : 'check', detail: { from: 'CREATED', to: status } }]
}
