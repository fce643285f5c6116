import type { ListedRow } from '#contract/rows/listedRow.ts'
import { amountFormatter } from '../format/amount.ts'
import { NO_FIGURE } from '../format/noFigure.ts'
import { type DetailField, fieldText, fieldValue } from './detailField.ts'
import type { RowTexts } from './rowTexts.ts'

export type Difference = ReturnType<typeof differencesOf>[number]

/** Times always change, so they are left out. */
const isCompared = ({ kind }: DetailField): boolean => kind !== 'dateTime' && kind !== 'timeLeft'

/** Status and notify status come first, because a narrow place cuts the rest. */
const priorityOf = ({ kind }: DetailField): number => (kind === 'status' ? 0 : kind === 'notifyStatus' ? 1 : 2)

/** Display text of a field; `fieldText` is for the clipboard. */
function displayText(row: ListedRow, field: DetailField, texts: RowTexts): string {
  if (field.kind === 'amount') return amountFormatter(row.currency ?? '')(fieldValue(row, field))
  return fieldText(row, field, texts) || NO_FIGURE
}

/** Fields of a row that changed; none when its previous version is unknown. */
export const differencesOf = (
  { was, now }: { was: ListedRow | null; now: ListedRow },
  fields: readonly DetailField[],
  texts: RowTexts,
) =>
  (was === null ? [] : fields)
    .filter(isCompared)
    .toSorted((one, other) => priorityOf(one) - priorityOf(other))
    .map((field) => ({
      field: field.field,
      title: texts.t(field.title),
      was: was === null ? '' : displayText(was, field, texts),
      now: displayText(now, field, texts),
    }))
    .filter((one) => one.was !== one.now)

export const formatDifferences = (differences: readonly Difference[], { t }: RowTexts): string =>
  differences.map(({ title, was, now }) => t('list.difference', { field: title, was, now })).join('; ')
