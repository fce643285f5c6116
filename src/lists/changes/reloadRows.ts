import type { ListController } from '../listController.ts'

/** Above this number of pages the whole list is reloaded. */
const MAX_SINGLE_PAGES = 4

/** Reloads the loaded pages of modified rows, and the summary of the current filter. */
export function reloadRows({ paging, summary, address }: ListController, ids: ReadonlySet<string>): void {
  const { dataBins } = paging.getSnapshot().context
  const touched = Object.keys(dataBins).filter((page) => dataBins[Number(page)]?.some(({ id }) => ids.has(id)))
  if (touched.length > MAX_SINGLE_PAGES) paging.send({ type: 'reload' })
  else for (const page of touched) paging.send({ type: 'touch', page: Number(page) })
  summary?.send({ type: 'summary.ask', filter: address.query.get().filter })
}
