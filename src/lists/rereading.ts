import { shown } from '#machines/paging/pagingContext.ts'
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

/** Once some rows are read again: the figures above them as well, if one of them stands otherwise by then or has left. */
export function readFiguresAgain(sheet: Sheet, ids: ReadonlySet<string>): void {
  const states = () => {
    const rows = Object.values(shown(sheet.paging.getSnapshot().context).dataBins).flat()
    return new Map(rows.filter(({ id }) => ids.has(id)).map(({ id, status }) => [id, status]))
  }
  const before = states()
  const watching = sheet.paging.subscribe((snapshot) => {
    if (!snapshot.matches('ready')) return
    watching.unsubscribe()
    const after = states()
    const isOther = [...before].some(([id, state]) => after.get(id) !== state)
    if (isOther) sheet.summary?.send({ type: 'summary.ask', filter: sheet.address.query.get().filter })
  })
}
