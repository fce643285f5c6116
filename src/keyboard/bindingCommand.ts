import type { Command } from '#commands/command.ts'
import { type Condition, conditions, currentOrder } from '#commands/conditions.ts'
import { keyAliasOf } from '#commands/keyboard/keyAliasOf.ts'
import { type Binding, commandIdsOf } from '#commands/keyboard/keymap.ts'
import type { Message } from '#commands/message.ts'
import { acceptsOrderKind } from '#commands/orders/orderArgument.ts'
import { disabledReason, isOffered, isReady, type Registry } from '#commands/registry.ts'
import { statusLabel } from '#commands/rows/kinds.ts'
import type { Scope } from '#commands/scope.ts'
import type { CommonKey } from '#locales/messages.ts'
import { titleOf } from '../commandText.ts'
import type { Translate } from '../i18n.ts'
import { permittedCommands } from './shortcutList.ts'

/**
 * Whether the account lacks the permission for every command of a binding that belongs here. A missing feature of the gateway is
 * another reason.
 */
export function isForbidden(binding: Binding, registry: Registry, scope: Scope): boolean {
  if (!conditions.signedIn(scope)) return false
  const commands = commandIdsOf(binding).map(registry.get)
  const here = commands.filter((command) => unmetReason(command, scope) !== 'silent')
  return (here.length > 0 ? here : commands).every((command) => {
    const reason = disabledReason(command, scope)
    return reason?.kind === 'account' || reason?.kind === 'right'
  })
}

/** The command of a binding that can run now. Several commands of one binding, and one for an order, need their arguments here. */
export const readyCommand = (permitted: readonly Command[], scope: Scope): Command | undefined =>
  permitted.find((one) => (permitted.length > 1 || appliesToRow(one, scope) ? isReady(one, scope) : isOffered(one, scope)))

/** Whether its key runs this command here, and not another one of the same alias. */
export function isRunByKey({ id }: Command, registry: Registry, scope: Scope): boolean {
  const alias = keyAliasOf(id)
  const ready = alias === undefined ? undefined : readyCommand(permittedCommands(alias, registry, scope), scope)
  return ready === undefined || ready.id === id
}

/** Why none of the commands can run. */
export function disabledMessage(permitted: readonly Command[], scope: Scope, t: Translate): Message {
  const reason = disabledReasonOf(permitted, scope)
  const ref = currentOrder(scope)
  const command =
    permitted.find(({ arguments: [first] = [] }) => ref !== null && acceptsOrderKind(first, ref.kind)) ?? permitted[0]
  if (reason !== null || ref === null || command === undefined)
    return [currentReason(reason === null || reason === 'silent' ? 'keys.missing.row' : reason, scope)]
  const title = titleOf(command, t)
  // The command fits the kind, so the order's status forbids it.
  return acceptsOrderKind(command.arguments?.[0], ref.kind)
    ? ['keys.notWhile', { title, status: statusLabel(ref.kind, ref.order.status, scope.app) }]
    : ['keys.notHere', { title }]
}

/** Whether the command applies to the order under the cursor instead of asking for one. */
const appliesToRow = ({ arguments: [first] = [] }: Command, scope: Scope): boolean =>
  first?.defaultValue !== undefined && 'order' in first.ask && currentOrder(scope) !== null

/** Messages for unmet conditions; any other unmet condition fails silently. */
const DISABLED_REASONS: Partial<Record<Condition, CommonKey>> = {
  'row.here': 'keys.missing.row',
  'row.near': 'keys.missing.row',
  'column.sortable': 'keys.missing.sortable',
  'column.filterable': 'keys.missing.filterable',
  'column.excludable': 'keys.missing.excludable',
  'selection.some': 'keys.missing.selection',
  'views.some': 'keys.missing.views',
  'view.changed': 'why.view.changed',
  'undo.some': 'keys.missing.undo',
  'redo.some': 'keys.missing.redo',
  'repeat.some': 'keys.missing.repeat',
  'list.exportable': 'keys.notAllowed',
  // Available in other lists, so the user may expect it here.
  'list.amounts': 'why.list.amounts',
  'chart.open': 'why.chart.open',
}

/** A row that is still loading is not missing. */
const currentReason = (reason: CommonKey, { list }: Scope): CommonKey =>
  reason === 'keys.missing.row' && (list?.isRowLoading || list?.areRowsStale) ? 'keys.missing.rowYet' : reason

/** The unmet condition of all commands; null when a command has none, or when the order's status is the reason. */
export function disabledReasonOf(commands: readonly Command[], scope: Scope): CommonKey | 'silent' | null {
  if (commands.length > 1 && commands.some((one) => one.arguments !== undefined)) return null
  const reasons = commands.map((one) => unmetReason(one, scope))
  return reasons.includes(null) ? null : (reasons.findLast((reason) => reason !== 'silent') ?? 'silent')
}

function unmetReason({ conditions: required = [] }: Command, scope: Scope): CommonKey | 'silent' | null {
  const reason = required.find((condition) => !conditions[condition](scope))
  return reason === undefined ? null : (DISABLED_REASONS[reason] ?? 'silent')
}
