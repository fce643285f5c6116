import Type, { type Static, type TSchema } from 'typebox'
import { PAYIN_OUTCOMES, PAYOUT_OUTCOMES } from '../options.ts'
import { orderNumbers } from './fields.ts'

const simulation = <Outcome extends TSchema>(outcome: Outcome) =>
  Type.Object({
    ...orderNumbers,
    outcome: Type.Optional(outcome),
    notify: Type.Optional(Type.Enum(['ok', 'noAck', 'error500', 'timeout'])),
  })

export const Simulate = simulation(Type.Enum([...PAYIN_OUTCOMES]))

export const SimulatePayout = simulation(Type.Enum([...PAYOUT_OUTCOMES]))

export type Simulate = Static<typeof Simulate>
export type SimulatePayout = Static<typeof SimulatePayout>
