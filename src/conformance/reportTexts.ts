import type { MessageKey } from '#locales/messages.ts'
import type { CallReport } from './checkGateway.ts'

type Translate = (key: MessageKey, params?: Record<string, string | number>) => string

export const isServed = ({ outcome }: CallReport): boolean => outcome === 'served'

/** A call that is served and lacks something. */
export const hasGaps = ({ notes, missing, unread }: CallReport): boolean => notes.length + missing.length + unread.length > 0

/** The outcome, with the HTTP status where it is not a success. */
export function outcomeText({ outcome, status }: CallReport, t: Translate): string {
  const text = t(`check.outcome.${outcome}`)
  if (outcome === 'served' || outcome === 'untried') return text
  return `${text} (${status ?? t('check.noAnswer')})`
}

/** Where the content of the reply was found, and the number of rows. */
export function shapeText({ outcome, container, rows }: CallReport, t: Translate): string {
  if (outcome !== 'served' || container === null) return '–'
  const place = container === '' ? t('check.body') : container
  return rows === null ? place : `${place}, ${t('check.rows', { n: rows })}`
}

/** What is missing, and what the console loses by it; empty for a call without gaps. */
export function gapTexts(report: CallReport, t: Translate): string[] {
  const { outcome, loss, notes, missing, unread } = report
  if (outcome === 'untried') return []
  if (outcome !== 'served') return [t(`check.loses.${loss}`)]
  return [
    ...notes.map((note) => t(`check.note.${note}`)),
    ...(missing.length === 0 ? [] : [t('check.missing', { fields: missing.join(', ') })]),
    ...(unread.length === 0 ? [] : [t('check.unread', { fields: unread.join(', ') })]),
  ]
}

export const summaryText = (reports: readonly CallReport[], t: Translate): string =>
  t('check.summary', {
    all: reports.filter(({ outcome }) => outcome !== 'untried').length,
    served: reports.filter(isServed).length,
    weak: reports.filter(hasGaps).length,
  })

const REPORT_WIDTH = 110
const INDENT = 4

/** Columns of a terminal: Chinese characters take two. */
const widthOf = (text: string): number => [...text].reduce((width, one) => width + (one > '\u2e7f' ? 2 : 1), 0)

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** A text in indented lines; those after the first are indented further. */
function wrap(text: string): string[] {
  const lines: string[] = []
  let line = ' '.repeat(INDENT)
  for (const word of text.split(' ')) {
    if (widthOf(line) + widthOf(word) > REPORT_WIDTH) {
      lines.push(line.trimEnd())
      line = ' '.repeat(2 * INDENT)
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}

/** The report as plain text: a table of the calls, the gaps of each below it. */
export function reportText(reports: readonly CallReport[], t: Translate): string {
  const head = (['check.call', 'check.outcome', 'check.shape'] as const).map((key) => t(key))
  const cells = reports.map((report) => [`${report.method} ${report.path}`, outcomeText(report, t), shapeText(report, t)])
  const widths = head.map((title, column) => Math.max(...[title, ...cells.map((row) => row[column]!)].map(widthOf)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => pad(cell, widths[column]!))
      .join('  ')
      .trimEnd()
  return [
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...cells.flatMap((row, index) => [line(row), ...gapTexts(reports[index]!, t).flatMap(wrap)]),
    '',
    summaryText(reports, t),
  ].join('\n')
}
