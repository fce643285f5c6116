import type { ListController } from '../listController.ts'

/** More pages than this are not read again one by one. */
const MAX_SINGLE_PAGES = 4

/** After something was done to rows: reads their pages again, as far as they are here, and the figures of those the filter still matches. */
export function reloadRows({ paging, summary, address }: ListController, ids: ReadonlySet<string>): void {
  const { dataBins } = paging.getSnapshot().context
  const touched = Object.keys(dataBins).filter((page) => dataBins[Number(page)]?.some(({ id }) => ids.has(id)))
  if (touched.length > MAX_SINGLE_PAGES) paging.send({ type: 'reload' })
  else for (const page of touched) paging.send({ type: 'touch', page: Number(page) })
  summary?.send({ type: 'summary.ask', filter: address.query.get().filter })
}
