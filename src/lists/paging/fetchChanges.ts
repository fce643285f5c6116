import { calls, liveListOf } from '#contract/calls.ts'
import type { ChangesAnswer } from '#machines/live/changeLedger.ts'
import type { ListChangesRequest } from '#machines/live/listChangesMachine.ts'
import type { Api } from '../../api/client.ts'
import { isUnknownCall } from '../../api/errors.ts'
import { type ListFilter, toRequest } from '../filters/listFilter.ts'
import { redated } from '../filters/query.ts'
import { createRowReader, type RowSource, withRowId } from './rowReader.ts'

/**
 * Fetches changes, by relative days of this moment: after midnight, new rows are told of too. With a gateway that lacks the call,
 * compares the row count instead: `total` is the row count when the list was read, null when unknown.
 */
export function fetchChanges(api: Api, list: RowSource, total: () => number | null) {
  const name = liveListOf(list.call)
  const read = createRowReader(api, list, { quiet: true })
  let isUnknown = false

  async function countCreated(filter: ListFilter, signal: AbortSignal): Promise<ChangesAnswer> {
    const now = (await read({ filter, sort: null, page: 1, limit: 1, offset: 0 }, signal)).total
    const before = total()
    const created = now === null || before === null ? 0 : Math.max(0, now - before)
    return { mark: null, created, changed: 0, more: false, createdIds: [], rows: [] }
  }

  return async ({ filter, since, told }: ListChangesRequest<ListFilter>, signal: AbortSignal): Promise<ChangesAnswer> => {
    if (!isUnknown && name !== undefined) {
      try {
        const marks = { ...(since === null ? {} : { since }), ...(told === null ? {} : { told }) }
        const answer = await api.call(
          calls.changes,
          { ...toRequest(redated(filter, api.serverNow())), list: name, ...marks },
          { quiet: true, signal },
        )
        if (answer?.mark != null) {
          return { ...answer, rows: answer.rows.map(({ matches, row }) => ({ matches, row: withRowId(row) })) }
        }
        isUnknown = true
      } catch (cause) {
        if (!isUnknownCall(cause)) throw cause
        isUnknown = true
      }
    }
    return countCreated(filter, signal)
  }
}
