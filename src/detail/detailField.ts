import type { Feature } from '#contract/features.ts'
import type { ListedRow, RowField } from '#contract/rows/listedRow.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { FieldKind, RowTexts } from './rowTexts.ts'

/** A field of the detail: row property, title and kind. */
export interface DetailField {
  readonly field: RowField
  readonly title: CommonKey
  readonly kind: FieldKind
  /** The gateway must have announced this feature. */
  readonly feature?: Feature
}

/** Raw value of a field as text; null when absent or false. */
export function fieldValue(row: ListedRow, { field }: Pick<DetailField, 'field'>): string | null {
  const value = row[field]
  return value === null || value === undefined || value === '' || value === false ? null : String(value)
}

/** Text of a field for the clipboard. */
export function fieldText(row: ListedRow, field: Pick<DetailField, 'field' | 'kind'>, texts: RowTexts): string {
  const value = fieldValue(row, field)
  return value === null ? '' : texts.formatOf(field.kind).toText(value)
}
