import { canUse, isSignedIn } from '#contract/authority.ts'
import type { MerchantStatus } from '#contract/options.ts'
import { allows, isKnownStatus, STATUS_GROUPS } from '#contract/statuses.ts'
import { accessibleViews } from './lists/savedViews.ts'
import { isStartScreen } from './navigation/isStartScreen.ts'
import { isOrderKind, orderAllows, orderOf, routeFor, rowKinds, searchableKindsFor } from './rows/kinds.ts'
import type { OrderRef, RowKind, RowRef } from './rows/rowRef.ts'
import type { Scope } from './scope.ts'

const isRowOf = (kind: RowKind) => (scope: Scope) => currentRow(scope)?.kind === kind

/** Conditions that commands can require of the scope. */
export const conditions = {
  signedIn: ({ permissions }) => isSignedIn(permissions),
  // Staff have no balance of their own.
  'account.own': ({ permissions }) => !permissions.includes('plat'),
  'orders.visible': ({ permissions }) => searchableKindsFor(permissions).length > 0,
  'list.open': ({ list }) => list !== null,
  'list.served': ({ list }) => list !== null && list.isLocal !== true,
  // Unknown counts as on: the gateway refuses the call if it does not simulate.
  'simulation.on': ({ app }) => app.isSimulationOn !== false,
  'list.notifiable': ({ list, permissions }) => {
    const notify = list !== null && isOrderKind(list.kind) ? rowKinds[list.kind].notify : null
    return notify !== null && canUse(permissions, notify.permission ?? [])
  },
  'list.retriable': ({ list }) => list?.kind === 'payout',
  'list.amounts': ({ list }) => list != null && list.fractionDigits !== null,
  'list.subMerchants': ({ list }) => list?.kind === 'subMerchant',
  'list.exportable': ({ list }) => list?.canExport === true,
  'list.statuses': ({ list }) => list?.statuses != null,
  'list.days': ({ list, detail }) => list?.hasDays === true || detail?.setRange != null,
  'row.here': (scope) => currentRow(scope) !== null,
  // A row that is still loading counts: opening it waits.
  'row.near': (scope) => currentRow(scope) !== null || scope.list?.isRowLoading === true,
  'row.order': (scope) => currentOrder(scope) !== null,
  'row.other': (scope) => currentRow(scope) !== null && currentOrder(scope) === null,
  'row.entry': isRowOf('entry'),
  'row.day': isRowOf('day'),
  'row.recharge': isRowOf('recharge'),
  'row.withdraw': isRowOf('withdraw'),
  'row.transfer': isRowOf('transfer'),
  'row.agentMerchant': isRowOf('agentMerchant'),
  'row.subMerchant': isRowOf('subMerchant'),
  'entry.caused': (scope) => sourceKindOf(currentRow(scope), scope.permissions) !== null,
  'days.own': ({ list }) => list?.filterValue('merchantNo') === null,
  // A received transfer was sent by the other account.
  'transfer.sent': (scope) => currentRow(scope)?.row.type !== 'TRANSFER_IN',
  'recharge.open': (scope) => isOpenMovement(currentRow(scope)?.row.status),
  'recharge.cancellable': (scope) => allows(currentRow(scope)?.row.type, 'cancel', currentRow(scope)?.row.status),
  'recharge.receipt': (scope) => currentRow(scope)?.row.receipt === true,
  'column.sortable': ({ list }) => list?.column?.sortable === true,
  'column.filterable': ({ list }) => list?.column?.filterable === true,
  'column.excludable': ({ list }) => list?.column?.excludable === true,
  'list.sums': ({ list }) => list != null && list.sumCount > 1,
  'selection.few': ({ list }) => list?.canShowSelected === true,
  'selection.some': ({ list }) => (list?.selectedCount ?? 0) > 0,
  'selection.two': ({ list }) => list?.selected.length === 2,
  'selection.enable': ({ list }) => hasOtherStatus(list, 'ACTIVE'),
  'selection.disable': ({ list }) => hasOtherStatus(list, 'SUSPENDED'),
  'link.here': (scope) => currentPayLink(scope) !== null,
  'link.payable': (scope) => isPayable(currentOrder(scope)),
  'reconcile.open': ({ reconcile }) => reconcile !== null,
  'reconcile.matched': ({ reconcile }) => reconcile?.isMatched === true,
  'reconcile.entry': ({ reconcile }) => reconcile?.entry != null,
  'reconcile.suggested': ({ reconcile }) => reconcile?.entry?.isSuggested === true,
  'reconcile.line': ({ reconcile }) => reconcile?.entry?.hasLine === true,
  'reconcile.unread': ({ reconcile }) => reconcile?.entry?.isUnread === true,
  'form.open': ({ form }) => form !== null,
  'dashboard.open': ({ dashboard }) => dashboard !== null,
  'chart.open': ({ dashboard }) => dashboard?.hasChart === true,
  'agentDays.open': ({ list }) => list?.kind === 'agentDay',
  'form.checks': ({ form }) => form?.check !== undefined,
  'form.chooses': ({ form }) => form?.chooseOption !== undefined,
  'run.unfinished': ({ app }) => app.hasUnfinishedRun,
  'form.refills': ({ form }) => form?.refill !== undefined,
  'hold.some': ({ app }) => app.hasHeldMovement,
  'detail.open': ({ detail }) => detail !== null,
  'recents.some': ({ app }) => app.recents.length > 0,
  // Where the state is not known, both commands are offered and the gateway decides.
  'passcode.on': ({ app }) => app.isPasscodeOn !== false,
  'passcode.off': ({ app }) => app.isPasscodeOn !== true,
  'views.some': (scope) => accessibleViews(scope).length > 0,
  'view.changed': ({ list }) => list?.openView?.isChanged === true,
  'undo.some': ({ app }) => app.undoLabel !== null,
  'redo.some': ({ app }) => app.redoLabel !== null,
  'repeat.some': ({ app }) => app.repeatLabel !== null,
  'gettingStarted.open': (scope) => scope.app.gettingStarted?.isDismissed === false && isStartScreen(scope),
  'notices.some': ({ app }) => app.hasNotices,
  'notifications.askable': ({ app }) => !['granted', 'unsupported'].includes(app.desktopNotices),
  'phone.off': ({ app }) => app.telephone === 'off',
  'phone.on': ({ app }) => app.telephone !== 'off' && app.telephone !== 'none',
  'phone.ringing': ({ app }) => app.telephone === 'ringing',
  'phone.inCall': ({ app }) => app.telephone === 'calling' || app.telephone === 'talking',
  'phone.talking': ({ app }) => app.telephone === 'talking',
} as const satisfies Record<string, (scope: Scope) => boolean>

