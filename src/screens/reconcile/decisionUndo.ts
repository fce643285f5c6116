import type { UndoEntry } from '#commands/appScope.ts'
import { formatCount } from '../../format/amount.ts'
import type { DecisionStep } from '../../reconcile/session.ts'
import type { Console } from '../../useConsole.tsx'
import { createOrderMarks } from './orderMarks.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import { showRun } from './showRun.ts'

/** Undo entries of decisions. The engine keeps the decisions in their order, so an entry takes back the last one, whichever it is. */
export function createDecisionUndo(console: Console, session: ReconcileSession) {
  const { actor, client, workbench } = session
  const orderMarks = createOrderMarks(console, actor)

  /** Resolves with false when the order was left alone, because it was changed since. */
  async function move(way: 'undo' | 'redo', writes = true): Promise<boolean> {
    const result = await workbench[way]()
    const [key] = result?.keys ?? []
    if (result == null || key === undefined) return true
    await workbench.moveToKey(key)
    const { decision } = result
    if (decision.type !== 'mark') return true
    if (decision.run !== undefined) await moveRun(decision.run, way)
    if (decision.run !== undefined || decision.keys.length > 1 || !writes) return true
    const detail = await client.call('detail', { key })
    if (detail === null) return true
    try {
      return await orderMarks.write(detail, way === 'undo' ? decision.mark : undefined)
    } catch (cause) {
      // The entry stays, so that it can be tried again.
      await workbench[way === 'undo' ? 'redo' : 'undo']()
      throw cause
    }
  }

  /** Undoes or repeats the run that marked the orders at the gateway, by its record: also one of an earlier page. */
  async function moveRun(id: string, way: 'undo' | 'redo'): Promise<void> {
    const runs = await console.runs.load()
    await runs.halt(id)
    const record = await runs.store.get(id).catch(() => undefined)
    if (record === undefined) return
    showRun(way === 'undo' ? runs.undo(record) : runs.repeat(record), session, { isConfirmed: true })
  }

  return {
    /** The entry of the last decision. */
    entryOf(step: DecisionStep): UndoEntry {
      let isGivenBack = true
      return {
        label: labelOf(step),
        async undo() {
          isGivenBack = await move('undo')
        },
        async redo() {
          await move('redo', isGivenBack)
        },
        owner: workbench,
      }
    },
  }
}

export function labelOf({ type, mark, count }: DecisionStep): UndoEntry['label'] {
  if (type === 'refuse' || type === 'amount') return [`reconcile.undo.${type}`]
  if (type === 'link' || type === 'unlink') return ['reconcile.undo.link', { n: formatCount(count) }]
  if (mark === 'DISCREPANCY') return ['reconcile.undo.flag']
  return count > 1 ? ['reconcile.undo.bulk', { n: formatCount(count) }] : ['reconcile.undo.mark']
}
