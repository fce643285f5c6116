import Type, { type Static } from 'typebox'
import { merchantNo } from './fields.ts'

/** Without a number: callbacks of the caller and its sub-merchants. */
export const CallbackHealthQuery = Type.Object({ merchantNo: Type.Optional(merchantNo) })

export const CallbackAddress = Type.Object({ merchantNo, direction: Type.Enum(['PAYIN', 'PAYOUT']) })

export type CallbackHealthQuery = Static<typeof CallbackHealthQuery>
export type CallbackAddress = Static<typeof CallbackAddress>
