import { createActor } from 'xstate'
import type { Message } from '#commands/message.ts'
import type { RouteId } from '#commands/navigation/routes.ts'
import { identityOf, rowKinds } from '#commands/rows/kinds.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { formatMessage } from '../commandText.ts'
import { formatCount as grouped } from '../format/amount.ts'
import type { DayRange, RangeName } from '../format/ranges.ts'
import { saveAndNotify } from '../saveFile.ts'
import { createValue } from '../state/atoms.ts'
import type { Arrangement } from '../table/columns.ts'
import { createCursor, HEADER } from '../table/cursor.ts'
import type { Console } from '../useConsole.tsx'
import type { BulkOperation } from './bulk/bulkOperation.ts'
import { createListChanges } from './changes/listChanges.ts'
import { createColumnLayout } from './columns/columnLayout.ts'
import { createCursorAnchor } from './cursorAnchor.ts'
import { createCursorDescription } from './cursorDescription.ts'
import { createDetailNavigation } from './detail/detailNavigation.ts'
import type { BulkCopy } from './export/bulkCopy.ts'
import { createChoiceSource } from './filters/choiceSource.ts'
import { isSameFilter } from './filters/listFilter.ts'
import type { ListQuery } from './filters/query.ts'
import { createQueryUndo } from './filters/queryUndo.ts'
import type { List } from './list.ts'
import { createListAddress } from './listAddress.ts'
import type { ListController } from './listController.ts'
import { createListPreferences } from './listPreferences.ts'
import { detailLogic, exportLogic, pagingLogic, summaryLogic } from './paging/listActors.ts'
import { createListRows } from './paging/listRows.ts'
import { createCursorSelection } from './selection/cursorSelection.ts'
import { createSelection } from './selection/selection.ts'
import { createStatusMessage } from './statusMessage.ts'

const isNewestFirst = (sort: string | null): boolean => sort === null || sort === 'createTime.desc'

