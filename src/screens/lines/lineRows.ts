import type { AppScope } from '#commands/appScope.ts'
import { routes } from '#commands/navigation/routes.ts'
import { numberOf, routeFor, statusLabel } from '#commands/rows/kinds.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Permissions } from '#contract/authority.ts'
import { NOTIFY_STATUSES } from '#contract/options.ts'
import type { CommonKey, MessageKey } from '#locales/messages.ts'
import { amountFormatter, formatCount } from '../../format/amount.ts'
import { tabbed } from '../../format/tabbed.ts'
import type { Translate } from '../../i18n.ts'
import type { Tone } from '../../ui/Status.tsx'
import { agrees, type LineHit, type LineMatch } from './matchLines.ts'
import type { Line } from './readLines.ts'

/** The result of the match of a line. */
export type LineState = 'waiting' | 'found' | 'differs' | 'several' | 'none' | 'unread'

export const TONES: Record<LineState, Tone> = {
  waiting: 'idle',
  found: 'good',
  differs: 'bad',
  several: 'special',
  none: 'bad',
  unread: 'idle',
}

/** A table row: a line with one of its matches. A line with several matches has several rows. */
export interface LineRow {
  readonly id: string
  readonly line: Line
  readonly state: LineState
  readonly hit: LineHit | null
  /** Number of matches of the line. */
  readonly total: number
}

export function stateOf(line: Line, found: LineMatch | null): LineState {
  if (line.number === null && line.amounts.length === 0) return 'unread'
  if (found === null) return 'waiting'
  const [hit] = found.hits
  if (hit === undefined) return 'none'
  if (found.total > 1) return 'several'
  return agrees(line, hit) ? 'found' : 'differs'
}

export const rowsOfLines = (lines: readonly Line[], found: readonly (LineMatch | null)[]): LineRow[] =>
  lines.flatMap((line, index): LineRow[] => {
    const own = found[index] ?? null
    const state = stateOf(line, own)
    const total = own?.total ?? 0
    // The first row of a line keeps its id when the match arrives, so that the cursor stays.
    const hits = own === null || own.hits.length === 0 ? [null] : own.hits
    return hits.map((hit, nth) => ({ id: `${line.n}.${nth}`, line, state, hit, total }))
  })

/** Number of lines per state. */
export function tallyOf(rows: readonly LineRow[]): Record<LineState, number> {
  const states = new Map(rows.map(({ line, state }) => [line.n, state]))
  const tally: Record<LineState, number> = { waiting: 0, found: 0, differs: 0, several: 0, none: 0, unread: 0 }
  for (const state of states.values()) tally[state]++
  return tally
}

export interface LineColumn {
  id: string
  title: MessageKey
  text(row: LineRow): string
  align?: 'right'
}

export const kindTitle = (kind: SearchableKind, permissions: Permissions, t: Translate): string => {
  const place = routeFor(kind, permissions)
  return place === null ? '' : t(routes[place].title)
}

export const stateText = ({ state, total }: LineRow, t: Translate): string =>
  t(`lines.state.${state}`, { n: formatCount(total) })

/** The columns of the table and of the copied text. */
export function lineColumns(app: Pick<AppScope, 'options'>, permissions: Permissions, t: Translate): LineColumn[] {
  const of =
    (text: (hit: LineHit) => string): LineColumn['text'] =>
    ({ hit }) =>
      hit === null ? '' : text(hit)
  const notify = (key: string | undefined) =>
    NOTIFY_STATUSES.some((one) => one === key) ? t(`field.notifyStatus.${key}` as CommonKey) : (key ?? '')
  return [
    { id: 'line', title: 'lines.line', text: ({ line }) => line.text },
    { id: 'state', title: 'lines.found', text: (row) => stateText(row, t) },
    {
      id: 'amount',
      title: 'field.payAmount',
      align: 'right',
      text: of(({ ref: { row } }) => amountFormatter(row.currency ?? '')(row.payAmount ?? '')),
    },
    { id: 'currency', title: 'field.currency', text: of(({ ref: { row } }) => row.currency ?? '') },
    { id: 'status', title: 'field.status', text: of(({ ref }) => statusLabel(ref.kind, ref.row.status ?? '', app)) },
    { id: 'notify', title: 'field.notifyStatus', text: of(({ ref: { row } }) => notify(row.notifyStatus)) },
    { id: 'number', title: 'field.merchantOrderNo', text: of(({ ref: { row } }) => row.merchantOrderNo ?? '') },
    { id: 'platOrderNo', title: 'field.platOrderNo', text: of(({ ref }) => numberOf(ref)) },
    { id: 'list', title: 'lines.list', text: of(({ ref }) => kindTitle(ref.kind, permissions, t)) },
  ]
}

/** The rows as tab-separated text with a header line, for a spreadsheet. */
export const linesAsText = (rows: readonly LineRow[], columns: readonly LineColumn[], t: Translate): string =>
  tabbed([columns.map(({ title }) => t(title)), ...rows.map((row) => columns.map(({ text }) => text(row)))])
