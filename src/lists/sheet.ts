import { type ActorRefFrom, createActor } from 'xstate'
import type { Said } from '#commands/appScope.ts'
import { keysFor } from '#commands/keymap.ts'
import type { PlaceId } from '#commands/places.ts'
import { keyOf, rowKinds } from '#commands/rowKinds.ts'
import type { BulkName } from '#commands/scope.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import type { createBulkMachine } from '#machines/bulk/bulkMachine.ts'
import { pageOf, rowCount } from '#machines/paging/pageCache.ts'
import { shown, shownIndex, shownRow } from '#machines/paging/pagingContext.ts'
import { saidText } from '../commandText.ts'
import { count as grouped } from '../format/amount.ts'
import type { DayRange, RangeName } from '../format/ranges.ts'
import { saveAndTell } from '../saveFile.ts'
import { createSignal, type Signal } from '../signal.ts'
import type { Arrangement } from '../table/columns.ts'
import { type Cursor, createCursor, HEADER } from '../table/cursor.ts'
import type { GridHandle } from '../table/Grid.tsx'
import type { Console } from '../useConsole.tsx'
import { type Columns, createColumns } from './arranging.ts'
import { type ChoiceSource, createChoices } from './choices.ts'
import { detailOver, exportOver, pagingOver, summaryOver } from './feeds.ts'
import type { Gathering } from './gathering.ts'
import type { List } from './list.ts'
import { createListAddress, type ListAddress } from './listAddress.ts'
import { createLooks, type Density } from './looks.ts'
import type { RowMarks } from './marks.ts'
import { createNews, type News } from './news.ts'
import { createNote } from './note.ts'
import { createPlaceKeeper } from './placeKeeper.ts'
import { isSameFilter, type ListQuery } from './query.ts'
import { createReader, type Reader } from './reader.ts'
import { createRecordWalk, type RecordWalk } from './recordWalk.ts'
import { type Chooser, createChooser } from './selecting.ts'
import { createSelection, type Selection } from './selection.ts'

export type BulkActor = ActorRefFrom<ReturnType<typeof createBulkMachine<ListedRow>>>

/** A command over many rows, and which it is. */
export interface Bulk {
  readonly name: BulkName
  readonly actor: BulkActor
}

/** What the filter bar can be told. */
export interface FilterHandle {
  /** To the text. */
  focus(): void
  /** To the controls. */
  edit(): void
  /** Asks for what a text says, or shows it with what is wrong in it. */
  type(text: string): Promise<void>
  submit(): void
  readonly hasFocus: boolean
}

/** An open list: everything about it that outlives a draw. */
export interface Sheet {
  readonly list: List
  readonly console: Console
  readonly address: ListAddress
  readonly paging: ActorRefFrom<ReturnType<typeof pagingOver>>
  readonly summary: ActorRefFrom<ReturnType<typeof summaryOver>> | null
  readonly detail: ActorRefFrom<ReturnType<typeof detailOver>>
  readonly exporting: ActorRefFrom<ReturnType<typeof exportOver>> | null
  readonly bulk: Signal<Bulk | null>
  readonly source: ChoiceSource
  readonly cursor: Cursor
  readonly selection: Selection<ListedRow>
  readonly chooser: Chooser
  readonly record: RecordWalk
  readonly marks: RowMarks | null
  /** The days of the figures that stand above the facts of a record. */
  readonly span: Signal<RangeName | DayRange>
  /** What has happened since it was read; null where nobody tells. */
  readonly news: News | null
  /** Grows with every query that has been answered. */
  readonly epoch: Signal<number>
  readonly columns: Columns
  readonly density: Signal<Density>
  readonly reader: Reader
  /** The order of a timeline. */
  readonly newestFirst: Signal<boolean>
  /** What the row menu hangs on, while it is open. */
  readonly menu: Signal<HTMLElement | null>
  readonly dialog: Signal<'columns' | null>
  /** Whether the sums of the selection are shown. */
  readonly sums: Signal<boolean>
  /** Copies of rows of which not all are here. */
  readonly gathering: Signal<Gathering | null>
  /** Something said in the status line for a moment. */
  readonly note: Signal<string | null>
  /** What is on the screen of it. */
  readonly parts: { grid: GridHandle | null; filters: FilterHandle | null }
  /** Rows there is room for in the grid. */
  readonly count: number
  rowAt(index: number): ListedRow | undefined
  /** Where a row stands, if its page is here. */
  indexOf(id: string): number | null
  rememberSize(size: number): void
  toggleDensity(): void
  /** Takes everything out of the selection, so that it can be taken back. */
  clearSelection(): void
  /** Says that something was done, and by which key it is taken back. */
  tellUndo(...what: Said): void
  /** Reads everything again, the figures too. */
  readAgain(): void
  /** Says it aloud, and shows it for a moment. */
  say(text: string): void
  /** The same of the row under the cursor: it goes when the cursor goes on. */
  sayHere(text: string): void
  close(): void
}

