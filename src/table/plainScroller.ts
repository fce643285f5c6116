import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { FIRST_ROW_INDEX } from './cursor.ts'
import type { Scroller } from './scroller.ts'

/** As much of scrolling as the cursor needs where the browser lays out all there is. */
export function createPlainScroller(
  element: RefObject<HTMLElement | null>,
  headHeight: number,
): Pick<Scroller, 'reveal' | 'toTop' | 'draw' | 'rowsInView'> {
  const drawn = (row: number) =>
    element.current?.querySelector<HTMLElement>(`[aria-rowindex="${row + FIRST_ROW_INDEX}"]`) ?? null
  const height = () => (element.current?.clientHeight ?? 0) - headHeight
  return {
    reveal(row) {
      drawn(row)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return false
    },
    toTop: (row) => drawn(row)?.scrollIntoView({ block: 'start', inline: 'nearest' }),
    // What the cursor has asked for is waiting to be drawn.
    draw: (isInEffect = false) => (isInEffect ? undefined : flushSync(() => {})),
    rowsInView: () => Math.max(1, Math.floor(height() / (drawn(-1)?.offsetHeight || headHeight))),
  }
}