export type Condition = keyof typeof conditions

/**
 * Whether one of the selected rows is not in the status yet. Rows selected by a filter are not loaded, so they count as such.
 */
const hasOtherStatus = (list: Scope['list'], status: MerchantStatus): boolean =>
  list !== null && (list.selected.length < list.selectedCount || list.selected.some(({ row }) => row.status !== status))

/** A status that is not ours may be open. */
const isOpenMovement = (status: string | null | undefined): boolean =>
  STATUS_GROUPS.MOVEMENT.open.some((one) => one === status) || !isKnownStatus('MOVEMENT', status)

/** Prefix of a ledger entry's type -> kind of the row that caused it. Both have the same number. */
const SOURCE_KINDS: readonly (readonly [begins: string, kind: RowKind])[] = [
  ['PAYIN', 'payin'],
  ['PAYOUT', 'payout'],
  ['RECHARGE', 'recharge'],
  ['WITHDRAW', 'withdraw'],
  ['TRANSFER', 'transfer'],
]

/** The kind of the row that caused a ledger entry; null when there is none the user may see. */
export function sourceKindOf(ref: RowRef | null, permissions: Scope['permissions']): RowKind | null {
  const [, kind = null] = SOURCE_KINDS.find(([begins]) => ref?.row.type?.startsWith(begins) === true) ?? []
  return kind === null || routeFor(kind, permissions) === null ? null : kind
}

/** The row a command applies to by default: the open detail, else the row under the cursor. */
export const currentRow = ({ detail, list }: Pick<Scope, 'detail' | 'list'>): RowRef | null => detail?.row ?? list?.row ?? null

/** The same, if it is an order. */
export const currentOrder = (scope: Pick<Scope, 'detail' | 'list'>): OrderRef | null => orderOf(currentRow(scope))

const isPayable = (ref: OrderRef | null): boolean => ref !== null && orderAllows('pay')(ref)

/** The checkout page of that order; null when it has none. */
export const currentPayLink = (scope: Scope): string | null => currentOrder(scope)?.order.checkoutUrl ?? null