export function createListController(console: Console, list: List, place: RouteId): ListController {
  const { api, atoms, store, location, clock, announcer, connection, toasts, i18n, undo, readsAloud } = console
  const abort = new AbortController()
  const preferences = createListPreferences(console)
  const { pageSize, savePageSize, newestFirst } = preferences
  const address = createListAddress({
    atoms,
    location,
    list,
    place,
    clock,
    pageSize,
    onChange: queryChanged,
    onNavigate: (before, changes) => recordQueryUndo(before, changes),
  })
  const { query } = address
  const cursor = createCursor(list.header)
  const statusMessage = createStatusMessage(console, cursor)
  const { announce, announceForRow } = statusMessage
  const selection = createSelection<ListedRow>(atoms, ({ id }) => id)
  const epoch = createValue(atoms, 0)
  const handles: ListController['handles'] = { grid: null, filters: null }
  const columnLayout = createColumnLayout({
    atoms,
    list,
    address,
    stored: store.own<Arrangement>(`columns.${list.id}`),
    pushUndo: undo.push,
    owner: handles,
  })

  const { filter, sort, size, page } = query.get()
  const paging = createActor(pagingLogic(api, list, pageBeyondEnd), { input: { filter, sort, pageSize: size, page } })
  const summary = list.summary === null ? null : createActor(summaryLogic(api, list.summary))
  const detail = createActor(detailLogic(api, list))
  const exporting =
    list.export === null
      ? null
      : createActor(exportLogic(api, list.export.call, (file) => saveAndNotify({ ...file, what: list.id }, console, window)))

  const rows = createListRows(paging)
  const { pages, count, rowAt, indexOf } = rows
  const changes = createListChanges({
    api,
    atoms,
    live: console.live,
    list,
    filter,
    rows: rows.loaded,
    rowOf: rows.rowOf,
    total: rows.total,
  })
  const cursorAnchor = createCursorAnchor({
    cursor,
    ...rows,
    isSettled: () => paging.getSnapshot().matches('ready'),
    goToPage: (page) => paging.send({ type: 'turn', page }),
    savePosition: address.updateDebounced,
    announceGone: () => announce(i18n.t('list.rowGone')),
  })
  const bulkCopy = createValue<BulkCopy | null>(atoms, null)
  const cursorDescription = createCursorDescription({
    cursor,
    rowAt,
    list,
    handles,
    get count() {
      return count()
    },
  })
  const detailNavigation = createDetailNavigation({
    cursor,
    ...rows,
    query: query.get,
    isAnswered: () => pages().isAnswered,
    canOpenLater: () => !paging.getSnapshot().matches('failed') && handles.grid?.hasFocus === true,
    isMissing: () => detail.getSnapshot().matches('missing'),
    navigate: address.navigate,
    updateDebounced: address.updateDebounced,
    detail: {
      get id() {
        return detail.getSnapshot().context.id
      },
      open: (row) => detail.send({ type: 'detail.open', id: row.id, row }),
      follow: (row) => detail.send({ type: 'detail.follow', id: row.id, row }),
      miss: (id) => detail.send({ type: 'detail.miss', id }),
      close: () => detail.send({ type: 'detail.close' }),
    },
    addToRecents(row) {
      if (rowKinds[list.kind].isRecentable) store.recents.add(identityOf({ kind: list.kind, row }))
    },
  })

  const recordQueryUndo = createQueryUndo({ cursor, rows, navigate: address.navigate, pushUndo: undo.push, owner: handles })
  /** A new filter was requested and its rows have not arrived. */
  let isFilterPending = false
  function dropSelection() {
    selection.clear()
    undo.forget(selection)
  }
  function queryChanged(before: ListQuery, next: ListQuery) {
    const isFiltered = !isSameFilter(before.filter, next.filter)
    if (isFiltered) {
      isFilterPending = true
      dropSelection()
      summary?.send({ type: 'summary.ask', filter: next.filter })
    }
    if (isFiltered || before.sort !== next.sort) {
      statusMessage.clear()
      changes?.restart(next.filter, !isFiltered)
      paging.send({ type: 'search', filter: next.filter, sort: next.sort, page: next.page })
    } else if (before.size !== next.size) paging.send({ type: 'resize', pageSize: next.size })
    else if (before.at !== next.at || before.page !== next.page) moveToAddress(next)
    if (before.cols !== next.cols) columnLayout.syncWithAddress()
    if (before.open !== next.open || before.view !== next.view) detailNavigation.sync()
  }
  /** Moves the cursor to the position in the address, after Back, Forward or an edited address. */
  function moveToAddress({ at, page }: ListQuery) {
    const index = at === null ? null : indexOf(at)
    cursor.set(Math.min(count() - 1, index ?? (page - 1) * pages().pageSize))
  }

  let wasAnswered = false
  let wasEmpty = false
  /** The user has reloaded the list, so the answer is announced. */
  let isReloadRequested = false
  let lastBins: ReturnType<typeof pages>['dataBins'] = {}
  function pagesChanged() {
    const { isAnswered, isReread, dataBins } = pages()
    const isNew = isAnswered && !wasAnswered
    // The first rows of a previously empty result also reset the cursor, which waits in the header.
    const isFirst = (isNew && !isReread) || (isAnswered && wasEmpty && count() > 0)
    const mustAnnounce = isFirst || (isNew && isReloadRequested)
    wasAnswered = isAnswered
    // The placeholder rows are gone. Without this the focus would go with them.
    if (!isAnswered && count() === 0) cursor.set(HEADER)
    if (!isAnswered) return
    wasEmpty = count() === 0
    if (mustAnnounce) announceLoaded()
    if (isFirst) {
      // Rows of the previous filter were selectable until now.
      if (isFilterPending) dropSelection()
      isFilterPending = false
      // The cursor can already move in the placeholder rows.
      cursorAnchor.firstRowsLoaded(query.get().at, epoch.get() === 0 ? Math.max(0, cursor.row) : 0)
      if (epoch.get() === 0 && address.consumeSelectAll()) selection.addAll()
      epoch.set(epoch.get() + 1)
    } else cursorAnchor.rowsChanged()
    if (dataBins !== lastBins) {
      lastBins = dataBins
      selection.refreshRows(Object.values(dataBins).flat())
      changes?.rowsLoaded()
    }
    detailNavigation.rowsLoaded(isFirst)
  }
  function announceLoaded() {
    isReloadRequested = false
    announcer.polite(
      count() === 0 ? i18n.t('noData') : i18n.t('list.loaded', { total: i18n.t('table.total', { n: grouped(count()) }) }),
    )
  }
  function pageBeyondEnd(page: number) {
    toasts.show({ tone: 'info', text: i18n.t('list.beyondEnd', { page }) })
    cursor.set((page - 1) * pages().pageSize)
  }

  const undoText = (what: Message) =>
    i18n.t('undo.hint', { what: formatMessage(what, i18n.t), key: console.scope().app.keysFor('undo').at(-1) ?? '' })
  const announceUndo = (...what: Message) => announce(undoText(what))

  const cleanups = [
    readsAloud.subscribe(() => address.navigate({ size: pageSize(), page: 1, at: null }, 'replace')),
    cursor.subscribe(() => {
      cursorAnchor.cursorMoved()
      changes?.cursorMoved(rowAt(cursor.row)?.id ?? null)
      if (query.get().view === 'peek') detailNavigation.sync()
    }),
    // Retry failed reads after reconnect.
    connection.subscribe(() => {
      if (connection.isLost) return
      if (paging.getSnapshot().matches('failed')) paging.send({ type: 'retry' })
      if (summary?.getSnapshot().matches('failed')) summary.send({ type: 'summary.retry' })
    }),
    statusMessage.close,
    address.close,
    cursorDescription.close,
    () => {
      undo.forget(handles)
      undo.forget(selection)
      bulkCopy.get()?.actor.stop()
    },
  ]
  const subscription = paging.subscribe(pagesChanged)
  const actors = [paging, summary, detail, exporting]
  for (const actor of actors) actor?.start()
  summary?.send({ type: 'summary.ask', filter })

  const warningHost = {
    list,
    console,
    address,
    paging,
    cursor,
    detailNavigation,
    get count() {
      return count()
    },
    rowAt,
    indexOf,
    announce,
  }
  const warnings = list.createWarnings?.(warningHost) ?? null

  return {
    list,
    console,
    address,
    paging,
    summary,
    detail,
    exporting,
    bulk: createValue<BulkOperation | null>(atoms, null),
    choiceSource: createChoiceSource(console, list, abort.signal),
    cursor,
    selection,
    cursorSelection: createCursorSelection({
      cursor,
      selection,
      count,
      rowAt,
      loaded: () => Object.values(pages().dataBins).flat(),
    }),
    detailNavigation,
    warnings,
    detailRange: createValue<RangeName | DayRange>(atoms, 'last7'),
    changes,
    epoch,
    columnLayout,
    cursorDescription,
    newestFirst,
    menuAnchor: createValue<HTMLElement | null>(atoms, null),
    dialog: createValue<'columns' | null>(atoms, null),
    isSumBarOpen: createValue(atoms, false),
    bulkCopy,
    statusMessage: statusMessage.text,
    handles,
    get count() {
      return count()
    },
    rowAt,
    indexOf,
    areRowsStale: rows.areStale,
    savePageSize,
    toggleDensity: () => preferences.toggleDensity(handles),
    clearSelection() {
      const { chosen } = selection
      selection.clear()
      if (selection.chosen === chosen) return
      undo.push({ label: ['undo.selection'], undo: () => selection.restore(chosen), redo: selection.clear, owner: selection })
      statusMessage.announceUntil(undoText(['undo.selection']), selection.subscribe)
    },
    announceUndo,
    reload() {
      statusMessage.clear()
      const before = query.get()
      address.refreshNow()
      warnings?.refresh()
      if (!isSameFilter(before.filter, query.get().filter)) return
      // In the default order, new rows are inserted before the cursor.
      cursorAnchor.expectInsertedRows(isNewestFirst(before.sort) ? (changes?.counts.get().created ?? 0) : 0)
      changes?.restart(before.filter, true)
      isReloadRequested = true
      paging.send({ type: 'reload' })
      summary?.send({ type: 'summary.ask', filter: before.filter })
    },
    announce,
    announceForRow,
    close() {
      abort.abort()
      subscription.unsubscribe()
      changes?.close()
      for (const stop of cleanups) stop()
      // In-flight bulk calls are not cancelled.
      for (const actor of actors) actor?.stop()
      warnings?.close()
    },
  }
}
