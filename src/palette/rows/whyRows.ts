import { type Condition, currentRow } from '#commands/conditions.ts'
import { type DisabledReason, disabledReason, isOffered } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import type { CommonKey } from '#locales/messages.ts'
import { titleOf } from '../../commandText.ts'
import type { Translate } from '../../i18n.ts'
import { rank } from '../rank.ts'
import type { BlockedRow, RowInput } from './row.ts'

/** Query that lists disabled commands with their reasons: `?why`, then words to filter by. */
const WHY = /^[?？]\s*why\b\s*/i

/** The words after `?why`, or null for other queries. */
export const parseWhyQuery = (text: string): string | null => (WHY.test(text) ? text.replace(WHY, '') : null)

/** Conditions on the row under the cursor. */
type RowCondition = Extract<Condition, `row.${string}`>

const isRowCondition = (condition: Condition): condition is RowCondition => condition.startsWith('row.')

/** Conditions that need a row, and conditions that need a list: without it the more specific reason is not given. */
const NEEDS_ROW = /^(row|entry|transfer|recharge|link)\./
const NEEDS_LIST = /^(list|column|selection|days|row|entry|transfer|recharge|link)\./

/** The message for each unmet condition. */
const REASONS: Record<Exclude<Condition, RowCondition>, CommonKey> = {
  signedIn: 'why.signedIn',
  'account.own': 'why.account.own',
  'orders.visible': 'why.orders.visible',
  'list.open': 'why.list.open',
  'simulation.on': 'why.simulation.on',
  'list.notifiable': 'why.list.notifiable',
  'list.retriable': 'why.list.retriable',
  'list.amounts': 'why.list.amounts',
  'list.subMerchants': 'why.list.subMerchants',
  'list.exportable': 'why.list.exportable',
  'list.statuses': 'why.list.statuses',
  'list.days': 'why.list.days',
  'entry.caused': 'why.row.kind',
  'days.own': 'why.row.kind',
  'transfer.sent': 'why.row.kind',
  'recharge.open': 'why.row.kind',
  'recharge.receipt': 'why.row.kind',
  'column.sortable': 'keys.missing.sortable',
  'column.filterable': 'keys.missing.filterable',
  'column.excludable': 'keys.missing.excludable',
  'selection.some': 'keys.missing.selection',
  'selection.enable': 'why.selection.enable',
  'selection.disable': 'why.selection.disable',
  'link.here': 'why.link.here',
  'link.payable': 'why.link.payable',
  'detail.open': 'why.detail.open',
  'recents.some': 'why.recents.some',
  'notices.some': 'notices.empty',
  'notifications.askable': 'why.notifications.askable',
  'form.open': 'why.form.open',
  'form.checks': 'why.form.open',
  'form.chooses': 'why.form.open',
  'dashboard.open': 'why.place',
  'views.some': 'why.views.some',
  'view.changed': 'why.view.changed',
  'undo.some': 'why.undo.some',
  'redo.some': 'why.redo.some',
  'repeat.some': 'why.repeat.some',
  'agentDays.open': 'why.place',
  'hold.some': 'why.hold.some',
  'phone.off': 'why.phone.off',
  'phone.on': 'why.phone.on',
  'phone.ringing': 'why.phone.ringing',
  'phone.inCall': 'why.phone.inCall',
  'phone.talking': 'why.phone.inCall',
  'passcode.on': 'why.passcode.on',
  'passcode.off': 'why.passcode.off',
}

/** Reasons that the user can resolve on the screen come first, missing permissions and account kinds last. */
const REASON_ORDER: readonly DisabledReason['kind'][] = ['condition', 'hidden', 'right', 'account']

/** Disabled commands with their first unmet condition. */
export function whyRows(words: string, { entries, scope, t }: RowInput): BlockedRow[] {
  const blocked = entries.filter(({ item }) => !isOffered(item, scope))
  const found = rank(blocked, words).flatMap((command) => {
    const reason = disabledReason(command, scope)
    return reason === null ? [] : [{ command, reason }]
  })
  const rows = found
    .toSorted((one, other) => REASON_ORDER.indexOf(one.reason.kind) - REASON_ORDER.indexOf(other.reason.kind))
    .map(({ command, reason }) => ({
      kind: 'blocked' as const,
      id: `why ${command.id}`,
      title: titleOf(command, t),
      section: reasonText(reason, scope, t),
    }))
  return words === '' ? groupByReason(rows) : rows
}

/** Groups rows by reason: rows with a reason of their own come first, a shared reason is the heading of its rows. */
function groupByReason(rows: readonly BlockedRow[]): BlockedRow[] {
  const reasons = [...Map.groupBy(rows, ({ section }) => section).values()]
  const [alone, shared] = [reasons.filter(({ length }) => length === 1), reasons.filter(({ length }) => length > 1)]
  return [...alone.flat(), ...shared.flatMap(([first, ...rest]) => [{ ...first!, heading: first!.section }, ...rest])]
}

function reasonText(reason: DisabledReason, scope: Scope, t: Translate): string {
  if (reason.kind === 'condition') return t(conditionText(reason.condition, scope))
  return reason.kind === 'right' ? t('why.right', { key: reason.permission }) : t(`why.${reason.kind}`)
}

function conditionText(condition: Condition, scope: Scope): CommonKey {
  const hasRow = currentRow(scope) !== null
  if (NEEDS_LIST.test(condition) && scope.list === null && !hasRow) return 'why.list.open'
  if (NEEDS_ROW.test(condition) && !hasRow) return 'keys.missing.row'
  return isRowCondition(condition) ? 'why.row.kind' : REASONS[condition]
}
