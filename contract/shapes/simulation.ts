import Type, { type Static } from 'typebox'
import { orderNumber } from './fields.ts'

export const SIMULATED_PAYIN_OUTCOMES = ['success', 'failed', 'expired', 'underpaid', 'overpaid', 'late'] as const

export const Simulate = Type.Object({
  merchantOrderNo: orderNumber,
  outcome: Type.Optional(Type.Enum([...SIMULATED_PAYIN_OUTCOMES])),
  notify: Type.Optional(Type.Enum(['ok', 'noAck', 'error500', 'timeout'])),
})

export const SIMULATED_PAYOUT_OUTCOMES = ['success', 'failed', 'unknown', 'reversed'] as const

export const SimulatePayout = Type.Object({
  merchantOrderNo: orderNumber,
  outcome: Type.Optional(Type.Enum([...SIMULATED_PAYOUT_OUTCOMES])),
  notify: Type.Optional(Type.Enum(['ok', 'noAck', 'error500', 'timeout'])),
})

export type Simulate = Static<typeof Simulate>
export type SimulatePayout = Static<typeof SimulatePayout>
