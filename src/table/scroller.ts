import { type Position, pixelAt, positionAt, positionDragged, type Scale } from './stretch.ts'

/** What is in view: its first pixel, and how many there are. `isUrgent` where it is wanted now and not with the next frame. */
export type Report = (seen: Seen, isUrgent: boolean) => void

export interface Seen {
  readonly top: number
  readonly height: number
}

/** Carries scrolling between the element, the stretch of rows that is laid out, and the window of them that is drawn. */
export interface Scroller {
  /** The first row laid out. */
  readonly base: number
  subscribe(changed: () => void): () => void
  /** Tells what is in view, now and whenever that is something else. Gives back how to stop. */
  observe(found: HTMLElement, tell: Report): () => void
  /** The result or its rows have another size; the same row stays at the top. */
  fit(scale: Scale): void
  /** Scrolls as little as needed to show the row, and says whether that was anything at all. */
  reveal(row: number): boolean
  /** Scrolls the row to the top. */
  toTop(row: number): void
  /** Draws what is in view now instead of with the next frame. `isInEffect` while React is at work itself. */
  draw(isInEffect?: boolean): void
  /** Whole rows that fit. */
  rowsInView(): number
}

/** A wheel turn may carry farther than a screen; a dragged bar does so without one. Milliseconds. */
const WHEEL_LASTS = 300

export function createScroller(headHeight: number, clock: () => number): Scroller {
  const listeners = new Set<() => void>()
  let scale: Scale = { total: 0, rowHeight: 1, laidOut: 0, step: 1, steps: 1 }
  let position: Position = { base: 0, top: 0 }
  let element: HTMLElement | null = null
  let report: Report | null = null
  let wheeledAt = Number.NEGATIVE_INFINITY
  /** Of the rows in view, as it was last measured: who asks the element has the page laid out with every key. */
  let shown = 0

  const height = () => shown
  const seen = (): Seen => ({ top: position.top, height: shown })

  function settle(next: Position) {
    const hasMoved = next.base !== position.base
    position = next
    if (element !== null && Math.abs(element.scrollTop - next.top) >= 1) element.scrollTop = next.top
    if (hasMoved) for (const changed of listeners) changed()
  }

  const goTo = (pixel: number) => settle(positionAt(scale, pixel, height()))

  function scrolled() {
    if (element === null) return
    const top = element.scrollTop
    const moved = top - position.top
    const isDragged = Math.abs(moved) > height() && clock() - wheeledAt > WHEEL_LASTS
    if (scale.steps === 1) position = { base: 0, top }
    else if (isDragged) settle(positionDragged(scale, top, height()))
    else if (Math.abs(moved) >= 1) goTo(pixelAt(scale, position) + moved)
    report?.(seen(), true)
  }

  return {
    get base() {
      return position.base
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
    fit(next) {
      const pixel = (pixelAt(scale, position) / scale.rowHeight) * next.rowHeight
      scale = next
      goTo(pixel)
    },
    reveal(row) {
      const top = row * scale.rowHeight
      const pixel = pixelAt(scale, position)
      const isBelow = top + scale.rowHeight > pixel + height()
      if (top < pixel) goTo(top)
      else if (isBelow) goTo(top + scale.rowHeight - height())
      return top < pixel || isBelow
    },
    toTop: (row) => goTo(row * scale.rowHeight),
    draw: (isInEffect = false) => report?.(seen(), !isInEffect),
    rowsInView: () => Math.max(1, Math.floor(height() / scale.rowHeight)),
  }
}
