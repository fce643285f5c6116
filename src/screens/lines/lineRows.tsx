import type { AppScope } from '#commands/appScope.ts'
import { numberOf, rowKinds, statusLabel } from '#commands/rows/kinds.ts'
import type { Permissions } from '#contract/authority.ts'
import { NOTIFY_STATUSES } from '#contract/options.ts'
import type { CommonKey } from '#locales/messages.ts'
import { kindTitle } from '../../commandText.ts'
import { amountFormatter, formatCount } from '../../format/amount.ts'
import { tabbed } from '../../format/tabbed.ts'
import type { Translate } from '../../i18n.ts'
import { amount } from '../../table/cellFormats.tsx'
import type { SmallColumn } from '../../table/SmallTable.tsx'
import { Status, statusTone, type Tone } from '../../ui/Status.tsx'
import { agrees, type LineHit, type LineMatch } from './matchLines.ts'
import type { Line } from './readLines.ts'

/** The result of the match of a line. */
export type LineState = 'waiting' | 'found' | 'differs' | 'several' | 'none' | 'unread'

const TONES: Record<LineState, Tone> = {
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
  readonly total: number
}

function stateOf(line: Line, found: LineMatch | null): LineState {
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

export function tallyOf(rows: readonly LineRow[]): Record<LineState, number> {
  const states = new Map(rows.map(({ line, state }) => [line.n, state]))
  const tally: Record<LineState, number> = { waiting: 0, found: 0, differs: 0, several: 0, none: 0, unread: 0 }
  for (const state of states.values()) tally[state]++
  return tally
}

const stateText = ({ state, total }: LineRow, t: Translate): string => t(`lines.state.${state}`, { n: formatCount(total) })

/** The columns of the table and of the copied text. */
export function lineColumns(app: Pick<AppScope, 'options'>, permissions: Permissions, t: Translate): SmallColumn<LineRow>[] {
  const of =
    (text: (hit: LineHit) => string | null) =>
    ({ hit }: LineRow) =>
      hit === null ? '' : text(hit)
  const mono = (text: (row: LineRow) => string | null) => ({
    text,
    render: (row: LineRow) => <span className="mono">{text(row)}</span>,
  })
  const status = ({ ref: { kind, row } }: LineHit) => statusLabel(kind, row.status ?? null, app)
  const notify = (key: string | null | undefined) =>
    NOTIFY_STATUSES.some((one) => one === key) ? t(`field.notifyStatus.${key}` as CommonKey) : (key ?? '')
  return [
    { id: 'line', title: t('lines.line'), text: ({ line }) => line.text },
    {
      id: 'state',
      title: t('lines.found'),
      text: (row) => stateText(row, t),
      render: (row) => <Status tone={TONES[row.state]}>{stateText(row, t)}</Status>,
    },
    {
      id: 'amount',
      title: t('field.payAmount'),
      align: 'right',
      text: of(({ ref: { row } }) => amountFormatter(row.currency ?? '')(row.payAmount)),
      render: ({ hit }) => hit !== null && <Amount {...hit.ref} />,
    },
    { id: 'currency', title: t('field.currency'), text: of(({ ref: { row } }) => row.currency ?? '') },
    {
      id: 'status',
      title: t('field.status'),
      text: of(status),
      render: ({ hit }) => hit !== null && <Status tone={statusTone(hit.ref.row.status ?? null)}>{status(hit)}</Status>,
    },
    { id: 'notify', title: t('field.notifyStatus'), text: of(({ ref: { row } }) => notify(row.notifyStatus)) },
    { id: 'number', title: t('field.merchantOrderNo'), ...mono(of(({ ref: { row } }) => row.merchantOrderNo ?? '')) },
    { id: 'platOrderNo', title: t('field.platOrderNo'), ...mono(of(({ ref }) => numberOf(ref))) },
    { id: 'list', title: t('lines.list'), text: of(({ ref }) => kindTitle(ref.kind, permissions, t)) },
  ]
}

const Amount = ({ kind, row: { payAmount, currency } }: LineHit['ref']) => (
  <>
    {amount(rowKinds[kind].fractionDigits).render(payAmount ?? '')} <span className="faint">{currency}</span>
  </>
)

/** The rows as tab-separated text with a header line, for a spreadsheet. */
export const linesAsText = (rows: readonly LineRow[], columns: readonly SmallColumn<LineRow>[]): string =>
  tabbed([columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ text }) => text(row) ?? ''))])
