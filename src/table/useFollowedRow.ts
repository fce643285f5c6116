import { useState } from 'react'

/**
 * The index of a row that is followed by its id while rows come and go, and a function that goes to another one. When the row is gone, the
 * one in its place is followed.
 */
export function useFollowedRow<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
): [index: number, follow: (index: number) => void] {
  const [row, setRow] = useState<{ id: string | null; index: number }>({ id: null, index: 0 })
  const at = (index: number) => ({ id: rows[index] === undefined ? null : rowId(rows[index]), index })
  const found = rows.findIndex((one) => rowId(one) === row.id)
  const now = at(found >= 0 ? found : Math.max(0, Math.min(row.index, rows.length - 1)))
  // The row may come back after a reload without rows.
  if (rows.length > 0 && (now.id !== row.id || now.index !== row.index)) setRow(now)
  return [now.index, (index) => setRow(at(index))]
}
