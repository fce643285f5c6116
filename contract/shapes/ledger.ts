import Type, { type Static } from 'typebox'
import { PATTERNS } from '../rules.ts'
import { amount, days, exportSettings, oneOrMany, optionKey, orderNumber, orderTail, Paging, pattern } from './fields.ts'

export const EntryFilter = Type.Object({
  ...days,
  type: Type.Optional(oneOrMany(optionKey)),
  notType: Type.Optional(oneOrMany(optionKey)),
  orderNo: Type.Optional(oneOrMany(orderNumber)),
  orderTail: Type.Optional(oneOrMany(orderTail)),
  platOrderNo: Type.Optional(oneOrMany(orderNumber)),
  merchantOrderNo: Type.Optional(oneOrMany(orderNumber)),
  minAmount: Type.Optional(amount),
  maxAmount: Type.Optional(amount),
})

export const PagedEntries = Type.Interface([Paging, EntryFilter], {})

export const EntryCheck = Type.Object({
  after: Type.Optional(pattern(/^\d{1,18}$/, { description: 'The number of the movement up to which it was checked before' })),
})

export const EntryExport = Type.Interface([EntryFilter], exportSettings)

export const PagedDays = Type.Interface([Paging], {
  ...days,
  merchantNo: Type.Optional(oneOrMany(pattern(PATTERNS.merchantNo))),
})

export type EntryFilter = Static<typeof EntryFilter>
export type PagedEntries = Static<typeof PagedEntries>
export type EntryCheck = Static<typeof EntryCheck>
export type EntryExport = Static<typeof EntryExport>
export type PagedDays = Static<typeof PagedDays>
