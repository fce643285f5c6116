// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot be virtualized
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type DragEvent, memo, useState, useSyncExternalStore } from 'react'
import { useUiText } from '../ui/uiText.ts'
import { ACTIONS_COLUMN, SELECT_COLUMN } from './columns.ts'
import { type Cursor, HEADER } from './cursor.ts'
import styles from './Grid.module.css'
import header from './GridHeader.module.css'
import type { Tags } from './GridRow.tsx'
import type { ColumnActions, useGridTable } from './useGridTable.ts'

interface GridHeaderProps {
  tags: Tags
  /** The visible columns with their sort states and resize handles. */
  columns: ReturnType<typeof useGridTable<never>>['headers']
  actionsColIndex: number
  cursor: Cursor
  /** `mixed` while some are selected. */
  allSelected: boolean | 'mixed'
  actions: ColumnActions
}

const DRAG_TYPE = 'application/x-paydesk-column'

function Header({ tags, columns, actionsColIndex, cursor, allSelected, actions }: GridHeaderProps) {
  const { row: RowTag, head } = tags
  const t = useUiText()
  const [dropTarget, setDropTarget] = useState<string | null>(null)
  const handleDrop = (event: DragEvent, target: string | null) => {
    event.preventDefault()
    setDropTarget(null)
    const dragged = event.dataTransfer.getData(DRAG_TYPE)
    if (dragged !== '' && dragged !== target) actions.move(dragged, target)
  }
  const handleDragOver = (event: DragEvent, target: string | null) => {
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
    event.preventDefault()
    setDropTarget(target)
  }
  return (
    <RowTag role="row" aria-rowindex={1} className={styles.head} onDragLeave={() => setDropTarget(null)}>
      <HeadCell tag={head} cursor={cursor} id={SELECT_COLUMN} colIndex={1} className={styles.select}>
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cell around it has the focus */}
        <span
          role="checkbox"
          aria-checked={allSelected}
          aria-label={t('list.selectAll')}
          className={styles.box}
          data-part="box"
        />
      </HeadCell>
      {columns.map(({ id, title, colIndex, align, isSortable, sorted, style, startResize, isResizing }) => (
        <HeadCell
          key={id}
          tag={head}
          cursor={cursor}
          id={id}
          colIndex={colIndex}
          className={styles.headCell}
          data-align={align}
          style={style}
          sorted={sorted}
          aria-label={title}
          takesFocus={!isSortable}
          isTarget={dropTarget === id}
          onDragOver={(event) => handleDragOver(event, id)}
          onDrop={(event) => handleDrop(event, id)}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the column chooser moves columns by keys */}
          <span
            className={header.title}
            title={title}
            draggable
            onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, id)}
          >
            {isSortable ? (
              <SortButton cursor={cursor} id={id} onClick={() => actions.toggleSort(id)}>
                <span className={header.word}>{title}</span>
                {sorted === 'asc' && <ArrowUp size={12} strokeWidth={1.75} aria-hidden="true" />}
                {sorted === 'desc' && <ArrowDown size={12} strokeWidth={1.75} aria-hidden="true" />}
              </SortButton>
            ) : (
              <span className={header.word}>{title}</span>
            )}
          </span>
          <span
            className={header.edge}
            data-pulled={isResizing || undefined}
            aria-hidden="true"
            onMouseDown={(event) => {
              // Otherwise the browser drags the title after a few pixels, and the edge follows no more.
              event.preventDefault()
              startResize(event)
            }}
            onTouchStart={startResize}
            onDoubleClick={() => actions.resetWidth(id)}
          />
        </HeadCell>
      ))}
      <HeadCell
        tag={head}
        cursor={cursor}
        id={ACTIONS_COLUMN}
        colIndex={actionsColIndex}
        className={styles.actions}
        onDragOver={(event) => handleDragOver(event, null)}
        onDrop={(event) => handleDrop(event, null)}
      >
        <span className="sr-only">{t('field.actions')}</span>
      </HeadCell>
    </RowTag>
  )
}

interface HeadCellProps extends Omit<React.HTMLAttributes<HTMLElement>, 'id'> {
  tag: Tags['head']
  cursor: Cursor
  id: string
  colIndex: number
  sorted?: 'asc' | 'desc' | false
  isTarget?: boolean
  /** Whether the cell takes the focus and not its button. */
  takesFocus?: boolean
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

const useHasCursor = (cursor: Cursor, id: string): boolean =>
  useSyncExternalStore(cursor.subscribe, () => cursor.row === HEADER && cursor.column === id)

function HeadCell({
  tag: HeadTag,
  cursor,
  id,
  colIndex,
  sorted = false,
  isTarget = false,
  takesFocus = true,
  ...rest
}: HeadCellProps) {
  const hasCursor = useHasCursor(cursor, id)
  return (
    <HeadTag
      role="columnheader"
      aria-colindex={colIndex}
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
      data-column={id}
      data-target={isTarget || undefined}
      {...(takesFocus ? { tabIndex: hasCursor ? 0 : -1 } : {})}
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
  <button type="button" className={header.button} data-focus="" tabIndex={useHasCursor(cursor, id) ? 0 : -1} {...rest} />
)

/** The header of a grid. It is the first row, and the cursor can enter it. */
export const GridHeader = memo(Header)
