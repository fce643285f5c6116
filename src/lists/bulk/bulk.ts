import { createActor, fromPromise } from 'xstate'
import type { UndoEntry } from '#commands/appScope.ts'
import { mutateRows } from '#commands/orders/mutateRows.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { ErrorCode } from '#contract/reply.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { createBulkMachine, type Outcome, type Plan } from '#machines/bulk/bulkMachine.ts'
import { ApiError } from '../../api/errors.ts'
import { fetchAllRows } from '../export/fetchAllRows.ts'
import type { ListController } from '../listController.ts'
import type { Chosen } from '../selection/selection.ts'
import { type BulkTask, type SkipReason, taskOf } from './bulkTasks.ts'

/** Errors that are worth a retry after `retryAfter`. */
const RETRYABLE_CODES: readonly string[] = ['TOO_MANY_REQUESTS', 'REQUEST_RUNNING'] satisfies ErrorCode[]

interface BulkInput {
  controller: ListController
  name: BulkAction
  chosen: Chosen<ListedRow>
  /** Row id -> idempotency key of a call without an answer. */
  idempotencyKeys: Map<string, string>
}

/**
 * Starts a bulk command over the selected rows it applies to, one call per row. Does nothing while another one runs or if the
 * kind does not support it.
 */
export function runBulk({ controller, name, chosen, idempotencyKeys }: BulkInput): void {
  const { list, selection } = controller
  const { api, scope, undo } = controller.console
  const { filter } = controller.query()
  const task = taskOf(name, list.kind, { api, idempotencyKeys })
  if (task === null || controller.bulk.get() !== null) return
  const machine = createBulkMachine<ListedRow>().provide({
    actors: {
      plan: fromPromise(async ({ signal }): Promise<Plan<ListedRow>> => {
        const rows =
          chosen.kind === 'some'
            ? [...chosen.rows.values()]
            : (await fetchAllRows(api, list, { quiet: true })({ filter, sort: null }, signal)).filter(
                ({ id }) => !chosen.except.has(id),
              )
        return planOver(rows, task)
      }),
      act: fromPromise(async ({ input: { item } }): Promise<Outcome> => {
        const endMutation = controller.beginMutation([item.id])
        try {
          // A call in flight is not aborted.
          return await task.act(item)
        } catch (cause) {
          if (!(cause instanceof ApiError)) throw cause
          const isRetryable = RETRYABLE_CODES.includes(cause.code) && cause.retryAfter !== null
          return isRetryable ? { kind: 'later', seconds: cause.retryAfter ?? 0 } : { kind: 'failed', text: cause.message }
        } finally {
          endMutation()
        }
      }),
    },
  })
  const actor = createActor(machine)
  controller.bulk.set({ name, actor })
  actor.on('bulk.over', ({ done, failed }) => {
    selection.replace(failed)
    controller.reloadRows(new Set([...done, ...failed].map(({ id }) => id)))
    controller.actor.send({ type: 'detail.reload' })
    const entry = done.length === 0 ? null : (task.undoEntryFor?.(done) ?? null)
    if (entry === null) return
    // Undo and redo reload the rows in the list that is open by then.
    const mutate = (act: UndoEntry['undo']) => () => mutateRows(scope(), done, async () => act())
    undo.push({ label: entry.label, undo: mutate(entry.undo), redo: mutate(entry.redo) })
    controller.announceUndo(...entry.label)
  })
  actor.subscribe({ complete: () => controller.bulk.set(null) })
  actor.start()
}

function planOver(rows: readonly ListedRow[], task: BulkTask): Plan<ListedRow> {
  const items: ListedRow[] = []
  const skipped: Partial<Record<SkipReason, number>> = {}
  for (const row of rows) {
    const reason = task.skipReason(row)
    if (reason === null) items.push(row)
    else skipped[reason] = (skipped[reason] ?? 0) + 1
  }
  return { items, skipped }
}
