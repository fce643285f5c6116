// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot be virtualized
import { memo, useSyncExternalStore } from 'react'
import type { useUiText } from '../ui/uiText.ts'
import { ACTIONS_COLUMN, SELECT_COLUMN, type VisibleColumn } from './columns.ts'
import { type Cursor, FIRST_ROW_INDEX } from './cursor.ts'
import styles from './Grid.module.css'

/** Selected and changed rows, new ones included, and rows with a warning. Outside React state, like the cursor. */
export interface RowMarks<Row> {
  isSelected(row: Row): boolean
  isChanged?(row: Row): boolean
  isNew?(row: Row): boolean
  /** The text of a warning; null for rows without one. */
  noteFor?(row: Row): string | null
  subscribe(changed: () => void): () => void
}

/** Elements of a row: positioned `div`s, or table elements. */
export const DIV_TAGS = { row: 'div', cell: 'div', head: 'div' } as const
export const TABLE_TAGS = { row: 'tr', cell: 'td', head: 'th' } as const
export type Tags = typeof DIV_TAGS | typeof TABLE_TAGS

/** Translated once for all rows. */
export const rowLabels = (t: ReturnType<typeof useUiText>) => ({
  selectRow: t('list.selectRow'),
  rowActions: t('list.rowActions'),
  changedRow: t('list.changedRow'),
  newRow: t('list.createdRow'),
  loadingRow: t('app.loading'),
})

/** Props shared by all rows of a grid. */
export interface RowContext<Row> {
  readonly tags: Tags
  readonly columns: readonly VisibleColumn<Row>[]
  readonly actionsColIndex: number
  readonly cursor: Cursor
  readonly marks: RowMarks<Row>
  readonly labels: ReturnType<typeof rowLabels>
}

interface GridRowProps<Row> {
  /** Counted from 0 over the whole result. */
  index: number
  /** Undefined while loading. */
  row: Row | undefined
  /** Top in pixels; null in a table layout. */
  top: number | null
  context: RowContext<Row>
}

const SELECT_COL_INDEX = 1

const SELECTED = 1
const CHANGED = 2
const NEW = 4
const NOTED = 8

const flagsOf = <Data,>(marks: RowMarks<Data>, row: Data): number =>
  (marks.isSelected(row) ? SELECTED : 0) |
  (marks.isChanged?.(row) === true ? CHANGED : 0) |
  (marks.isNew?.(row) === true ? NEW : 0) |
  (marks.noteFor?.(row) == null ? 0 : NOTED)

function Row<Data>({ index, row, top, context }: GridRowProps<Data>) {
  const { cursor, marks } = context
  const { row: RowTag } = context.tags
  const hasCursor = useSyncExternalStore(cursor.subscribe, () => cursor.row === index)
  // A single number, so that a row needs one subscription.
  const flags = useSyncExternalStore(marks.subscribe, () => (row === undefined ? 0 : flagsOf(marks, row)))
  const note = row !== undefined && (flags & NOTED) !== 0 ? (marks.noteFor?.(row) ?? null) : null
  return (
    <RowTag
      role="row"
      className={styles.row}
      aria-rowindex={index + FIRST_ROW_INDEX}
      aria-selected={(flags & SELECTED) !== 0}
      data-here={hasCursor ? '' : undefined}
      data-late={row === undefined ? '' : undefined}
      data-noted={note === null ? undefined : ''}
      data-changed={(flags & CHANGED) === 0 ? undefined : ''}
      {...(top === null ? {} : { style: { transform: `translateY(${top}px)` } })}
    >
      <RowCells row={row} note={note} flags={flags} context={context} />
    </RowTag>
  )
}

interface CellsProps<Row> extends Pick<GridRowProps<Row>, 'row' | 'context'> {
  note: string | null
  flags: number
}

function Cells<Data>({ row, note, flags, context }: CellsProps<Data>) {
  const { columns, actionsColIndex, labels } = context
  const { cell: Cell, head: Head } = context.tags
  const isSelected = (flags & SELECTED) !== 0
  const isChanged = (flags & CHANGED) !== 0
  const changeLabel = (flags & NEW) === 0 ? labels.changedRow : labels.newRow
  /** What a screen reader hears after the row header, or instead of it. */
  const unseen =
    row === undefined ? labels.loadingRow : `${note === null ? '' : `, ${note}`}${isChanged ? ` ${changeLabel}` : ''}`
  return (
    <>
      <Cell
        role="gridcell"
        className={styles.select}
        aria-colindex={SELECT_COL_INDEX}
        aria-selected={isSelected}
        data-column={SELECT_COLUMN}
        tabIndex={-1}
      >
        {/* A checkbox component costs four elements and a hidden input per row; here the cell handles clicks and keys. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cell around it has the focus */}
        <span role="checkbox" aria-checked={isSelected} aria-label={labels.selectRow} className={styles.box} data-part="box" />
      </Cell>
      {columns.map((column) => {
        const Tag = column.isRowHeader ? Head : Cell
        const name = row === undefined ? undefined : column.cellName?.(row)
        // A name replaces the content, so that of a row header has the hidden text too.
        const label = name !== undefined && column.isRowHeader ? name + unseen : name
        return (
          <Tag
            key={column.id}
            role={column.isRowHeader ? 'rowheader' : 'gridcell'}
            className={column.align === 'end' ? styles.endCell : styles.cell}
            aria-colindex={column.colIndex}
            aria-selected={isSelected}
            aria-label={label}
            data-column={column.id}
            tabIndex={-1}
            style={column.style}
          >
            {row !== undefined && column.cell(row)}
            {column.isRowHeader && unseen !== '' && <span className="sr-only">{unseen}</span>}
          </Tag>
        )
      })}
      <Cell
        role="gridcell"
        className={styles.actions}
        aria-colindex={actionsColIndex}
        aria-selected={isSelected}
        data-column={ACTIONS_COLUMN}
        tabIndex={-1}
      >
        <button type="button" className={styles.more} data-part="more" tabIndex={-1} aria-label={labels.rowActions}>
          ⋯
        </button>
      </Cell>
    </>
  )
}

/**
 * Cells do not depend on the position of their row or on the cursor: loading rows are identical wherever they are, and the grid sets
 * the tab stop.
 */
const RowCells = memo(Cells) as typeof Cells

/** One row of a grid. Renders again only when its data, position, cursor state or mark changes. */
export const GridRow = memo(Row) as typeof Row
