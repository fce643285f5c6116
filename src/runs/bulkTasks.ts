import type { UndoEntry } from '#commands/appScope.ts'
import { isOrderKind, isSearchableKind, numberOf, rowKinds } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Direction } from '#contract/kinds.ts'
import type { MerchantStatus, Review } from '#contract/options.ts'
import type { ErrorCode } from '#contract/reply.ts'
import type { NotifyResult } from '#contract/rows/callbacks.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { MAX_PLANNED_ORDERS } from '#contract/rules.ts'
import type { NotifyOrder, NotifyPlanQuery } from '#contract/shapes/orders.ts'
import { isRestorable, mayAllow } from '#contract/statuses.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { FinalOutcome, Outcome, Plan } from '#machines/bulk/bulkMachine.ts'
import type { Api } from '../api/client.ts'
import type { Features } from '../state/features.ts'
import type { Marks } from '../state/marks.ts'

type Suffix<Key extends CommonKey, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never
type SkipReason = Suffix<CommonKey, 'bulk.skipped.'>

/** A bulk command: one call per row. */
export interface BulkTask {
  /** The reason to skip a row; null to process it. */
  skipReason(row: ListedRow): SkipReason | null
  act(row: ListedRow, idempotencyKey: string): Promise<Outcome>
  /** Asks the gateway how many of the rows it would refuse now, by error code. Absent where it cannot be asked. */
  readonly expectRefusals?: (rows: readonly ListedRow[], signal: AbortSignal) => Promise<Record<string, number>>
  /**
   * For a row whose call was sent by a page that ended before the reply: its outcome, `again` when the call may be sent again, or
   * `unknown` when it may have taken effect.
   */
  recover(row: ListedRow): Promise<FinalOutcome | 'again' | 'unknown'>
  /** Absent when the command cannot be undone. */
  readonly reversal?: Reversal
}

/** Gives processed rows back what they had, as they were when the run began. */
export interface Reversal {
  label(rows: number): UndoEntry['label']
  isReversible(row: ListedRow): boolean
  back(row: ListedRow, options: { quiet: boolean }): Promise<unknown>
  again(row: ListedRow, options: { quiet: boolean }): Promise<unknown>
  /** Whether a row as it is now still has what the run gave it. */
  isUnchanged(now: ListedRow): boolean
}

/**
 * The undo entry for the processed rows; null when none of them can be undone. `untouched` leaves out those that were changed since. After
 * an error the next undo or redo goes on where this one stopped.
 */
export function undoEntryFor(
  { reversal }: BulkTask,
  processed: readonly ListedRow[],
  untouched: (rows: readonly ListedRow[], reversal: Reversal) => Promise<readonly ListedRow[]>,
): UndoEntry | null {
  const rows = reversal === undefined ? [] : processed.filter(reversal.isReversible)
  if (reversal === undefined || rows.length === 0) return null
  const givenBack = new Set<ListedRow>()
  return {
    label: reversal.label(rows.length),
    async undo() {
      const left = rows.filter((row) => !givenBack.has(row))
      // One by one, and no further after an error, so that it is shown once.
      for (const row of await untouched(left, reversal)) {
        await reversal.back(row, { quiet: false })
        givenBack.add(row)
      }
    },
    async redo() {
      for (const row of givenBack) {
        await reversal.again(row, { quiet: false })
        givenBack.delete(row)
      }
    },
  }
}

/** The task of a run that undoes another one; null when that cannot be undone. */
export function undoTaskOf({ reversal }: BulkTask): BulkTask | null {
  if (reversal === undefined) return null
  return {
    skipReason: () => null,
    act: (row) => reversal.back(row, { quiet: true }).then(() => DONE),
    // What is undone again changes nothing.
    recover: async () => 'again',
  }
}

export interface TaskHost {
  kind: RowKind
  api: Api
  features: Pick<Features, 'has'>
  marks: Marks
  /** The text of a note, or the account that is assigned. */
  value: string | undefined
  /** The name that the account signed in with. */
  account: string
}

