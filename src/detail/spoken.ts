import type { PayOrder } from '#contract/rows.ts'
import { amountOf, count } from '../format/amount.ts'
import type { Words } from './words.ts'

/** An order as it is read out: its number, amount and states, and where it stands when somebody asks. */
export function spokenOrder(order: PayOrder, words: Words, where?: { row: number; total: number }): string {
  const { t } = words
  const facts = {
    number: order.platOrderNo,
    amount: amountOf(order.currency)(order.payAmount),
    status: words.status(order.status),
    notify: words.notifyStatus(order.notifyStatus),
  }
  if (where === undefined) return t('detail.spoken', facts)
  return t('list.where', { ...facts, n: count(where.row), total: t('table.total', { n: count(where.total) }) })
}
