import type { RowField } from '#contract/rows/listedRow.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { DetailField, FieldKind } from '../../detail/detailField.ts'
import type { ListColumn } from '../list.ts'

/** Builders and shared parts of list definitions: columns and detail fields. */

type ColumnSettings = Partial<
  Pick<ListColumn, 'isSortable' | 'isHidden' | 'audience' | 'filter' | 'emptyText' | 'title' | 'id'>
>

export const SORTABLE = { isSortable: true } as const
export const HIDDEN = { isHidden: true } as const

export const column = (field: RowField, kind: FieldKind = 'text', settings: ColumnSettings = {}): ListColumn => ({
  id: field,
  field,
  kind,
  title: `field.${field}` as CommonKey,
  isSortable: false,
  isHidden: false,
  audience: null,
  filter: null,
  ...settings,
})

/** A column with another name for a field, as for USDT merchants. */
export const renamedColumn = (id: string, field: RowField, kind: FieldKind, settings: ColumnSettings = {}): ListColumn =>
  column(field, kind, { id, title: `field.${id}` as CommonKey, ...settings })

export const filterBy = (filter: NonNullable<ListColumn['filter']>): ColumnSettings => ({ filter })

export const detailField = (
  field: RowField,
  kind: FieldKind = 'text',
  title: CommonKey = `field.${field}` as CommonKey,
): DetailField => ({ field, kind, title })

/** The first columns of every order list. */
export const leadingColumns: readonly ListColumn[] = [
  column('createTime', 'dateTime', SORTABLE),
  column('merchantNo', 'text', { audience: 'several', ...filterBy('merchantNo') }),
  column('merchantOrderNo', 'number', filterBy('merchantOrderNo')),
  column('payAmount', 'amount', SORTABLE),
  column('status', 'status', filterBy('status')),
]

/** The callback and the reconciliation mark, for lists of orders with their own. */
export const followUpColumns: readonly ListColumn[] = [
  column('notifyStatus', 'notifyStatus', filterBy('notifyStatus')),
  column('review', 'review', filterBy('review')),
]

export const platformNumber = column('platOrderNo', 'number', filterBy('platOrderNo'))
export const completed = column('completeTime', 'dateTime', SORTABLE)

export const numberFields: readonly DetailField[] = [
  detailField('merchantOrderNo', 'number'),
  detailField('platOrderNo', 'number'),
]

export const merchantFields: readonly DetailField[] = [
  detailField('currency'),
  detailField('merchantNo'),
  detailField('merchantName', 'realName'),
]

export const timeFields: readonly DetailField[] = [
  detailField('createTime', 'dateTime'),
  detailField('completeTime', 'dateTime'),
  detailField('updateTime', 'dateTime'),
]

/** The times of an order, its callback and its reconciliation mark. */
export const followUpFields: readonly DetailField[] = [
  ...timeFields,
  detailField('notifyStatus', 'notifyStatus'),
  detailField('notifyAttempts'),
  detailField('lastNotifyTime', 'dateTime'),
  detailField('review', 'review'),
  detailField('reviewNote'),
]
