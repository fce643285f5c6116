import Type, { type Static } from 'typebox'
import { day, merchantNo, oneOrMany } from './fields.ts'

export const AgentRange = Type.Object({
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  merchantNo: Type.Optional(oneOrMany(merchantNo)),
})

export const AgentMerchant = Type.Object({ merchantNo, startDate: Type.Optional(day), endDate: Type.Optional(day) })

export type AgentRange = Static<typeof AgentRange>
export type AgentMerchant = Static<typeof AgentMerchant>
