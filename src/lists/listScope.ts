import type { BulkName, ListScope, OrderRef } from '#commands/scope.ts'
import { may } from '#contract/authority.ts'
import type { PayOrder } from '#contract/rows.ts'
import type { ExportQuery } from '#contract/shapes.ts'
import { lastPage, pageOf, rowCount } from '#machines/paging/pageCache.ts'
import { shown } from '#machines/paging/pagingContext.ts'
import { valueIn } from '../detail/fact.ts'
import { spokenOrder } from '../detail/spoken.ts'
import { rangeOf } from '../format/ranges.ts'
import { LOCALES } from '../i18n.ts'
import { HEADER } from '../table/cursor.ts'
import { copiedText } from './copying.ts'
import { type FilterField, withoutOf } from './list.ts'
import type { ListWords } from './listWords.ts'
import { daysNamed, fieldsOf, isSeveral, type ListFilter, requestOf } from './query.ts'
import type { Sheet } from './sheet.ts'
import { tallyOf } from './sums.ts'

/** Pixels a key widens a column by. */
const WIDER = 24
/** More pages than this are not read again one by one. */
const FEW_PAGES = 4

/** What is done to many rows at once is fetched when it is first asked for, or ahead of that. */
export const fetchBulk = () => import('./bulk.ts')

