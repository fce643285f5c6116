import { bulkActions, pageActions } from './actions.ts'
import type { Command } from './command.ts'
import { currentRow } from './conditions.ts'
import type { CommandId } from './index.ts'
import type { RouteId } from './navigation/routes.ts'
import { commandsForRow } from './orders/commandsForRow.ts'
import { isOffered, type Registry } from './registry.ts'
import type { Scope } from './scope.ts'

const MAX_SUGGESTIONS = 5

/** Commands for a screen that has no header actions, or that go with those of its header. */
const SCREEN_COMMANDS: Partial<Record<RouteId, readonly CommandId[]>> = {
  dashboard: ['chart.table', 'account.balance'],
  dashboardSub: ['chart.table', 'account.balance'],
  dashboardUsdt: ['chart.table', 'account.balance'],
  dashboardA: ['agent.range'],
  'account.withdraw': ['account.balance', 'transfer.start'],
  'account.transfer': ['account.balance', 'withdraw.start'],
  'account.recharge': ['recharge.check', 'account.balance'],
  'account.info': ['recharge.online', 'withdraw.start', 'account.copyBalance'],
  'merchant.secret': ['secret.edit', 'secret.copyPlatPublicKey'],
  'merchantUsdt.secret': ['secret.edit', 'secret.copyPlatPublicKey'],
  'merchant.subCreate': ['nav.merchant.sub'],
  'plat.otp': ['plat.otpStatus', 'plat.otpSecret'],
  'dev.simulation': ['simulate.payin', 'simulate.payout', 'nav.dev.callbacks'],
  'dev.callbacks': ['nav.dev.signature', 'secret.edit'],
  'dev.signature': ['nav.dev.callbacks', 'secret.copyPlatPublicKey'],
  'settings.preferences': ['help.keys', 'theme.dark', 'help.toggleShortcuts'],
}

/** What is of use on any screen. */
const ANYWHERE = [
  'order.jump',
  'reconcile.start',
  'account.balance',
  'help.keys',
  'notices.open',
  'nav.settings.preferences',
] as const

/** The commands that fit what is open, without the known ones: at most five, the likeliest first, and only those that can run now. */
export function suggestedCommands(registry: Registry, scope: Scope, known: readonly Command[] = []): Command[] {
  const { route } = scope
  const header = route === null ? undefined : pageActions[route]
  const ids = [
    ...stateCommands(registry, scope),
    ...(header?.main === undefined ? [] : [header.main]),
    ...((route !== null && SCREEN_COMMANDS[route]) || []),
    ...(header?.more ?? []),
    ...ANYWHERE,
  ]
  return [...new Set(ids)]
    .map(registry.get)
    .filter((command) => isOffered(command, scope) && !known.includes(command))
    .slice(0, MAX_SUGGESTIONS)
}

/** Commands for the selection, the open detail, or the list. The first one is harmless: Enter runs it in a palette just opened. */
function stateCommands(registry: Registry, scope: Scope): readonly string[] {
  const { list, detail } = scope
  if (list === null && detail === null) return []
  const row = currentRow(scope)
  const rowIds = row === null ? [] : commandsForRow(row, registry, scope).map(({ id }) => id)
  if (detail !== null) return ['copy.link', ...rowIds.slice(0, 3), 'row.actions']
  if (list !== null && list.selectedCount > 0) return ['list.sum', ...bulkActions, 'list.clearSelection']
  if (list?.total === 0) return ['list.resetFilters', 'range.month', 'range.year', 'list.focusFilter']
  return ['list.focusFilter', ...rowIds.slice(0, 2)]
}
