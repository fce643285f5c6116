import { type Atoms, createValue } from '../../state/atoms.ts'
import type { RowMarks } from '../../table/GridRow.tsx'

/** The selected rows: some by id, or all rows of the query except some. */
export type Chosen<Row> =
  | { readonly kind: 'some'; readonly rows: ReadonlyMap<string, Row> }
  | { readonly kind: 'all'; readonly except: ReadonlyMap<string, Row> }

/** The selection of a list, by row id. It survives scrolling and reloads. */
export interface Selection<Row> extends RowMarks<Row> {
  readonly chosen: Chosen<Row>
  /** The individually selected rows; empty when all are selected. */
  readonly rows: readonly Row[]
  toggle(row: Row): void
  add(rows: readonly Row[]): void
  remove(rows: readonly Row[]): void
  addAll(): void
  /** Replaces the selection. */
  replace(rows: readonly Row[]): void
  /** Updates selected rows with newer versions. */
  refreshRows(rows: readonly Row[]): void
  clear(): void
  /** Restores an earlier selection. */
  restore(chosen: Chosen<Row>): void
}

export function createSelection<Row>(atoms: Atoms, idOf: (row: Row) => string): Selection<Row> {
  const none: Chosen<Row> = { kind: 'some', rows: new Map() }
  const { get: chosen, set, subscribe } = createValue<Chosen<Row>>(atoms, none)
  const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [idOf(row), row]))
  const named = () => {
    const now = chosen()
    return now.kind === 'some' ? now.rows : now.except
  }
  const withNamed = (rows: ReadonlyMap<string, Row>): Chosen<Row> =>
    chosen().kind === 'some' ? { kind: 'some', rows } : { kind: 'all', except: rows }
  const plus = (rows: readonly Row[]) => withNamed(new Map([...named(), ...byId(rows)]))
  const minus = (rows: readonly Row[]) => {
    const left = new Map(named())
    for (const row of rows) left.delete(idOf(row))
    return withNamed(left)
  }
  const isMarked = (row: Row) => named().has(idOf(row)) === (chosen().kind === 'some')

  return {
    get chosen() {
      return chosen()
    },
    get rows() {
      return chosen().kind === 'some' ? [...named().values()] : []
    },
    isSelected: isMarked,
    toggle: (row) => set(named().has(idOf(row)) ? minus([row]) : plus([row])),
    add: (rows) => set(chosen().kind === 'some' ? plus(rows) : minus(rows)),
    remove: (rows) => set(chosen().kind === 'some' ? minus(rows) : plus(rows)),
    addAll: () => set({ kind: 'all', except: new Map() }),
    replace: (rows) => set({ kind: 'some', rows: byId(rows) }),
    refreshRows(rows) {
      const known = rows.filter((row) => named().has(idOf(row)))
      if (known.length > 0) set(plus(known))
    },
    clear: () => (named().size === 0 && chosen().kind === 'some' ? undefined : set(none)),
    restore: set,
    subscribe,
  }
}
