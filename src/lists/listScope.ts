import { hasNumbers } from '#commands/rows/hasNumbers.ts'
import { identityOf, rowKinds } from '#commands/rows/kinds.ts'
import type { RowRef } from '#commands/rows/rowRef.ts'
import type { ListScope } from '#commands/scope.ts'
import { canUse } from '#contract/authority.ts'
import type { Review } from '#contract/options.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { rowCount } from '#machines/paging/pageCache.ts'
import { shown } from '#machines/paging/pagingContext.ts'
import { fieldValue } from '../detail/detailField.ts'
import { HEADER } from '../table/cursor.ts'
import { shownColumns } from './columns/columns.tsx'
import type { FilterField } from './filters/filter.ts'
import { isMultiValue, isSameFilter, type ListFilter } from './filters/listFilter.ts'
import { columnFilters, defaultFilter, namedDays, openViewOf, viewQuery } from './filters/query.ts'
import type { ListColumn } from './list.ts'
import type { ListController } from './listController.ts'
import type { ListWords } from './listWords.ts'
import { createCursorMoves } from './paging/cursorMoves.ts'
import type { CopyPayload } from './selection/copying.ts'
import { countOf } from './selection/selection.ts'
import { MOST_SHOWN, numberFieldOf, showSelected } from './selection/showSelected.ts'

/** Pixels per key press. */
const WIDEN_STEP_PX = 24
/** The filter value of orders without a review mark. */
const UNMARKED = 'NONE' satisfies Review

// Loaded on first use or by prefetch.
export const fetchBulk = () => import('./bulk/bulk.ts')
export const fetchBulkCopy = () => import('./export/startBulkCopy.ts')
export const fetchExport = () => import('./export/startExport.ts')
export const fetchCopying = () => import('./selection/copying.ts')
const fetchChangeSelection = () => import('./selection/changeSelection.ts')
export const fetchSelectSum = () => import('./selection/selectSum.ts')
const fetchWalkSums = () => import('./selection/walkSums.ts')

