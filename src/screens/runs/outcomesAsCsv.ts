import { numberOf } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import { BOM, spreadsheetLine } from '#contract/csv.ts'
import { formatTime } from '../../format/dates.ts'
import type { Translate } from '../../i18n.ts'
import type { RunRow } from '../../runs/runRecord.ts'

/** The outcome of every row, in the order of the run, with its idempotency key, as spreadsheet programs read it. */
export function outcomesAsCsv(rows: readonly RunRow[], kind: RowKind, t: Translate): string {
  const titles = [
    t('field.merchantOrderNo'),
    t('field.platOrderNo'),
    t('field.payAmount'),
    t('field.currency'),
    t('runs.row.outcome'),
    t('runs.row.text'),
    t('runs.row.time'),
    t('runs.row.key'),
  ]
  const lines = rows.map(({ row, state, text, at, key }) => [
    row.merchantOrderNo ?? '',
    numberOf({ kind, row }),
    row.payAmount ?? '',
    row.currency ?? '',
    t(`runs.row.${state}`),
    text ?? '',
    at === null ? '' : formatTime(new Date(at).toISOString()),
    key,
  ])
  return `${BOM}${[titles, ...lines].map(spreadsheetLine).join('')}`
}
