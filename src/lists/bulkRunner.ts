import type { Deed } from '#commands/appScope.ts'
import type { BulkName } from '#commands/scope.ts'
import type { Sheet } from './sheet.ts'

/** More pages than this are not read again one by one. */
const FEW_PAGES = 4

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
    const leave: Parameters<typeof bulkOver>[0]['leave'] = ({ done, failed }) => {
      selection.choose(failed)
      readAgain(new Set([...done, ...failed].map(({ id }) => id)))
      const deed = bulk?.deedOver(done) ?? null
      if (deed !== null) offerBack(deed)
    }
    const { filter } = address.query.get()
    const bulk = bulkOver({ name, api: console.api, list, filter, chosen, unanswered, leave })
    if (bulk === null) return
    const { actor } = bulk
    sheet.bulk.set({ name, actor })
    actor.subscribe({ complete: () => sheet.bulk.set(null) })
    actor.start()
  }

  /** Taken back or done again, it is read anew in whatever list is open by then. */
  function offerBack({ what, undo, redo }: Deed) {
    const reread = (act: Deed['undo']) => async () => {
      try {
        await act()
      } finally {
        console.scope().list?.refresh()
      }
    }
    console.undo.did({ what, undo: reread(undo), redo: reread(redo) })
    sheet.tellUndo(...what)
  }

  /** The pages of some orders, and the one that is open. */
  function readAgain(ids: ReadonlySet<string>) {
    const { dataBins } = paging.getSnapshot().context
    const touched = Object.keys(dataBins).filter((page) => dataBins[Number(page)]?.some(({ id }) => ids.has(id)))
    if (touched.length > FEW_PAGES) paging.send({ type: 'reload' })
    else for (const page of touched) paging.send({ type: 'touch', page: Number(page) })
    sheet.detail.send({ type: 'detail.reload' })
    // Rows may have left the filter: what is above them is of those that stay.
    sheet.summary?.send({ type: 'summary.ask', filter: sheet.address.query.get().filter })
  }
}