/** The open list as seen by commands. */
export function createListScope(controller: ListController, words: () => ListWords): ListScope {
  const { list, console, address, query, cursor, selection, paging, handles } = controller
  const ref = (row: ListedRow): RowRef => ({ kind: list.kind, row })
  const rowAtCursor = () => (cursor.row === HEADER ? undefined : controller.rowAt(cursor.row))
  /** While rows are being replaced, a command must not act on a row that is about to disappear. */
  const row = () => (controller.areRowsStale() ? undefined : rowAtCursor())
  const columnAtCursor = () => list.columns.find(({ id }) => id === cursor.column)
  const pages = () => paging.getSnapshot().context
  const canExport = list.export === null || canUse(console.permissions, list.export.permission)

  const moves = createCursorMoves(controller)
  const search = (filter: ListFilter) => address.navigate({ filter, page: 1, at: null, open: null, view: peekOnly() }, 'push')
  const peekOnly = () => (query().view === 'peek' ? 'peek' : null)
  const openRow = () => controller.actor.send({ type: 'row.open', isAhead: true })

  return {
    kind: list.kind,
    get row() {
      const current = row()
      return current === undefined ? null : ref(current)
    },
    get areRowsStale() {
      return controller.areRowsStale()
    },
    get isRowLoading() {
      return (
        cursor.row !== HEADER && row() === undefined && list.drillDownLink == null && !paging.getSnapshot().matches('failed')
      )
    },
    get selected() {
      return selection.rows.map(ref)
    },
    get selectedCount() {
      return countOf(selection.chosen, controller.count)
    },
    get column() {
      const column = columnAtCursor()
      if (column === undefined) return null
      const isOnRow = rowAtCursor() !== undefined
      const { only, without } = columnFilters(column, list)
      return {
        id: column.id,
        sortable: column.isSortable,
        filterable: isOnRow && (only !== null || isAmountColumn(column)),
        excludable: isOnRow && without !== null,
      }
    },
    columns: list.columns.map(({ id, title, isSortable }) => ({ id, title, sortable: isSortable })),
    canExport,
    exportsRows: list.export === null,
    statuses: list.filters.some((filter) => filter.kind === 'several' && filter.field === 'status')
      ? rowKinds[list.kind].statuses
      : null,
    fractionDigits: list.amount === null ? null : list.fractionDigits,
    hasDays: list.filters.some(({ kind }) => kind === 'days'),
    get total() {
      return rowCount(shown(pages()))
    },
    get openView() {
      return openViewOf(query(), list, console.views.all, address.now())
    },
    followView: (name) => address.navigate({ saved: name }, 'replace'),
    viewQuery: ({ withColumns }) => viewQuery(query(), withColumns ? shownColumns(controller).map(({ id }) => id) : null, list),
    findLoaded(number) {
      const found = controller.loadedRows().filter((row) => hasNumbers(row, { number }) === true)
      return found.map(ref)
    },

    filterValue: (field) => [query().filter[field as FilterField] ?? []].flat().join(',') || null,

    focus: () => handles.grid?.focus(),
    ...moves,
    open(how) {
      const current = row()
      if (current === undefined) return how === 'detail' ? openRow() : undefined
      const { app } = console.scope()
      const { date, merchantNo } = current
      const drillDownFilter = {
        ...(date == null ? {} : { startDate: date, endDate: date }),
        ...(merchantNo == null ? {} : { merchantNo }),
      }
      const drillDown = list.drillDownLink?.(cursor.column, drillDownFilter, console.permissions) ?? null
      if (drillDown !== null) app.go(drillDown, how === 'tab' ? 'newTab' : 'push')
      else if (how === 'tab') app.openRow(identityOf(ref(current)), 'newTab')
      else openRow()
    },
    peek: () => address.navigate(query().view === 'peek' ? { view: null } : { view: 'peek', open: null }, 'replace'),
    openRowMenu: () => controller.menuAnchor.set(handles.grid?.cell ?? null),
    enterCell() {
      const cell = handles.grid?.cell
      const inside = cell?.querySelector<HTMLElement>('button, a[href], input')
      if (inside) inside.focus()
      else if (cell) cell.ownerDocument.getSelection()?.selectAllChildren(cell)
    },

    toggleSelected: () => controller.cursorSelection.toggle(cursor.row),
    extendSelection: controller.cursorSelection.extendBy,
    selectAll: controller.cursorSelection.all,
    invertSelection: () => void fetchChangeSelection().then((late) => late.invertSelection(controller, words())),
    selectLike: async (pattern) => (await fetchChangeSelection()).selectLike(controller, pattern, words()),
    compareSelected: () => controller.dialog.set('compare'),
    clearSelection: controller.clearSelection,
    keepSelected: (ids) => selection.replace(selection.rows.filter(({ id }) => ids.includes(id))),

    get canShowSelected() {
      const { rows } = selection
      return rows.length > 0 && rows.length <= MOST_SHOWN && numberFieldOf(list, rows) !== null
    },
    showSelected: () => showSelected(controller),
    selectSum: async (amount) => (await fetchSelectSum()).selectSum(controller, amount, words()),
    get sumCount() {
      return controller.sums.get()?.sets.length ?? 0
    },
    walkSums: async (by) => (await fetchWalkSums()).walkSums(controller, by, words()),
    moveToUnreviewed() {
      let next = cursor.row + 1
      while (next < controller.count && controller.rowAt(next)?.review != null) next++
      if (next >= controller.count && controller.isExactCount()) return controller.announce(words().t('list.allReviewed'))
      if (next >= controller.count) return moves.moveTo(next + 1)
      controller.moveTo(next)
    },

    refresh: controller.reload,
    beginMutation(ids) {
      const over = controller.beginMutation(ids)
      return () => {
        over()
        controller.reloadRows(ids)
      }
    },
    focusFilter: () => handles.filters?.focus(),
    editFilter: () => handles.filters?.edit(),
    filterBy: (text) => void handles.filters?.type(text),
    submitFilters: () => handles.filters?.submit(),
    resetFilters() {
      const usual = defaultFilter(list, address.now())
      const isChanged = !isSameFilter(query().filter, usual)
      address.navigate({ filter: usual, cols: null, saved: null, page: 1, at: null, open: null, view: peekOnly() }, 'push')
      if (isChanged) controller.announceUndo('undo.filterReset')
    },
    setRange(range) {
      const { days: _, ...rest } = query().filter
      search({ ...rest, ...(typeof range === 'string' ? namedDays(range, address.now()) : range) })
    },
    setStatus: (status) => search({ ...query().filter, status: [status] }),
    filterByCell(how) {
      const [row, column] = [rowAtCursor(), columnAtCursor()]
      if (row === undefined || column === undefined) return
      if (isAmountColumn(column)) {
        const amount = fieldValue(row, column)?.replace('-', '')
        if (how === 'only' && amount !== undefined) search({ ...query().filter, minAmount: amount, maxAmount: amount })
        return
      }
      const { only, without } = columnFilters(column, list)
      const field = how === 'only' ? only : without
      if (only === null || field === null) return
      const value = fieldValue(row, { field: only }) ?? (only === 'review' ? UNMARKED : null)
      if (value === null) return controller.announce(words().t('list.emptyCell'))
      const { filter } = query()
      const left = how === 'only' ? [] : [filter[field] ?? []].flat()
      search({ ...filter, [field]: isMultiValue(field) ? [...new Set([...left, value])] : value })
    },
    sort: (column, direction) => controller.sort(direction === null ? null : { column, direction }),
    toggleSort: () => handles.grid?.toggleSort(cursor.column),
    setPageSize(size) {
      controller.savePageSize(size)
      address.navigate({ size, page: 1, at: null }, 'push')
    },
    chooseColumns: () => controller.dialog.set('columns'),
    widenColumn: (by) => handles.grid?.resizeColumn(cursor.column, by * WIDEN_STEP_PX),
    toggleDensity: controller.toggleDensity,
    async copy(what) {
      if (what === 'query') {
        const { printFilterText } = await import('./filters/grammar.ts')
        return writeClipboard({ text: await printFilterText(query(), controller, words()) })
      }
      const context = { row: rowAtCursor(), column: columnAtCursor(), selected: selection.rows }
      const isAllSelected = selection.chosen.kind === 'all'
      const { copyPayload, SELECTION_COPIES } = await fetchCopying()
      if (isAllSelected && SELECTION_COPIES.includes(what)) {
        const { startBulkCopy } = await fetchBulkCopy()
        return startBulkCopy(controller, what, words())
      }
      const payload = copyPayload(controller, what, context, words())
      if (payload.text === '' && (what === 'cell' || what === 'smart')) return controller.announce(words().t('list.emptyCell'))
      return writeClipboard(payload)
    },
    toggleSums: () => controller.isSumBarOpen.set(!controller.isSumBarOpen.get()),
    async announcePosition() {
      const row = rowAtCursor()
      const where = controller.cursorDescription.describe(words(), console.scope().app.verbosity)
      if (row === undefined || where === null) return
      const isBroken = controller.warnings?.isBroken(row) === true
      controller.announceForRow(
        [where, isBroken ? words().t('chain.broken') : '', await describeChangeAtCursor()].filter(Boolean).join('. '),
      )
    },
    async moveToChange(by) {
      // Warnings take precedence over changed rows.
      if (controller.warnings !== null) return void controller.warnings.goTo(by)
      const index = controller.nextChange(by)
      if (index === null) return controller.announce(noMoreChangesText(by))
      controller.moveTo(index)
      controller.announceForRow(await describeChangeAtCursor())
    },
    async export(what) {
      if (!canExport) return
      const { startExport } = await fetchExport()
      startExport(controller, what, words())
    },
    async runBulkAction(name, value) {
      const { chosen } = selection
      const { runBulk } = await fetchBulk()
      runBulk(controller, { name, value }, chosen)
    },
  }

  /** The announcement when no changed row follows, with the key for the other direction if one exists there. */
  function noMoreChangesText(by: number): string {
    const { t } = words()
    if (controller.nextChange(-by) === null) return t('list.noChanges')
    return t('list.noMoreChanges', { key: console.scope().app.keysFor(by > 0 ? 'change.prev' : 'change.next')[0] ?? '' })
  }

  /** Describes the change of the row under the cursor; empty if it has not changed. Announcing marks changes as seen. */
  async function describeChangeAtCursor(): Promise<string> {
    const row = rowAtCursor()
    const change = row === undefined ? null : controller.changeOf(row.id)
    if (row === undefined || change === null) return ''
    controller.changes?.send({ type: 'row.seen', id: row.id })
    const { differencesOf, formatDifferences } = await import('../detail/differences.ts')
    const differences = differencesOf(change, list.fields, words())
    return formatDifferences(differences, words()) || words().t(change.isNew ? 'list.createdRow' : 'list.changedRow')
  }

  /** An amount filter is an equal minimum and maximum. It ignores the sign. */
  function isAmountColumn({ field }: ListColumn): boolean {
    return field === list.amount && list.filters.some(({ kind }) => kind === 'amounts')
  }

  async function writeClipboard({ text, message: said, html }: CopyPayload): Promise<void> {
    if (text !== '') await console.scope().app.copy(text, said, html)
  }
}
