import type { UndoEntry } from '#commands/appScope.ts'
import type { DecisionStep } from '../../reconcile/session.ts'
import type { Console } from '../../useConsole.tsx'
import { createOrderMarks } from './orderMarks.ts'
import type { ReconcileSession } from './reconcileSession.ts'

/** Undo entries of decisions. The engine keeps the decisions in their order, so an entry takes back the last one, whichever it is. */
export function createDecisionUndo(console: Console, { actor, client, workbench }: ReconcileSession) {
  const orderMarks = createOrderMarks(console, actor)

  async function move(way: 'undo' | 'redo'): Promise<void> {
    const result = await workbench[way]()
    const [key] = result?.keys ?? []
    if (result == null || key === undefined) return
    await workbench.moveToKey(key)
    const { decision } = result
    // The orders of several entries are marked by a run, which has an undo of its own.
    if (decision.type !== 'mark' || decision.keys.length > 1) return
    const detail = await client.call('detail', { key })
    if (detail !== null && detail.orders <= 1) await orderMarks.write(detail.order, detail.mark)
  }

  return {
    /** The entry of the last decision. */
    entryOf: (step: DecisionStep): UndoEntry => ({
      label: labelOf(step),
      undo: () => move('undo'),
      redo: () => move('redo'),
      owner: workbench,
    }),
  }
}

export function labelOf({ type, mark, count }: DecisionStep): UndoEntry['label'] {
  if (type === 'refuse' || type === 'amount') return [`reconcile.undo.${type}`]
  if (type === 'link' || type === 'unlink') return ['reconcile.undo.link', { n: count }]
  if (mark === 'DISCREPANCY') return ['reconcile.undo.flag']
  return count > 1 ? ['reconcile.undo.bulk', { n: count }] : ['reconcile.undo.mark']
}
