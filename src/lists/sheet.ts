import { type ActorRefFrom, createActor } from 'xstate'
import type { PlaceId } from '#commands/places.ts'
import type { BulkName } from '#commands/scope.ts'
import type { PayOrder } from '#contract/rows.ts'
import type { createBulkMachine } from '#machines/bulk/bulkMachine.ts'
import { rowCount } from '#machines/paging/pageCache.ts'
import { shown, shownIndex, shownRow } from '#machines/paging/pagingContext.ts'
import { count as grouped } from '../format/amount.ts'
import { fileName } from '../format/dates.ts'
import { saveFile } from '../saveFile.ts'
import { createSignal, type Signal } from '../signal.ts'
import { type Arrangement, AS_IT_CAME } from '../table/columns.ts'
import { type Cursor, createCursor } from '../table/cursor.ts'
import type { GridHandle } from '../table/Grid.tsx'
import type { Console } from '../useConsole.tsx'
import { type ChoiceSource, createChoices } from './choices.ts'
import { ROW_HEADER } from './columns.ts'
import { detailOver, exportOver, pagingOver, summaryOver } from './feeds.ts'
import type { List } from './list.ts'
import { createListAddress, type ListAddress } from './listAddress.ts'
import { createPlaceKeeper } from './placeKeeper.ts'
import { DEFAULT_SIZE, isSameFilter, type ListQuery } from './query.ts'
import { createRecordWalk, type RecordWalk } from './recordWalk.ts'
import { type Chooser, createChooser } from './selecting.ts'
import { createSelection, type Selection } from './selection.ts'

export type BulkActor = ActorRefFrom<ReturnType<typeof createBulkMachine<PayOrder>>>

/** A command over many rows, and which it is. */
export interface Bulk {
  readonly name: BulkName
  readonly actor: BulkActor
}

export type Density = 'regular' | 'compact'
/** Pixels of a row. */
export const ROW_HEIGHTS: Record<Density, number> = { regular: 32, compact: 26 }

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
  readonly selection: Selection<PayOrder>
  readonly chooser: Chooser
  readonly record: RecordWalk
  /** Grows with every query that has been answered. */
  readonly epoch: Signal<number>
  readonly arrangement: Signal<Arrangement>
  readonly density: Signal<Density>
  /** The order of a timeline. */
  readonly newestFirst: Signal<boolean>
  /** What the row menu hangs on, while it is open. */
  readonly menu: Signal<HTMLElement | null>
  readonly dialog: Signal<'columns' | 'sum' | null>
  /** Something said in the status line for a moment. */
  readonly note: Signal<string | null>
  /** What is on the screen of it. */
  readonly parts: { grid: GridHandle | null; filters: FilterHandle | null }
  /** Rows there is room for in the grid. */
  readonly count: number
  rowAt(index: number): PayOrder | undefined
  /** Where a row stands, if its page is here. */
  indexOf(id: string): number | null
  rememberSize(size: number): void
  /** Reads everything again, the figures too. */
  readAgain(): void
  /** Says it aloud, and shows it for a moment. */
  say(text: string): void
  close(): void
}

const NOTE_MS = 4_000
const BONES = 10

