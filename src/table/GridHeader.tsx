// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot be virtualized
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type DragEvent, memo, useState, useSyncExternalStore } from 'react'
import { type Cursor, HEADER } from './cursor.ts'
import styles from './Grid.module.css'
import { ACTIONS_COLUMN, SELECT_COLUMN, type Tags } from './GridRow.tsx'

/** A column header: title, sort state and resize handle. */
export interface HeaderColumn {
  readonly id: string
  readonly title: string
  readonly colIndex: number
  readonly align: 'start' | 'end'
  readonly isSortable: boolean
  readonly sorted: 'asc' | 'desc' | false
  readonly style: React.CSSProperties
  readonly startResize: (event: unknown) => void
  readonly isResizing: boolean
}

interface GridHeaderProps {
  tags: Tags
  columns: readonly HeaderColumn[]
  actionsColIndex: number | null
  cursor: Cursor
  /** `mixed` while some are selected. */
  allSelected: boolean | 'mixed'
  labels: { selectAll: string; actions: string }
  onSort(column: string): void
  /** Moves a column before another, or to the end. */
  onMove(column: string, before: string | null): void
  /** Resets a column to its default width. */
  onResetWidth(column: string): void
}

const MOVED_COLUMN = 'application/x-paydesk-column'

function Header({
  tags,
  columns,
  actionsColIndex: actionsPlace,
  cursor,
  allSelected: allMarked,
  labels: words,
  onSort,
  onMove,
  onResetWidth: onFit,
}: GridHeaderProps) {
  const { row: Line, head } = tags
  const [before, setBefore] = useState<string | null>(null)
  const drop = (event: DragEvent, target: string | null) => {
    event.preventDefault()
    setBefore(null)
    const dragged = event.dataTransfer.getData(MOVED_COLUMN)
    if (dragged !== '' && dragged !== target) onMove(dragged, target)
  }
  const over = (event: DragEvent, target: string | null) => {
    if (!event.dataTransfer.types.includes(MOVED_COLUMN)) return
    event.preventDefault()
    setBefore(target)
  }
  return (
    <Line role="row" aria-rowindex={1} className={styles.head} onDragLeave={() => setBefore(null)}>
      <HeadCell tag={head} cursor={cursor} id={SELECT_COLUMN} place={1} className={styles.selectHead}>
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cell around it has the focus */}
        <span role="checkbox" aria-checked={allMarked} aria-label={words.selectAll} className={styles.box} data-part="box" />
      </HeadCell>
      {columns.map(
        ({ id, title, colIndex: place, align, isSortable, sorted, style, startResize: pull, isResizing: isPulled }) => (
          <HeadCell
            key={id}
            tag={head}
            cursor={cursor}
            id={id}
            place={place}
            className={align === 'end' ? styles.endHeadCell : styles.headCell}
            style={style}
            sorted={sorted}
            takesFocus={!isSortable}
            isTarget={before === id}
            onDragOver={(event) => over(event, id)}
            onDrop={(event) => drop(event, id)}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the column chooser moves columns by keys */}
            <span
              className={styles.headTitle}
              title={title}
              draggable
              onDragStart={(event) => event.dataTransfer.setData(MOVED_COLUMN, id)}
            >
              {isSortable ? (
                <SortButton cursor={cursor} id={id} onClick={() => onSort(id)}>
                  <span className={styles.headWord}>{title}</span>
                  {sorted === 'asc' && <ArrowUp size={12} strokeWidth={1.75} aria-hidden="true" />}
                  {sorted === 'desc' && <ArrowDown size={12} strokeWidth={1.75} aria-hidden="true" />}
                </SortButton>
              ) : (
                <span className={styles.headWord}>{title}</span>
              )}
            </span>
            <span
              className={styles.edge}
              data-pulled={isPulled || undefined}
              aria-hidden="true"
              onMouseDown={pull}
              onTouchStart={pull}
              onDoubleClick={() => onFit(id)}
            />
          </HeadCell>
        ),
      )}
      {actionsPlace !== null && (
        <HeadCell
          tag={head}
          cursor={cursor}
          id={ACTIONS_COLUMN}
          place={actionsPlace}
          className={styles.actionsHead}
          onDragOver={(event) => over(event, null)}
          onDrop={(event) => drop(event, null)}
        >
          <span className="sr-only">{words.actions}</span>
        </HeadCell>
      )}
    </Line>
  )
}

interface HeadCellProps extends Omit<React.HTMLAttributes<HTMLElement>, 'id'> {
  tag: Tags['head']
  cursor: Cursor
  id: string
  place: number
  sorted?: 'asc' | 'desc' | false
  isTarget?: boolean
  /** Whether the cell takes the focus and not its button. */
  takesFocus?: boolean
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

const useIsHere = (cursor: Cursor, id: string): boolean =>
  useSyncExternalStore(cursor.subscribe, () => cursor.row === HEADER && cursor.column === id)

function HeadCell({
  tag: Head,
  cursor,
  id,
  place,
  sorted = false,
  isTarget = false,
  takesFocus = true,
  ...rest
}: HeadCellProps) {
  const isHere = useIsHere(cursor, id)
  return (
    <Head
      role="columnheader"
      aria-colindex={place}
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
      data-column={id}
      data-target={isTarget || undefined}
      {...(takesFocus ? { tabIndex: isHere ? 0 : -1 } : {})}
      {...rest}
    />
  )
}

interface SortButtonProps extends React.ComponentProps<'button'> {
  cursor: Cursor
  id: string
}

/** The sort button; it takes the focus instead of its cell, so that Enter and Space press it. */
const SortButton = ({ cursor, id, ...rest }: SortButtonProps) => (
  <button type="button" className={styles.headButton} data-focus="" tabIndex={useIsHere(cursor, id) ? 0 : -1} {...rest} />
)

/** The header of a grid. It is the first row, and the cursor can enter it. */
export const GridHeader = memo(Header)
