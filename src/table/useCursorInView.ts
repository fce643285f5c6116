import { type RefObject, useLayoutEffect } from 'react'
import type { Cursor } from './cursor.ts'
import type { Scroller } from './scroller.ts'

interface CursorInViewInput {
  element: RefObject<HTMLElement | null>
  cursor: Cursor
  scroller: Pick<Scroller, 'revealRow'>
  /** The cursor's cell, if mounted. */
  cell(): HTMLElement | null
  /** Height in pixels of the sticky header, which covers rows. */
  headHeight: number
}

/**
 * Keeps the cursor's row in view when a bar appears above or below the rows. To be called after the hook that measures the rows for
 * the scroller: observers report in the order in which they were created.
 */
export function useCursorInView({ element, cursor, scroller, cell, headHeight }: CursorInViewInput): void {
  useLayoutEffect(() => {
    const grid = element.current
    if (grid === null) return
    let height = grid.clientHeight
    const observer = new ResizeObserver(() => {
      const before = height
      height = grid.clientHeight
      if (height >= before) return
      const row = cell()?.getBoundingClientRect()
      const { top } = grid.getBoundingClientRect()
      if (row === undefined || row.top < top + headHeight || row.bottom > top + before + 1) return
      scroller.revealRow(cursor.row)
    })
    observer.observe(grid)
    return () => observer.disconnect()
  }, [element, cursor, scroller, cell, headHeight])
}
