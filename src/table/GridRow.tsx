// biome-ignore-all lint/a11y/useSemanticElements: a table lays its rows out by itself, and draws all of them
import { type CSSProperties, memo, useSyncExternalStore } from 'react'
import type { GridColumn } from './columns.ts'
import { type Cursor, FIRST_ROW_INDEX } from './cursor.ts'
import styles from './Grid.module.css'

/** Which rows are selected, and which are marked as changed, the new ones among them. It lives outside of what is drawn, like the cursor. */
export interface Marks<Row> {
  isMarked(row: Row): boolean
  isChanged?(row: Row): boolean
  isNew?(row: Row): boolean
  subscribe(changed: () => void): () => void
}

/** Rows that want to be looked at, with the reason in words; they come and go like marks. */
export interface Notes<Row> {
  of(row: Row): string | null
  subscribe(changed: () => void): () => void
}

export const NO_NOTES: Notes<unknown> = { of: () => null, subscribe: () => () => {} }

/** A column as it stands in a row: where among all columns, hidden ones included, and its style, which never changes. */
export interface PlacedColumn<Row> extends GridColumn<Row> {
  /** From 1; the box for selecting is 1. */
  readonly place: number
  readonly style: CSSProperties
}

/** What rows are made of: boxes that are laid out by hand, or those of a table. */
export const BOXES = { row: 'div', cell: 'div', head: 'div' } as const
export const TABLE = { row: 'tr', cell: 'td', head: 'th' } as const
export type Tags = typeof BOXES | typeof TABLE

/** What every row of a grid shares. */
export interface RowFrame<Row> {
  readonly tags: Tags
  readonly columns: readonly PlacedColumn<Row>[]
  readonly actionsPlace: number | null
  readonly cursor: Cursor
  readonly marks: Marks<Row>
  readonly notes: Notes<Row>
  readonly selectWord: string
  readonly actionsWord: string
  readonly changedWord: string
  readonly newWord: string
}

interface GridRowProps<Row> {
  /** Counted from 0 over the whole result. */
  index: number
  /** Undefined while it is on its way. */
  row: Row | undefined
  /** Where it stands; null where the page puts it there. */
  top: number | null
  frame: RowFrame<Row>
}

export const SELECT = 'select'
export const ACTIONS = 'actions'
const SELECT_PLACE = 1

const MARKED = 1
const CHANGED = 2
const NEW = 4

const markOf = <Data,>(marks: Marks<Data>, row: Data): number =>
  (marks.isMarked(row) ? MARKED : 0) | (marks.isChanged?.(row) === true ? CHANGED : 0) | (marks.isNew?.(row) === true ? NEW : 0)

function Row<Data>({ index, row, top, frame }: GridRowProps<Data>) {
  const { cursor, marks, notes } = frame
  const { row: Line } = frame.tags
  const isHere = useSyncExternalStore(cursor.subscribe, () => cursor.row === index)
  const note = useSyncExternalStore(notes.subscribe, () => (row === undefined ? null : notes.of(row)))
  // One number, so that a row listens once.
  const mark = useSyncExternalStore(marks.subscribe, () => (row === undefined ? 0 : markOf(marks, row)))
  return (
    <Line
      role="row"
      className={styles.row}
      aria-rowindex={index + FIRST_ROW_INDEX}
      aria-selected={(mark & MARKED) !== 0}
      data-here={isHere ? '' : undefined}
      data-late={row === undefined ? '' : undefined}
      data-noted={note === null ? undefined : ''}
      data-changed={(mark & CHANGED) === 0 ? undefined : ''}
      {...(top === null ? {} : { style: { transform: `translateY(${top}px)` } })}
    >
      <RowCells row={row} note={note} mark={mark} frame={frame} />
    </Line>
  )
}

interface CellsProps<Row> extends Pick<GridRowProps<Row>, 'row' | 'frame'> {
  note: string | null
  mark: number
}

function Cells<Data>({ row, note, mark, frame }: CellsProps<Data>) {
  const { columns, actionsPlace } = frame
  const { cell: Cell, head: Head } = frame.tags
  const isMarked = (mark & MARKED) !== 0
  const isChanged = (mark & CHANGED) !== 0
  const change = (mark & NEW) === 0 ? frame.changedWord : frame.newWord
  return (
    <>
      <Cell
        role="gridcell"
        className={styles.select}
        aria-colindex={SELECT_PLACE}
        aria-selected={isMarked}
        data-column={SELECT}
        tabIndex={-1}
      >
        {/* A real box costs four elements and a hidden field, forty times a screen; this one is worked by the cell's keys. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cell around it has the focus */}
        <span role="checkbox" aria-checked={isMarked} aria-label={frame.selectWord} className={styles.box} data-part="box" />
      </Cell>
      {columns.map((column) => {
        const Named = column.isRowHeader ? Head : Cell
        return (
          <Named
            key={column.id}
            role={column.isRowHeader ? 'rowheader' : 'gridcell'}
            className={column.align === 'end' ? styles.endCell : styles.cell}
            aria-colindex={column.place}
            aria-selected={isMarked}
            data-column={column.id}
            tabIndex={-1}
            style={column.style}
          >
            {row !== undefined && column.cell(row)}
            {note !== null && column.isRowHeader && <span className="sr-only">, {note}</span>}
            {isChanged && column.isRowHeader && <span className="sr-only"> {change}</span>}
          </Named>
        )
      })}
      {actionsPlace !== null && (
        <Cell
          role="gridcell"
          className={styles.actions}
          aria-colindex={actionsPlace}
          aria-selected={isMarked}
          data-column={ACTIONS}
          tabIndex={-1}
        >
          <button type="button" className={styles.more} data-part="more" tabIndex={-1} aria-label={frame.actionsWord}>
            ⋯
          </button>
        </Cell>
      )}
    </>
  )
}

/**
 * They know nothing of the place of their row, nor of the cursor: rows that are not here yet look the same wherever they stand, and
 * which of them is the tab stop is the grid's to say.
 */
const RowCells = memo(Cells) as typeof Cells

/** One row of a grid. Drawn again only when it, its place, the cursor on it or its mark changes. */
export const GridRow = memo(Row) as typeof Row
