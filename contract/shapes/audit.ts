import Type, { type Static } from 'typebox'
import { days, oneOrMany, Paging } from './fields.ts'

export const AuditEventFilter = Type.Object({
  ...days,
  action: Type.Optional(oneOrMany(Type.String({ minLength: 1, maxLength: 40 }))),
})

export const PagedAuditEvents = Type.Interface([Paging, AuditEventFilter], {})

export type AuditEventFilter = Static<typeof AuditEventFilter>
export type PagedAuditEvents = Static<typeof PagedAuditEvents>
