import type { UndoEntry } from '#commands/appScope.ts'
import { isOrderKind, rowKinds } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Direction } from '#contract/kinds.ts'
import type { MerchantStatus, Review } from '#contract/options.ts'
import type { NotifyResult } from '#contract/rows/callbacks.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { NotifyOrder } from '#contract/shapes/orders.ts'
import { allows, isRestorable } from '#contract/statuses.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Outcome } from '#machines/bulk/bulkMachine.ts'
import type { Api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'

/** A bulk command: one call per row. */
export interface BulkTask {
  /** The reason to skip a row; null to process it. */
  skipReason(row: ListedRow): SkipReason | null
  act(row: ListedRow): Promise<Outcome>
  /** The undo entry for the processed rows; absent or null if the command cannot be undone. */
  undoEntryFor?(rows: readonly ListedRow[]): UndoEntry | null
}

type Suffix<Key extends CommonKey, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never
export type SkipReason = Suffix<CommonKey, 'bulk.skipped.'>

interface TaskContext {
  api: Api
  /** Row id -> idempotency key of a call without an answer. */
  idempotencyKeys: Map<string, string>
}

/** The task of a bulk command for a kind of row; null if unsupported. */
export function taskOf(name: BulkAction, kind: RowKind, { api, idempotencyKeys }: TaskContext): BulkTask | null {
  if (name === 'retry') return kind === 'payout' ? retryTask(api, idempotencyKeys) : null
  if (name === 'enable' || name === 'disable') return kind === 'subMerchant' ? statusTask(api, name) : null
  const { notify, direction } = isOrderKind(kind) ? rowKinds[kind] : { notify: null }
  if (notify === null) return null
  return name === 'reconcile' ? reconcileTask(api) : notifyTask(api, notify, direction)
}

const notifyTask = (api: Api, call: Call<NotifyOrder, NotifyResult>, direction: Direction): BulkTask => ({
  skipReason: ({ status }) => (allows(direction, 'notify', status) ? null : 'notFinal'),
  act: async ({ id }) => outcomeOf(await api.call(call, { id, trigger: 'bulk' }, { quiet: true })),
})

/** The result of one delivery. A failed delivery is an answer too. */
function outcomeOf({ notifyStatus, responseMessage, attempt }: NotifyResult): Outcome {
  if (notifyStatus === 'SUCCESS') return DONE
  // Other gateways may omit the attempt.
  const { error, status, outcome } = (attempt as NotifyResult['attempt'] | undefined) ?? {}
  return { kind: 'failed', text: error ?? responseMessage ?? (status == null ? (outcome ?? notifyStatus) : `HTTP ${status}`) }
}

const DONE: Outcome = { kind: 'done', text: null }

/** Each row keeps its idempotency key until the outcome is known, so that a payout is sent at most once. */
function retryTask(api: Api, unanswered: Map<string, string>): BulkTask {
  return {
    skipReason: ({ status }) => (allows('PAYOUT', 'retry', status) ? null : 'notFailed'),
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

function reconcileTask(api: Api): BulkTask {
  const mark = ({ id }: ListedRow, review: Review, note: string | null | undefined, quiet: boolean) =>
    api.call(calls.reviewOrder, { id, review, ...(note == null ? {} : { note }) }, { quiet })
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
