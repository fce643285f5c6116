import { createActor, fromPromise } from 'xstate'
import { orderKinds } from '#commands/orderKinds.ts'
import { isRetriable } from '#commands/payout.ts'
import type { BulkName, OrderKind } from '#commands/scope.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
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
function taskOf(name: BulkName, kind: OrderKind, api: Api): BulkTask | null {
  if (name === 'retry') return kind === 'payout' ? retrying(api) : null
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

function retrying(api: Api): BulkTask {
  // One name a row: the gateway may ask to come again, and the money is to be sent once.
  const names = new Map<string, string>()
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? api.newKey()
    names.set(id, name)
    return name
  }
  return {
    fits: (order) => isRetriable({ kind: 'payout', order }),
    skipped: 'notFailed',
    async act({ id }) {
      await api.call(calls.payoutAction, { id, action: 'retry' as const }, { quiet: true, once: nameOf(id) })
      return { kind: 'done', text: null }
    },
  }
}

interface Bulk {
  name: BulkName
  api: Api
  list: List
  filter: ListFilter
  chosen: Chosen<PayOrder>
  leave(failed: readonly PayOrder[]): void
}

/** A command over the chosen rows, ready to be started: those it fits, one call each. Null where these orders know none. */
export function bulkOver({ name, api, list, filter, chosen, leave }: Bulk) {
  const task = taskOf(name, list.kind, api)
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
          const mayComeBack = cause.code === 'TOO_MANY_REQUESTS' && cause.retryAfter !== null
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
