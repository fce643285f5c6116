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
  /** Top of a row in pixels, relative to the laid-out section. */
  topOf(row: number): number
  /** Height of the laid-out section in pixels. */
  readonly height: number
}

interface WindowInput {
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
const RESTED_MS = 100

interface Drawn extends Viewport {
  readonly overscan: number
}
const NOTHING: Drawn = { top: 0, height: 0, overscan: 0 }

/** Computes the rows to render for the scroll position. */
export function useVirtualRows({ scroller, element, total, rowHeight, pinned }: WindowInput): VirtualRows {
  const scale = useMemo(() => createScrollScale(total, rowHeight), [total, rowHeight])
  const base = useSyncExternalStore(scroller.subscribe, () => scroller.firstRow)
  const range = rangeOf(useSeen(scroller, element, scale), scale)
  useLayoutEffect(() => {
    scroller.setScale(scale)
    scroller.flush(true)
  }, [scroller, scale])

  const drawn = range === null ? [] : defaultRangeExtractor(range).map((index) => base + index)
  return {
    rows: pinned < 0 || pinned >= total ? drawn : withPinned(drawn, pinned),
    first: base + (range?.startIndex ?? 0),
    last: base + (range?.endIndex ?? -1),
    topOf: (row) => (row >= base && row < base + scale.segmentRows ? (row - base) * rowHeight : ABOVE_EVERYTHING),
    height: scale.segmentRows * rowHeight,
  }
}

/** The viewport; renders when its rows change, not with every pixel. */
function useSeen(scroller: Scroller, element: RefObject<HTMLDivElement | null>, scale: ScrollScale): Drawn {
  const [seen, setSeen] = useState(NOTHING)
  const drawn = useRef({ seen, scale })
  const observed = useRef<{ element: HTMLDivElement; stop(): void } | null>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    drawn.current = { seen: drawn.current.seen, scale }
  }, [scale])
  useLayoutEffect(() => {
    const found = element.current
    // On the first mount the container is attached after this effect: render once more.
    if (found === null) return setSeen({ ...NOTHING })
    if (found === observed.current?.element) return
    observed.current?.stop()
    const draw = (next: Drawn) => {
      drawn.current = { ...drawn.current, seen: next }
      setSeen(next)
    }
    const stop = scroller.observe(found, (next, isUrgent) => {
      const { scale, seen } = drawn.current
      const [before, now] = [rangeOf(seen, scale), rangeOf({ ...next, overscan: OVERSCAN }, scale)]
      if (before?.startIndex === now?.startIndex && before?.endIndex === now?.endIndex) return
      const isLeap = haveLittleInCommon(before, now)
      clearTimeout(resting.current)
      if (isLeap) resting.current = setTimeout(() => draw({ ...drawn.current.seen, overscan: OVERSCAN }), RESTED_MS)
      const wanted = { ...next, overscan: isLeap ? 0 : OVERSCAN }
      if (isUrgent) flushSync(() => draw(wanted))
      else draw(wanted)
    })
    observed.current = { element: found, stop }
  })
  useLayoutEffect(
    () => () => {
      clearTimeout(resting.current)
      observed.current?.stop()
      observed.current = null
    },
    [],
  )
  return seen
}

/** All rows have one height, so positions are computed and not stored. */
function rangeOf({ top, height, overscan }: Drawn, { segmentRows: laidOut, rowHeight }: ScrollScale): Range | null {
  if (laidOut === 0 || height === 0) return null
  const at = (row: number) => Math.max(0, Math.min(laidOut - 1, row))
  return {
    startIndex: at(Math.floor(top / rowHeight)),
    endIndex: at(Math.ceil((top + height) / rowHeight) - 1),
    overscan,
    count: laidOut,
  }
}

/** Whether most visible rows changed. */
const haveLittleInCommon = (before: Range | null, now: Range | null): boolean =>
  before === null || now === null || Math.abs(now.startIndex - before.startIndex) * 2 > now.endIndex - now.startIndex

/** Top of a pinned row outside the section, in pixels: above the viewport. */
const ABOVE_EVERYTHING = -200

function withPinned(rows: readonly number[], pinned: number): readonly number[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return [pinned]
  if (pinned < first) return [pinned, ...rows]
  return pinned > last ? [...rows, pinned] : rows
}
