import Type, { type Static } from 'typebox'
import { day, oneOrMany, Paging } from './fields.ts'

/** Days and actions of the caller's audit events. */
export const AuditEventFilter = Type.Object({
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  action: Type.Optional(oneOrMany(Type.String({ minLength: 1, maxLength: 40 }))),
})

export const PagedAuditEvents = Type.Interface([Paging, AuditEventFilter], {})

export type AuditEventFilter = Static<typeof AuditEventFilter>
export type PagedAuditEvents = Static<typeof PagedAuditEvents>
