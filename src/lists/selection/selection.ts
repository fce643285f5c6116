import { type Atoms, createValue } from '../../state/atoms.ts'

/** The selected rows: some by id, or all rows of the query except some. */
export type Chosen<Row> =
  | { readonly kind: 'some'; readonly rows: ReadonlyMap<string, Row> }
  | { readonly kind: 'all'; readonly except: ReadonlyMap<string, Row> }

/** The rows that a choice names: the chosen ones, or the exceptions. */
const namedIn = <Row>(choice: Chosen<Row>): ReadonlyMap<string, Row> => (choice.kind === 'some' ? choice.rows : choice.except)

/** The number of chosen rows among this many. */
export const countOf = <Row>(choice: Chosen<Row>, all: number): number =>
  choice.kind === 'some' ? choice.rows.size : all - choice.except.size

/** Whether the same rows are chosen, whatever is known of them by now. */
export const isSameChoice = <Row>(one: Chosen<Row>, other: Chosen<Row>): boolean =>
  one.kind === other.kind &&
  namedIn(one).size === namedIn(other).size &&
  [...namedIn(one).keys()].every((id) => namedIn(other).has(id))

export type Selection<Row extends { id: string }> = ReturnType<typeof createSelection<Row>>

/** The selection of a list, by row id. It survives scrolling and reloads. */
export function createSelection<Row extends { id: string }>(atoms: Atoms) {
  const none: Chosen<Row> = { kind: 'some', rows: new Map() }
  const { get: chosen, set, subscribe } = createValue<Chosen<Row>>(atoms, none)
  const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]))
  const named = () => namedIn(chosen())
  const withNamed = (rows: ReadonlyMap<string, Row>): Chosen<Row> =>
    chosen().kind === 'some' ? { kind: 'some', rows } : { kind: 'all', except: rows }
  const plus = (rows: readonly Row[]) => withNamed(new Map([...named(), ...byId(rows)]))
  const minus = (rows: readonly Row[]) => {
    const left = new Map(named())
    for (const { id } of rows) left.delete(id)
    return withNamed(left)
  }
  return {
    get chosen() {
      return chosen()
    },
    /** The individually selected rows; empty when all are selected. */
    get rows(): readonly Row[] {
      return chosen().kind === 'some' ? [...named().values()] : []
    },
    isSelected: ({ id }: Row) => named().has(id) === (chosen().kind === 'some'),
    toggle: (row: Row) => set(named().has(row.id) ? minus([row]) : plus([row])),
    add: (rows: readonly Row[]) => set(chosen().kind === 'some' ? plus(rows) : minus(rows)),
    remove: (rows: readonly Row[]) => set(chosen().kind === 'some' ? minus(rows) : plus(rows)),
    invert: () =>
      set(chosen().kind === 'some' ? { kind: 'all', except: new Map(named()) } : { kind: 'some', rows: new Map(named()) }),
    addAll: () => set({ kind: 'all', except: new Map() }),
    replace: (rows: readonly Row[]) => set({ kind: 'some', rows: byId(rows) }),
    refreshRows(rows: readonly Row[]) {
      const known = rows.filter(({ id }) => named().has(id))
      if (known.length > 0) set(plus(known))
    },
    clear: () => (named().size === 0 && chosen().kind === 'some' ? undefined : set(none)),
    restore: set,
    subscribe,
  }
}
