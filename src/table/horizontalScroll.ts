/** Milliseconds after the last horizontal scroll event until the grid counts as at rest. */
const IDLE_MS = 150

/** Custom properties of scroll offset and viewport width. Set at rest only, because each change recalculates styles. */
const SCROLLED = '--scrolled'
const VIEW = '--view'

/** Overscan and step in pixels of the mounted columns, so that not every pixel renders. */
const OVERSCAN_PX = 120
const STEP_PX = 120

/** A horizontal range in pixels from the first column. */
export interface PixelRange {
  readonly from: number
  readonly to: number
}

/** Before the first measurement, and without layout. */
const UNBOUNDED: PixelRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Horizontal scroll state of a grid. */
export interface HorizontalScroll {
  /** Viewport with overscan; the same object until it changes. */
  readonly range: PixelRange
  subscribe(changed: () => void): () => void
  /** Observes the element; returns the function that stops. */
  watch(grid: HTMLElement): () => void
  /** Scrolls a range in pixels into view by the shortest way; returns whether it scrolled. */
  revealRange(start: number, end: number): boolean
}

/**
 * Pinned cells are sticky only while the grid scrolls horizontally. Each sticky cell is a compositing layer, and two layers per row
 * slow down every frame; at rest they are shifted by an offset instead.
 */
export function createHorizontalScroll(): HorizontalScroll {
  let element: HTMLElement | null = null
  let left = 0
  let view = 0
  let near = UNBOUNDED
  let resting: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function look() {
    const from = Math.floor(left / STEP_PX) * STEP_PX - OVERSCAN_PX
    const to = Math.ceil((left + view) / STEP_PX) * STEP_PX + OVERSCAN_PX
    if (view === 0 || (from === near.from && to === near.to)) return
    near = { from, to }
    for (const changed of listeners) changed()
  }
  function moveTo(grid: HTMLElement, next: number) {
    left = next
    look()
    grid.dataset.sideways = ''
    clearTimeout(resting)
    resting = setTimeout(() => rest(grid), IDLE_MS)
  }
  function rest(grid: HTMLElement) {
    grid.style.setProperty(SCROLLED, `${left}px`)
    grid.toggleAttribute('data-scrolled', left > 0)
    delete grid.dataset.sideways
  }

  return {
    get range() {
      return near
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    watch(grid) {
      const scrolled = () => {
        if (grid.scrollLeft !== left) moveTo(grid, grid.scrollLeft)
      }
      const measure = () => {
        view = grid.clientWidth
        grid.style.setProperty(VIEW, `${view}px`)
        look()
      }
      element = grid
      left = grid.scrollLeft
      measure()
      const sized = new ResizeObserver(measure)
      sized.observe(grid)
      grid.addEventListener('scroll', scrolled, { passive: true })
      return () => {
        grid.removeEventListener('scroll', scrolled)
        clearTimeout(resting)
        sized.disconnect()
        element = null
      }
    },
    revealRange(start, end) {
      const wanted = start < left ? start : end > left + view ? end - view : left
      if (element === null || wanted === left) return false
      const next = Math.max(0, Math.min(element.scrollWidth - view, wanted))
      if (next === left) return false
      // Pinned cells become sticky before the scroll and not in the next frame.
      moveTo(element, next)
      element.scrollLeft = next
      return true
    },
  }
}
