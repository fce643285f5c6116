import type { NotifyResult } from '#contract/rows/callbacks.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { GivenState } from '../appScope.ts'
import { currentOrder } from '../conditions.ts'
import type { Message } from '../message.ts'
import { rowKinds, statusLabel } from '../rows/kinds.ts'
import type { OrderIdentity, RowIdentity } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

/** Accounts in rupiah: merchants, their sub-merchants, and staff acting for them. */
export const IDR_ACCOUNTS = ['normal', 'subMerchant'] as const

/** Accounts with orders of their own, in any currency. */
export const ORDER_OWNERS = [...IDR_ACCOUNTS, 'umerchant'] as const

/** All accounts that see orders: their owners and agents. */
export const ORDER_READERS = [...ORDER_OWNERS, 'delegate'] as const

/** An order on the screen; undefined when it is not loaded. */
export function loadedOrder(scope: Scope, { id, number }: OrderIdentity): ListedRow | undefined {
  const here = currentOrder(scope)
  return here?.order.id === id ? here.order : scope.list?.findLoaded(number).find((ref) => ref.row.id === id)?.row
}

/**
 * Runs a mutation on orders or movements and re-reads them afterwards in every case: a refusal means that the shown state was
 * stale, and after a lost reply the outcome is unknown.
 */
export async function mutateRows<Out>(
  scope: Scope,
  rows: readonly Pick<RowIdentity, 'id'>[],
  mutation: () => Promise<Out>,
): Promise<Out> {
  const ids = new Set(rows.map(({ id }) => id))
  const endMutation = scope.list?.beginMutation(ids)
  try {
    return await mutation()
  } finally {
    endMutation?.()
    if (scope.detail !== null && ids.has(scope.detail.row.row.id)) scope.detail.reload()
  }
}

interface ReversibleChange extends GivenState {
  readonly label: Message
  readonly row: ListedRow
  undo(): Promise<unknown>
  redo(): Promise<unknown>
}

/** Offers the undo of a change of one order. An order that was changed since is left alone, and is not changed again by a redo. */
export function offerUndo({ app }: Scope, { label, row, undo, redo, ...given }: ReversibleChange): void {
  let isGivenBack = false
  app.pushUndo({
    label,
    async undo() {
      isGivenBack = (await (await app.loadRuns()).untouched([row], given)).length > 0
      if (isGivenBack) await undo()
    },
    async redo() {
      if (isGivenBack) await redo()
    },
  })
  app.toast(label, 'undo')
}

export const statusChanged = ({ app }: Scope, { kind, number }: RowIdentity, status: string | null): Message => [
  'command.order.isNow',
  { number, status: statusLabel(kind, status, app) },
  'done',
]

/** Sends the callback of an order again. */
export async function notify(scope: Scope, order: OrderIdentity): Promise<Message | undefined> {
  const { notify: call } = rowKinds[order.kind]
  if (call === null) return undefined
  const result = await mutateRows(scope, [order], () =>
    scope.call(call, { id: order.id, ...(scope.hasFeature('trails') ? { trigger: 'manual' as const } : {}) }),
  )
  return deliveryMessage(order, result)
}

/** Characters of a merchant's answer in a message. */
const MOST_SHOWN = 60

/**
 * The message about the delivery, which the gateway attempts at once. A failed delivery is a result, not an error. A gateway that does
 * not tell of the attempt tells its status, or only that it accepted the callback.
 */
function deliveryMessage({ number }: OrderIdentity, { attempt, notifyStatus, responseMessage }: NotifyResult): Message {
  if (attempt === null) {
    if (notifyStatus === 'SUCCESS') return ['command.notify.delivered', { number }, 'done']
    if (notifyStatus === 'PENDING') return ['command.notify.unconfirmed', { number }, 'info']
    if (notifyStatus !== 'FAILED') return ['command.notify.accepted', { number }, 'done']
    return responseMessage === null
      ? ['command.notify.failed', { number }, 'error']
      : ['command.notify.notDelivered', { number, reason: responseMessage }, 'error']
  }
  const { outcome, status, latency, error, response } = attempt
  if (outcome === 'ACKNOWLEDGED') return ['command.notify.acknowledged', { number, ms: latency ?? 0 }, 'done']
  if (status === null) return ['command.notify.notDelivered', { number, reason: error ?? outcome }, 'error']
  if (outcome === 'NOT_ACKNOWLEDGED' && response !== null && response.trim() !== '')
    return ['command.notify.unexpected', { number, response: response.trim().slice(0, MOST_SHOWN) }, 'error']
  return ['command.notify.notAcknowledged', { number, status }, 'error']
}
