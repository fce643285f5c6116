import type { Rect, Virtualizer } from '@tanstack/react-virtual'
import { flushSync } from 'react-dom'

/** Milliseconds after the last horizontal scroll event until the grid counts as at rest. */
const IDLE_MS = 150

/** Custom properties of scroll offset and viewport width. Set at rest only, because each change recalculates styles. */
const SCROLLED = '--scrolled'
const VIEW = '--view'

type GridVirtualizer = Virtualizer<HTMLDivElement, HTMLElement>

export type HorizontalScroll = ReturnType<typeof createHorizontalScroll>

/**
 * Horizontal scroll state of a grid, for its virtualizer. Pinned cells are sticky only while the grid scrolls horizontally. Each
 * sticky cell is a compositing layer, and two layers per row slow down every frame; at rest they are shifted by an offset instead.
 */
export function createHorizontalScroll() {
  let element: HTMLElement | null = null
  let scrollLeft = 0
  let viewWidth = 0
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  let report = (_offset: number, _isScrolling: boolean) => {}

  function moveTo(grid: HTMLElement, next: number) {
    scrollLeft = next
    report(next, false)
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
    observeRect({ scrollElement: grid }: GridVirtualizer, reportRect: (rect: Rect) => void) {
      if (grid === null) return
      const measure = () => {
        viewWidth = grid.clientWidth
        grid.style.setProperty(VIEW, `${viewWidth}px`)
        if (viewWidth > 0) reportRect({ width: viewWidth, height: 0 })
      }
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(grid)
      return () => observer.disconnect()
    },
    observeOffset({ scrollElement: grid }: GridVirtualizer, reportOffset: typeof report) {
      if (grid === null) return
      const onScroll = () => {
        if (grid.scrollLeft !== scrollLeft) flushSync(() => moveTo(grid, grid.scrollLeft))
      }
      element = grid
      scrollLeft = grid.scrollLeft
      report = reportOffset
      report(scrollLeft, false)
      grid.addEventListener('scroll', onScroll, { passive: true })
      return () => {
        grid.removeEventListener('scroll', onScroll)
        clearTimeout(idleTimer)
        element = null
      }
    },
    /** Scrolls a range in pixels into view by the shortest way. `isInEffect` inside a React effect, where `flushSync` is not allowed. */
    reveal({ start, end }: { start: number; end: number }, isInEffect: boolean) {
      const target = start < scrollLeft ? start : end > scrollLeft + viewWidth ? end - viewWidth : scrollLeft
      if (element === null || target === scrollLeft) return
      const grid = element
      const next = Math.max(0, Math.min(grid.scrollWidth - viewWidth, target))
      if (next === scrollLeft) return
      // Pinned cells become sticky before the scroll and not in the next frame.
      if (isInEffect) moveTo(grid, next)
      else flushSync(() => moveTo(grid, next))
      grid.scrollLeft = next
    },
  }
}
