import type { CheckoutOrder } from '#contract/moneyRows.ts'
import type { PayOrder } from '#contract/rows.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Words } from './words.ts'

/** What a field holds, by name; the words of a language say how each is drawn. */
export type FieldKind =
  | 'text'
  | 'realName'
  | 'mobile'
  | 'dateTime'
  | 'account'
  | 'number'
  | 'amount'
  | 'status'
  | 'notifyStatus'
  | 'channel'
  | 'method'
  | 'feeType'
  | 'minutes'
  | 'receipt'
  | 'timeLeft'

/** An order as a list has it; some lists tell more than others. */
export type ListedOrder = PayOrder & Partial<CheckoutOrder>

export type OrderField = Exclude<keyof ListedOrder & string, 'history'>

/** A fact of an order: where it stands in the row, what it is called, what it is. */
export interface Fact {
  readonly field: OrderField
  readonly title: MessageKey
  readonly kind: FieldKind
}

/** The text of a field as the gateway gave it; null where there is none, and where what it asks is not so. */
export function valueIn(row: ListedOrder, { field }: Pick<Fact, 'field'>): string | null {
  const value = row[field]
  return value === null || value === undefined || value === '' || value === false ? null : String(value)
}

/** The text of a field as it is copied. */
export function writtenIn(row: PayOrder, fact: Pick<Fact, 'field' | 'kind'>, words: Words): string {
  const value = valueIn(row, fact)
  return value === null ? '' : words.kindOf(fact.kind).write(value)
}
