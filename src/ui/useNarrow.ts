import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets `data-narrow` while the element is at most `width` pixels wide. A container query would force style recalculation during layout,
 * which is too slow for parts that render on every key.
 */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number): void {
  useLayoutEffect(() => {
    const found = element.current
    if (found === null) return
    const measure = () => found.toggleAttribute('data-narrow', found.clientWidth <= width)
    // The observer also fires before the first paint.
    const sized = new ResizeObserver(measure)
    sized.observe(found)
    return () => sized.disconnect()
  }, [element, width])
}
