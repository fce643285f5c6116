import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { VirtualScroller } from './scroller.ts'
import { createScrollScale } from './scrollScale.ts'

export type RowWindow = ReturnType<typeof useVirtualRows>

interface VirtualRowsInput {
  isEnabled: boolean
  scroller: VirtualScroller
  element: RefObject<HTMLDivElement | null>
  total: number
  rowHeight: number
  /** A row that stays mounted, because it has the focus. */
  pinned: number
}

/** Overscan rows on each side: the browser scrolls before it dispatches the event. */
const OVERSCAN = 4

/** Milliseconds of rest after a jump before overscan rows render, so that visible rows come first. */
const OVERSCAN_DELAY_MS = 100

/** Top of a pinned row outside the segment, in pixels: above the viewport. */
const OFFSCREEN_TOP = -200

type VisibleRange = Pick<Range, 'startIndex' | 'endIndex'>

/** Renders the rows of the laid-out segment that are in view. The virtualizer keeps an entry for each row it could show. */
export function useVirtualRows({ isEnabled, scroller, element, total, rowHeight, pinned }: VirtualRowsInput) {
  const scale = useMemo(() => createScrollScale(total, rowHeight), [total, rowHeight])
  const firstRow = useSyncExternalStore(scroller.subscribe, () => scroller.firstRow)
  const { overscan, onChange } = useOverscan(scroller)
  const pinnedRows = useMemo(() => (pinned < 0 || pinned >= total ? [] : [pinned]), [pinned, total])
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range).map((index) => firstRow + index)
      const isBefore = pinnedRows.filter((row) => row < (rows[0] as number))
      const isAfter = pinnedRows.filter((row) => row > (rows.at(-1) as number))
      return [...isBefore, ...rows, ...isAfter]
    },
    [firstRow, pinnedRows],
  )
  // A new key function makes the virtualizer compute the positions again.
  const sizes = useMemo(() => ({ estimateSize: () => rowHeight, getItemKey: (index: number) => index }), [rowHeight])
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    ...sizes,
    enabled: isEnabled,
    count: scale.segmentRows,
    getScrollElement: () => element.current,
    observeElementRect: scroller.observeRect,
    observeElementOffset: scroller.observeOffset,
    // The scroller has scrolled: most rows of a large result have no place in the segment yet.
    scrollToFn: () => {},
    overscan,
    rangeExtractor,
    onChange,
    useFlushSync: false,
  })
  useLayoutEffect(() => scroller.setScale(scale), [scroller, scale])

  const mounted = virtualizer.getVirtualIndexes()
  const { range } = virtualizer
  return {
    /** The rows to render in order, the pinned one included. */
    indices: mounted.length === 0 ? pinnedRows : mounted,
    /** Visible rows, both ends included; `last` is less than `first` when there are none. */
    first: firstRow + (range?.startIndex ?? 0),
    last: firstRow + (range?.endIndex ?? -1),
    /** Top of a row in pixels, relative to the laid-out segment. */
    topOf: (row: number) =>
      row >= firstRow && row < firstRow + scale.segmentRows ? (row - firstRow) * rowHeight : OFFSCREEN_TOP,
    /** Height of the laid-out segment in pixels. */
    height: scale.segmentRows * rowHeight,
  }
}

/** No overscan after a jump, until the scroll rests. */
function useOverscan(scroller: VirtualScroller) {
  const [overscan, setOverscan] = useState(0)
  const [visible, setVisible] = useState<VisibleRange | null>(null)
  const seen = useRef<VisibleRange>(null)
  const onChange = useCallback(
    ({ range }: Virtualizer<HTMLDivElement, HTMLElement>) => {
      const { firstRow } = scroller
      const now = range && { startIndex: firstRow + range.startIndex, endIndex: firstRow + range.endIndex }
      if (isJump(seen.current, now)) setOverscan(0)
      seen.current = now
      setVisible(now)
    },
    [scroller],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scroll starts the delay again
  useEffect(() => {
    if (overscan > 0) return
    const timer = setTimeout(() => setOverscan(OVERSCAN), OVERSCAN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [overscan, visible])
  return { overscan, onChange }
}

/** Whether most visible rows changed. */
const isJump = (before: VisibleRange | null, now: VisibleRange | null): boolean =>
  before === null || now === null || Math.abs(now.startIndex - before.startIndex) * 2 > now.endIndex - now.startIndex
