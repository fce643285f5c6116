import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MovementStatus, OPTION_MEMBERS } from '#contract/options.ts'
import { MOVEMENT_TRANSITIONS } from '#contract/transitions.ts'
import type { MovementRecord } from '../../server/movements/movementRow.ts'
import { isFinal, movementStep, statusEntries } from '../../server/movements/movementSteps.ts'
import { newMovement } from '../../server/movements/newMovement.ts'
import { transitionOf } from '../../server/orders/transitions.ts'
import { Refusal } from '../../server/refusal.ts'

const AT = new Date('2026-11-21T09:00:00+07:00')
const STATUSES = OPTION_MEMBERS.RecordStatus
const TYPES = OPTION_MEMBERS.RecordType

const record = (type: MovementRecord['type'], status: MovementStatus = 'CREATED'): MovementRecord => ({
  ...newMovement(
    '2611210900000010001',
    AT.getTime(),
    { merchantNo: 'M10000001', currency: 'IDR' },
    { type, merchantOrderNo: 'R-1', amount: 1_000n, fee: 60n },
  ),
  status,
})

test('the allowed transitions of each status', () => {
  const lines = TYPES.flatMap((type) =>
    STATUSES.flatMap((from) => {
      const to = STATUSES.filter((status) => moves(type, from, status))
      return to.length === 0 ? [] : `${type} ${from} -> ${to.join(' ')}`
    }),
  )
  expect(lines).toEqual([
    'RECHARGE_ONLINE CREATED -> SUCCESS FAILED EXPIRED',
    'RECHARGE_ONLINE EXPIRED -> SUCCESS',
    'RECHARGE_OFFLINE CREATED -> PENDING_CHECK SUCCESS FAILED EXPIRED CANCELLED',
    'RECHARGE_OFFLINE PENDING_CHECK -> SUCCESS FAILED EXPIRED CANCELLED',
    'RECHARGE_OFFLINE EXPIRED -> SUCCESS',
    'WITHDRAW CREATED -> PROCESSING CANCELLED',
    'WITHDRAW PROCESSING -> SUCCESS FAILED',
    'TRANSFER_OUT CREATED -> SUCCESS FAILED CANCELLED',
  ])
})

/** Whether the step succeeds; any error other than a refusal is rethrown. */
function moves(type: MovementRecord['type'], from: MovementStatus, to: MovementStatus): boolean {
  try {
    return movementStep(record(type, from), to, { at: AT }).movement.status === to
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    expect(error).toMatchObject({ code: 'ORDER_STATE_CONFLICT', detail: { from, to } })
    return false
  }
}

test('the balances of a movement follow its status in every history', () => {
  const walk = fc.record({ type: fc.constantFrom(...TYPES), choices: fc.array(fc.nat(9), { maxLength: 6 }) })
  fc.assert(
    fc.property(walk, ({ type, choices }) => {
      let now = record(type, type === 'TRANSFER_IN' ? 'SUCCESS' : 'CREATED')
      const entries = statusEntries(now)
      for (const choice of choices) {
        const open = MOVEMENT_TRANSITIONS[type][now.status] ?? []
        if (open.length === 0) break
        const step = movementStep(now, open[choice % open.length]!, { at: AT })
        expect(transitionOf(step.movement)).toMatchObject({ step: now.moves + 1, status: step.movement.status })
        now = step.movement
        entries.push(...step.entries)
      }
      const outgoing = type === 'WITHDRAW' || type === 'TRANSFER_OUT'
      const [available, frozen] = (['available', 'payoutFreeze'] as const).map((figure) =>
        entries.reduce((sum, entry) => sum + entry[figure], 0n),
      )
      const paid = now.status === 'SUCCESS'
      expect(frozen).toBe(outgoing && !isFinal(now) ? 1_060n : 0n)
      expect(available).toBe(outgoing ? (paid || !isFinal(now) ? -1_060n : 0n) : paid ? 1_000n : 0n)
    }),
  )
})
