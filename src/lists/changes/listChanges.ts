import { createActor, fromPromise } from 'xstate'
import { calls } from '#contract/calls.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { LIVE_LIST_NAMES, LIVE_LISTS } from '#contract/rows/liveLists.ts'
import { createListChangesMachine, type ListChangesRequest } from '#machines/live/listChangesMachine.ts'
import type { Api } from '../../api/client.ts'
import { isUnknownCall } from '../../api/errors.ts'
import { type Atoms, createValue } from '../../state/atoms.ts'
import type { Value } from '../../state/value.ts'
import type { LiveUpdates } from '../../useConsole.tsx'
import { type ListFilter, toRequest } from '../filters/listFilter.ts'
import type { List } from '../list.ts'
import { createRowReader, withRowId } from '../paging/rowReader.ts'
import { createLocalMutations } from './localMutations.ts'

/** The number of rows created and changed since the list was read. */
export interface ChangeCounts {
  readonly created: number
  readonly changed: number
  /** The counts are lower bounds. */
  readonly isMore: boolean
}

/** A row when it was last read and its current state. */
export interface RowChange {
  /** Null for a row that was not loaded. */
  readonly was: ListedRow | null
  readonly now: ListedRow
  readonly isNew: boolean
}

/** Changes to an open list since it was read. They never move rows. */
export interface ListChanges {
  readonly counts: Value<ChangeCounts>
  /** The change of a loaded row that the user has not seen yet. */
  changeOf(id: string): RowChange | null
  isChanged(row: ListedRow): boolean
  subscribe(changed: () => void): () => void
  /** The index of the changed row `by` steps from an index; null when there is none. */
  next(from: number, by: number): number | null
  /** Marks the change as seen. It is dropped when the cursor leaves the row. */
  markSeen(id: string): void
  cursorMoved(id: string | null): void
  /** Resets the changes. With a new query (`isAgain` false) no row of it has been seen yet. */
  restart(filter: ListFilter, isAgain: boolean): void
  /** Rows were loaded that may be newer than the reported changes. */
  rowsLoaded(): void
  /** Excludes rows from the changes while this tab modifies them. Returns a function that ends the exclusion. */
  beginLocalMutation(ids: Iterable<string>): () => void
  close(): void
}

interface ListChangesHost {
  api: Api
  atoms: Atoms
  live: LiveUpdates
  list: List
  filter: ListFilter
  /** The loaded rows by index. */
  rows(): Iterable<readonly [index: number, row: ListedRow]>
  /** Null when the row is not loaded. */
  rowOf(id: string): ListedRow | null
  /** Total rows when the list was read; null when unknown. */
  total(): number | null
}

interface ChangesAnswer {
  readonly mark: string | null
  readonly created: number
  readonly changed: number
  readonly more: boolean
  readonly createdIds: readonly string[]
  readonly rows: readonly { matches: boolean; row: ListedRow }[]
}

const NOTHING: ChangeCounts = { created: 0, changed: 0, isMore: false }

