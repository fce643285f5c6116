import type { ListedRow, RowField } from '#contract/rows/listedRow.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { RowTexts } from './rowTexts.ts'

/** What a field holds, by name; the words of a language say how each is drawn. */
export type FieldKind =
  | 'text'
  | 'realName'
  | 'mobile'
  | 'dateTime'
  | 'day'
  | 'account'
  | 'number'
  | 'amount'
  | 'status'
  | 'notifyStatus'
  | 'review'
  | 'channel'
  | 'method'
  | 'feeType'
  | 'type'
  | 'signed'
  | 'minutes'
  | 'receipt'
  | 'timeLeft'
  | 'count'
  | 'rate'
  | 'share'

/** A fact of a row: where it stands in the row, what it is called, what it is. */
export interface DetailField {
  readonly field: RowField
  readonly title: CommonKey
  readonly kind: FieldKind
}

/** The text of a field as the gateway gave it; null where there is none, and where what it asks is not so. */
export function fieldValue(row: ListedRow, { field }: Pick<DetailField, 'field'>): string | null {
  const value = row[field]
  return value === null || value === undefined || value === '' || value === false ? null : String(value)
}

/** The text of a field as it is copied. */
export function fieldText(row: ListedRow, fact: Pick<DetailField, 'field' | 'kind'>, words: RowTexts): string {
  const value = fieldValue(row, fact)
  return value === null ? '' : words.formatOf(fact.kind).toText(value)
}
