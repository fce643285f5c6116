import type { Sheet } from './sheet.ts'

/** More pages than this are not read again one by one. */
const FEW_PAGES = 4

/** Reads the pages of some rows again, as far as they are here. */
export function readRowsAgain(paging: Sheet['paging'], ids: ReadonlySet<string>): void {
  const { dataBins } = paging.getSnapshot().context
  const touched = Object.keys(dataBins).filter((page) => dataBins[Number(page)]?.some(({ id }) => ids.has(id)))
  if (touched.length > FEW_PAGES) paging.send({ type: 'reload' })
  else for (const page of touched) paging.send({ type: 'touch', page: Number(page) })
}
