import { formatCount } from '../../format/amount.ts'
import type { Translate } from '../../i18n.ts'
import { exactAmountIn } from './exactAmount.ts'
import type { WorkRow } from './rowWindow.ts'

export interface EntryTexts {
  readonly t: Translate
  readonly fractionDigits: number
  status(status: string | null): string
  /** Width in pixels of a column with every status that an order can have. */
  readonly statusWidth: number
}

/** Without a sign. */
const absolute = (amount: string): string => amount.replace(/^-/, '')

const isZero = (amount: string): boolean => !/[1-9]/.test(amount)

/** What does not agree, in words. */
export function differenceText(row: WorkRow, { t, fractionDigits, status }: EntryTexts): string {
  const money = exactAmountIn(fractionDigits)
  const { reason, difference, line, order, alternatives, orders, lines, fee, duplicateOfLine } = row
  const n = formatCount(orders)
  switch (reason) {
    case 'amount': {
      if (difference === null) return t('reconcile.reason.amount')
      const way = difference.startsWith('-') ? 'reconcile.reason.less' : 'reconcile.reason.more'
      return t(way, { amount: money(absolute(difference)) })
    }
    case 'feeExplains':
      return t('reconcile.reason.feeExplains', { amount: money(absolute(difference ?? fee ?? '0')) })
    case 'status':
      return t('reconcile.reason.status', { status: status(order?.status ?? null) })
    case 'sameOrder':
      return duplicateOfLine === null
        ? t('reconcile.reason.sameOrderAgain')
        : t('reconcile.reason.sameOrder', { line: String(duplicateOfLine) })
    case 'several':
    case 'rule':
      return t(`reconcile.reason.${reason}`, { n })
    case 'parts':
      return t('reconcile.reason.parts', { n: formatCount(lines) })
    case 'ambiguous':
      return t('reconcile.reason.ambiguous', { n: formatCount(alternatives) })
    case 'amountUnreadable':
    case 'otherCurrency':
      return t(`reconcile.reason.${reason}`, { text: line?.amountText ?? '' })
    default:
      break
  }
  const words = t(`reconcile.reason.${reason}`)
  // A match within the tolerance says by how much.
  if (row.bucket !== 'matched' || difference === null || isZero(difference)) return words
  return `${words} · ${difference.startsWith('-') ? '−' : '+'}${money(absolute(difference))}`
}

/** The text of the statement that names the entry: its number first, once. */
export function lineText({ line }: Pick<WorkRow, 'line'>): string {
  if (line === null) return ''
  const { number, name, description } = line
  const rest = number === null ? description : description.replace(number, '').replace(/\s+/g, ' ').trim()
  return [number, name, rest].filter(Boolean).join(' · ')
}

/** The number of the order, as the statement would name it. */
export const orderNumber = ({ order }: Pick<WorkRow, 'order'>): string =>
  order === null ? '' : (order.merchantOrderNo ?? order.platOrderNo ?? order.payOrderNo ?? order.id)

/** Bucket, line, difference: for a screen reader. */
export function describeEntry(row: WorkRow, texts: EntryTexts): string {
  const { t, fractionDigits } = texts
  const money = exactAmountIn(fractionDigits)
  const { line, order, mark } = row
  const place = line === null ? '' : t('reconcile.say.line', { n: String(line.lineNumber) })
  const text = line === null ? orderNumber(row) : (line.number ?? lineText(row))
  const amount = money(line === null ? (order?.amount ?? null) : (line.amount ?? null))
  return [
    t(`reconcile.bucket.${row.bucket}`),
    place,
    text,
    amount,
    differenceText(row, texts),
    mark === null ? '' : t(`reconcile.mark.${mark.as}`),
  ]
    .filter(Boolean)
    .join(', ')
}
