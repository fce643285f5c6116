import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { Scroller } from './scroller.ts'
import { scaleOf } from './stretch.ts'

/** The rows to draw. */
export interface RowWindow {
  /** Counted over the whole result, in order; the pinned one among them. */
  readonly rows: readonly number[]
  /** The rows in view, both ends included; last is below first while there is none. */
  readonly first: number
  readonly last: number
  /** Where a row stands, in pixels below the first row laid out. */
  topOf(row: number): number
  /** Of everything laid out. Pixels. */
  readonly height: number
}

interface WindowInput {
  scroller: Scroller
  element: RefObject<HTMLDivElement | null>
  total: number
  rowHeight: number
  /** A row that is drawn wherever it is: the focus is on it, and would be lost with it. */
  pinned: number
}

const OVERSCAN = 4

/** Which rows of a result to draw for where it is scrolled to. */
export function useRowWindow({ scroller, element, total, rowHeight, pinned }: WindowInput): RowWindow {
  const scale = useMemo(() => scaleOf(total, rowHeight), [total, rowHeight])
  const base = useSyncExternalStore(scroller.subscribe, () => scroller.base)
  // Every option is the same function from draw to draw; a new one makes the virtualizer measure all rows again.
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: scale.laidOut,
    getScrollElement: useCallback(() => element.current, [element]),
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: OVERSCAN,
    observeElementOffset: scroller.observeElementOffset,
    observeElementRect: scroller.observeElementRect,
    scrollToFn: scrollByOurselves,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer does not ask for the size of a row again by itself
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  useLayoutEffect(() => {
    scroller.fit(scale)
    scroller.draw(true)
  }, [scroller, scale])

  const drawn = virtualizer.getVirtualItems().map(({ index }) => base + index)
  const range = virtualizer.range
  return {
    rows: pinned < 0 || pinned >= total ? drawn : withPinned(drawn, pinned),
    first: base + (range?.startIndex ?? 0),
    last: base + (range?.endIndex ?? -1),
    topOf: (row) => (row >= base && row < base + scale.laidOut ? (row - base) * rowHeight : ABOVE_EVERYTHING),
    height: scale.laidOut * rowHeight,
  }
}

/** A pinned row outside of the stretch has no place in it; it waits where nobody sees it. */
const ABOVE_EVERYTHING = -200

const scrollByOurselves = () => {}

function withPinned(rows: readonly number[], pinned: number): readonly number[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return [pinned]
  if (pinned < first) return [pinned, ...rows]
  return pinned > last ? [...rows, pinned] : rows
}
