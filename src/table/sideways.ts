/** How long a grid is taken for moving after it last did. Milliseconds. */
const RESTED_MS = 150

/** How far it is scrolled, and what of it is seen at once. Asked of the style sheet, that would be reckoned anew with every frame. */
const SCROLLED = '--scrolled'
const VIEW = '--view'

/** Scrolls it so far, as far as that goes; what sticks to the edges does so at once and not in the next frame. */
export function scrollSideways(grid: HTMLElement, wanted: number): void {
  const left = Math.max(0, Math.min(grid.scrollWidth - grid.clientWidth, wanted))
  if (left === grid.scrollLeft) return
  grid.dataset.sideways = ''
  grid.scrollLeft = left
}

/**
 * The cells that stay at the edges. A sticky one is a layer of its own for the browser, two of them in every row, to be put
 * together anew with every frame: so they stick while the grid is moved sideways, and where it rests they stand there.
 */
export function watchSideways(grid: HTMLElement): () => void {
  let left = grid.scrollLeft
  const sized = new ResizeObserver(() => grid.style.setProperty(VIEW, `${grid.clientWidth}px`))
  let resting: ReturnType<typeof setTimeout> | undefined

  function rest() {
    grid.style.setProperty(SCROLLED, `${left}px`)
    delete grid.dataset.sideways
  }
  function scrolled() {
    if (grid.scrollLeft === left) return
    left = grid.scrollLeft
    grid.dataset.sideways = ''
    clearTimeout(resting)
    resting = setTimeout(rest, RESTED_MS)
  }

  sized.observe(grid)
  grid.addEventListener('scroll', scrolled, { passive: true })
  return () => {
    grid.removeEventListener('scroll', scrolled)
    clearTimeout(resting)
    sized.disconnect()
  }
}
