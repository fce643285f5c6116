import type { Decision, DecisionStep } from './session.ts'

export const decisionStep = (decision: Decision): DecisionStep => ({
  type: decision.type,
  mark: decision.type === 'mark' ? (decision.mark?.as ?? null) : null,
  count: 'keys' in decision ? decision.keys.length : 'orders' in decision ? decision.orders.length : 1,
})
