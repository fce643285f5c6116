import type { Changes } from '#contract/rows/changes.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'

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

interface ReportedRow {
  readonly matches: boolean
  readonly row: ListedRow
}

export interface ChangesAnswer extends Omit<Changes, 'rows'> {
  readonly rows: readonly ReportedRow[]
}

/** A change that this tab makes. It does not count until another source changes the row too. */
interface LocalMutation {
  readonly inFlightCount: number
  /** The row when the mutation ended. It has not been reloaded yet. */
  readonly rowAtEnd: ListedRow | null
  /** The row is not loaded, and the mutation itself has been reported. */
  readonly wasReported: boolean
}

export interface LoadedRows {
  /** By index. */
  entries(): Iterable<readonly [index: number, row: ListedRow]>
  /** Null when the row is not loaded. */
  find(id: string): ListedRow | null
}

/** What is known about the rows of a list since it was read. */
export interface ChangeLedger {
  readonly created: number
  readonly changed: number
  readonly isMore: boolean
  readonly createdIds: ReadonlySet<string>
  /** Row id -> the row as last reported since the list was read. */
  readonly reported: ReadonlyMap<string, ReportedRow>
  readonly rowsBefore: ReadonlyMap<string, ListedRow>
  /** Ids reported before the last reload that were not loaded then -> whether the row is new. */
  readonly newlyLoaded: ReadonlyMap<string, boolean>
  /** Row id -> the row as JSON when the user saw it. */
  readonly seenTexts: ReadonlyMap<string, string>
  /** The row whose change is shown. It is dropped when the cursor leaves the row. */
  readonly seenId: string | null
  readonly mutations: ReadonlyMap<string, LocalMutation>
  /** The rows whose mutation had ended when the request was sent, so that its answer reports later changes only. */
  readonly finishedIds: ReadonlySet<string>
  /** The changes of loaded rows that the user has not seen yet. */
  readonly changes: ReadonlyMap<string, RowChange>
  readonly changedIndexes: readonly number[]
  readonly counts: ChangeCounts
}

const NOTHING: ChangeCounts = { created: 0, changed: 0, isMore: false }

export const EMPTY_LEDGER: ChangeLedger = {
  ...NOTHING,
  createdIds: new Set(),
  reported: new Map(),
  rowsBefore: new Map(),
  newlyLoaded: new Map(),
  seenTexts: new Map(),
  seenId: null,
  mutations: new Map(),
  finishedIds: new Set(),
  changes: new Map(),
  changedIndexes: [],
  counts: NOTHING,
}

/** The row without its history, which a list does not show. */
const textOf = ({ history: _, ...row }: ListedRow): string => JSON.stringify(row)
const isSame = (one: ListedRow, other: ListedRow): boolean => one === other || textOf(one) === textOf(other)

const isEmpty = ({ reported, rowsBefore, createdIds, newlyLoaded }: ChangeLedger): boolean =>
  reported.size + rowsBefore.size + createdIds.size + newlyLoaded.size === 0

const isFinished = (id: string, { inFlightCount, rowAtEnd }: LocalMutation, rows: LoadedRows): boolean =>
  inFlightCount === 0 && (rowAtEnd === null || rows.find(id) !== rowAtEnd)

export const finishedIds = ({ mutations }: ChangeLedger, rows: LoadedRows): ReadonlySet<string> =>
  new Set([...mutations].filter(([id, mutation]) => isFinished(id, mutation, rows)).map(([id]) => id))

export function answered(ledger: ChangeLedger, answer: ChangesAnswer, rows: LoadedRows): ChangeLedger {
  const mutations = new Map(ledger.mutations)
  for (const { row } of answer.rows) {
    const mutation = mutations.get(row.id)
    if (mutation === undefined || !ledger.finishedIds.has(row.id) || !isFinished(row.id, mutation, rows)) continue
    if (rows.find(row.id) !== null || mutation.wasReported) mutations.delete(row.id)
    else mutations.set(row.id, { ...mutation, wasReported: true })
  }
  const { created, changed, more } = answer
  const createdIds = new Set([...ledger.createdIds, ...answer.createdIds])
  const reported = new Map([...ledger.reported, ...answer.rows.map((one) => [one.row.id, one] as const)])
  return compared({ ...ledger, created, changed, isMore: more, createdIds, reported, mutations }, rows)
}

/** Rows were loaded that may be newer than the reported changes. */
export const rowsLoaded = (ledger: ChangeLedger, rows: LoadedRows): ChangeLedger =>
  isEmpty(ledger) ? ledger : compared(ledger, rows)