/** The task of a bulk command for rows of a kind; null if unsupported. */
export function taskOf(name: BulkAction, { kind, api, features, marks, value, account }: TaskHost): BulkTask | null {
  if (name === 'retry') return kind === 'payout' ? retryTask(api, features) : null
  if (name === 'enable' || name === 'disable') return kind === 'subMerchant' ? statusTask(api, name) : null
  const { notify, direction } = isOrderKind(kind) ? rowKinds[kind] : { notify: null }
  if (notify === null) return null
  if (name === 'note') return noteTask(api, features, value ?? '')
  if (name === 'assign') return assignTask(api, value === 'ME' ? account : (value ?? ''))
  if (name === 'unassign') return assignTask(api, null)
  return name === 'reconcile' ? reconcileTask(marks) : notifyTask({ api, features, call: notify, direction, kind })
}

/** The plan with the refusals to expect. Without an answer the run tells them. */
export async function withRefusals(
  plan: Plan<ListedRow>,
  { expectRefusals }: Pick<BulkTask, 'expectRefusals'>,
  signal: AbortSignal,
): Promise<Plan<ListedRow>> {
  if (expectRefusals === undefined || plan.items.length === 0) return plan
  try {
    return { ...plan, refusals: await expectRefusals(plan.items, signal) }
  } catch {
    return plan
  }
}

export function planOver(rows: readonly ListedRow[], task: Pick<BulkTask, 'skipReason'>): Plan<ListedRow> {
  const items: ListedRow[] = []
  const skipped: Partial<Record<SkipReason, number>> = {}
  for (const row of rows) {
    const reason = task.skipReason(row)
    if (reason === null) items.push(row)
    else skipped[reason] = (skipped[reason] ?? 0) + 1
  }
  return { items, skipped }
}

interface NotifyHost extends Pick<TaskHost, 'api' | 'features' | 'kind'> {
  call: Call<NotifyOrder, NotifyResult>
  direction: Direction
}

const notifyTask = ({ api, features, call, direction, kind }: NotifyHost): BulkTask => ({
  skipReason: ({ status }) => (mayAllow(direction, 'notify', status) ? null : 'notFinal'),
  act: async ({ id }) =>
    outcomeOf(await api.call(call, { id, ...(features.has('trails') ? { trigger: 'bulk' as const } : {}) }, { quiet: true })),
  // The order counts its callbacks, so it tells whether the call arrived.
  async recover(row) {
    if (!isSearchableKind(kind)) return 'unknown'
    const number = numberOf({ kind, row })
    const { rows } = await api.rows(rowKinds[kind].list, { orderNo: number, limit: '10' }, { quiet: true })
    const now = (rows as ListedRow[]).find(({ id }) => id === row.id)
    if (now?.notifyAttempts == null || row.notifyAttempts == null) return 'unknown'
    if (now.notifyAttempts <= row.notifyAttempts) return 'again'
    return now.notifyStatus === 'SUCCESS' ? DONE : { kind: 'failed', text: now.responseMessage ?? now.notifyStatus ?? '' }
  },
  ...(features.has('notify-plan') && {
    async expectRefusals(rows, signal) {
      const refusals: Record<string, number> = {}
      for (let from = 0; from < rows.length; from += MAX_PLANNED_ORDERS) {
        const ids = rows.slice(from, from + MAX_PLANNED_ORDERS).map(({ id }) => id)
        // Kinds with a call to notify are those of the plan.
        const query = { kind: kind as NotifyPlanQuery['kind'], ids }
        const { skipped } = await api.call(calls.notifyPlan, query, { quiet: true, signal })
        for (const [code, n] of Object.entries(skipped ?? {})) {
          if (!PASSING.includes(code)) refusals[code] = (refusals[code] ?? 0) + n
        }
      }
      return refusals
    },
  }),
})

/** Over by the time that the run reaches the order. */
const PASSING: readonly string[] = ['NOTIFY_IN_FLIGHT', 'NOTIFY_TOO_SOON'] satisfies ErrorCode[]

/** The result of one delivery. A failed delivery is an answer too. Without a status, all that is known is that it was accepted. */
function outcomeOf({ notifyStatus, responseMessage, attempt }: NotifyResult): Outcome {
  const isUndelivered = notifyStatus === 'FAILED' || notifyStatus === 'PENDING'
  if (notifyStatus === 'SUCCESS' || (attempt === null && !isUndelivered)) return DONE
  const { error = null, status = null, outcome = notifyStatus } = attempt ?? {}
  const known = status === null ? (outcome ?? '') : `HTTP ${status}`
  return { kind: 'failed', text: error ?? responseMessage ?? known }
}

