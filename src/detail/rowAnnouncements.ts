import { numberOf } from '#commands/rows/rowKinds.ts'
import type { RowRef } from '#commands/rows/rowRef.ts'
import { amountFormatter, formatCount } from '../format/amount.ts'
import type { RowTexts } from './rowTexts.ts'

/** Screen-reader text of a row: number, amount and statuses. */
export function rowAnnouncement(ref: RowRef, words: RowTexts): string {
  const { t } = words
  const { type, status, notifyStatus, payAmount, currency = '', merchantName } = ref.row
  const facts = [
    t('detail.spoken', { number: numberOf(ref) }),
    payAmount === undefined ? merchantName : amountFormatter(currency)(payAmount),
    ref.kind === 'entry' && type !== undefined ? words.detailType(type) : undefined,
    status === undefined ? undefined : words.status(status),
    notifyStatus === undefined ? undefined : words.notifyStatus(notifyStatus),
  ].filter((fact) => fact !== undefined)
  return facts.join(', ')
}

/** Short screen-reader text, for moving through rows. */
export function briefRowAnnouncement({ row }: RowRef, words: RowTexts): string {
  const { status, payAmount, currency = '' } = row
  const facts = [
    payAmount === undefined ? [] : amountFormatter(currency)(payAmount),
    status === undefined ? [] : words.status(status),
  ]
  return facts.flat().join(', ')
}

/** The same with the row's position. */
export const positionAnnouncement = (told: string, { t }: RowTexts, { row, total }: { row: number; total: number }): string =>
  t('list.where', { told, n: formatCount(row), total: t('table.total', { n: formatCount(total) }) })
