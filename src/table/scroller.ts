import type { Rect, Virtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { FIRST_ROW_INDEX } from './cursor.ts'
import { pixelAt, positionAt, positionForThumb, type ScrollPosition, type ScrollScale } from './scrollScale.ts'

export interface Scroller {
  /** Scrolls the row into view by the shortest way; returns whether it scrolled. */
  revealRow(row: number): boolean
  scrollRowToTop(row: number): void
  /** Renders the viewport now instead of in the next frame. `isInEffect` inside a React effect, where `flushSync` is not allowed. */
  flush(isInEffect?: boolean): void
  /** Number of fully visible rows. */
  visibleRowCount(): number
}

/** Milliseconds after a wheel event in which a scroll counts as wheel scrolling; without it, a jump of more than a viewport is a dragged bar. */
const WHEEL_WINDOW_MS = 300

type GridVirtualizer = Virtualizer<HTMLDivElement, HTMLElement>

export type VirtualScroller = ReturnType<typeof createVirtualScroller>

/** Maps between the element's scroll offset, the laid-out segment of the rows and the virtualizer of that segment. */
export function createVirtualScroller(headHeight: number) {
  const listeners = new Set<() => void>()
  let scale: ScrollScale = { total: 0, rowHeight: 1, segmentRows: 0, segmentStep: 1, segmentCount: 1 }
  let position: ScrollPosition = { firstRow: 0, top: 0 }
  let element: HTMLElement | null = null
  let lastWheelAt = Number.NEGATIVE_INFINITY
  /** Last measured viewport height; reading it from the element would force a layout on every key. */
  let height = 0
  let reportOffset = (_offset: number, _isScrolling: boolean) => {}

  // Never "scrolling": the virtualizer would read the height of the page on every event and render once more at rest.
  const report = () => reportOffset(position.top, false)

  function applyPosition(next: ScrollPosition) {
    const hasMoved = next.firstRow !== position.firstRow
    position = next
    if (element !== null && Math.abs(element.scrollTop - next.top) >= 1) element.scrollTop = next.top
    if (hasMoved) for (const changed of listeners) changed()
  }

  const scrollToPixel = (pixel: number) => applyPosition(positionAt(scale, pixel, height))

  function onScroll() {
    if (element === null) return
    const top = element.scrollTop
    const delta = top - position.top
    const isDragged = Math.abs(delta) > height && performance.now() - lastWheelAt > WHEEL_WINDOW_MS
    if (scale.segmentCount === 1) position = { firstRow: 0, top }
    else if (isDragged) applyPosition(positionForThumb(scale, top, height))
    else if (Math.abs(delta) >= 1) scrollToPixel(pixelAt(scale, position) + delta)
    flushSync(report)
  }

  return {
    /** First row of the laid-out segment. */
    get firstRow() {
      return position.firstRow
    },
    /** Notified when another segment is laid out. */
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    observeRect({ scrollElement }: GridVirtualizer, reportRect: (rect: Rect) => void) {
      if (scrollElement === null) return
      const measure = () => {
        height = Math.max(0, scrollElement.clientHeight - headHeight)
        reportRect({ width: 0, height })
      }
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(scrollElement)
      return () => observer.disconnect()
    },
    observeOffset({ scrollElement }: GridVirtualizer, reportTo: typeof reportOffset) {
      if (scrollElement === null) return
      const onWheel = () => {
        lastWheelAt = performance.now()
      }
      element = scrollElement
      reportOffset = reportTo
      report()
      scrollElement.addEventListener('scroll', onScroll, { passive: true })
      scrollElement.addEventListener('wheel', onWheel, { passive: true })
      return () => {
        scrollElement.removeEventListener('scroll', onScroll)
        scrollElement.removeEventListener('wheel', onWheel)
        element = null
        reportOffset = () => {}
      }
    },
    /** Applies a new row count or row height; the top row stays. */
    setScale(next: ScrollScale) {
      const pixel = (pixelAt(scale, position) / scale.rowHeight) * next.rowHeight
      scale = next
      scrollToPixel(pixel)
      report()
    },
    revealRow(row: number) {
      const top = row * scale.rowHeight
      const pixel = pixelAt(scale, position)
      const isBelow = top + scale.rowHeight > pixel + height
      if (top < pixel) scrollToPixel(top)
      else if (isBelow) scrollToPixel(top + scale.rowHeight - height)
      return top < pixel || isBelow
    },
    scrollRowToTop: (row: number) => scrollToPixel(row * scale.rowHeight),
    flush: (isInEffect = false) => (isInEffect ? report() : flushSync(report)),
    visibleRowCount: () => Math.max(1, Math.floor(height / scale.rowHeight)),
  } satisfies Scroller & Record<string, unknown>
}

/** The scroller of the plain table, where the browser lays out every row. */
export function createPlainScroller(element: RefObject<HTMLElement | null>, headHeight: number): Scroller {
  const mounted = (row: number) =>
    element.current?.querySelector<HTMLElement>(`[aria-rowindex="${row + FIRST_ROW_INDEX}"]`) ?? null
  const height = () => (element.current?.clientHeight ?? 0) - headHeight
  return {
    revealRow(row) {
      mounted(row)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return false
    },
    scrollRowToTop: (row) => mounted(row)?.scrollIntoView({ block: 'start', inline: 'nearest' }),
    // Flush the render of the cursor move.
    flush: (isInEffect = false) => (isInEffect ? undefined : flushSync(() => {})),
    visibleRowCount: () => Math.max(1, Math.floor(height() / (mounted(-1)?.offsetHeight || headHeight))),
  }
}
