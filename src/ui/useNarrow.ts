import { type RefObject, useLayoutEffect } from 'react'

/**
 * Marks the element `data-narrow` while it is at most so many pixels wide. A container query would say the same, but of what is
 * inside of a container a browser works out the style in the middle of layout: too dear for what is drawn with every key.
 */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number): void {
  useLayoutEffect(() => {
    const found = element.current
    if (found === null) return
    const measure = () => found.toggleAttribute('data-narrow', found.clientWidth <= width)
    // Told of before the first paint as well.
    const sized = new ResizeObserver(measure)
    sized.observe(found)
    return () => sized.disconnect()
  }, [element, width])
}
