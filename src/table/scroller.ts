import { pixelAt, positionAt, positionForThumb, type ScrollPosition, type ScrollScale } from './scrollScale.ts'

/** Reports the viewport: its first pixel and height. `isUrgent` asks for a synchronous render instead of the next frame. */
export type ViewportListener = (seen: Viewport, isUrgent: boolean) => void

export interface Viewport {
  readonly top: number
  readonly height: number
}

/** Maps between the element's scroll offset, the laid-out section of the rows and the rendered window. */
export interface Scroller {
  /** First row of the laid-out section. */
  readonly firstRow: number
  subscribe(changed: () => void): () => void
  /** Reports the viewport now and on every change. Returns the unsubscribe function. */
  observe(found: HTMLElement, tell: ViewportListener): () => void
  /** Applies a new row count or row height; the top row stays. */
  setScale(scale: ScrollScale): void
  /** Scrolls the row into view by the shortest way; returns whether it scrolled. */
  revealRow(row: number): boolean
  /** Scrolls the row to the top. */
  scrollRowToTop(row: number): void
  /** Renders the viewport now instead of in the next frame. `isInEffect` inside a React effect, where `flushSync` is not allowed. */
  flush(isInEffect?: boolean): void
  /** Number of fully visible rows. */
  visibleRowCount(): number
}

/** Milliseconds in which a scroll counts as a wheel scroll; a longer jump without one is a dragged scroll bar. */
const WHEEL_WINDOW_MS = 300

export function createScroller(headHeight: number, clock: () => number): Scroller {
  const listeners = new Set<() => void>()
  let scale: ScrollScale = { total: 0, rowHeight: 1, segmentRows: 0, segmentStep: 1, segmentCount: 1 }
  let position: ScrollPosition = { firstRow: 0, top: 0 }
  let element: HTMLElement | null = null
  let report: ViewportListener | null = null
  let wheeledAt = Number.NEGATIVE_INFINITY
  /** Last measured viewport height; reading it from the element would force a layout on every key. */
  let shown = 0

  const height = () => shown
  const seen = (): Viewport => ({ top: position.top, height: shown })

  function settle(next: ScrollPosition) {
    const hasMoved = next.firstRow !== position.firstRow
    position = next
    if (element !== null && Math.abs(element.scrollTop - next.top) >= 1) element.scrollTop = next.top
    if (hasMoved) for (const changed of listeners) changed()
  }

  const goTo = (pixel: number) => settle(positionAt(scale, pixel, height()))

  function scrolled() {
    if (element === null) return
    const top = element.scrollTop
    const moved = top - position.top
    const isDragged = Math.abs(moved) > height() && clock() - wheeledAt > WHEEL_WINDOW_MS
    if (scale.segmentCount === 1) position = { firstRow: 0, top }
    else if (isDragged) settle(positionForThumb(scale, top, height()))
    else if (Math.abs(moved) >= 1) goTo(pixelAt(scale, position) + moved)
    report?.(seen(), true)
  }

  return {
    get firstRow() {
      return position.firstRow
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    observe(found, tell) {
      element = found
      report = tell
      const wheeled = () => {
        wheeledAt = clock()
      }
      const measure = () => {
        shown = Math.max(0, found.clientHeight - headHeight)
        tell(seen(), false)
      }
      const observer = new ResizeObserver(measure)
      measure()
      observer.observe(found)
      found.addEventListener('scroll', scrolled, { passive: true })
      found.addEventListener('wheel', wheeled, { passive: true })
      return () => {
        observer.disconnect()
        found.removeEventListener('scroll', scrolled)
        found.removeEventListener('wheel', wheeled)
        element = null
        report = null
      }
    },
    setScale(next) {
      const pixel = (pixelAt(scale, position) / scale.rowHeight) * next.rowHeight
      scale = next
      goTo(pixel)
    },
    revealRow(row) {
      const top = row * scale.rowHeight
      const pixel = pixelAt(scale, position)
      const isBelow = top + scale.rowHeight > pixel + height()
      if (top < pixel) goTo(top)
      else if (isBelow) goTo(top + scale.rowHeight - height())
      return top < pixel || isBelow
    },
    scrollRowToTop: (row) => goTo(row * scale.rowHeight),
    flush: (isInEffect = false) => report?.(seen(), !isInEffect),
    visibleRowCount: () => Math.max(1, Math.floor(height() / scale.rowHeight)),
  }
}
