import { useMemo, useRef, useSyncExternalStore } from 'react'
import { type Cursor, HEADER } from './cursor.ts'

const NO_ROWS = { indices: [], first: 0, last: -1 }

/** All rows of the cursor's page, for screen readers: unmounted rows cannot be read. A cursor in the header keeps the page. */
export function usePlainRows(cursor: Cursor, pageSize: number | null, total: number) {
  const lastPage = useRef(0)
  const page = useSyncExternalStore(cursor.subscribe, () => {
    if (pageSize !== null && cursor.row !== HEADER) lastPage.current = Math.floor(cursor.row / pageSize)
    return lastPage.current
  })
  return useMemo(() => {
    if (pageSize === null) return NO_ROWS
    const first = page * pageSize
    const last = Math.min(first + pageSize, total) - 1
    return { indices: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index), first, last }
  }, [page, pageSize, total])
}
