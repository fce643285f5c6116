import { createActor, fromPromise } from 'xstate'
import type { UndoEntry } from '#commands/appScope.ts'
import { mutateRows } from '#commands/orders/mutateRows.ts'
import { isOrderKind, rowKinds } from '#commands/rows/kinds.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Direction } from '#contract/kinds.ts'
import type { MerchantStatus, Review } from '#contract/options.ts'
import type { ErrorCode } from '#contract/reply.ts'
import type { NotifyResult } from '#contract/rows/callbacks.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { NotifyOrder } from '#contract/shapes/orders.ts'
import { isRestorable, mayAllow } from '#contract/statuses.ts'
import type { CommonKey } from '#locales/messages.ts'
import { createBulkMachine, type Outcome, type Plan } from '#machines/bulk/bulkMachine.ts'
import type { Api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import type { Features } from '../../state/features.ts'
import type { Marks } from '../../state/marks.ts'
import { fetchAllRows } from '../export/fetchAllRows.ts'
import type { ListController } from '../listController.ts'
import type { Chosen } from '../selection/selection.ts'

/** Errors that are worth a retry after `retryAfter`. */
const RETRYABLE_CODES: readonly string[] = ['TOO_MANY_REQUESTS', 'REQUEST_RUNNING'] satisfies ErrorCode[]

/**
 * Starts a bulk command over the selected rows it applies to, one call per row. Does nothing while another one runs or if the
 * kind does not support it.
 */
export function runBulk(controller: ListController, name: BulkAction, chosen: Chosen<ListedRow>): void {
  const { selection } = controller
  const { scope, undo } = controller.console
  const { filter } = controller.query()
  const task = taskOf(name, controller)
  if (task === null || controller.bulk.get() !== null) return
  const machine = createBulkMachine<ListedRow>().provide({
    actors: {
      plan: fromPromise(async ({ signal }): Promise<Plan<ListedRow>> => {
        const rows =
          chosen.kind === 'some'
            ? [...chosen.rows.values()]
            : await fetchAllRows(controller, { filter, sort: null, chosen }, { signal, quiet: true })
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

/** A bulk command: one call per row. */
interface BulkTask {
  /** The reason to skip a row; null to process it. */
  skipReason(row: ListedRow): SkipReason | null
  act(row: ListedRow): Promise<Outcome>
  /** The undo entry for the processed rows; absent or null if the command cannot be undone. */
  undoEntryFor?(rows: readonly ListedRow[]): UndoEntry | null
}

type Suffix<Key extends CommonKey, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never
type SkipReason = Suffix<CommonKey, 'bulk.skipped.'>

/** The task of a bulk command for the rows of a list; null if unsupported. */
function taskOf(
  name: BulkAction,
  { list: { kind }, console: { api, features, marks }, idempotencyKeys }: ListController,
): BulkTask | null {
  if (name === 'retry') return kind === 'payout' ? retryTask(api, idempotencyKeys) : null
  if (name === 'enable' || name === 'disable') return kind === 'subMerchant' ? statusTask(api, name) : null
  const { notify, direction } = isOrderKind(kind) ? rowKinds[kind] : { notify: null }
  if (notify === null) return null
  return name === 'reconcile' ? reconcileTask(marks) : notifyTask(api, notify, direction, features)
}

const notifyTask = (
  api: Api,
  call: Call<NotifyOrder, NotifyResult>,
  direction: Direction,
  { has }: Pick<Features, 'has'>,
): BulkTask => ({
  skipReason: ({ status }) => (mayAllow(direction, 'notify', status) ? null : 'notFinal'),
  act: async ({ id }) =>
    outcomeOf(await api.call(call, { id, ...(has('trails') ? { trigger: 'bulk' as const } : {}) }, { quiet: true })),
})

/** The result of one delivery. A failed delivery is an answer too. Without a status, all that is known is that it was accepted. */
function outcomeOf({ notifyStatus, responseMessage, attempt }: NotifyResult): Outcome {
  const isUndelivered = notifyStatus === 'FAILED' || notifyStatus === 'PENDING'
  if (notifyStatus === 'SUCCESS' || (attempt === null && !isUndelivered)) return DONE
  const { error = null, status = null, outcome = notifyStatus } = attempt ?? {}
  const known = status === null ? (outcome ?? '') : `HTTP ${status}`
  return { kind: 'failed', text: error ?? responseMessage ?? known }
}

const DONE: Outcome = { kind: 'done', text: null }

/** Each row keeps its idempotency key until the outcome is known, so that a payout is sent at most once. */
function retryTask(api: Api, unanswered: Map<string, string>): BulkTask {
  return {
    skipReason: ({ status }) => (mayAllow('PAYOUT', 'retry', status) ? null : 'notFailed'),
    async act({ id }) {
      const key = unanswered.get(id) ?? api.newIdempotencyKey()
      unanswered.set(id, key)
      try {
        await api.call(calls.payoutAction, { id, action: 'retry' as const }, { quiet: true, idempotencyKey: key })
        unanswered.delete(id)
      } catch (cause) {
        if (cause instanceof ApiError && cause.isAnswer) unanswered.delete(id)
        throw cause
      }
      return DONE
    },
  }
}

function statusTask(api: Api, name: 'enable' | 'disable'): BulkTask {
  const to = name === 'enable' ? 'ACTIVE' : 'SUSPENDED'
  const move = ({ id }: ListedRow, status: MerchantStatus, quiet: boolean) =>
    api.call(calls.updateSubMerchant, { merchantNo: id, status }, { quiet })
  return {
    skipReason({ status, moves }) {
      if (status === to) return name === 'enable' ? 'alreadyEnabled' : 'alreadyDisabled'
      return moves?.includes(to) === false ? 'notYours' : null
    },
    act: (row) => move(row, to, true).then(() => DONE),
    undoEntryFor(rows) {
      const reversible = rows.filter(({ status }) => isRestorable(status))
      if (reversible.length === 0) return null
      return {
        label: [`undo.sub.${name}`, { n: reversible.length }],
        undo: () => inSequence(reversible, (row) => move(row, row.status as MerchantStatus, false)),
        redo: () => inSequence(reversible, (row) => move(row, to, false)),
      }
    },
  }
}

function reconcileTask(marks: Marks): BulkTask {
  const mark = ({ id }: ListedRow, review: Review, note: string | null | undefined, quiet: boolean) =>
    marks.set(id, { review, ...(note == null ? {} : { note }) }, { quiet })
  return {
    skipReason: ({ review }) => (review === 'RECONCILED' ? 'alreadyReconciled' : null),
    act: (row) => mark(row, 'RECONCILED', null, true).then(() => DONE),
    undoEntryFor: (rows) => ({
      label: ['undo.reconcile', { n: rows.length }],
      undo: () => inSequence(rows, (row) => mark(row, row.review ?? 'NONE', row.reviewNote, false)),
      redo: () => inSequence(rows, (row) => mark(row, 'RECONCILED', null, false)),
    }),
  }
}

/** Processes rows one by one and stops at the first error, so that it is shown once. */
async function inSequence(rows: readonly ListedRow[], act: (row: ListedRow) => Promise<unknown>): Promise<void> {
  for (const row of rows) await act(row)
}
