import Type, { type Static } from 'typebox'
import { days, merchantNo, oneOrMany } from './fields.ts'

export const AgentRange = Type.Object({
  ...days,
  merchantNo: Type.Optional(oneOrMany(merchantNo)),
})

export const AgentMerchant = Type.Object({ merchantNo, ...days })

export type AgentRange = Static<typeof AgentRange>
export type AgentMerchant = Static<typeof AgentMerchant>
