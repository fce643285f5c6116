import { isSameMark, type Mark, markOf } from '#commands/orders/mark.ts'
import { rowKinds } from '#commands/rows/kinds.ts'
import { canUse } from '#contract/authority.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ComparedOrder } from '../../reconcile/comparedOrder.ts'
import type { EntryRow } from '../../reconcile/entryRow.ts'
import type { EntryMark } from '../../reconcile/session.ts'
import type { Console } from '../../useConsole.tsx'
import type { ReconcileActor } from './reconcileSession.ts'

/** An order as a row that a bulk run can process. */
export const asRow = (order: ComparedOrder): ListedRow =>
  ({
    id: order.id,
    platOrderNo: order.platOrderNo,
    merchantOrderNo: order.merchantOrderNo,
    currency: order.currency,
    payAmount: order.amount,
    status: order.status,
    review: order.review,
    reviewNote: order.reviewNote,
  }) as ListedRow

/** The mark of an order by that of its entry. Without one it is the mark that the order had when it was read. */
function markBy(mark: EntryMark | null, order: ComparedOrder): Mark {
  if (mark?.as === 'RECONCILED') return { review: 'RECONCILED' }
  return mark === null ? markOf(order) : { review: 'DISCREPANT', note: mark.reason }
}

/** The marks of the orders at the gateway, which follow those of the entries. */
export function createOrderMarks({ features, marks, permissions, runs }: Console, actor: ReconcileActor) {
  /** Whether marks are written to the orders: the gateway keeps them, and the account may set them. */
  function isWritten(): boolean {
    const { notify } = rowKinds[actor.getSnapshot().context.settings.list]
    return notify !== null && features.has('reviews') && canUse(permissions, notify.permission ?? [])
  }

  return {
    isWritten,
    /**
     * Writes the mark of an entry to its order. With `given`, only while the order has the mark that the entry gave it; false otherwise.
     * What is wrong about a sum is not known of any of its orders, and an order that is only named has the mark of its own entry.
     */
    async write({ order, orders, isNamed, mark }: EntryRow, given?: EntryMark | null): Promise<boolean> {
      if (order === null || orders > 1 || isNamed || !isWritten()) return true
      if (given !== undefined) {
        const { untouched } = await runs.load()
        const kind = actor.getSnapshot().context.settings.list
        const isUnchanged = (now: ListedRow) => isSameMark(markOf(now), markBy(given, order))
        if ((await untouched([asRow(order)], { kind, isUnchanged })).length === 0) return false
      }
      await marks.set(order.id, markBy(mark, order))
      return true
    },
  }
}
