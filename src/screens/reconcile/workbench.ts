import { sum } from '#contract/money.ts'
import { isArrangement } from '../../lists/columns/columnLayout.ts'
import { createSelection } from '../../lists/selection/selection.ts'
import { BUCKETS, type Bucket } from '../../reconcile/buckets.ts'
import type { Decision, EntryKey } from '../../reconcile/session.ts'
import type { DecisionResult, LineProposals, RowsFilter } from '../../reconcile/worker/protocol.ts'
import type { LiveRun } from '../../runs/runs.ts'
import { createStoredValue, createValue } from '../../state/atoms.ts'
import { type Arrangement, DEFAULT_ARRANGEMENT } from '../../table/columns.ts'
import { createCursor } from '../../table/cursor.ts'
import type { GridHandle } from '../../table/Grid.tsx'
import type { Console } from '../../useConsole.tsx'
import type { SessionCore } from './reconcileSession.ts'
import { createRowWindow, type WorkRow } from './rowWindow.ts'

/** Sets of orders that may pay a line. */
export interface OpenProposals {
  readonly row: WorkRow
  /** Null while the worker searches. */
  readonly found: LineProposals | null
  /** The proposal under the cursor, from 0. */
  readonly at: number
}

/** What a bulk decision would do, before it is confirmed. */
export interface BulkPlan {
  readonly as: 'RECONCILED'
  readonly keys: readonly EntryKey[]
  /** Of the rows, per bucket. */
  readonly buckets: Readonly<Partial<Record<Bucket, number>>>
  readonly rows: readonly WorkRow[]
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

export type Workbench = ReturnType<typeof createWorkbench>

export const FIRST_COLUMN = 'text'
const ALL: RowsFilter = { bucket: 'all', needle: '', openOnly: false }
/** Rows that are read from the worker at a time. */
const ROWS_AT_ONCE = 1_000

/** The rows of a matched statement with cursor, filter and selection, and the decisions on them. It outlives the screen. */
export function createWorkbench(console: Console, session: SessionCore) {
  const { atoms, store } = console
  const { actor, client } = session
  const filter = createValue<RowsFilter>(atoms, ALL)
  const position = createValue(atoms, { row: 0, column: FIRST_COLUMN })
  const selection = createSelection<WorkRow>(atoms)
  const rows = createRowWindow(client, atoms, filter.get)
  const proposals = createValue<OpenProposals | null>(atoms, null)
  const plan = createValue<BulkPlan | null>(atoms, null)
  const bulk = createValue<LiveRun | null>(atoms, null)
  const isDetailOpen = createValue(atoms, false)
  const isPrinting = createValue(atoms, false)
  /** The row from which a range is extended. */
  const range = createValue<number | null>(atoms, null)
  const handles: { grid: GridHandle | null; filter: HTMLInputElement | null } = { grid: null, filter: null }
  const cursor = createCursor({
    get: position.get,
    set(at) {
      const last = Math.max(0, rows.total - 1)
      position.set({ ...at, row: Math.max(-1, Math.min(last, at.row)) })
      session.saveSoon({ bucket: filter.get().bucket, key: rowHere()?.key ?? null, filter: filter.get().needle })
    },
    subscribe: position.subscribe,
  })
  const rowHere = (): WorkRow | null => (cursor.row < 0 ? null : (rows.at(cursor.row) ?? null))

  async function show(changes: Partial<RowsFilter>, row = 0): Promise<void> {
    filter.set({ ...filter.get(), ...changes })
    selection.clear()
    position.set({ ...position.get(), row })
    await rows.restart(row)
  }

  /** Takes a decision in, and reads the rows in view again. */
  async function apply({ summary }: DecisionResult): Promise<void> {
    actor.send({ type: 'summary.changed', summary })
    await rows.refresh()
    const last = Math.max(0, rows.total - 1)
    if (cursor.row > last) position.set({ ...position.get(), row: last })
    session.saveSoon({ bucket: filter.get().bucket, key: rowHere()?.key ?? null, filter: filter.get().needle })
  }

  /** Decides; returns the result, or null when the engine refused. The rows in view are current afterwards. */
  async function decide(decision: Decision): Promise<DecisionResult | null> {
    const result = await client.call('decide', decision)
    await apply(result)
    return result.refusal === null ? result : null
  }

  /** The next entry that needs a decision, from an index on. */
  const seek = (index: number, by: 1 | -1) => client.call('seek', { ...filter.get(), index, by })

  async function moveToKey(key: EntryKey): Promise<boolean> {
    const index = await client.call('indexOf', { ...filter.get(), key })
    if (index === null) return false
    rows.see(index, index)
    cursor.set(index)
    return true
  }

  const workbench = {
    filter,
    cursor,
    selection,
    rows,
    proposals,
    plan,
    bulk,
    isDetailOpen,
    isPrinting,
    handles,
    arrangement: createStoredValue<Arrangement>(atoms, store.own('columns.reconcile', isArrangement), DEFAULT_ARRANGEMENT),
    rowHere,
    show,
    decide,
    moveToKey,
    seek,
    focusGrid: () => handles.grid?.focus(),
    /** Shows the rows of the machine's result from the start; again after every match. */
    start: () => show({}, Math.max(0, position.get().row)),
    setBucket: (bucket: RowsFilter['bucket']) => show({ bucket }),
    /** Moves by entries that need a decision. Resolves with false when there is none. */
    async moveToOpen(by: 1 | -1): Promise<boolean> {
      const found = await seek(cursor.row, by)
      if (found === null) return false
      rows.see(found.index, found.index)
      cursor.set(found.index)
      return true
    },
    async undo(): Promise<void> {
      const result = await client.call('undo', null)
      if (result !== null) await apply(result)
    },
    async redo(): Promise<void> {
      const result = await client.call('redo', null)
      if (result !== null) await apply(result)
    },
    /** The orders that the line may name, as sets of one. */
    async candidates(row: WorkRow): Promise<LineProposals> {
      const detail = await client.call('detail', { key: row.key })
      const orders = detail?.candidates ?? []
      const proposals = orders.map(({ id, amount }) => ({
        orders: [id],
        basis: 'gross' as const,
        sum: amount ?? '0',
        difference: sum([row.line?.amount ?? '0', negated(amount ?? '0')], 4),
        rule: null,
      }))
      const searched = { rows: orders.length, size: 1, nearbySize: 1, isComplete: true }
      return { proposals, search: { count: orders.length, isCountExact: true, searched, includesUnpaid: true } }
    },
    propose: (line: number) => client.call('propose', { line }),
    /** The selected rows, read from the worker where they are not loaded. */
    async selectedRows(): Promise<readonly WorkRow[]> {
      const { chosen } = selection
      if (chosen.kind === 'some') return [...chosen.rows.values()]
      const all: WorkRow[] = []
      for (let from = 0; ; from += ROWS_AT_ONCE) {
        const found = await client.call('rows', { ...filter.get(), from, to: from + ROWS_AT_ONCE })
        all.push(...found.rows.map((row) => ({ ...row, id: row.key })))
        if (all.length >= found.total || found.rows.length === 0) return all.filter(({ id }) => !chosen.except.has(id))
      }
    },
    get selectedCount() {
      const { chosen } = selection
      return chosen.kind === 'some' ? chosen.rows.size : rows.total - chosen.except.size
    },
    /** Selects or deselects a row; with `isRange` all rows from the last one. */
    toggle(index: number, isRange = false) {
      const row = rows.at(index)
      if (row === undefined) return
      const from = range.get()
      if (!isRange || from === null) {
        selection.toggle(row)
        return range.set(index)
      }
      const [first, last] = from < index ? [from, index] : [index, from]
      selection.add(
        Array.from({ length: last - first + 1 }, (_, nth) => rows.at(first + nth)).filter((one) => one !== undefined),
      )
      cursor.set(index)
    },
    extendBy(by: number) {
      if (range.get() === null || workbench.selectedCount === 0) {
        range.set(cursor.row)
        const row = rowHere()
        if (row !== null) selection.add([row])
      }
      workbench.toggle(Math.max(0, Math.min(rows.total - 1, cursor.row + by)), true)
    },
    /** Plans to mark the selected rows as reconciled. */
    async planMarks(): Promise<void> {
      const selected = await workbench.selectedRows()
      const groups = Map.groupBy(selected, ({ bucket }) => bucket)
      const buckets = Object.fromEntries(
        BUCKETS.flatMap((bucket) => (groups.has(bucket) ? [[bucket, groups.get(bucket)!.length]] : [])),
      )
      plan.set({ as: 'RECONCILED', keys: selected.map(({ key }) => key), buckets, rows: selected })
    },
  }
  return workbench
}
