import { type ActorRefFrom, createActor } from 'xstate'
import type { Message } from '#commands/message.ts'
import type { RouteId } from '#commands/navigation/routes.ts'
import { identityOf, rowKinds } from '#commands/rows/kinds.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { LIVE_LISTS } from '#contract/rows/liveLists.ts'
import type { ExportQuery } from '#contract/shapes/orders.ts'
import type { createBulkMachine } from '#machines/bulk/bulkMachine.ts'
import type { createExportMachine } from '#machines/exporting/exportMachine.ts'
import type { createGatherMachine } from '#machines/gathering/gatherMachine.ts'
import { countOf, indexIn } from '#machines/list/listContext.ts'
import type { HistoryMode } from '#machines/list/listEvents.ts'
import { nextChanged } from '#machines/live/changeLedger.ts'
import { shownRow } from '#machines/paging/pagingContext.ts'
import { formatMessage } from '../commandText.ts'
import { formatCount as grouped } from '../format/amount.ts'
import type { DayRange, RangeName } from '../format/ranges.ts'
import { createValue } from '../state/atoms.ts'
import type { Arrangement } from '../table/columns.ts'
import type { Cursor } from '../table/cursor.ts'
import type { GridHandle } from '../table/Grid.tsx'
import type { Console } from '../useConsole.tsx'
import { createColumnLayout } from './columns/columnLayout.ts'
import { createCursorDescription } from './cursorDescription.ts'
import { createChoiceSource } from './filters/choiceSource.ts'
import type { ListQuery } from './filters/query.ts'
import { createQueryUndo } from './filters/queryUndo.ts'
import type { List } from './list.ts'
import { createListAddress } from './listAddress.ts'
import { createListPreferences } from './listPreferences.ts'
import { liveListOf } from './paging/fetchChanges.ts'
import { listLogic } from './paging/listActors.ts'
import { createCursorSelection } from './selection/cursorSelection.ts'
import { createSelection } from './selection/selection.ts'
import { createStatusMessage } from './statusMessage.ts'

const isNewestFirst = (sort: string | null): boolean => sort === null || sort === 'createTime.desc'

/** Imperative handle of the filter bar. */
export interface FilterHandle {
  /** Focuses the filter text. */
  focus(): void
  /** Focuses the first control. */
  edit(): void
  /** Applies a filter text, or shows it with its errors. */
  type(text: string): Promise<void>
  submit(): void
  readonly hasFocus: boolean
}

/** Handles of the mounted components. */
interface Handles {
  grid: GridHandle | null
  filters: FilterHandle | null
}

/** A bulk command in progress. */
export interface BulkOperation {
  readonly name: BulkAction
  readonly actor: ActorRefFrom<ReturnType<typeof createBulkMachine<ListedRow>>>
}

/** A copy of all selected rows that must be fetched first. `all` is the number of rows to fetch. */
export interface BulkCopy {
  readonly actor: ActorRefFrom<ReturnType<typeof createGatherMachine<ListedRow>>>
  readonly all: number
}

export type ListController = ReturnType<typeof createListController>
type ListActor = ListController['actor']
export type PagingActor = ListController['paging']

