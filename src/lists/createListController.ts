import { createActor } from 'xstate'
import type { Message } from '#commands/appScope.ts'
import { keysFor } from '#commands/keyboard/keymap.ts'
import type { RouteId } from '#commands/navigation/routes.ts'
import { identityOf, rowKinds } from '#commands/rows/rowKinds.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import { formatMessage } from '../commandText.ts'
import { count as grouped } from '../format/amount.ts'
import type { DayRange, RangeName } from '../format/ranges.ts'
import { saveAndTell } from '../saveFile.ts'
import { createSignal } from '../state/signal.ts'
import type { Arrangement } from '../table/columns.ts'
import { createCursor, HEADER } from '../table/cursor.ts'
import type { Console } from '../useConsole.tsx'
import { createListChanges } from './changes/listChanges.ts'
import { createColumns } from './columns/columnLayout.ts'
import { createCursorAnchor } from './cursorAnchor.ts'
import { createCursorDescription } from './cursorDescription.ts'
import { createDetailNavigation } from './detail/detailNavigation.ts'
import type { Gathering } from './export/startBulkCopy.ts'
import { createChoices } from './filters/choiceSource.ts'
import { isSameFilter, type ListQuery } from './filters/query.ts'
import { createQueryUndo } from './filters/queryUndo.ts'
import type { List } from './list.ts'
import { createListAddress } from './listAddress.ts'
import type { Bulk, ListController } from './listController.ts'
import { createListPreferences } from './listPreferences.ts'
import { detailLogic, exportLogic, pagingLogic, summaryLogic } from './paging/listActors.ts'
import { createListRows } from './paging/listRows.ts'
import { createChooser } from './selection/cursorSelection.ts'
import { createSelection } from './selection/selection.ts'
import { createStatusMessage } from './statusMessage.ts'

const isNewestFirst = (sort: string | null): boolean => sort === null || sort === 'createTime.desc'

