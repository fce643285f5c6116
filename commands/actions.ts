import type { CommandId } from './index.ts'
import type { RouteId } from './navigation/routes.ts'

/** The commands in the header of a screen. */
interface PageActions {
  /** What most users come to the screen for. */
  main?: CommandId
  /** Further commands, the most useful ones first: those that do not fit are in a menu. */
  more: readonly CommandId[]
}

const list = ['list.export', 'view.save'] as const satisfies CommandId[]
const orders = { more: [...list, 'reconcile.start'] } as const satisfies PageActions
const agentOrders = { more: [...list, 'reconcile.start'] } as const satisfies PageActions
const whitelists = { main: 'iplist.addApi', more: [] } as const satisfies PageActions
const documents = { more: ['nav.dev.doc'] } as const satisfies PageActions
const account = { more: ['nav.account.info', 'nav.account.recharge', ...list] } as const satisfies PageActions

/** Screen -> the commands in its header. Each is shown where it can run. */
export const pageActions: Partial<Record<RouteId, PageActions>> = {
  dashboard: { more: ['withdraw.start', 'recharge.online', 'transfer.start'] },
  'account.daily': account,
  'account.detail': account,
  'account.withdraw': { more: ['nav.txn.withdraw'] },
  'accountSub.detail': { more: list },
  'txn.payin': orders,
  'txn.payout': orders,
  'txn.checkout': orders,
  'txn.recharge': { main: 'recharge.online', more: ['recharge.offline', ...list] },
  'txn.withdraw': { main: 'withdraw.start', more: list },
  'txnSub.payin': orders,
  'txnSub.payout': orders,
  'txnSub.checkout': orders,
  'usdt.payin': orders,
  'usdt.payout': orders,
  payinA: agentOrders,
  payoutA: agentOrders,
  merchantListA: { more: list },
  'merchant.sub': { main: 'sub.create', more: ['sub.quickAdd', ...list] },
  reconcile: { main: 'reconcile.export', more: ['reconcile.print', 'reconcile.columns', 'reconcile.reload', 'reconcile.new'] },
  'merchant.iplist': whitelists,
  'dev.simulation': documents,
  'dev.callbacks': documents,
  'dev.signature': documents,
  'plat.otp': { more: ['nav.plat.gateway'] },
  'merchantUsdt.iplist': whitelists,
}

/** Form without a `g` key -> the command that opens it too. */
export const formCommands = {
  'account.recharge': 'recharge.online',
  'account.withdraw': 'withdraw.start',
  'account.transfer': 'transfer.start',
} as const satisfies Partial<Record<RouteId, CommandId>>

/** Actions on the selected rows that do something at the gateway. */
const gatewayActions = [
  'list.notifySelected',
  'list.retrySelected',
  'list.reconcileSelected',
  'sub.enableSelected',
  'sub.disableSelected',
] as const satisfies CommandId[]

const noteActions = [
  'list.noteSelected',
  'list.assignMeSelected',
  'list.assignSelected',
  'list.unassignSelected',
] as const satisfies CommandId[]

/** The actions on the selected rows. */
export const selectionActions = [...gatewayActions, ...noteActions] as const

/** The commands in the bar of a selection. */
export const bulkActions = [
  ...gatewayActions,
  'list.exportSelected',
  'list.sum',
  'sum.solve',
  'sel.only',
  'copy.smart',
  ...noteActions,
] as const satisfies CommandId[]
