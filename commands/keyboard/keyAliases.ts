import type { CommandId } from '../index.ts'
import { type GoCommandId, goCommandId } from '../navigation/go.ts'
import { PURPOSES, type Purpose, type Route, routeIds, routes } from '../navigation/routes.ts'

/** The "go to" commands of each purpose: every authority has its own route for it. */
const goAliases = Object.fromEntries(
  PURPOSES.map((purpose) => [
    `go.${purpose}`,
    routeIds.filter((id) => (routes[id] as Route).purpose === purpose).map(goCommandId),
  ]),
) as Record<`go.${Purpose}`, GoCommandId[]>

/** Alias -> commands. The key runs the first of them that can run in the scope. */
export const keyAliases = {
  ...goAliases,
  'copy.number': ['row.copyOrderNo', 'row.copyNumber'],
  'record.receipt': ['payout.receipt', 'recharge.receipt'],
  'row.done': ['list.reconcileSelected', 'reconcile.done', 'order.reconcile', 'sub.update'],
  'row.flag': ['reconcile.flag', 'sub.disableSelected', 'sub.enableSelected', 'order.dispute', 'sub.toggle'],
  'note.add': ['list.noteSelected', 'order.note'],
  'assign.me': ['list.assignMeSelected', 'order.assignMe'],
  'assign.person': ['list.assignSelected', 'order.assign'],
  'assign.none': ['list.unassignSelected', 'order.unassign'],
  // Cancelling a held movement comes before undo.
  'undo.last': ['hold.takeBack', 'undo'],
  'call.end': ['softphone.decline', 'softphone.hangUp'],
  'order.notify': ['list.notifySelected', 'payin.notify', 'payout.notify', 'usdt.payin.notify', 'usdt.payout.notify'],
} as const satisfies Record<string, readonly CommandId[]>

export type KeyAlias = keyof typeof keyAliases
