import { type RefObject, useLayoutEffect, useState } from 'react'
import { ACTIONS_WIDTH, SELECT_WIDTH } from './columns.ts'

/** The pixels for the columns of the grid in an element; infinite without a layout. */
export function useRoom(pane: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const grid = pane.current?.querySelector('[data-layer="grid"]')
    if (grid == null) return
    const measure = () => {
      const width = grid.clientWidth
      if (width > 0) setRoom(width - SELECT_WIDTH - ACTIONS_WIDTH)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [pane])
  return room
}
