import Type, { type Static } from 'typebox'
import { merchantNo } from './fields.ts'

/** Whose callbacks: the caller's and its sub-merchants' when it does not say. */
export const CallbackHealthQuery = Type.Object({ merchantNo: Type.Optional(merchantNo) })

export const CallbackAddress = Type.Object({ merchantNo, direction: Type.Enum(['PAYIN', 'PAYOUT']) })

export type CallbackHealthQuery = Static<typeof CallbackHealthQuery>
export type CallbackAddress = Static<typeof CallbackAddress>
