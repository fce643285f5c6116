import { createActor } from 'xstate'
import type { RouteId } from '#commands/navigation/routes.ts'
import { identityOf, isSearchableKind } from '#commands/rows/kinds.ts'
import { liveListOf } from '#contract/calls.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { countOf, indexIn, isExactIn } from '#machines/list/listContext.ts'
import type { HistoryMode } from '#machines/list/listEvents.ts'
import { pageOf } from '#machines/paging/pageCache.ts'
import { shownRow } from '#machines/paging/pagingContext.ts'
import { createCursor } from '../table/cursor.ts'
import type { GridHandle } from '../table/Grid.tsx'
import type { Console } from '../useConsole.tsx'
import { isSameFilter } from './filters/listFilter.ts'
import type { ListQuery } from './filters/query.ts'
import type { List } from './list.ts'
import { createListAddress } from './listAddress.ts'
import { createListPreferences } from './listPreferences.ts'
import { listLogic } from './paging/listActors.ts'
import { createOpenEnd } from './paging/openEnd.ts'
import { countText } from './paging/totalText.ts'
import { createSelection } from './selection/selection.ts'
import { createStatusMessage } from './statusMessage.ts'

interface FilterHandle {
  /** Focuses the filter text. */
  focus(): void
  /** Focuses the first control. */
  edit(): void
  /** Applies a filter text, or shows it with its errors. */
  type(text: string): Promise<void>
  submit(): void
  readonly hasFocus: boolean
}

interface Handles {
  grid: GridHandle | null
  filters: FilterHandle | null
}

export type ListCore = ReturnType<typeof createListCore>

/** What the parts of an open list have in common: its machine, connected to the console, its cursor and its selection. */
export function createListCore(console: Console, list: List, place: RouteId) {
  const { api, announcer, features, toasts, i18n, undo } = console
  const preferences = createListPreferences(console)
  const address = createListAddress(console, list, place, preferences.pageSize)
  const selection = createSelection<ListedRow>(console.atoms)
  const handles: Handles = { grid: null, filters: null }
  const liveList = features.has('changes') ? liveListOf(list.call) : undefined
  const actor = createActor(
    listLogic(api, list, (): number | null => {
      const { isAnswered, isCounted, total } = pages().context
      return isAnswered && isCounted ? total : null
    }).provide({
      actions: {
        navigate({ context: { query } }, { changes, how }) {
          if (how === 'push') recordQueryUndo(query, changes)
          address.write({ ...query, ...changes }, how)
        },
        writeAddress: (_, params) => address.write(params.query, 'replace'),
        announceLoaded: (_, params) =>
          announcer.polite(
            params.count === 0
              ? i18n.t('noData')
              : i18n.t('list.loaded', { total: i18n.t('table.total', { n: countText(params.count, params.isExact) }) }),
          ),
        announceOpenEnd: (_, { count }) => openEnd.announce(count),
        announceGone: () => statusMessage.announce(i18n.t('list.rowGone')),
        announceBeyondEnd: (_, { page }) => toasts.show({ tone: 'info', text: i18n.t('list.beyondEnd', { page }) }),
        clearMessage: () => statusMessage.clear(),
        clearSelection() {
          selection.clear()
          undo.forget(selection)
        },
        selectAsAddressed() {
          if (address.consumeSelectAll()) selection.addAll()
        },
        noteRows: (_, { rows }) => selection.refreshRows(rows),
        addToRecents(_, { row }) {
          if (isSearchableKind(list.kind)) console.store.recents.add(identityOf({ kind: list.kind, row }))
        },
      },
      guards: { isGridBlurred: () => handles.grid?.hasFocus !== true },
    }),
    {
      input: { query: address.read(), column: list.header, hasSummary: list.summary !== null, isLive: liveList !== undefined },
    },
  )
  const { paging, summary, changes } = actor.getSnapshot().children
  if (paging === undefined) throw new Error('The list machine did not start its rows.')
  const pages = () => paging.getSnapshot()
  const query = () => actor.getSnapshot().context.query
  const rowAt = (index: number) => shownRow(pages().context, index)
  const navigate = (changes: Partial<ListQuery>, how: HistoryMode) => actor.send({ type: 'query.navigate', changes, how })
  const cursor = createCursor({
    get: () => actor.getSnapshot().context.cursor,
    set: (position) => actor.send({ type: 'cursor.set', ...position }),
    subscribe: (changed) => actor.subscribe(changed),
  })
  const statusMessage = createStatusMessage(console, cursor)
  const openEnd = createOpenEnd({ paging, statusMessage, i18n })

  /** Records an undo entry before the filter or the sort order changes. Undo restores the cursor position too. */
  function recordQueryUndo({ filter, sort, cols }: ListQuery, changes: Partial<ListQuery>) {
    const isFiltered = changes.filter !== undefined && !isSameFilter(filter, changes.filter)
    const isSorted = changes.sort !== undefined && changes.sort !== sort
    if (!isFiltered && !isSorted) return
    const row = Math.max(0, cursor.row)
    const position = { page: pageOf(row, pages().context.pageSize), at: row === 0 ? null : (rowAt(row)?.id ?? null) }
    undo.push({
      label: [isFiltered ? 'undo.filter' : 'undo.sort'],
      undo: () => navigate({ filter, sort, cols, ...position }, 'push'),
      redo: () => navigate({ filter, sort, cols, page: 1, at: null, ...changes }, 'push'),
      owner: handles,
    })
  }

  return {
    list,
    console,
    handles,
    preferences,
    address,
    /** The name of the list with live updates; undefined for others. */
    liveList,
    actor,
    paging,
    summary,
    changes,
    selection,
    cursor,
    statusMessage,
    pages,
    query,
    navigate,
    /** The number of rows in the grid, placeholders included. */
    count: () => countOf(pages()),
    /** Whether the number of rows is known. Otherwise rows may follow the last one. */
    isExactCount: () => isExactIn(pages()),
    openEnd,
    rowAt,
    /** The index of a row; null when its page is not loaded. */
    indexOf: (id: string) => indexIn(pages(), id),
    loadedRows: () => Object.values(pages().context.dataBins).flat(),
    /** Moves the cursor to a row, and the open row along with it. */
    moveTo(index: number) {
      const { view } = query()
      if (view === 'inside' || view === 'full') actor.send({ type: 'row.move', by: index - cursor.row })
      else cursor.set(index)
    },
  }
}
