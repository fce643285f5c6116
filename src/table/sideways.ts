/** How long a grid is taken for moving after it last did. Milliseconds. */
const RESTED_MS = 150

/** How far it is scrolled, and what of it is seen at once. Asked of the style sheet, that would be reckoned anew with every frame. */
const SCROLLED = '--scrolled'
const VIEW = '--view'

/** How a grid stands sideways. */
export interface Sideways {
  /** Follows the element until what is returned is called. */
  watch(grid: HTMLElement): () => void
  /** Scrolls as little as needed to show what lies between two edges, in pixels from the start; nothing is measured for it. */
  reveal(start: number, end: number): void
}

/**
 * The cells that stay at the edges. A sticky one is a layer of its own for the browser, two of them in every row, to be put
 * together anew with every frame: so they stick while the grid is moved sideways, and where it rests they stand there.
 */
export function createSideways(): Sideways {
  let element: HTMLElement | null = null
  let left = 0
  let view = 0
  let resting: ReturnType<typeof setTimeout> | undefined

  function moveTo(grid: HTMLElement, next: number) {
    left = next
    grid.dataset.sideways = ''
    clearTimeout(resting)
    resting = setTimeout(() => rest(grid), RESTED_MS)
  }
  function rest(grid: HTMLElement) {
    grid.style.setProperty(SCROLLED, `${left}px`)
    grid.toggleAttribute('data-scrolled', left > 0)
    delete grid.dataset.sideways
  }

  return {
    watch(grid) {
      const scrolled = () => {
        if (grid.scrollLeft !== left) moveTo(grid, grid.scrollLeft)
      }
      const measure = () => {
        view = grid.clientWidth
        grid.style.setProperty(VIEW, `${view}px`)
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
    reveal(start, end) {
      const wanted = start < left ? start : end > left + view ? end - view : left
      if (element === null || wanted === left) return
      const next = Math.max(0, Math.min(element.scrollWidth - view, wanted))
      if (next === left) return
      // What sticks to the edges does so at once and not in the next frame.
      moveTo(element, next)
      element.scrollLeft = next
    },
  }
}
