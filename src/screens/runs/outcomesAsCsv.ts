import { numberOf } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import { formatTime } from '../../format/dates.ts'
import type { Translate } from '../../i18n.ts'
import type { RunRow } from '../../runs/runRecord.ts'

/** A cell that a spreadsheet reads as text, not as a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** The outcome of every row, in the order of the run, with its idempotency key. UTF-8 with a byte order mark, for Excel. */
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
  return `\uFEFF${[titles, ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}
