import type { Command } from '#commands/command.ts'
import { type Condition, currentRow } from '#commands/conditions.ts'
import { type DisabledReason, disabledReason, isOffered } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import type { CommonKey } from '#locales/messages.ts'
import { titleOf } from '../../commandText.ts'
import type { Translate } from '../../i18n.ts'
import { rank } from '../search/rank.ts'
import type { Row, RowInput } from './row.ts'

/** Query that lists disabled commands with their reasons: `?why`, then words to filter by. */
const WHY = /^[?？]\s*why\b\s*/i

/** The words after `?why`, or null for other queries. */
export const parseWhyQuery = (text: string): string | null => (WHY.test(text) ? text.replace(WHY, '') : null)

type RowCondition = Extract<Condition, `row.${string}`>

const isRowCondition = (condition: Condition): condition is RowCondition => condition.startsWith('row.')

/** Conditions that need a row, and conditions that need a list: without it the more specific reason is not given. */
const NEEDS_ROW = /^(row|entry|transfer|recharge|link)\./
const NEEDS_LIST = /^(list|column|selection|days|row|entry|transfer|recharge|link)\./

/** Conditions with the message of another one, instead of one of their own. */
const SHARED_REASONS = {
  'entry.caused': 'why.row.kind',
  'days.own': 'why.row.kind',
  'transfer.sent': 'why.row.kind',
  'recharge.open': 'why.row.kind',
  'recharge.cancellable': 'why.row.kind',
  'recharge.receipt': 'why.row.kind',
  'column.sortable': 'keys.missing.sortable',
  'column.filterable': 'keys.missing.filterable',
  'column.excludable': 'keys.missing.excludable',
  'selection.some': 'keys.missing.selection',
  'notices.some': 'notices.empty',
  'list.exportable': 'keys.notAllowed',
  'form.checks': 'why.form.open',
  'form.chooses': 'why.form.open',
  'form.refills': 'why.form.open',
  'dashboard.open': 'why.place',
  'agentDays.open': 'why.place',
  'phone.talking': 'why.phone.inCall',
} as const satisfies Partial<Record<Condition, CommonKey>>

const isShared = (condition: Condition): condition is keyof typeof SHARED_REASONS => Object.hasOwn(SHARED_REASONS, condition)

/** Reasons that the user can resolve on the screen come first, missing features, permissions and account kinds last. */
const REASON_ORDER: readonly DisabledReason['kind'][] = ['condition', 'hidden', 'feature', 'right', 'account']

/** Disabled commands with their first unmet condition. */
export function whyRows(words: string, { entries, scope, t }: RowInput): Row[] {
  const blocked = entries.filter(({ item }) => !isOffered(item, scope))
  const found = rank(blocked, words).flatMap((command) => {
    const reason = disabledReason(command, scope)
    return reason === null ? [] : [{ command, reason }]
  })
  const rows = found
    .toSorted((one, other) => REASON_ORDER.indexOf(one.reason.kind) - REASON_ORDER.indexOf(other.reason.kind))
    .map(({ command, reason }) => blockedRow(command, reason, scope, t))
  return words === '' ? groupByReason(rows) : rows
}

/** A command that cannot run, with the reason. */
export const blockedRow = (command: Command, reason: DisabledReason, scope: Scope, t: Translate): Row => ({
  kind: 'blocked',
  id: `why ${command.id}`,
  title: titleOf(command, t),
  section: reasonText(reason, scope, t),
})

/** Groups rows by reason: rows with a reason of their own come first, a shared reason is the heading of its rows. */
function groupByReason(rows: readonly Row[]): Row[] {
  const reasons = [...Map.groupBy(rows, ({ section }) => section).values()]
  const [alone, shared] = [reasons.filter(({ length }) => length === 1), reasons.filter(({ length }) => length > 1)]
  return [...alone.flat(), ...shared.flatMap(([first, ...rest]) => [{ ...first!, heading: first!.section }, ...rest])]
}

function reasonText(reason: DisabledReason, scope: Scope, t: Translate): string {
  if (reason.kind === 'condition') return t(conditionText(reason.condition, scope))
  if (reason.kind === 'feature') return t('why.feature', { what: t(`feature.${reason.feature}`) })
  return reason.kind === 'right' ? t('why.right', { key: reason.permission }) : t(`why.${reason.kind}`)
}

function conditionText(condition: Condition, scope: Scope): CommonKey {
  const hasRow = currentRow(scope) !== null
  if (NEEDS_LIST.test(condition) && scope.list === null && !hasRow) return 'why.list.open'
  if (NEEDS_ROW.test(condition) && !hasRow) return 'keys.missing.row'
  if (isRowCondition(condition)) return 'why.row.kind'
  return isShared(condition) ? SHARED_REASONS[condition] : `why.${condition}`
}