/** The open list as commands know it. */
export function createListScope(sheet: Sheet, words: () => ListWords): ListScope {
  const { list, console, address, cursor, selection, paging, parts } = sheet
  const ref = (order: PayOrder): OrderRef => ({ kind: list.kind, order })
  const here = () => (cursor.row === HEADER ? undefined : sheet.rowAt(cursor.row))
  const unanswered = new Map<string, string>()
  const columnHere = () => list.columns.find(({ id }) => id === cursor.column)
  const pages = () => paging.getSnapshot().context
  const query = () => address.query.get()
  const exporting =
    sheet.exporting !== null && list.export !== null && may(console.permissions, list.export.key) ? sheet.exporting : null

  const moveTo = (row: number) => cursor.set(Math.max(sheet.count === 0 ? HEADER : 0, Math.min(sheet.count - 1, row)))
  const search = (filter: ListFilter) => address.seek({ filter, page: 1, at: null, open: null, view: peekOnly() }, 'push')
  const peekOnly = () => (query().view === 'peek' ? 'peek' : null)
  const sort = (sort: string | null) => address.seek({ sort, page: 1, at: null }, 'push')

  function turn(to: number | 'first' | 'last' | { by: number }) {
    const { pageSize } = pages()
    const last = Math.max(1, lastPage(shown(pages())))
    const from = pageOf(Math.max(0, cursor.row), pageSize)
    const page = to === 'first' ? 1 : to === 'last' ? last : typeof to === 'number' ? to : Math.max(1, from + to.by)
    if (page <= last) return moveTo((page - 1) * pageSize)
    // Beyond what is known the gateway decides whether there is such a page.
    const waiting = paging.subscribe(({ context: { wanted, current } }) => {
      if (wanted === page) return
      waiting.unsubscribe()
      if (current === page) moveTo((page - 1) * pageSize)
    })
    paging.send({ type: 'turn', page })
  }

  async function runOverSelection(name: BulkName) {
    const { chosen } = selection
    const { bulkOver } = await fetchBulk()
    if (sheet.bulk.get() !== null) return
    const leave = (failed: readonly PayOrder[]) => {
      selection.choose(failed)
      readAgain(new Set(actor?.getSnapshot().context.results.map(({ item }) => item.id)))
    }
    const actor = bulkOver({ name, api: console.api, list, filter: query().filter, chosen, unanswered, leave })
    if (actor === null) return
    sheet.bulk.set({ name, actor })
    actor.subscribe({ complete: () => sheet.bulk.set(null) })
    actor.start()
  }

  /** The pages of some orders, and the one that is open. */
  function readAgain(ids: ReadonlySet<string>) {
    const { dataBins } = pages()
    const touched = Object.keys(dataBins).filter((page) => dataBins[Number(page)]?.some(({ id }) => ids.has(id)))
    if (touched.length > FEW_PAGES) paging.send({ type: 'reload' })
    else for (const page of touched) paging.send({ type: 'touch', page: Number(page) })
    sheet.detail.send({ type: 'detail.reload' })
  }

  return {
    kind: list.kind,
    get row() {
      const row = here()
      return row === undefined ? null : ref(row)
    },
    get selected() {
      return selection.rows.map(ref)
    },
    get selectedCount() {
      return tallyOf(selection.chosen, { count: sheet.count, summary: null, places: list.places }).count
    },
    get column() {
      const column = columnHere()
      return column === undefined
        ? null
        : {
            id: column.id,
            sortable: column.isSortable,
            filterable: canFilterBy(column.filter) && here() !== undefined,
            excludable: canFilterBy(column.filter) && withoutOf(column.filter) !== null && here() !== undefined,
          }
    },
    columns: list.columns.map(({ id, title, isSortable }) => ({ id, title, sortable: isSortable })),
    canExport: exporting !== null,
    get total() {
      return rowCount(shown(pages()))
    },
    known(number) {
      const wanted = number.toLowerCase()
      const isIt = ({ platOrderNo, merchantOrderNo, payOrderNo }: PayOrder) =>
        [platOrderNo, merchantOrderNo, payOrderNo].some((one) => one?.toLowerCase() === wanted)
      return Object.values(pages().dataBins).flatMap((rows) => rows.filter(isIt).map(ref))
    },

    focus: () => parts.grid?.focus(),
    moveBy(rows) {
      const isToHeader = rows < 0 && cursor.row <= 0
      if (isToHeader) cursor.set(HEADER)
      else moveTo(cursor.row + rows)
    },
    moveTo: (row) => moveTo(row === 'last' ? sheet.count - 1 : row - 1),
    moveByViewport: (screens) => moveTo(Math.max(0, cursor.row) + screens * Math.max(1, (parts.grid?.rowsInView ?? 2) - 1)),
    moveCell(to) {
      const columns = parts.grid?.columns ?? []
      const at = columns.indexOf(cursor.column)
      const next = to === 'first' ? 0 : to === 'last' ? columns.length - 1 : Math.max(0, Math.min(columns.length - 1, at + to))
      cursor.set(cursor.row, columns[next])
    },
    turn,
    open(how) {
      const row = here()
      if (row === undefined) return
      if (how === 'tab') console.scope().app.openOrder({ kind: list.kind, id: row.id, number: row.platOrderNo }, 'newTab')
      else sheet.record.open('inside')
    },
    peek: () => address.seek(query().view === 'peek' ? { view: null } : { view: 'peek', open: null }, 'replace'),
    openRowMenu: () => sheet.menu.set(parts.grid?.cell ?? null),
    enterCell() {
      const cell = parts.grid?.cell
      const inside = cell?.querySelector<HTMLElement>('button, a[href], input')
      if (inside) inside.focus()
      else if (cell) cell.ownerDocument.getSelection()?.selectAllChildren(cell)
    },

    toggleSelected: () => sheet.chooser.toggle(cursor.row),
    extendSelection: sheet.chooser.extendBy,
    selectAll: sheet.chooser.all,
    clearSelection: selection.clear,
    keepSelected: (ids) => selection.choose(selection.rows.filter(({ id }) => ids.includes(id))),

    refresh: sheet.readAgain,
    refreshOrder(id) {
      const index = sheet.indexOf(id)
      if (index !== null) paging.send({ type: 'touch', page: pageOf(index, pages().pageSize) })
    },
    focusFilter: () => parts.filters?.focus(),
    editFilter: () => parts.filters?.edit(),
    filterBy: (text) => void parts.filters?.type(text),
    submitFilters: () => parts.filters?.submit(),
    resetFilters: () => search(daysNamed('last7', address.now())),
    setRange(range) {
      const { days: _, ...rest } = query().filter
      search({ ...rest, ...(typeof range === 'string' ? daysNamed(range, console.clock.now()) : range) })
    },
    setStatus: (status) => search({ ...query().filter, status: [status] }),
    filterByCell(how) {
      const [row, column] = [here(), columnHere()]
      if (row === undefined || column === undefined || !canFilterBy(column.filter)) return
      const value = valueIn(row, { field: column.filter })
      const field = how === 'only' ? column.filter : withoutOf(column.filter)
      if (value === null || field === null) return
      const { filter } = query()
      const left = how === 'only' ? [] : [filter[field] ?? []].flat()
      search({ ...filter, [field]: isSeveral(field) ? [...new Set([...left, value])] : value })
    },
    sort(column, direction) {
      const field = list.columns.find(({ id, isSortable }) => id === column && isSortable)?.field
      sort(direction === null || field === undefined ? null : `${field}.${direction}`)
    },
    toggleSort: () => parts.grid?.toggleSort(cursor.column),
    setPageSize(size) {
      sheet.rememberSize(size)
      address.seek({ size, page: 1, at: null }, 'push')
    },
    chooseColumns: () => sheet.dialog.set('columns'),
    widenColumn: (by) => parts.grid?.widen(cursor.column, by * WIDER),
    toggleDensity: () => sheet.density.set(sheet.density.get() === 'regular' ? 'compact' : 'regular'),
    async copy(what) {
      const text = what === 'query' ? await filterText() : copiedText(sheet, what, words())
      if (text !== '') await console.scope().app.copy(text)
    },
    sumSelection: () => sheet.dialog.set('sum'),
    speakWhere() {
      const row = here()
      if (row !== undefined) sheet.say(spokenOrder(row, words(), { row: cursor.row + 1, total: sheet.count }))
    },
    async export(range) {
      const filter = range === undefined ? query().filter : { ...query().filter, ...rangeOf(range, console.clock.now()) }
      const { sort } = query()
      const locales = LOCALES[console.i18n.locale].labelSet
      const request = { ...requestOf(filter), ...(sort === null ? {} : { sort }), locales } as ExportQuery
      exporting?.send({ type: 'export.start', request })
    },
    runOverSelection,
  }

  function canFilterBy(field: FilterField | null): field is FilterField {
    return field !== null && fieldsOf(list).includes(field)
  }

  async function filterText(): Promise<string> {
    const { writeText } = await import('./filterText.ts')
    return writeText(query(), sheet, words())
  }
}