export function createListController(console: Console, list: List, place: RouteId): ListController {
  const { api, store, location, clock, announcer, connection, toasts, i18n, undo, readsAloud } = console
  const leaving = new AbortController()
  const looks = createListPreferences(console)
  const { size: sizeNow, rememberSize, density, newestFirst } = looks
  const address = createListAddress({
    location,
    list,
    place,
    clock,
    size: sizeNow,
    changed: queryChanged,
    sought: (before, changes) => undoable(before, changes),
  })
  const { query } = address
  const cursor = createCursor(list.header)
  const note = createStatusMessage(console, cursor)
  const { say, sayHere } = note
  const selection = createSelection<ListedRow>(({ id }) => id)
  const epoch = createSignal(0)
  const parts: ListController['parts'] = { grid: null, filters: null }
  const columns = createColumns({
    list,
    address,
    remembered: store.own<Arrangement>(`columns.${list.id}`),
    did: undo.did,
    owner: parts,
  })

  const { filter, sort, size, page } = query.get()
  const paging = createActor(pagingLogic(api, list, beyondEnd), { input: { filter, sort, pageSize: size, page } })
  const summary = list.summary === null ? null : createActor(summaryLogic(api, list.summary))
  const detail = createActor(detailLogic(api, list))
  const exporting =
    list.export === null
      ? null
      : createActor(exportLogic(api, list.export.call, (file) => saveAndTell({ ...file, what: list.id }, console, window)))

  const rows = createListRows(paging)
  const { pages, count, rowAt, indexOf } = rows
  const news = createListChanges({
    api,
    live: console.live,
    list,
    filter,
    rows: rows.loaded,
    rowOf: rows.rowOf,
    total: rows.total,
  })
  const keeper = createCursorAnchor({
    cursor,
    ...rows,
    isSettled: () => paging.getSnapshot().matches('ready'),
    turn: (page) => paging.send({ type: 'turn', page }),
    follow: address.follow,
    sayGone: () => say(i18n.t('list.rowGone')),
  })
  const gathering = createSignal<Gathering | null>(null)
  const reader = createCursorDescription({
    cursor,
    rowAt,
    list,
    parts,
    get count() {
      return count()
    },
  })
  const record = createDetailNavigation({
    cursor,
    ...rows,
    query: query.get,
    isAnswered: () => pages().isAnswered,
    isWaiting: () => !paging.getSnapshot().matches('failed') && parts.grid?.hasFocus === true,
    isMissed: () => detail.getSnapshot().matches('missing'),
    seek: address.seek,
    follow: address.follow,
    detail: {
      get id() {
        return detail.getSnapshot().context.id
      },
      open: (row) => detail.send({ type: 'detail.open', id: row.id, record: row }),
      follow: (row) => detail.send({ type: 'detail.follow', id: row.id, record: row }),
      miss: (id) => detail.send({ type: 'detail.miss', id }),
      close: () => detail.send({ type: 'detail.close' }),
    },
    remember(row) {
      if (rowKinds[list.kind].isKept) store.recents.add(identityOf({ kind: list.kind, row }))
    },
  })

  const undoable = createQueryUndo({ cursor, rows, seek: address.seek, did: undo.did, owner: parts })
  /** Rows of another filter are asked for, and not here yet. */
  let areOthers = false
  /** What was chosen there is not here. */
  function dropChosen() {
    selection.clear()
    undo.forget(selection)
  }
  function queryChanged(before: ListQuery, next: ListQuery) {
    const isFiltered = !isSameFilter(before.filter, next.filter)
    if (isFiltered) {
      areOthers = true
      dropChosen()
      summary?.send({ type: 'summary.ask', filter: next.filter })
    }
    if (isFiltered || before.sort !== next.sort) {
      note.drop()
      news?.read(next.filter, !isFiltered)
      paging.send({ type: 'search', filter: next.filter, sort: next.sort, page: next.page })
    } else if (before.size !== next.size) paging.send({ type: 'resize', pageSize: next.size })
    else if (before.at !== next.at || before.page !== next.page) returnTo(next)
    if (before.cols !== next.cols) columns.show()
    if (before.open !== next.open || before.view !== next.view) record.show()
  }
  /** Back, forward, a typed address: to the row that was there. */
  function returnTo({ at, page }: ListQuery) {
    const index = at === null ? null : indexOf(at)
    cursor.set(Math.min(count() - 1, index ?? (page - 1) * pages().pageSize))
  }

  let wasAnswered = false
  let wasNone = false
  /** Somebody has asked for all of it anew, and listens. */
  let isAwaited = false
  let lastBins: ReturnType<typeof pages>['dataBins'] = {}
  function pagesChanged() {
    const { isAnswered, isReread, dataBins } = pages()
    const isNew = isAnswered && !wasAnswered
    // The first rows of what had none are its beginning as well: in the head the cursor only waits for them.
    const isFirst = (isNew && !isReread) || (isAnswered && wasNone && count() > 0)
    const isTold = isFirst || (isNew && isAwaited)
    wasAnswered = isAnswered
    // The empty rows that stood for those to come are gone, and the focus would go with them.
    if (!isAnswered && count() === 0) cursor.set(HEADER)
    if (!isAnswered) return
    wasNone = count() === 0
    if (isTold) tellLoaded()
    if (isFirst) {
      // The rows before them are shown until now, and can be chosen.
      if (areOthers) dropChosen()
      areOthers = false
      // Before the first rows of all there are empty ones, and the cursor moves in them.
      keeper.arrive(query.get().at, epoch.get() === 0 ? Math.max(0, cursor.row) : 0)
      if (epoch.get() === 0 && address.takeChosen()) selection.addAll()
      epoch.set(epoch.get() + 1)
    } else keeper.rowsChanged()
    if (dataBins !== lastBins) {
      lastBins = dataBins
      selection.renew(Object.values(dataBins).flat())
      news?.rowsCame()
    }
    record.pagesCame(isFirst)
  }
  function tellLoaded() {
    isAwaited = false
    announcer.polite(
      count() === 0 ? i18n.t('noData') : i18n.t('list.loaded', { total: i18n.t('table.total', { n: grouped(count()) }) }),
    )
  }
  function beyondEnd(page: number) {
    toasts.show({ tone: 'info', text: i18n.t('list.beyondEnd', { page }) })
    cursor.set((page - 1) * pages().pageSize)
  }

  const undoText = (what: Message) =>
    i18n.t('undo.hint', { what: formatMessage(what, i18n.t), key: keysFor('undo').at(-1) ?? '' })
  const tellUndo = (...what: Message) => say(undoText(what))

  const stopping = [
    readsAloud.subscribe(() => address.seek({ size: sizeNow(), page: 1, at: null }, 'replace')),
    cursor.subscribe(() => {
      keeper.cursorMoved()
      news?.cursorMoved(rowAt(cursor.row)?.id ?? null)
      if (query.get().view === 'peek') record.show()
    }),
    // What could not be read for want of one is read now that there is one.
    connection.subscribe(() => {
      if (connection.lost) return
      if (paging.getSnapshot().matches('failed')) paging.send({ type: 'retry' })
      if (summary?.getSnapshot().matches('failed')) summary.send({ type: 'summary.retry' })
    }),
    looks.close,
    note.close,
    address.close,
    reader.close,
    () => {
      undo.forget(parts)
      undo.forget(selection)
      gathering.get()?.actor.stop()
    },
  ]
  const watching = paging.subscribe(pagesChanged)
  const actors = [paging, summary, detail, exporting]
  for (const actor of actors) actor?.start()
  summary?.send({ type: 'summary.ask', filter })

  const marked = {
    list,
    console,
    address,
    paging,
    cursor,
    detailNavigation: record,
    get count() {
      return count()
    },
    rowAt,
    indexOf,
    say,
  }
  const marks = list.marks?.(marked) ?? null

  return {
    list,
    console,
    address,
    paging,
    summary,
    detail,
    exporting,
    bulk: createSignal<Bulk | null>(null),
    source: createChoices(api, list, leaving.signal),
    cursor,
    selection,
    chooser: createChooser({ cursor, selection, count, rowAt, loaded: () => Object.values(pages().dataBins).flat() }),
    detailNavigation: record,
    marks,
    span: createSignal<RangeName | DayRange>('last7'),
    changes: news,
    epoch,
    columns,
    density,
    cursorDescription: reader,
    newestFirst,
    menu: createSignal<HTMLElement | null>(null),
    dialog: createSignal<'columns' | null>(null),
    sums: createSignal(false),
    gathering,
    note: note.text,
    parts,
    get count() {
      return count()
    },
    rowAt,
    indexOf,
    areReplaced: rows.areStale,
    rememberSize,
    toggleDensity: () => looks.toggleDensity(parts),
    clearSelection() {
      const { chosen } = selection
      selection.clear()
      if (selection.chosen === chosen) return
      undo.did({ label: ['undo.selection'], undo: () => selection.restore(chosen), redo: selection.clear, owner: selection })
      note.sayUntil(undoText(['undo.selection']), selection.subscribe)
    },
    tellUndo,
    readAgain() {
      note.drop()
      const before = query.get()
      address.renew()
      marks?.renew()
      if (!isSameFilter(before.filter, query.get().filter)) return
      // Those that are new stand before it, in the order of a list that nobody has sorted otherwise.
      keeper.expect(isNewestFirst(before.sort) ? (news?.counts.get().created ?? 0) : 0)
      news?.read(before.filter, true)
      isAwaited = true
      paging.send({ type: 'reload' })
      summary?.send({ type: 'summary.ask', filter: before.filter })
    },
    say,
    sayHere,
    close() {
      leaving.abort()
      watching.unsubscribe()
      news?.close()
      for (const stop of stopping) stop()
      // A command at work on rows is not among them: what it does to the world is let end.
      for (const actor of actors) actor?.stop()
      marks?.close()
    },
  }
}