/** Compares reported rows with the loaded ones. Changes that are already visible do not count. */
function compared(ledger: ChangeLedger, rows: LoadedRows): ChangeLedger {
  const { reported, createdIds, newlyLoaded, seenTexts, mutations } = ledger
  let [visible, leftFilter, createdVisible] = [0, 0, 0]
  const rowsBefore = new Map(ledger.rowsBefore)
  const changes = new Map<string, RowChange>()
  const indexes: number[] = []
  for (const [index, row] of isEmpty(ledger) ? [] : rows.entries()) {
    const { id } = row
    if (createdIds.has(id)) createdVisible++
    const one = reported.get(id)
    const isShown = one === undefined || mutations.has(id) || isSame(one.row, row)
    if (one !== undefined && isShown && one.matches) visible++
    if (one !== undefined && !isShown && !one.matches) leftFilter++
    if (!isShown && !rowsBefore.has(id)) rowsBefore.set(id, row)
    const before = rowsBefore.get(id)
    const now = isShown ? row : one.row
    const isNew = newlyLoaded.get(id)
    if ((before === undefined && isNew === undefined) || seenTexts.get(id) === textOf(now)) continue
    if (before !== undefined && isSame(before, now)) rowsBefore.delete(id)
    else {
      changes.set(id, known(ledger.changes.get(id), { was: before ?? null, now, isNew: isNew === true }))
      indexes.push(index)
    }
  }
  for (const id of mutations.keys()) if (reported.get(id)?.matches === true && rows.find(id) === null) visible++
  const counts = {
    created: Math.max(0, ledger.created - createdVisible),
    changed: Math.max(0, ledger.changed - visible) + leftFilter,
    isMore: ledger.isMore,
  }
  return { ...ledger, rowsBefore, changes, changedIndexes: indexes.sort((one, other) => one - other), counts }
}

/** An equal change stays the same object. */
const known = (before: RowChange | undefined, now: RowChange): RowChange =>
  before !== undefined && before.was === now.was && before.isNew === now.isNew && isSame(before.now, now.now) ? before : now

/** The list is read again. With a new query (`isAgain` false) no row of it has been seen yet. */
export function restarted(ledger: ChangeLedger, isAgain: boolean, rows: LoadedRows): ChangeLedger {
  const { mutations } = ledger
  if (!isAgain) return { ...EMPTY_LEDGER, mutations, finishedIds: ledger.finishedIds }
  const loadedIds = new Set(Array.from(rows.entries(), ([, { id }]) => id))
  // Reported rows that are not loaded. The user sees them first after the reload.
  const unseen = [...ledger.reported.keys(), ...ledger.createdIds].filter((id) => !loadedIds.has(id) && !mutations.has(id))
  const newlyLoaded = new Map(unseen.map((id) => [id, ledger.createdIds.has(id)]))
  return { ...ledger, ...NOTHING, createdIds: new Set(), reported: new Map(), newlyLoaded, counts: NOTHING }
}

/** The cursor leaves the row whose change was shown. */
export function leftSeen(ledger: ChangeLedger, rows: LoadedRows): ChangeLedger {
  const { seenId, changes } = ledger
  if (seenId === null) return ledger
  const change = changes.get(seenId)
  const seenTexts = change === undefined ? ledger.seenTexts : new Map(ledger.seenTexts).set(seenId, textOf(change.now))
  const rowsBefore = new Map(ledger.rowsBefore)
  rowsBefore.delete(seenId)
  return compared({ ...ledger, seenTexts, rowsBefore, seenId: null }, rows)
}

const NO_MUTATION: LocalMutation = { inFlightCount: 0, rowAtEnd: null, wasReported: false }

/** Begins (`by` 1) or ends (`by` -1) a mutation of rows by this tab. */
export function mutated(ledger: ChangeLedger, ids: Iterable<string>, by: 1 | -1, rows: LoadedRows): ChangeLedger {
  const mutations = new Map(ledger.mutations)
  for (const id of ids) {
    const { inFlightCount, rowAtEnd, wasReported } = mutations.get(id) ?? NO_MUTATION
    const isEnd = by === -1
    mutations.set(id, {
      inFlightCount: inFlightCount + by,
      rowAtEnd: isEnd ? rows.find(id) : rowAtEnd,
      wasReported: wasReported && !isEnd,
    })
  }
  return { ...ledger, mutations }
}

/** The index of the changed row `by` steps from an index; null when there is none. */
export function nextChanged({ changedIndexes }: ChangeLedger, from: number, by: number): number | null {
  const beyond =
    by > 0 ? changedIndexes.filter((index) => index > from) : changedIndexes.filter((index) => index < from).reverse()
  return beyond[Math.min(Math.abs(by), beyond.length) - 1] ?? null
}
