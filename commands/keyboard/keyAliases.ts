import type { CommandId } from '../index.ts'
import { goCommandId } from '../navigation/go.ts'
import { type Purpose, type Route, routeIds, routes } from '../navigation/routes.ts'

/** The "go to" commands of a purpose: each authority has its own route for it. */
const commandsForPurpose = (wanted: Purpose): CommandId[] =>
  routeIds.filter((id) => (routes[id] as Route).purpose === wanted).map(goCommandId)

/** Alias -> commands. The key runs the first of them that can run in the scope. */
export const keyAliases = {
  'go.dashboard': commandsForPurpose('dashboard'),
  'go.payin': commandsForPurpose('payin'),
  'go.payout': commandsForPurpose('payout'),
  'go.checkout': commandsForPurpose('checkout'),
  'go.rechargeList': commandsForPurpose('rechargeList'),
  'go.withdrawList': commandsForPurpose('withdrawList'),
  'go.accountDetail': commandsForPurpose('accountDetail'),
  'go.accountDaily': commandsForPurpose('accountDaily'),
  'go.merchant': commandsForPurpose('merchant'),
  'go.secret': commandsForPurpose('secret'),
  'go.iplist': commandsForPurpose('iplist'),
  'go.subMerchants': commandsForPurpose('subMerchants'),
  'copy.number': ['row.copyOrderNo', 'row.copyNumber'],
  'record.receipt': ['payout.receipt', 'recharge.receipt'],
  'row.done': ['list.reconcileSelected', 'order.reconcile', 'sub.update'],
  'row.flag': ['sub.disableSelected', 'sub.enableSelected', 'order.dispute', 'sub.toggle'],
  'go.simulation': commandsForPurpose('simulation'),
  'go.balance': commandsForPurpose('balance'),
  // Cancelling a held movement comes before undo.
  'undo.last': ['hold.takeBack', 'undo'],
  'call.end': ['softphone.decline', 'softphone.hangUp'],
  'order.notify': ['list.notifySelected', 'payin.notify', 'payout.notify', 'usdt.payin.notify', 'usdt.payout.notify'],
} as const satisfies Record<string, readonly CommandId[]>

export type KeyAlias = keyof typeof keyAliases
