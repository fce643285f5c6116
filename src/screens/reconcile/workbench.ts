import { sum } from '#contract/money.ts'
import { isArrangement } from '../../lists/columns/columnLayout.ts'
import { createSelection } from '../../lists/selection/selection.ts'
import { isElsewhere } from '../../reconcile/reconcileError.ts'
import type { Decision, DecisionStep, EntryKey, SessionPosition } from '../../reconcile/session.ts'
import type { DecisionResult, EntryTally, LineProposals, RowsFilter } from '../../reconcile/worker/protocol.ts'
import type { LiveRun } from '../../runs/runs.ts'
import { createStoredValue, createValue } from '../../state/atoms.ts'
import { type Arrangement, DEFAULT_ARRANGEMENT } from '../../table/columns.ts'
import { createCursor, HEADER } from '../../table/cursor.ts'
import type { GridHandle } from '../../table/Grid.tsx'
import type { Console } from '../../useConsole.tsx'
import { MOST_PLACES } from './exactAmount.ts'
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

/** The entries that a bulk decision would mark, before it is confirmed. */
export interface BulkPlan extends EntryTally {
  readonly keys: readonly EntryKey[]
  /** Selected entries that keep their discrepancy. */
  readonly kept: number
}

/** The machine tells that another tab has changed the session. */
function nullElsewhere(error: unknown): null {
  if (!isElsewhere(error)) throw error
  return null
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
  let place: SessionPosition | null = null
  let undoable: readonly DecisionStep[] = []
  const handles: { grid: GridHandle | null; filter: HTMLInputElement | null } = { grid: null, filter: null }
  /** The header where there are no rows, so that the focus stays in the grid. */
  const lastRow = () => (rows.value.get().total === 0 ? HEADER : Math.max(0, rows.total - 1))
  const keepInRows = () => cursor.row > lastRow() && position.set({ ...position.get(), row: lastRow() })
  const cursor = createCursor({
    get: position.get,
    set(at) {
      position.set({ ...at, row: Math.max(HEADER, Math.min(lastRow(), at.row)) })
      session.saveSoon(placeHere())
    },
    subscribe: position.subscribe,
  })
  const rowHere = (): WorkRow | null => (cursor.row < 0 ? null : (rows.at(cursor.row) ?? null))

  function placeHere(): SessionPosition {
    const { bucket, needle, openOnly } = filter.get()
    return { bucket, key: rowHere()?.key ?? null, filter: needle, openOnly }
  }

  async function show(changes: Partial<RowsFilter>, row = 0): Promise<void> {
    filter.set({ ...filter.get(), ...changes })
    selection.clear()
    position.set({ ...position.get(), row })
    await rows.restart(row)
    keepInRows()
    session.saveSoon(placeHere())
  }

  /** Takes a decision in, and reads the rows in view again. */
  async function apply({ summary }: DecisionResult): Promise<void> {
    actor.send({ type: 'summary.changed', summary })
    await rows.refresh()
    keepInRows()
    session.saveSoon(placeHere())
  }

  /** Decides; returns the result, or null when the engine refused. The rows in view are current afterwards. */
  async function decide(decision: Decision): Promise<DecisionResult | null> {
    const result = await client.call('decide', decision).catch(nullElsewhere)
    if (result === null) return null
    await apply(result)
    return result.refusal === null ? result : null
  }

  /** Takes the last decision back, or again; null when there is none. */
  async function move(way: 'undo' | 'redo'): Promise<DecisionResult | null> {
    const result = await client.call(way, null).catch(nullElsewhere)
    if (result !== null) await apply(result)
    return result
  }

  /** The next entry that needs a decision, from an index on. */
  const seek = (index: number, by: 1 | -1) => client.call('seek', { ...filter.get(), index, by })

  /** A decision waits until the one before has moved the cursor on: fast keys decide one entry after the other. */
  let turn: Promise<unknown> = Promise.resolve()
  function inTurn<Out>(work: () => Promise<Out>): Promise<Out> {
    const own = turn.then(work)
    turn = own.catch(() => {})
    return own
  }

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
    inTurn,
    moveToKey,
    seek,
    focusGrid: () => handles.grid?.focus(),
    /** Shows the rows of the machine's result; again after every match. A stored place is returned to. */
    async start(): Promise<void> {
      const stored = place
      place = null
      if (stored === null) return show({}, Math.max(0, position.get().row))
      await show({ bucket: stored.bucket, needle: stored.filter, openOnly: stored.openOnly })
      if (stored.key !== null) await workbench.moveToKey(stored.key)
    },
    /** The place to return to when the rows of another session are shown, null for its start, and what can be undone there. */
    returnTo(stored: SessionPosition | null, steps: readonly DecisionStep[]) {
      place = stored ?? { bucket: 'all', key: null, filter: '', openOnly: false }
      undoable = steps
      for (const panel of [proposals, plan]) panel.set(null)
      isDetailOpen.set(false)
    },
    /** The decisions of an opened session that are not in the undo stack yet. */
    takeUndoable(): readonly DecisionStep[] {
      const steps = undoable
      undoable = []
      return steps
    },
    setBucket: (bucket: RowsFilter['bucket']) => show({ bucket }),
    /** Moves by entries that need a decision. Resolves with false when there is none. */
    async moveToOpen(by: 1 | -1): Promise<boolean> {
      const found = await seek(cursor.row, by)
      if (found === null) return false
      rows.see(found.index, found.index)
      cursor.set(found.index)
      return true
    },
    undo: () => move('undo'),
    redo: () => move('redo'),
    /** The orders that the line may name, as sets of one. */
    async candidates(row: WorkRow): Promise<LineProposals> {
      const detail = await client.call('detail', { key: row.key })
      const orders = detail?.candidates ?? []
      const proposals = orders.map(({ id, merchantOrderNo, platOrderNo, amount }) => ({
        orders: [id],
        numbers: [merchantOrderNo ?? platOrderNo ?? id],
        basis: 'gross' as const,
        sum: amount ?? '0',
        difference: row.line?.amount == null ? '0' : sum([row.line.amount, negated(amount ?? '0')], MOST_PLACES),
        rule: null,
      }))
      const searched = { rows: orders.length, size: 1, nearbySize: 1, isComplete: true }
      return { proposals, search: { count: orders.length, isCountExact: true, searched, includesUnpaid: true } }
    },
    /** Searches the orders that pay a line until the proposals are closed. */
    async propose(line: number): Promise<LineProposals> {
      const search = new AbortController()
      const stop = proposals.subscribe(() => proposals.get() === null && search.abort())
      try {
        return await client.call('propose', { line }, { signal: search.signal })
      } finally {
        stop()
      }
    },
    /** The keys of the selected rows, in the order of the list where all are selected. */
    async selectedKeys(): Promise<readonly EntryKey[]> {
      const { chosen } = selection
      if (chosen.kind === 'some') return [...chosen.rows.values()].map(({ key }) => key)
      return (await workbench.shownKeys()).filter((key) => !chosen.except.has(key))
    },
    /** The selected rows, read from the worker where they are not loaded. */
    async selectedRows(): Promise<readonly WorkRow[]> {
      const { chosen } = selection
      if (chosen.kind === 'some') return [...chosen.rows.values()]
      const all: WorkRow[] = []
      for (let from = 0; from < rows.total; from += ROWS_AT_ONCE) {
        const found = await client.call('rows', { ...filter.get(), from, to: from + ROWS_AT_ONCE })
        all.push(...found.rows.map((row) => ({ ...row, id: row.key })))
      }
      return all.filter(({ id }) => !chosen.except.has(id))
    },
    shownKeys: () => client.call('keys', filter.get()),
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
    /** Plans to mark the selected entries as reconciled. Those with a discrepancy keep it, unless all of them have one. */
    async planMarks(): Promise<void> {
      const selected = await workbench.selectedKeys()
      const { flagged } = await client.call('tally', { keys: selected })
      const kept = new Set(flagged.length < selected.length ? flagged : [])
      const keys = selected.filter((key) => !kept.has(key))
      plan.set({ keys, kept: kept.size, ...(await client.call('tally', { keys })) })
    },
  }
  return workbench
}