export function openSheet(console: Console, list: List, place: PlaceId): Sheet {
  const { api, store, location, clock, announcer, toasts, i18n } = console
  const leaving = new AbortController()
  const remembered = {
    size: store.own<number>('pageSize'),
    density: store.own<Density>('density'),
    arrangement: store.own<Arrangement>(`columns.${list.id}`),
    newestFirst: store.own<boolean>('timeline.newestFirst'),
  }

  const address = createListAddress({
    location,
    list,
    place,
    clock,
    size: () => remembered.size.get() ?? DEFAULT_SIZE,
    changed: queryChanged,
  })
  const { query } = address
  const cursor = createCursor(ROW_HEADER)
  const selection = createSelection<PayOrder>(({ id }) => id)
  const epoch = createSignal(0)
  const arrangement = createSignal(remembered.arrangement.get() ?? AS_IT_CAME)
  const density = createSignal<Density>(remembered.density.get() ?? 'regular')
  const newestFirst = createSignal(remembered.newestFirst.get() ?? false)
  const note = createSignal<string | null>(null)
  const parts: Sheet['parts'] = { grid: null, filters: null }

  const { filter, sort, size, page } = query.get()
  const paging = createActor(pagingOver(api, list, beyondEnd), { input: { filter, sort, pageSize: size, page } })
  const summary = list.summary === null ? null : createActor(summaryOver(api, list.summary))
  const detail = createActor(detailOver(api, list))
  const exporting = list.export === null ? null : createActor(exportOver(api, list.export.call, save))

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
  const keeper = createPlaceKeeper({
    cursor,
    ...rows,
    pages,
    isSettled: () => paging.getSnapshot().matches('ready'),
    turn: (page) => paging.send({ type: 'turn', page }),
    follow: address.follow,
    sayGone: () => say(i18n.t('list.rowGone')),
  })
  const record = createRecordWalk({
    cursor,
    ...rows,
    kind: list.kind,
    query: query.get,
    isAnswered: () => pages().isAnswered,
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
    remember: ({ id, platOrderNo }) => store.recents.add({ kind: list.kind, id, number: platOrderNo }),
  })

  function queryChanged(before: ListQuery, next: ListQuery) {
    const isFiltered = !isSameFilter(before.filter, next.filter)
    if (isFiltered) {
      selection.clear()
      summary?.send({ type: 'summary.ask', filter: next.filter })
    }
    if (isFiltered || before.sort !== next.sort) {
      paging.send({ type: 'search', filter: next.filter, sort: next.sort, page: next.page })
    } else if (before.size !== next.size) paging.send({ type: 'resize', pageSize: next.size })
    else if (before.at !== next.at || before.page !== next.page) returnTo(next)
    if (before.open !== next.open || before.view !== next.view) record.show()
  }
  /** Back, forward, a typed address: to the row that was there. */
  function returnTo({ at, page }: ListQuery) {
    const index = at === null ? null : indexOf(at)
    cursor.set(Math.min(count() - 1, index ?? (page - 1) * pages().pageSize))
  }

  let wasAnswered = false
  function pagesChanged() {
    const { isAnswered, isReread, dataBins } = pages()
    const isFirst = isAnswered && !wasAnswered && !isReread
    wasAnswered = isAnswered
    if (!isAnswered) return
    if (isFirst) {
      // Before the first rows of all there are empty ones, and the cursor moves in them.
      keeper.arrive(query.get().at, epoch.get() === 0 ? Math.max(0, cursor.row) : 0)
      epoch.set(epoch.get() + 1)
      announcer.polite(
        count() === 0 ? i18n.t('noData') : i18n.t('list.loaded', { total: i18n.t('table.total', { n: grouped(count()) }) }),
      )
    } else keeper.rowsChanged()
    selection.renew(Object.values(dataBins).flat())
    record.pagesCame(isFirst)
  }
  function beyondEnd(page: number) {
    toasts.show({ tone: 'info', text: i18n.t('list.beyondEnd', { page }) })
    cursor.set((page - 1) * pages().pageSize)
  }

  function save(name: string | null, blob: Blob) {
    const saved = name ?? fileName(list.id, clock.now())
    saveFile({ blob, name: saved }, window)
    toasts.show({ tone: 'done', text: i18n.t('export.saved', { name: saved }) })
  }
  let noteTimer: ReturnType<typeof setTimeout> | undefined
  function say(text: string) {
    announcer.polite(text)
    note.set(text)
    clearTimeout(noteTimer)
    noteTimer = setTimeout(() => note.set(null), NOTE_MS)
  }

  const stopping = [
    arrangement.subscribe(() => remembered.arrangement.set(arrangement.get())),
    density.subscribe(() => remembered.density.set(density.get())),
    newestFirst.subscribe(() => remembered.newestFirst.set(newestFirst.get())),
    cursor.subscribe(() => {
      keeper.cursorMoved()
      if (query.get().view === 'peek') record.show()
    }),
    address.close,
  ]
  const watching = paging.subscribe(pagesChanged)
  const actors = [paging, summary, detail, exporting]
  for (const actor of actors) actor?.start()
  summary?.send({ type: 'summary.ask', filter })

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
    epoch,
    arrangement,
    density,
    newestFirst,
    menu: createSignal<HTMLElement | null>(null),
    dialog: createSignal<'columns' | 'sum' | null>(null),
    note,
    parts,
    get count() {
      return count()
    },
    rowAt,
    indexOf,
    rememberSize: remembered.size.set,
    readAgain() {
      const before = query.get()
      address.renew()
      if (!isSameFilter(before.filter, query.get().filter)) return
      paging.send({ type: 'reload' })
      summary?.send({ type: 'summary.ask', filter: before.filter })
    },
    say,
    close() {
      leaving.abort()
      clearTimeout(noteTimer)
      watching.unsubscribe()
      for (const stop of stopping) stop()
      // A command at work on rows is not among them: what it does to the world is let end.
      for (const actor of actors) actor?.stop()
    },
  }
}
