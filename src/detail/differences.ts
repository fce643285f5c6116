import type { ListedRow } from '#contract/rows/listedRow.ts'
import { amountFormatter, NO_FIGURE } from '../format/amount.ts'
import { type DetailField, fieldText, fieldValue } from './detailField.ts'
import type { RowTexts } from './rowTexts.ts'

/** Previous and current text of a field. */
export interface Difference {
  readonly field: string
  readonly title: string
  readonly was: string
  readonly now: string
}

/** Times always change, so they are left out. */
const isCompared = ({ kind }: DetailField): boolean => kind !== 'dateTime' && kind !== 'timeLeft'

/** Status and notify status come first, because a narrow place cuts the rest. */
const priorityOf = ({ kind }: DetailField): number => (kind === 'status' ? 0 : kind === 'notifyStatus' ? 1 : 2)

/** Display text of a field; `fieldText` is for the clipboard. */
function displayText(row: ListedRow, field: DetailField, texts: RowTexts): string {
  if (field.kind === 'amount') return amountFormatter(row.currency ?? '')(fieldValue(row, field))
  return fieldText(row, field, texts) || NO_FIGURE
}

/** Fields of a row that changed. */
export const differencesOf = (
  { was, now }: { was: ListedRow; now: ListedRow },
  fields: readonly DetailField[],
  texts: RowTexts,
): Difference[] =>
  fields
    .filter(isCompared)
    .toSorted((one, other) => priorityOf(one) - priorityOf(other))
    .map((field) => ({
      field: field.field,
      title: texts.t(field.title),
      was: displayText(was, field, texts),
      now: displayText(now, field, texts),
    }))
    .filter((one) => one.was !== one.now)

/** The changes in one line. */
export const formatDifferences = (differences: readonly Difference[], { t }: RowTexts): string =>
  differences.map(({ title, was, now }) => t('list.difference', { field: title, was, now })).join('; ')
