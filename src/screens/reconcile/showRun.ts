import type { LiveRun } from '../../runs/runs.ts'
import type { ReconcileSession } from './reconcileSession.ts'

/**
 * Shows a run above the rows, one at a time; the status bar has the others. One that the user has confirmed before begins at once and leaves
 * the keyboard in the rows: it is shown only when some of it failed.
 */
export function showRun(
  run: LiveRun | null,
  { workbench: { bulk } }: Pick<ReconcileSession, 'workbench'>,
  { isConfirmed }: { isConfirmed: boolean },
): void {
  if (run === null) return
  const { actor } = run
  const show = () => bulk.get() === null && bulk.set(run)
  if (!isConfirmed) show()
  actor.subscribe({
    next({ value, context }) {
      if (!isConfirmed) return
      if (value === 'confirming') actor.send({ type: 'bulk.confirm' })
      const isDone = value === 'finished' && context.results.every(({ outcome }) => outcome.kind === 'done')
      if (isDone || value === 'idle') actor.send({ type: 'bulk.close' })
      else if (value === 'finished' || value === 'unplanned') show()
    },
    complete: () => bulk.get() === run && bulk.set(null),
  })
}
