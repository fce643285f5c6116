import { acted } from '#commands/acting.ts'
import type { Deed } from '#commands/appScope.ts'
import type { BulkName } from '#commands/scope.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import { readRowsAgain } from './rereading.ts'
import type { Sheet } from './sheet.ts'

/** What is done to many rows at once is fetched when it is first asked for, or ahead of that. */
export const fetchBulk = () => import('./bulk.ts')

/** Begins what is to be done to the rows that are selected, unless something already is. */
export function bulkRunner(sheet: Sheet): (name: BulkName) => Promise<void> {
  const { list, console, address, selection, paging } = sheet
  const unanswered = new Map<string, string>()

  return async (name) => {
    const { chosen } = selection
    const { bulkOver } = await fetchBulk()
    if (sheet.bulk.get() !== null) return
    const { filter } = address.query.get()
    const begin = (id: string) => sheet.news?.own([id]) ?? (() => {})
    const bulk = bulkOver({ name, api: console.api, list, filter, chosen, unanswered, begin })
    if (bulk === null) return
    const { actor, deedOver } = bulk
    sheet.bulk.set({ name, actor })
    actor.on('bulk.over', ({ done, failed }) => {
      selection.choose(failed)
      readRowsAgain(paging, new Set([...done, ...failed].map(({ id }) => id)))
      sheet.detail.send({ type: 'detail.reload' })
      // Rows may have left the filter: what is above them is of those that stay.
      sheet.summary?.send({ type: 'summary.ask', filter: address.query.get().filter })
      const deed = deedOver(done)
      if (deed !== null) offerBack(deed, done)
    })
    actor.subscribe({ complete: () => sheet.bulk.set(null) })
    actor.start()
  }

  /** Taken back or done again, it is read anew in whatever list is open by then. */
  function offerBack({ what, undo, redo }: Deed, rows: readonly ListedRow[]) {
    const reread = (act: Deed['undo']) => () => acted(console.scope(), rows, async () => act())
    console.undo.did({ what, undo: reread(undo), redo: reread(redo) })
    sheet.tellUndo(...what)
  }
}
