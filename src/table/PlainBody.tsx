import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type Cursor, FIRST_ROW_INDEX, HEADER } from './cursor.ts'
import styles from './Grid.module.css'
import type { BodyProps } from './GridBody.tsx'
import { GridRow } from './GridRow.tsx'

interface PlainBodyProps<Row> extends BodyProps<Row> {
  /** Rows per page. */
  pageSize: number
  columns: number
}

/** All rows of the cursor's page, for screen readers: unmounted rows cannot be read. */
export function PlainBody<Row>({ rows, context, pageSize, columns, empty, onVisibleRows, onRendered }: PlainBodyProps<Row>) {
  const first = usePage(context.cursor, pageSize) * pageSize
  const last = Math.min(first + pageSize, rows.count) - 1
  const indices = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows in the same viewport may need other pages
  useEffect(() => {
    if (last >= first) onVisibleRows(first, last)
  }, [first, last, rows, onVisibleRows])
  useLayoutEffect(onRendered)
  if (rows.count === 0) {
    return (
      <tbody>
        {empty && (
          <tr className={styles.empty} aria-rowindex={FIRST_ROW_INDEX}>
            <td colSpan={columns} aria-colindex={1}>
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    )
  }
  return (
    <tbody>
      {indices.map((index) => (
        <GridRow key={index} index={index} row={rows.at(index)} top={null} context={context} />
      ))}
    </tbody>
  )
}

/** Page index from 0. A cursor in the header keeps the previous page. */
function usePage(cursor: Cursor, size: number): number {
  const lastPage = useRef(0)
  return useSyncExternalStore(cursor.subscribe, () => {
    if (cursor.row !== HEADER) lastPage.current = Math.floor(cursor.row / size)
    return lastPage.current
  })
}
