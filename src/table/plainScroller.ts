import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { FIRST_ROW_INDEX } from './cursor.ts'
import type { Scroller } from './scroller.ts'

/** The scroller of the plain table, where the browser lays out every row. */
export function createPlainScroller(
  element: RefObject<HTMLElement | null>,
  headHeight: number,
): Pick<Scroller, 'revealRow' | 'scrollRowToTop' | 'flush' | 'visibleRowCount'> {
  const drawn = (row: number) =>
    element.current?.querySelector<HTMLElement>(`[aria-rowindex="${row + FIRST_ROW_INDEX}"]`) ?? null
  const height = () => (element.current?.clientHeight ?? 0) - headHeight
  return {
    revealRow(row) {
      drawn(row)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return false
    },
    scrollRowToTop: (row) => drawn(row)?.scrollIntoView({ block: 'start', inline: 'nearest' }),
    // Flush the pending render of the cursor move.
    flush: (isInEffect = false) => (isInEffect ? undefined : flushSync(() => {})),
    visibleRowCount: () => Math.max(1, Math.floor(height() / (drawn(-1)?.offsetHeight || headHeight))),
  }
}