const DONE: FinalOutcome = { kind: 'done', text: null }

/** A repeated key takes effect once, where the gateway says so. */
const byKey = async ({ has }: Pick<Features, 'has'>) => (has('idempotency') ? 'again' : 'unknown')

const retryTask = (api: Api, features: Pick<Features, 'has'>): BulkTask => ({
  skipReason: ({ status }) => (mayAllow('PAYOUT', 'retry', status) ? null : 'notFailed'),
  act: ({ id }, idempotencyKey) =>
    api.call(calls.payoutAction, { id, action: 'retry' as const }, { quiet: true, idempotencyKey }).then(() => DONE),
  recover: () => byKey(features),
})

function statusTask(api: Api, name: 'enable' | 'disable'): BulkTask {
  const to = name === 'enable' ? 'ACTIVE' : 'SUSPENDED'
  const move = ({ id }: ListedRow, status: MerchantStatus, options: { quiet: boolean; idempotencyKey?: string }) =>
    api.call(calls.updateSubMerchant, { merchantNo: id, status }, options)
  return {
    skipReason({ status, moves }) {
      if (status === to) return name === 'enable' ? 'alreadyEnabled' : 'alreadyDisabled'
      return moves?.includes(to) === false ? 'notYours' : null
    },
    act: (row) => move(row, to, { quiet: true }).then(() => DONE),
    // Setting the same status again changes nothing.
    recover: async () => 'again',
    reversal: {
      label: (n) => [`undo.sub.${name}`, { n }],
      isReversible: ({ status }) => isRestorable(status),
      back: (row, options) => move(row, row.status as MerchantStatus, options),
      again: (row, options) => move(row, to, options),
      isUnchanged: ({ status }) => status === to,
    },
  }
}

function reconcileTask(marks: Marks): BulkTask {
  const mark = ({ id }: ListedRow, review: Review, note: string | null | undefined, quiet: boolean) =>
    marks.set(id, { review, ...(note == null ? {} : { note }) }, { quiet })
  return {
    skipReason: ({ review }) => (review === 'RECONCILED' ? 'alreadyReconciled' : null),
    act: (row) => mark(row, 'RECONCILED', null, true).then(() => DONE),
    // Setting the same mark again changes nothing.
    recover: async () => 'again',
    reversal: {
      label: (n) => ['undo.reconcile', { n }],
      isReversible: () => true,
      back: (row, { quiet }) => mark(row, row.review ?? 'NONE', row.reviewNote, quiet),
      again: (row, { quiet }) => mark(row, 'RECONCILED', null, quiet),
      isUnchanged: ({ review }) => review === 'RECONCILED',
    },
  }
}

const noteTask = (api: Api, features: Pick<Features, 'has'>, text: string): BulkTask => ({
  skipReason: () => null,
  act: ({ id }, idempotencyKey) => api.call(calls.addNote, { id, text }, { quiet: true, idempotencyKey }).then(() => DONE),
  recover: () => byKey(features),
})

/** Assigns an account; null removes the assignment. */
function assignTask(api: Api, to: string | null): BulkTask {
  const assign = ({ id }: ListedRow, account: string | null | undefined, quiet: boolean) =>
    api.call(calls.assignOrder, { id, assignedTo: account ?? 'NONE' }, { quiet })
  return {
    skipReason: ({ assignedTo }) => ((assignedTo ?? null) !== to ? null : to === null ? 'notAssigned' : 'alreadyAssigned'),
    act: (row) => assign(row, to, true).then(() => DONE),
    // Assigning the same account again changes nothing.
    recover: async () => 'again',
    reversal: {
      label: (n) => [to === null ? 'undo.unassign' : 'undo.assign', { n, name: to ?? '' }],
      isReversible: () => true,
      back: (row, { quiet }) => assign(row, row.assignedTo, quiet),
      again: (row, { quiet }) => assign(row, to, quiet),
      isUnchanged: ({ assignedTo }) => (assignedTo ?? null) === to,
    },
  }
}