/** Returns null for lists without live updates. */
export function createListChanges(host: ListChangesHost): ListChanges | null {
  const { list, live, filter } = host
  const name = LIVE_LIST_NAMES.find((one) => calls[one] === list.call)
  if (name === undefined) return null

  const counts = createValue(host.atoms, NOTHING)
  let answer: ChangesAnswer | null = null
  const createdIds = new Set<string>()
  /** Row id -> the row as last reported since the list was read. */
  const reported = new Map<string, ChangesAnswer['rows'][number]>()
  const rowsBefore = new Map<string, ListedRow>()
  /** Ids reported before the last reload that were not loaded then -> whether the row is new. */
  let newlyLoaded: ReadonlyMap<string, boolean> = new Map()
  /** Row id -> the row as JSON when the user saw it. */
  const seenTexts = new Map<string, string>()
  const shown = createValue<ReadonlyMap<string, RowChange>>(host.atoms, new Map())
  let changedIndexes: readonly number[] = []
  let seenId: string | null = null
  const localMutations = createLocalMutations(host.rowOf)

  const ask = createAsk(host, name)
  const machine = createListChangesMachine<ChangesAnswer & { finishedIds: ReadonlySet<string> }, ListFilter>().provide({
    actors: {
      ask: fromPromise(async ({ input, signal }) => {
        const finishedIds = localMutations.finished()
        return { ...(await ask(input, signal)), finishedIds }
      }),
    },
    actions: { take: (_, params) => applyAnswer(params.answer) },
  })
  const actor = createActor(machine, { input: { filter } }).start()
  const unsubscribe = live.subscribe((kind) => {
    if (kind === null || kind === LIVE_LISTS[name]) actor.send({ type: 'changes.hint' })
  })

  function applyAnswer(next: ChangesAnswer & { finishedIds: ReadonlySet<string> }) {
    answer = next
    localMutations.reported(
      next.rows.map(({ row }) => row.id),
      next.finishedIds,
    )
    for (const id of next.createdIds) createdIds.add(id)
    for (const one of next.rows) reported.set(one.row.id, one)
    recompute()
  }

  /** Compares reported rows with the loaded ones. Changes that are already visible do not count. */
  function recompute() {
    let [visible, leftFilter, createdVisible] = [0, 0, 0]
    const found = new Map<string, RowChange>()
    const indexes: number[] = []
    for (const [index, row] of isEmpty() ? [] : host.rows()) {
      const { id } = row
      if (createdIds.has(id)) createdVisible++
      const one = reported.get(id)
      const isShown = one === undefined || localMutations.has(id) || isSame(one.row, row)
      if (one !== undefined && isShown && one.matches) visible++
      if (one !== undefined && !isShown && !one.matches) leftFilter++
      if (!isShown && !rowsBefore.has(id)) rowsBefore.set(id, row)
      const before = rowsBefore.get(id)
      const now = isShown ? row : one.row
      const isNew = newlyLoaded.get(id)
      if ((before === undefined && isNew === undefined) || seenTexts.get(id) === textOf(now)) continue
      if (before !== undefined && isSame(before, now)) rowsBefore.delete(id)
      else {
        const change = { was: before ?? null, now, isNew: isNew === true }
        const known = shown.get().get(id)
        found.set(
          id,
          known !== undefined && known.was === change.was && known.isNew === change.isNew && isSame(known.now, now)
            ? known
            : change,
        )
        indexes.push(index)
      }
    }
    for (const id of localMutations.ids) if (reported.get(id)?.matches === true && host.rowOf(id) === null) visible++
    changedIndexes = indexes.sort((one, other) => one - other)
    const created = Math.max(0, (answer?.created ?? 0) - createdVisible)
    const changed = Math.max(0, (answer?.changed ?? 0) - visible) + leftFilter
    setCounts({ created, changed, isMore: answer?.more === true })
    shown.set(found)
  }

  const isEmpty = () => reported.size + rowsBefore.size + createdIds.size + newlyLoaded.size === 0

  /** Reported rows that are not loaded. The user sees them first after the reload. */
  function reportedButNotLoaded(): ReadonlyMap<string, boolean> {
    const loadedIds = new Set(Array.from(host.rows(), ([, { id }]) => id))
    const unseen = [...reported.keys(), ...createdIds].filter((id) => !loadedIds.has(id) && !localMutations.has(id))
    return new Map(unseen.map((id) => [id, createdIds.has(id)]))
  }

  function setCounts(next: ChangeCounts) {
    const { created, changed, isMore } = counts.get()
    if (created !== next.created || changed !== next.changed || isMore !== next.isMore) counts.set(next)
  }

  return {
    counts,
    changeOf: (id) => shown.get().get(id) ?? null,
    isChanged: ({ id }) => shown.get().has(id),
    subscribe: shown.subscribe,
    next(from, by) {
      const beyond =
        by > 0 ? changedIndexes.filter((index) => index > from) : changedIndexes.filter((index) => index < from).reverse()
      return beyond[Math.min(Math.abs(by), beyond.length) - 1] ?? null
    },
    markSeen(id) {
      if (shown.get().has(id)) seenId = id
    },
    cursorMoved(id) {
      const change = seenId === null ? undefined : shown.get().get(seenId)
      if (seenId === null || seenId === id) return
      if (change !== undefined) seenTexts.set(seenId, textOf(change.now))
      rowsBefore.delete(seenId)
      seenId = null
      recompute()
    },
    restart(next, isAgain) {
      newlyLoaded = isAgain ? reportedButNotLoaded() : new Map()
      answer = null
      createdIds.clear()
      reported.clear()
      if (!isAgain) {
        rowsBefore.clear()
        seenTexts.clear()
        recompute()
      }
      setCounts(NOTHING)
      actor.send({ type: 'list.read', filter: next })
    },
    rowsLoaded() {
      if (!isEmpty()) recompute()
    },
    beginLocalMutation: localMutations.begin,
    close() {
      unsubscribe()
      actor.stop()
    },
  }
}

/** Fetches changes. With a gateway that lacks the call, compares the row count instead. */
function createAsk({ api, list, total }: ListChangesHost, name: (typeof LIVE_LIST_NAMES)[number]) {
  const read = createRowReader(api, list, { quiet: true })
  let isUnknown = false

  async function countCreated(filter: ListFilter, signal: AbortSignal): Promise<ChangesAnswer> {
    const now = (await read({ filter, sort: null, page: 1, limit: 1, offset: 0 }, signal)).total
    const before = total()
    const created = now === null || before === null ? 0 : Math.max(0, now - before)
    return { mark: null, created, changed: 0, more: false, createdIds: [], rows: [] }
  }

  return async ({ filter, since, told }: ListChangesRequest<ListFilter>, signal: AbortSignal): Promise<ChangesAnswer> => {
    if (!isUnknown) {
      try {
        const marks = { ...(since === null ? {} : { since }), ...(told === null ? {} : { told }) }
        const answer = await api.call(calls.changes, { ...toRequest(filter), list: name, ...marks }, { quiet: true, signal })
        if (answer?.mark != null) {
          return { ...answer, rows: answer.rows.map(({ matches, row }) => ({ matches, row: withRowId(row) })) }
        }
        isUnknown = true
      } catch (cause) {
        if (!isUnknownCall(cause)) throw cause
        isUnknown = true
      }
    }
    return countCreated(filter, signal)
  }
}

/** The row without its history, which a list does not show. */
const textOf = ({ history: _, ...row }: ListedRow): string => JSON.stringify(row)

const isSame = (one: ListedRow, other: ListedRow): boolean => one === other || textOf(one) === textOf(other)
