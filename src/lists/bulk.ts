import { createActor, fromPromise } from 'xstate'
import { orderKinds } from '#commands/orderKinds.ts'
import { isRetriable } from '#commands/payout.ts'
import type { BulkName, OrderKind } from '#commands/scope.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/reply.ts'
import type { NotifyResult, PayOrder } from '#contract/rows.ts'
import type { NotifyOrder } from '#contract/shapes.ts'
import { createBulkMachine, type Outcome, type Plan } from '#machines/bulk/bulkMachine.ts'
import type { Api } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { paged } from './feeds.ts'
import type { List } from './list.ts'
import { type ListFilter, requestOf } from './query.ts'
import type { Chosen } from './selection.ts'

/** Something that is done to many orders, with one call each. */
interface BulkTask {
  fits(order: PayOrder): boolean
  /** Why the others are left out. */
  skipped: 'notFinal' | 'notFailed'
  act(order: PayOrder): Promise<Outcome>
}

/** What it is to do so to orders of this kind; null where it cannot be done to them. */
function taskOf(name: BulkName, kind: OrderKind, { api, unanswered }: Pick<Bulk, 'api' | 'unanswered'>): BulkTask | null {
  if (name === 'retry') return kind === 'payout' ? retrying(api, unanswered) : null
  const { notify } = orderKinds[kind]
  return notify === null ? null : notifying(api, notify)
}

const notifying = (api: Api, { call, statuses }: { call: Call<NotifyOrder, NotifyResult>; statuses: readonly string[] }) => ({
  fits: ({ status }: PayOrder) => statuses.includes(status),
  skipped: 'notFinal' as const,
  act: async ({ id }: PayOrder) => outcomeOf(await api.call(call, { id, trigger: 'bulk' }, { quiet: true })),
})

/** How one delivery went: one that failed was an answer too. */
function outcomeOf({ notifyStatus, responseMessage, attempt }: NotifyResult): Outcome {
  if (notifyStatus === 'SUCCESS') return { kind: 'done', text: null }
  // Another gateway may answer without the attempt.
  const { error, status, outcome } = (attempt as NotifyResult['attempt'] | undefined) ?? {}
  return { kind: 'failed', text: error ?? responseMessage ?? (status == null ? (outcome ?? notifyStatus) : `HTTP ${status}`) }
}

/** Each row under a name of its own, until it is known what became of it: the money is to be sent once. */
function retrying(api: Api, unanswered: Map<string, string>): BulkTask {
  return {
    fits: (order) => isRetriable({ kind: 'payout', order }),
    skipped: 'notFailed',
    async act({ id }) {
      const once = unanswered.get(id) ?? api.newKey()
      unanswered.set(id, once)
      try {
        await api.call(calls.payoutAction, { id, action: 'retry' as const }, { quiet: true, once })
        unanswered.delete(id)
      } catch (cause) {
        if (cause instanceof ApiError && cause.isAnswer) unanswered.delete(id)
        throw cause
      }
      return { kind: 'done', text: null }
    },
  }
}

/** Refusals that only say when to ask again. */
const COMES_BACK: readonly string[] = ['TOO_MANY_REQUESTS', 'REQUEST_RUNNING'] satisfies ErrorCode[]

interface Bulk {
  name: BulkName
  api: Api
  list: List
  filter: ListFilter
  chosen: Chosen<PayOrder>
  /** Row -> the name under which it was last asked for, while nobody has answered. */
  unanswered: Map<string, string>
  leave(failed: readonly PayOrder[]): void
}

/** A command over the chosen rows, ready to be started: those it fits, one call each. Null where these orders know none. */
export function bulkOver({ name, api, list, filter, chosen, unanswered, leave }: Bulk) {
  const task = taskOf(name, list.kind, { api, unanswered })
  if (task === null) return null
  const machine = createBulkMachine<PayOrder>().provide({
    actors: {
      plan: fromPromise(async ({ signal }): Promise<Plan<PayOrder>> => {
        const rows =
          chosen.kind === 'some'
            ? [...chosen.rows.values()]
            : (await everything(api, list, filter, signal)).filter(({ id }) => !chosen.but.has(id))
        const items = rows.filter(task.fits)
        const skipped = rows.length - items.length
        return { items, skipped: skipped === 0 ? {} : { [task.skipped]: skipped } }
      }),
      act: fromPromise(async ({ input: { item } }): Promise<Outcome> => {
        try {
          // What a click elsewhere would stop is not stopped here: what has begun is let end.
          return await task.act(item)
        } catch (cause) {
          if (!(cause instanceof ApiError)) throw cause
          const mayComeBack = COMES_BACK.includes(cause.code) && cause.retryAfter !== null
          return mayComeBack ? { kind: 'later', seconds: cause.retryAfter ?? 0 } : { kind: 'failed', text: cause.message }
        }
      }),
    },
    actions: { leave: (_, { failed }) => leave(failed) },
  })
  return createActor(machine)
}

/** Rows of everything a filter matches are gathered by so many. */
const GATHERED = 1000

async function everything(api: Api, list: List, filter: ListFilter, signal: AbortSignal): Promise<PayOrder[]> {
  const gathered: PayOrder[] = []
  for (let page = 1; ; page++) {
    const offset = (page - 1) * GATHERED
    const { rows } = await api.rows(list.call, { ...requestOf(filter), ...paged(offset, GATHERED, page, null) }, { signal })
    gathered.push(...rows.slice(0, GATHERED))
    if (rows.length < GATHERED) return gathered
  }
}
