import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Scroller, Viewport } from './scroller.ts'
import { createScrollScale, type ScrollScale } from './scrollScale.ts'

/** The rows to render. */
export interface VirtualRows {
  /** Row indexes in order, the pinned one included. */
  readonly rows: readonly number[]
  /** Visible rows, both ends included; `last` is less than `first` when there are none. */
  readonly first: number
  readonly last: number
  /** Top of a row in pixels, relative to the laid-out segment. */
  topOf(row: number): number
  /** Height of the laid-out segment in pixels. */
  readonly height: number
}

interface VirtualRowsInput {
  scroller: Scroller
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

interface RenderedViewport extends Viewport {
  readonly overscan: number
}
const EMPTY_VIEWPORT: RenderedViewport = { top: 0, height: 0, overscan: 0 }

/** Computes the rows to render for the scroll position. */
export function useVirtualRows({ scroller, element, total, rowHeight, pinned }: VirtualRowsInput): VirtualRows {
  const scale = useMemo(() => createScrollScale(total, rowHeight), [total, rowHeight])
  const firstRow = useSyncExternalStore(scroller.subscribe, () => scroller.firstRow)
  const range = rangeOf(useViewport(scroller, element, scale), scale)
  useLayoutEffect(() => {
    scroller.setScale(scale)
    scroller.flush(true)
  }, [scroller, scale])

  const rendered = range === null ? [] : defaultRangeExtractor(range).map((index) => firstRow + index)
  return {
    rows: pinned < 0 || pinned >= total ? rendered : withPinned(rendered, pinned),
    first: firstRow + (range?.startIndex ?? 0),
    last: firstRow + (range?.endIndex ?? -1),
    topOf: (row) => (row >= firstRow && row < firstRow + scale.segmentRows ? (row - firstRow) * rowHeight : OFFSCREEN_TOP),
    height: scale.segmentRows * rowHeight,
  }
}

/** The viewport; renders when its rows change, not with every pixel. */
function useViewport(scroller: Scroller, element: RefObject<HTMLDivElement | null>, scale: ScrollScale): RenderedViewport {
  const [viewport, setViewport] = useState(EMPTY_VIEWPORT)
  const rendered = useRef({ seen: viewport, scale })
  const observed = useRef<{ element: HTMLDivElement; stop(): void } | null>(null)
  const overscanTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    rendered.current = { seen: rendered.current.seen, scale }
  }, [scale])
  useLayoutEffect(() => {
    const target = element.current
    // On the first mount the container is attached after this effect: render once more.
    if (target === null) return setViewport({ ...EMPTY_VIEWPORT })
    if (target === observed.current?.element) return
    observed.current?.stop()
    const render = (next: RenderedViewport) => {
      rendered.current = { ...rendered.current, seen: next }
      setViewport(next)
    }
    const stop = scroller.observe(target, (next, isUrgent) => {
      const { scale, seen: viewport } = rendered.current
      const [before, now] = [rangeOf(viewport, scale), rangeOf({ ...next, overscan: OVERSCAN }, scale)]
      if (before?.startIndex === now?.startIndex && before?.endIndex === now?.endIndex) return
      const isJumping = isJump(before, now)
      clearTimeout(overscanTimer.current)
      if (isJumping)
        overscanTimer.current = setTimeout(() => render({ ...rendered.current.seen, overscan: OVERSCAN }), OVERSCAN_DELAY_MS)
      const nextViewport = { ...next, overscan: isJumping ? 0 : OVERSCAN }
      if (isUrgent) flushSync(() => render(nextViewport))
      else render(nextViewport)
    })
    observed.current = { element: target, stop }
  })
  useLayoutEffect(
    () => () => {
      clearTimeout(overscanTimer.current)
      observed.current?.stop()
      observed.current = null
    },
    [],
  )
  return viewport
}

/** All rows have one height, so positions are computed and not stored. */
function rangeOf({ top, height, overscan }: RenderedViewport, { segmentRows, rowHeight }: ScrollScale): Range | null {
  if (segmentRows === 0 || height === 0) return null
  const at = (row: number) => Math.max(0, Math.min(segmentRows - 1, row))
  return {
    startIndex: at(Math.floor(top / rowHeight)),
    endIndex: at(Math.ceil((top + height) / rowHeight) - 1),
    overscan,
    count: segmentRows,
  }
}

/** Whether most visible rows changed. */
const isJump = (before: Range | null, now: Range | null): boolean =>
  before === null || now === null || Math.abs(now.startIndex - before.startIndex) * 2 > now.endIndex - now.startIndex

/** Top of a pinned row outside the segment, in pixels: above the viewport. */
const OFFSCREEN_TOP = -200

function withPinned(rows: readonly number[], pinned: number): readonly number[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return [pinned]
  if (pinned < first) return [pinned, ...rows]
  return pinned > last ? [...rows, pinned] : rows
}
