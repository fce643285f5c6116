import { type Condition, currentRow } from '#commands/conditions.ts'
import { type DisabledReason, disabledReason, isOffered } from '#commands/registry.ts'
import type { Scope } from '#commands/scope.ts'
import type { CommonKey } from '#locales/messages.ts'
import { titleOf } from '../../commandText.ts'
import type { Translate } from '../../i18n.ts'
import { rank } from '../rank.ts'
import type { BlockedRow, RowSource } from './row.ts'

/** What is asked of the palette to be told why something cannot be done: `?why`, and what it is about. */
const WHY = /^[?？]\s*why\b\s*/i

/** The words after `?why`, or null where it was not asked. */
export const parseWhyQuery = (text: string): string | null => (WHY.test(text) ? text.replace(WHY, '') : null)

/** What must stand under the cursor: a row at all, or one of a kind. */
type RowCondition = Extract<Condition, `row.${string}`>

const isRowCondition = (fact: Condition): fact is RowCondition => fact.startsWith('row.')

/** Facts of a row, and all those that are of a list at all: without one nothing else of it is worth telling. */
const NEEDS_ROW = /^(row|entry|transfer|recharge|link)\./
const NEEDS_LIST = /^(list|column|selection|days|row|entry|transfer|recharge|link)\./

/** What a user is told when a command lacks this. */
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

/** What only wants something else on the screen comes first, what no right of this user reaches last. */
const REASON_ORDER: readonly DisabledReason['kind'][] = ['condition', 'hidden', 'right', 'account']

/** Every command that cannot be run here and now, with the first thing that is missing. */
export function whyRows(words: string, { entries, scope, t }: RowSource): BlockedRow[] {
  const blocked = entries.filter(({ item }) => !isOffered(item, scope))
  const found = rank(blocked, words).flatMap((command) => {
    const lack = disabledReason(command, scope)
    return lack === null ? [] : [{ command, lack }]
  })
  const rows = found
    .toSorted((one, other) => REASON_ORDER.indexOf(one.lack.kind) - REASON_ORDER.indexOf(other.lack.kind))
    .map(({ command, lack }) => ({
      kind: 'blocked' as const,
      id: `why ${command.id}`,
      title: titleOf(command, t),
      section: reasonText(lack, scope, t),
    }))
  return words === '' ? groupByReason(rows) : rows
}

/** Reasons of one command alone stand beside it, at the top; any other is a heading, with all that it stops. */
function groupByReason(rows: readonly BlockedRow[]): BlockedRow[] {
  const reasons = [...Map.groupBy(rows, ({ section }) => section).values()]
  const [alone, shared] = [reasons.filter(({ length }) => length === 1), reasons.filter(({ length }) => length > 1)]
  return [...alone.flat(), ...shared.flatMap(([first, ...rest]) => [{ ...first!, heading: first!.section }, ...rest])]
}

function reasonText(lack: DisabledReason, scope: Scope, t: Translate): string {
  if (lack.kind === 'condition') return t(conditionText(lack.fact, scope))
  return lack.kind === 'right' ? t('why.right', { key: lack.key }) : t(`why.${lack.kind}`)
}

function conditionText(fact: Condition, scope: Scope): CommonKey {
  const hasRow = currentRow(scope) !== null
  if (NEEDS_LIST.test(fact) && scope.list === null && !hasRow) return 'why.list.open'
  if (NEEDS_ROW.test(fact) && !hasRow) return 'keys.missing.row'
  return isRowCondition(fact) ? 'why.row.kind' : REASONS[fact]
}