const isNewestFirst = (sort: string | null): boolean => sort === null || sort === 'createTime.desc'
const BONES = 10

export function openSheet(console: Console, list: List, place: PlaceId): Sheet {
  const { api, store, location, clock, announcer, connection, toasts, i18n, undo, readsAloud } = console
  const leaving = new AbortController()
  const looks = createLooks(console)
  const { size: sizeNow, rememberSize, density, newestFirst } = looks
  const address = createListAddress({
    location,
    list,
    place,
    clock,
    size: sizeNow,
    changed: queryChanged,
    sought,
  })
  const { query } = address
  const cursor = createCursor(list.header)
  const note = createNote(console, cursor)
  const { say, sayHere } = note
  const selection = createSelection<ListedRow>(({ id }) => id)
  const epoch = createSignal(0)
  const parts: Sheet['parts'] = { grid: null, filters: null }
  const columns = createColumns({
    list,
    address,
    remembered: store.own<Arrangement>(`columns.${list.id}`),
    did: undo.did,
    owner: parts,
  })

  const { filter, sort, size, page } = query.get()
  const paging = createActor(pagingOver(api, list, beyondEnd), { input: { filter, sort, pageSize: size, page } })
  const summary = list.summary === null ? null : createActor(summaryOver(api, list.summary))
  const detail = createActor(detailOver(api, list))
  const exporting =
    list.export === null
      ? null
      : createActor(exportOver(api, list.export.call, (file) => saveAndTell({ ...file, what: list.id }, console, window)))

  const pages = () => paging.getSnapshot().context
  /** Before the first answer a few empty rows stand for those that will come. */
  const count = () => {
    const isFirst = !pages().isAnswered && pages().former === null
    if (isFirst) return paging.getSnapshot().matches('failed') ? 0 : BONES
    return rowCount(shown(pages()))
  }
  const rowAt = (index: number) => shownRow(pages(), index)
  const indexOf = (id: string) => shownIndex(pages(), (row) => row.id === id)

  const rows = { count, rowAt, indexOf }
  const news = createNews({
    api,
    live: console.live,
    list,
    filter,
    *rows() {
      const { dataBins, pageSize } = shown(pages())
      for (const [page, some] of Object.entries(dataBins)) {
        for (const [at, row] of some.entries()) yield [(Number(page) - 1) * pageSize + at, row] as const
      }
    },
    rowOf(id) {
      const index = indexOf(id)
      return index === null ? null : (rowAt(index) ?? null)
    },
    total: () => (pages().isAnswered && pages().isCounted ? pages().total : null),
  })
  const keeper = createPlaceKeeper({
    cursor,
    ...rows,
    pages,
    isSettled: () => paging.getSnapshot().matches('ready'),
    turn: (page) => paging.send({ type: 'turn', page }),
    follow: address.follow,
    sayGone: () => say(i18n.t('list.rowGone')),
  })
  const gathering = createSignal<Gathering | null>(null)
  const reader = createReader({
    cursor,
    rowAt,
    list,
    parts,
    get count() {
      return count()
    },
  })
  const record = createRecordWalk({
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
      if (rowKinds[list.kind].isKept) store.recents.add(keyOf({ kind: list.kind, row }))
    },
  })

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
  function sought(before: ListQuery, changes: Partial<ListQuery>) {
    const isFiltered = changes.filter !== undefined && !isSameFilter(before.filter, changes.filter)
    const isSorted = changes.sort !== undefined && changes.sort !== before.sort
    if (!isFiltered && !isSorted) return
    const { filter, sort, cols } = before
    const after = { filter, sort, cols, page: 1, at: null, ...changes }
    const row = Math.max(0, cursor.row)
    // Who takes it back is where he was.
    const here = { page: pageOf(row, pages().pageSize), at: row === 0 ? null : (rowAt(row)?.id ?? null) }
    const ask = (asked: Pick<ListQuery, 'filter' | 'sort' | 'cols' | 'page' | 'at'>) => address.seek(asked, 'push')
    undo.did({
      what: [isFiltered ? 'undo.filter' : 'undo.sort'],
      undo: () => ask({ filter, sort, cols, ...here }),
      redo: () => ask(after),
      owner: parts,
    })
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

  const undoText = (what: Said) => i18n.t('undo.hint', { what: saidText(what, i18n.t), key: keysFor('undo').at(-1) ?? '' })
  const tellUndo = (...what: Said) => say(undoText(what))

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
    record,
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
    record,
    marks,
    span: createSignal<RangeName | DayRange>('last7'),
    news,
    epoch,
    columns,
    density,
    reader,
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
    rememberSize,
    toggleDensity: () => looks.toggleDensity(parts),
    clearSelection() {
      const { chosen } = selection
      selection.clear()
      if (selection.chosen === chosen) return
      undo.did({ what: ['undo.selection'], undo: () => selection.restore(chosen), redo: selection.clear, owner: selection })
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