/** An open list that outlives a render: its machine, connected to the console, and the stores next to it. */
export function createListController(console: Console, list: List, place: RouteId) {
  const { api, atoms, store, announcer, connection, toasts, i18n, undo, readsAloud } = console
  const abort = new AbortController()
  const preferences = createListPreferences(console)
  const { pageSize, savePageSize, newestFirst } = preferences
  const { read, write, targetOf, ...address } = createListAddress(console, list, place, pageSize)
  const selection = createSelection<ListedRow>(atoms)
  const handles: Handles = { grid: null, filters: null }
  const clearSelection = () => {
    selection.clear()
    undo.forget(selection)
  }

  const liveList = liveListOf(list)
  const actor = createActor(
    listLogic(api, list, (): number | null => {
      const { isAnswered, isCounted, total } = pages().context
      return isAnswered && isCounted ? total : null
    }).provide({
      actions: {
        navigate({ context: { query } }, { changes, how }) {
          if (how === 'push') recordQueryUndo(query, changes)
          write({ ...query, ...changes }, how)
        },
        writeAddress: (_, params) => write(params.query, 'replace'),
        announceLoaded: (_, params) =>
          announcer.polite(
            params.count === 0
              ? i18n.t('noData')
              : i18n.t('list.loaded', { total: i18n.t('table.total', { n: grouped(params.count) }) }),
          ),
        announceGone: () => announce(i18n.t('list.rowGone')),
        announceBeyondEnd: (_, { page }) => toasts.show({ tone: 'info', text: i18n.t('list.beyondEnd', { page }) }),
        clearMessage: () => statusMessage.clear(),
        clearSelection,
        selectAsAddressed() {
          if (address.consumeSelectAll()) selection.addAll()
        },
        noteRows: (_, { rows }) => selection.refreshRows(rows),
        addToRecents(_, { row }) {
          if (rowKinds[list.kind].isRecentable) store.recents.add(identityOf({ kind: list.kind, row }))
        },
      },
      guards: { isGridBlurred: () => handles.grid?.hasFocus !== true },
    }),
    { input: { query: read(), column: list.header, hasSummary: list.summary !== null, isLive: liveList !== undefined } },
  )
  const { paging, summary, changes } = actor.getSnapshot().children
  if (paging === undefined) throw new Error('The list machine did not start its rows.')
  const pages = () => paging.getSnapshot()
  const query = () => actor.getSnapshot().context.query
  const count = () => countOf(pages())
  const rowAt = (index: number) => shownRow(pages().context, index)
  const indexOf = (id: string) => indexIn(pages(), id)
  const loadedRows = () => Object.values(pages().context.dataBins).flat()
  const navigate = (changes: Partial<ListQuery>, how: HistoryMode) => actor.send({ type: 'query.navigate', changes, how })

  const cursor = createListCursor(actor)
  const statusMessage = createStatusMessage(console, cursor)
  const { announce, announceForRow } = statusMessage
  const columnLayout = createColumnLayout({
    atoms,
    list,
    query,
    navigate,
    stored: store.own<Arrangement>(`columns.${list.id}`),
    pushUndo: undo.push,
    owner: handles,
  })
  const recordQueryUndo = createQueryUndo({
    cursor,
    rowAt,
    pageSize: () => pages().context.pageSize,
    navigate,
    undo,
    owner: handles,
  })
  const exporting = createValue<ActorRefFrom<ReturnType<typeof createExportMachine<ExportQuery>>> | null>(atoms, null)
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
  const undoText = (what: Message) =>
    i18n.t('undo.hint', { what: formatMessage(what, i18n.t), key: console.scope().app.keysFor('undo').at(-1) ?? '' })

  /** Moves the cursor to a row, and the open row along with it. */
  function moveTo(index: number) {
    const { view } = query()
    if (view === 'inside' || view === 'full') actor.send({ type: 'row.move', by: index - cursor.row })
    else cursor.set(index)
  }

  const cleanups = [
    address.subscribe(() => actor.send({ type: 'query.read', query: read(query().filter) })),
    readsAloud.subscribe(() => navigate({ size: pageSize(), page: 1, at: null }, 'replace')),
    // Retry failed reads after reconnect.
    connection.subscribe(() => connection.isLost || actor.send({ type: 'list.retry' })),
    console.live.subscribe((kind) => {
      if (kind === null || (liveList !== undefined && kind === LIVE_LISTS[liveList])) changes?.send({ type: 'changes.hint' })
    }),
    statusMessage.close,
    cursorDescription.close,
    () => {
      undo.forget(handles)
      undo.forget(selection)
      bulkCopy.get()?.actor.stop()
    },
  ]
  let shownCols = query().cols
  actor.subscribe(({ context }) => {
    if (context.query.cols === shownCols) return
    shownCols = context.query.cols
    columnLayout.syncWithAddress()
  })
  actor.start()

  const warnings =
    list.createWarnings?.({
      list,
      console,
      query,
      paging,
      cursor,
      moveTo,
      get count() {
        return count()
      },
      rowAt,
      indexOf,
      announce,
    }) ?? null

  return {
    list,
    console,
    /** The machine of the list. */
    actor,
    paging,
    /** Null for lists without a summary. */
    summary: summary ?? null,
    /** The export, once one was started. */
    exporting,
    query,
    address: {
      now: address.now,
      navigate,
      targetOf: (changes: Partial<ListQuery>) => targetOf({ ...query(), ...changes }),
    },
    bulk: createValue<BulkOperation | null>(atoms, null),
    choiceSource: createChoiceSource(console, list, abort.signal),
    cursor,
    selection,
    cursorSelection: createCursorSelection({ cursor, selection, count, rowAt, loaded: loadedRows }),
    warnings,
    /** The date range of the detail header. */
    detailRange: createValue<RangeName | DayRange>(atoms, 'last7'),
    /** Changes since the list was read; null for lists without live updates. */
    changes: changes ?? null,
    /** The change of a loaded row that the user has not seen yet. */
    changeOf: (id: string) => changes?.getSnapshot().context.ledger.changes.get(id) ?? null,
    /** The index of the changed row `by` steps from the cursor; null when there is none. */
    nextChange: (by: number) =>
      changes === undefined ? null : nextChanged(changes.getSnapshot().context.ledger, cursor.row, by),
    /** Excludes rows from the changes while this tab modifies them. Returns a function that ends the exclusion. */
    beginMutation(ids: Iterable<string>) {
      const begun = [...ids]
      changes?.send({ type: 'mutation.begun', ids: begun })
      return () => changes?.send({ type: 'mutation.ended', ids: begun })
    },
    columnLayout,
    cursorDescription,
    /** The timeline shows the newest entry first. */
    newestFirst,
    /** The anchor of the open row menu; null while it is closed. */
    menuAnchor: createValue<HTMLElement | null>(atoms, null),
    dialog: createValue<'columns' | null>(atoms, null),
    isSumBarOpen: createValue(atoms, false),
    /** The running copy of a selection that is not fully loaded. */
    bulkCopy,
    /** A transient message in the status bar. */
    statusMessage: statusMessage.text,
    handles,
    /** The number of rows in the grid, placeholders included. */
    get count() {
      return count()
    },
    rowAt,
    /** The index of a row; null when its page is not loaded. */
    indexOf,
    moveTo,
    /** Whether rows of the previous query are shown while the next ones load. A failed read is not loading. */
    areRowsStale() {
      const { value, context } = pages()
      return !context.isAnswered && context.former !== null && !context.isReread && value !== 'failed'
    },
    savePageSize,
    toggleDensity: () => preferences.toggleDensity(handles),
    /** Clears the selection with an undo entry. */
    clearSelection() {
      const { chosen } = selection
      selection.clear()
      if (selection.chosen === chosen) return
      undo.push({ label: ['undo.selection'], undo: () => selection.restore(chosen), redo: selection.clear, owner: selection })
      statusMessage.announceUntil(undoText(['undo.selection']), selection.subscribe)
    },
    /** Announces an action and the key that undoes it. */
    announceUndo: (...what: Message) => announce(undoText(what)),
    /** Reloads the rows and the summary. */
    reload() {
      statusMessage.clear()
      const { filter, sort } = query()
      warnings?.refresh()
      // In the default order, new rows are inserted before the cursor.
      const inserted = isNewestFirst(sort) ? (changes?.getSnapshot().context.ledger.counts.created ?? 0) : 0
      actor.send({ type: 'list.reload', filter: address.refreshNow(filter), inserted })
    },
    /** Reloads the loaded pages of modified rows, and the summary. */
    reloadRows: (ids: ReadonlySet<string>) => actor.send({ type: 'rows.touch', ids }),
    /** Announces a text and shows it in the status bar for a moment. */
    announce,
    /** Announces a text about the row under the cursor. It disappears when the cursor moves. */
    announceForRow,
    close() {
      abort.abort()
      actor.send({ type: 'list.close' })
      for (const stop of cleanups) stop()
      // In-flight bulk calls are not cancelled.
      actor.stop()
      exporting.get()?.stop()
      warnings?.close()
    },
  }
}

/** The cursor of the machine, as the grid follows it. */
function createListCursor(actor: ListActor): Cursor {
  const listeners = new Set<() => void>()
  const lateListeners = new Set<() => void>()
  const cursor = () => actor.getSnapshot().context.cursor
  let known = cursor()
  actor.subscribe(({ context }) => {
    if (context.cursor === known) return
    known = context.cursor
    for (const listener of listeners) listener()
    for (const listener of lateListeners) listener()
  })
  const join = (some: Set<() => void>) => (listener: () => void) => {
    some.add(listener)
    return () => some.delete(listener)
  }
  return {
    get row() {
      return cursor().row
    },
    get column() {
      return cursor().column
    },
    set: (row, column = cursor().column) => actor.send({ type: 'cursor.set', row, column }),
    subscribe: join(listeners),
    subscribeLast: join(lateListeners),
  }
}
