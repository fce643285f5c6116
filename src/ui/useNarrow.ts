import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets `data-narrow` while the element is at most `width` pixels wide. A container query would force style recalculation during layout,
 * which is too slow for parts that render on every key.
 */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number): void {
  useLayoutEffect(() => {
    const target = element.current
    if (target === null) return
    const measure = () => target.toggleAttribute('data-narrow', target.clientWidth <= width)
    // The observer also fires before the first paint.
    const resizeObserver = new ResizeObserver(measure)
    resizeObserver.observe(target)
    return () => resizeObserver.disconnect()
  }, [element, width])
}
