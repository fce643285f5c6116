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
  let scrollLeft = 0
  let viewWidth = 0
  let range = UNBOUNDED
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function updateRange() {
    const from = Math.floor(scrollLeft / STEP_PX) * STEP_PX - OVERSCAN_PX
    const to = Math.ceil((scrollLeft + viewWidth) / STEP_PX) * STEP_PX + OVERSCAN_PX
    if (viewWidth === 0 || (from === range.from && to === range.to)) return
    range = { from, to }
    for (const changed of listeners) changed()
  }
  function moveTo(grid: HTMLElement, next: number) {
    scrollLeft = next
    updateRange()
    grid.dataset.sideways = ''
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => settle(grid), IDLE_MS)
  }
  function settle(grid: HTMLElement) {
    grid.style.setProperty(SCROLLED, `${scrollLeft}px`)
    grid.toggleAttribute('data-scrolled', scrollLeft > 0)
    delete grid.dataset.sideways
  }

  return {
    get range() {
      return range
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    watch(grid) {
      const onScroll = () => {
        if (grid.scrollLeft !== scrollLeft) moveTo(grid, grid.scrollLeft)
      }
      const measure = () => {
        viewWidth = grid.clientWidth
        grid.style.setProperty(VIEW, `${viewWidth}px`)
        updateRange()
      }
      element = grid
      scrollLeft = grid.scrollLeft
      measure()
      const resizeObserver = new ResizeObserver(measure)
      resizeObserver.observe(grid)
      grid.addEventListener('scroll', onScroll, { passive: true })
      return () => {
        grid.removeEventListener('scroll', onScroll)
        clearTimeout(idleTimer)
        resizeObserver.disconnect()
        element = null
      }
    },
    revealRange(start, end) {
      const target = start < scrollLeft ? start : end > scrollLeft + viewWidth ? end - viewWidth : scrollLeft
      if (element === null || target === scrollLeft) return false
      const next = Math.max(0, Math.min(element.scrollWidth - viewWidth, target))
      if (next === scrollLeft) return false
      // Pinned cells become sticky before the scroll and not in the next frame.
      moveTo(element, next)
      element.scrollLeft = next
      return true
    },
  }
}
