import type { ActorRefFrom } from 'xstate'
import type { Message } from '#commands/message.ts'
import type { RouteId } from '#commands/navigation/routes.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { LIVE_LISTS } from '#contract/rows/liveLists.ts'
import type { createExportMachine } from '#machines/exporting/exportMachine.ts'
import type { createGatherMachine } from '#machines/gathering/gatherMachine.ts'
import { nextChanged } from '#machines/live/changeLedger.ts'
import type { RowRange } from '#machines/paging/pageCache.ts'
import { formatMessage } from '../commandText.ts'
import type { DayRange, RangeName } from '../format/ranges.ts'
import type { LiveRun } from '../runs/runs.ts'
import { createValue } from '../state/atoms.ts'
import type { Sort } from '../table/columns.ts'
import type { Console } from '../useConsole.tsx'
import { createColumnLayout } from './columns/columnLayout.ts'
import { createCursorDescription } from './cursorDescription.ts'
import type { ExportRequest } from './export/exportRequest.ts'
import { createChoiceSource } from './filters/choiceSource.ts'
import type { ListQuery } from './filters/query.ts'
import type { List } from './list.ts'
import { createListCore } from './listCore.ts'
import { countText } from './paging/totalText.ts'
import { createCursorSelection } from './selection/cursorSelection.ts'
import type { FoundSums } from './selection/foundSums.ts'

const isNewestFirst = (sort: string | null): boolean => sort === null || sort === 'createTime.desc'

export type Exporting = ActorRefFrom<ReturnType<typeof createExportMachine<ExportRequest>>>

/** A copy of all selected rows that must be fetched first. `all` is the number of rows to fetch; null when it is not known. */
export interface BulkCopy {
  readonly actor: ActorRefFrom<ReturnType<typeof createGatherMachine<ListedRow>>>
  readonly all: number | null
}

export type ListController = ReturnType<typeof createListController>

/** Where the row menu opens: at an element, or at the point of the pointer in it. */
export type MenuAnchor = HTMLElement | { readonly contextElement: Element; getBoundingClientRect(): DOMRect }

/** An open list that outlives a render: its core, and the stores next to it. */
export function createListController(console: Console, list: List, place: RouteId) {
  const core = createListCore(console, list, place)
  const { actor, summary, changes, handles, preferences, address, selection, cursor, statusMessage } = core
  const { pages, query, navigate, count, isExactCount, liveList, openEnd } = core
  const { atoms, i18n, undo } = console
  const { announce, announceForRow } = statusMessage
  const abort = new AbortController()
  const columnLayout = createColumnLayout(core)
  const cursorDescription = createCursorDescription(core)
  const exporting = createValue<Exporting | null>(atoms, null)
  const bulkCopy = createValue<BulkCopy | null>(atoms, null)
  const undoText = (what: Message) =>
    i18n.t('undo.hint', { what: formatMessage(what, i18n.t), key: console.scope().app.keysFor('undo').at(-1) ?? '' })
  /** Reloads the loaded pages of these rows, and the summary. */
  const reloadRows = (ids: ReadonlySet<string>) => actor.send({ type: 'rows.touch', ids })

  function rereadRows(filter: ListQuery['filter']) {
    // In the default order, new rows are inserted before the cursor.
    const inserted = isNewestFirst(query().sort) ? (changes?.getSnapshot().context.ledger.counts.created ?? 0) : 0
    actor.send({ type: 'list.reload', filter, inserted })
  }

  const cleanups = [
    address.subscribe(() => actor.send({ type: 'query.read', query: address.read(query().filter) })),
    console.readsAloud.subscribe(() => navigate({ size: preferences.pageSize(), page: 1, at: null }, 'replace')),
    i18n.subscribe(() => {
      if (!list.isWorded) return
      rereadRows(query().filter)
      actor.send({ type: 'detail.reload' })
    }),
    // Retry failed reads after reconnect.
    console.connection.subscribe(() => console.connection.isLost || actor.send({ type: 'list.retry' })),
    console.live.subscribe((kind) => {
      if (kind === null || (liveList !== undefined && kind === LIVE_LISTS[liveList])) changes?.send({ type: 'changes.hint' })
    }),
    statusMessage.close,
    openEnd.close,
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
  const warnings = list.createWarnings?.({ ...core, announce }) ?? null

  return {
    ...core,
    /** Null for lists without a summary. */
    summary: summary ?? null,
    /** The export, once one was started. */
    exporting,
    address: {
      now: address.now,
      navigate,
      targetOf: (changes: Partial<ListQuery>) => address.targetOf({ ...query(), ...changes }),
    },
    bulk: createValue<LiveRun | null>(atoms, null),
    focusGrid: () => handles.grid?.focus(),
    choiceSource: createChoiceSource(console, list, abort.signal),
    cursorSelection: createCursorSelection(core),
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
    /** The rows in view, counted from 0, both ends included. */
    visibleRows: createValue<RowRange>(atoms, { first: 0, last: -1 }),
    cursorDescription,
    /** The timeline shows the newest entry first. */
    newestFirst: preferences.newestFirst,
    /** The anchor of the open row menu; null while it is closed. */
    menuAnchor: createValue<MenuAnchor | null>(atoms, null),
    dialog: createValue<'columns' | 'compare' | null>(atoms, null),
    isSumBarOpen: createValue(atoms, false),
    /** The answers of the last search for a sum. */
    sums: createValue<FoundSums | null>(atoms, null),
    /** The running copy of a selection that is not fully loaded. */
    bulkCopy,
    /** A transient message in the status bar. */
    statusMessage: statusMessage.text,
    get count() {
      return count()
    },
    /** The number of rows for texts, without the deselected ones, with a plus while there may be more. */
    countText: (without = 0) => countText(count() - without, isExactCount()),
    /** Sorts by a column; in the order of the gateway without one. */
    sort(next: Sort | null) {
      const field = list.columns.find(({ id, isSortable }) => id === next?.column && isSortable)?.field
      navigate({ sort: next === null || field === undefined ? null : `${field}.${next.direction}`, page: 1, at: null }, 'push')
    },
    closeRow() {
      actor.send({ type: 'row.close' })
      handles.grid?.focus()
    },
    /** Whether rows of the previous query are shown while the next ones load. A failed read is not loading. */
    areRowsStale() {
      const { value, context } = pages()
      return !context.isAnswered && context.former !== null && !context.isReread && value !== 'failed'
    },
    savePageSize: preferences.savePageSize,
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
    /** Reloads the rows and the summary, and the option labels if they failed to load. */
    reload() {
      statusMessage.clear()
      console.options.send({ type: 'options.need' })
      warnings?.refresh()
      rereadRows(address.refreshNow(query().filter))
    },
    reloadRows,
    /** Announces a text and shows it in the status bar for a moment. */
    announce,
    /** Announces a text about the row under the cursor. It disappears when the cursor moves. */
    announceForRow,
    get isClosed() {
      return abort.signal.aborted
    },
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
