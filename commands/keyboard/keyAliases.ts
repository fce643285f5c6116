import type { CommandId } from '../index.ts'
import { goCommandId } from '../navigation/go.ts'
import { type Purpose, type Route, routeIds, routes } from '../navigation/routes.ts'

/** The places of one purpose: each authority has its own, and nobody should have to know which. */
const purpose = (wanted: Purpose): CommandId[] =>
  routeIds.filter((id) => (routes[id] as Route).purpose === wanted).map(goCommandId)

/** One key, one intention, several commands: the first that can be run here as it stands is meant. */
export const keyAliases = {
  'go.dashboard': purpose('dashboard'),
  'go.payin': purpose('payin'),
  'go.payout': purpose('payout'),
  'go.checkout': purpose('checkout'),
  'go.rechargeList': purpose('rechargeList'),
  'go.withdrawList': purpose('withdrawList'),
  'go.accountDetail': purpose('accountDetail'),
  'go.accountDaily': purpose('accountDaily'),
  'go.merchant': purpose('merchant'),
  'go.secret': purpose('secret'),
  'go.iplist': purpose('iplist'),
  'go.subMerchants': purpose('subMerchants'),
  'copy.number': ['row.copyOrderNo', 'row.copyNumber'],
  'record.receipt': ['payout.receipt', 'recharge.receipt'],
  'row.done': ['list.reconcileSelected', 'order.reconcile', 'sub.update'],
  'row.flag': ['sub.disableSelected', 'sub.enableSelected', 'order.dispute', 'sub.toggle'],
  'go.simulation': purpose('simulation'),
  'go.balance': purpose('balance'),
  // What still can be stopped comes before what is done.
  'undo.last': ['hold.takeBack', 'undo'],
  'call.end': ['softphone.decline', 'softphone.hangUp'],
  'order.notify': ['list.notifySelected', 'payin.notify', 'payout.notify', 'usdt.payin.notify', 'usdt.payout.notify'],
} as const satisfies Record<string, readonly CommandId[]>

export type KeyAlias = keyof typeof keyAliases
