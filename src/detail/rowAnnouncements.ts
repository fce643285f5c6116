import { numberOf } from '#commands/rows/kinds.ts'
import type { RowRef } from '#commands/rows/rowRef.ts'
import { amountFormatter } from '../format/amount.ts'
import type { RowTexts } from './rowTexts.ts'

/** Screen-reader text of a row: number, amount and statuses. */
export function rowAnnouncement(ref: RowRef, texts: RowTexts): string {
  const { t } = texts
  const { type, status, notifyStatus, payAmount, currency = '', merchantName } = ref.row
  const parts = [
    t('detail.spoken', { number: numberOf(ref) }),
    payAmount === undefined ? merchantName : amountFormatter(currency)(payAmount),
    ref.kind === 'entry' && type !== undefined ? texts.detailType(type) : undefined,
    status === undefined ? undefined : texts.status(status),
    notifyStatus === undefined ? undefined : texts.notifyStatus(notifyStatus),
  ].filter((part) => part !== undefined)
  return parts.join(', ')
}

/** Short screen-reader text, for moving through rows. */
export function briefRowAnnouncement({ row }: RowRef, texts: RowTexts): string {
  const { status, payAmount, currency = '' } = row
  const parts = [
    payAmount === undefined ? [] : amountFormatter(currency)(payAmount),
    status === undefined ? [] : texts.status(status),
  ]
  return parts.flat().join(', ')
}
