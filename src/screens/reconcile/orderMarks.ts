import { rowKinds } from '#commands/rows/kinds.ts'
import { canUse } from '#contract/authority.ts'
import type { EntryRow } from '../../reconcile/entryRow.ts'
import type { EntryMark } from '../../reconcile/session.ts'
import type { Console } from '../../useConsole.tsx'
import type { ReconcileActor } from './reconcileSession.ts'

/** The marks of the orders at the gateway, which follow those of the entries. */
export function createOrderMarks({ features, marks, permissions }: Console, actor: ReconcileActor) {
  /** Whether marks are written to the orders: the gateway keeps them, and the account may set them. */
  function isWritten(): boolean {
    const { notify } = rowKinds[actor.getSnapshot().context.settings.list]
    return notify !== null && features.has('reviews') && canUse(permissions, notify.permission ?? [])
  }

  return {
    isWritten,
    /**
     * Writes the mark of an entry to its order. Null gives the order the mark that it had when it was read. A refusal is shown by the call;
     * the decision stays. What is wrong about a sum is not known of any of its orders, and an order that is only named has the mark of
     * its own entry.
     */
    async write({ order, orders, isNamed }: EntryRow, mark: EntryMark | null): Promise<void> {
      if (order === null || orders > 1 || isNamed || !isWritten()) return
      const { review } = order
      if (mark === null) await marks.set(order.id, { review: review ?? 'NONE' }).catch(() => {})
      else if (mark.as === 'RECONCILED') await marks.set(order.id, { review: 'RECONCILED' }).catch(() => {})
      else await marks.set(order.id, { review: 'DISCREPANT', note: mark.reason }).catch(() => {})
    },
  }
}
