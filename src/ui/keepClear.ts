/** Space from the lower edge of the window to the upper edge of the highest bar. */
const SPACE = '--bottom-bars'

const bars = new Set<Element>()

/** A ref for a bar at the bottom of the page: toasts appear above it, because they would cover its buttons. */
export function keepClear(bar: Element | null) {
  if (bar === null) return
  const observer = new ResizeObserver(measure)
  bars.add(bar)
  observer.observe(bar)
  measure()
  return () => {
    bars.delete(bar)
    observer.disconnect()
    measure()
  }
}

function measure() {
  const tops = Array.from(bars, (bar) => bar.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map(({ top }) => top)
  const { style } = document.documentElement
  if (tops.length === 0) style.removeProperty(SPACE)
  else style.setProperty(SPACE, `${Math.round(window.innerHeight - Math.min(...tops))}px`)
}
