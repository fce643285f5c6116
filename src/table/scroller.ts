import { pixelAt, positionAt, positionForThumb, type ScrollPosition, type ScrollScale } from './scrollScale.ts'

/** Reports the viewport: its first pixel and height. `isUrgent` asks for a synchronous render instead of the next frame. */
export type ViewportListener = (viewport: Viewport, isUrgent: boolean) => void

export interface Viewport {
  readonly top: number
  readonly height: number
}

/** Maps between the element's scroll offset, the laid-out segment of the rows and the rendered window. */
export interface Scroller {
  /** First row of the laid-out segment. */
  readonly firstRow: number
  subscribe(changed: () => void): () => void
  /** Reports the viewport now and on every change. Returns the unsubscribe function. */
  observe(target: HTMLElement, listener: ViewportListener): () => void
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

/** Milliseconds after a wheel event in which a scroll counts as wheel scrolling; without it, a jump of more than a viewport is a dragged bar. */
const WHEEL_WINDOW_MS = 300

export function createScroller(headHeight: number, clock: () => number): Scroller {
  const listeners = new Set<() => void>()
  let scale: ScrollScale = { total: 0, rowHeight: 1, segmentRows: 0, segmentStep: 1, segmentCount: 1 }
  let position: ScrollPosition = { firstRow: 0, top: 0 }
  let element: HTMLElement | null = null
  let notify: ViewportListener | null = null
  let lastWheelAt = Number.NEGATIVE_INFINITY
  /** Last measured viewport height; reading it from the element would force a layout on every key. */
  let viewportHeight = 0

  const height = () => viewportHeight
  const viewport = (): Viewport => ({ top: position.top, height: viewportHeight })

  function applyPosition(next: ScrollPosition) {
    const hasMoved = next.firstRow !== position.firstRow
    position = next
    if (element !== null && Math.abs(element.scrollTop - next.top) >= 1) element.scrollTop = next.top
    if (hasMoved) for (const changed of listeners) changed()
  }

  const scrollToPixel = (pixel: number) => applyPosition(positionAt(scale, pixel, height()))

  function onScroll() {
    if (element === null) return
    const top = element.scrollTop
    const delta = top - position.top
    const isDragged = Math.abs(delta) > height() && clock() - lastWheelAt > WHEEL_WINDOW_MS
    if (scale.segmentCount === 1) position = { firstRow: 0, top }
    else if (isDragged) applyPosition(positionForThumb(scale, top, height()))
    else if (Math.abs(delta) >= 1) scrollToPixel(pixelAt(scale, position) + delta)
    notify?.(viewport(), true)
  }

  return {
    get firstRow() {
      return position.firstRow
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    observe(target, listener) {
      element = target
      notify = listener
      const onWheel = () => {
        lastWheelAt = clock()
      }
      const measure = () => {
        viewportHeight = Math.max(0, target.clientHeight - headHeight)
        listener(viewport(), false)
      }
      const observer = new ResizeObserver(measure)
      measure()
      observer.observe(target)
      target.addEventListener('scroll', onScroll, { passive: true })
      target.addEventListener('wheel', onWheel, { passive: true })
      return () => {
        observer.disconnect()
        target.removeEventListener('scroll', onScroll)
        target.removeEventListener('wheel', onWheel)
        element = null
        notify = null
      }
    },
    setScale(next) {
      const pixel = (pixelAt(scale, position) / scale.rowHeight) * next.rowHeight
      scale = next
      scrollToPixel(pixel)
    },
    revealRow(row) {
      const top = row * scale.rowHeight
      const pixel = pixelAt(scale, position)
      const isBelow = top + scale.rowHeight > pixel + height()
      if (top < pixel) scrollToPixel(top)
      else if (isBelow) scrollToPixel(top + scale.rowHeight - height())
      return top < pixel || isBelow
    },
    scrollRowToTop: (row) => scrollToPixel(row * scale.rowHeight),
    flush: (isInEffect = false) => notify?.(viewport(), !isInEffect),
    visibleRowCount: () => Math.max(1, Math.floor(height() / scale.rowHeight)),
  }
}
