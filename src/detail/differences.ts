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
const isTold = ({ kind }: DetailField): boolean => kind !== 'dateTime' && kind !== 'timeLeft'

/** Status and notify status come first, because a narrow place cuts the rest. */
const placeOf = ({ kind }: DetailField): number => (kind === 'status' ? 0 : kind === 'notifyStatus' ? 1 : 2)

/** Display text of a field; `writtenIn` is for the clipboard. */
function readIn(row: ListedRow, fact: DetailField, words: RowTexts): string {
  if (fact.kind === 'amount') return amountFormatter(row.currency ?? '')(fieldValue(row, fact))
  return fieldText(row, fact, words) || NO_FIGURE
}

/** Fields of a row that changed. */
export const differencesOf = (
  { was, now }: { was: ListedRow; now: ListedRow },
  facts: readonly DetailField[],
  words: RowTexts,
): Difference[] =>
  facts
    .filter(isTold)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((fact) => ({
      field: fact.field,
      title: words.t(fact.title),
      was: readIn(was, fact, words),
      now: readIn(now, fact, words),
    }))
    .filter((one) => one.was !== one.now)

/** The changes in one line. */
export const formatDifferences = (differences: readonly Difference[], { t }: RowTexts): string =>
  differences.map(({ title, was, now }) => t('list.difference', { field: title, was, now })).join('; ')
