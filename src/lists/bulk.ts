import { createActor, fromPromise } from 'xstate'
import type { BulkName } from '#commands/scope.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import type { ErrorCode } from '#contract/reply.ts'
import { createBulkMachine, type Outcome, type Plan } from '#machines/bulk/bulkMachine.ts'
import type { Api } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { type BulkTask, type Skipped, taskOf } from './bulkTasks.ts'
import type { List } from './list.ts'
import type { ListFilter } from './query.ts'
import { everythingOf } from './reading.ts'
import type { Chosen } from './selection.ts'

/** Refusals that only say when to ask again. */
const COMES_BACK: readonly string[] = ['TOO_MANY_REQUESTS', 'REQUEST_RUNNING'] satisfies ErrorCode[]

interface Bulk {
  name: BulkName
  api: Api
  list: List
  filter: ListFilter
  chosen: Chosen<ListedRow>
  /** Row -> the name under which it was last asked for, while nobody has answered. */
  unanswered: Map<string, string>
  /** A row's turn has come; to be called when it is over. */
  begin(id: string): () => void
}

/** A command over the chosen rows, ready to be started: those it fits, one call each. Null where these rows know none. */
export function bulkOver({ name, api, list, filter, chosen, unanswered, begin }: Bulk) {
  const task = taskOf(name, list.kind, { api, unanswered })
  if (task === null) return null
  const machine = createBulkMachine<ListedRow>().provide({
    actors: {
      plan: fromPromise(async ({ signal }): Promise<Plan<ListedRow>> => {
        const rows =
          chosen.kind === 'some'
            ? [...chosen.rows.values()]
            : (await everythingOf(api, list, { quiet: true })({ filter, sort: null }, signal)).filter(
                ({ id }) => !chosen.but.has(id),
              )
        return planOver(rows, task)
      }),
      act: fromPromise(async ({ input: { item } }): Promise<Outcome> => {
        const over = begin(item.id)
        try {
          // What a click elsewhere would stop is not stopped here: what has begun is let end.
          return await task.act(item)
        } catch (cause) {
          if (!(cause instanceof ApiError)) throw cause
          const mayComeBack = COMES_BACK.includes(cause.code) && cause.retryAfter !== null
          return mayComeBack ? { kind: 'later', seconds: cause.retryAfter ?? 0 } : { kind: 'failed', text: cause.message }
        } finally {
          over()
        }
      }),
    },
  })
  /** What takes it back from these; null where it was done to none, or nothing does. */
  const deedOver = (done: readonly ListedRow[]) => (done.length === 0 ? null : (task.deedOver?.(done) ?? null))
  return { actor: createActor(machine), deedOver }
}

function planOver(rows: readonly ListedRow[], task: BulkTask): Plan<ListedRow> {
  const items: ListedRow[] = []
  const skipped: Partial<Record<Skipped, number>> = {}
  for (const row of rows) {
    const why = task.whyNot(row)
    if (why === null) items.push(row)
    else skipped[why] = (skipped[why] ?? 0) + 1
  }
  return { items, skipped }
}
