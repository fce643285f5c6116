/** How long a grid is taken for moving after it last did. Milliseconds. */
const IDLE_MS = 150

/** How far it is scrolled, and what of it is seen at once. Asked of the style sheet, that would be reckoned anew with every frame. */
const SCROLLED = '--scrolled'
const VIEW = '--view'

/** Pixels beyond what is seen that count as near, and in which what is near moves on: not every pixel is another draw. */
const OVERSCAN_PX = 120
const STEP_PX = 120

/** A part of what the columns take up. Pixels from the first of them. */
export interface PixelRange {
  readonly from: number
  readonly to: number
}

/** Before anything is measured, and where nothing can be. */
const UNBOUNDED: PixelRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** How a grid stands sideways. */
export interface HorizontalScroll {
  /** What is seen and a little more to both sides; the same object until it is another part. */
  readonly range: PixelRange
  subscribe(changed: () => void): () => void
  /** Follows the element until what is returned is called. */
  watch(grid: HTMLElement): () => void
  /** Scrolls as little as needed to show what lies between two edges, in pixels from the start, and says whether that was anything. */
  revealRange(start: number, end: number): boolean
}

/**
 * The cells that stay at the edges. A sticky one is a layer of its own for the browser, two of them in every row, to be put
 * together anew with every frame: so they stick while the grid is moved sideways, and where it rests they stand there.
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
      // What sticks to the edges does so at once and not in the next frame.
      moveTo(element, next)
      element.scrollLeft = next
      return true
    },
  }
}
