// biome-ignore-all lint/a11y/useSemanticElements: a table lays its rows out by itself, and draws all of them
import { type CSSProperties, memo, useSyncExternalStore } from 'react'
import type { GridColumn } from './columns.ts'
import type { Cursor } from './cursor.ts'
import styles from './Grid.module.css'

/** Which rows are selected. It lives outside of what is drawn, like the cursor. */
export interface Marks<Row> {
  isMarked(row: Row): boolean
  subscribe(changed: () => void): () => void
}

/** A column as it stands in a row: where among all columns, hidden ones included, and its style, which never changes. */
export interface PlacedColumn<Row> extends GridColumn<Row> {
  /** From 1; the box for selecting is 1. */
  readonly place: number
  readonly style: CSSProperties
}

/** What every row of a grid shares. */
export interface RowFrame<Row> {
  readonly columns: readonly PlacedColumn<Row>[]
  readonly actionsPlace: number | null
  readonly cursor: Cursor
  readonly marks: Marks<Row>
  readonly selectWord: string
  readonly actionsWord: string
}

interface GridRowProps<Row> {
  /** Counted from 0 over the whole result. */
  index: number
  /** Undefined while it is on its way. */
  row: Row | undefined
  top: number
  frame: RowFrame<Row>
}

export const SELECT = 'select'
export const ACTIONS = 'actions'
const SELECT_PLACE = 1
/** The row of the header is the first. */
const BEFORE = 2

function Row<Data>({ index, row, top, frame }: GridRowProps<Data>) {
  const { columns, actionsPlace, cursor, marks } = frame
  const here = useSyncExternalStore(cursor.subscribe, () => (cursor.row === index ? cursor.column : null))
  const isMarked = useSyncExternalStore(marks.subscribe, () => row !== undefined && marks.isMarked(row))
  const tabIndex = (column: string) => (here === column ? 0 : -1)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      className={styles.row}
      aria-rowindex={index + BEFORE}
      aria-selected={isMarked}
      data-here={here === null ? undefined : ''}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="gridcell"
        className={styles.select}
        aria-colindex={SELECT_PLACE}
        aria-selected={isMarked}
        data-column={SELECT}
        tabIndex={tabIndex(SELECT)}
      >
        {/* A real box costs four elements and a hidden field, forty times a screen; this one is worked by the cell's keys. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cell around it has the focus */}
        <span role="checkbox" aria-checked={isMarked} aria-label={frame.selectWord} className={styles.box} data-part="box" />
      </div>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles it can have know these
        <div
          key={column.id}
          role={column.isRowHeader ? 'rowheader' : 'gridcell'}
          className={column.align === 'end' ? styles.endCell : styles.cell}
          aria-colindex={column.place}
          aria-selected={isMarked}
          data-column={column.id}
          tabIndex={tabIndex(column.id)}
          style={column.style}
        >
          {row === undefined ? <span className={styles.bone} /> : column.cell(row)}
        </div>
      ))}
      {actionsPlace !== null && (
        <div
          role="gridcell"
          className={styles.actions}
          aria-colindex={actionsPlace}
          aria-selected={isMarked}
          data-column={ACTIONS}
          tabIndex={tabIndex(ACTIONS)}
        >
          <button type="button" className={styles.more} data-part="more" tabIndex={-1} aria-label={frame.actionsWord}>
            ⋯
          </button>
        </div>
      )}
    </div>
  )
}

/** One row of a grid. Drawn again only when it, its place, the cursor on it or its mark changes. */
export const GridRow = memo(Row) as typeof Row
