import { type RefObject, useLayoutEffect } from 'react'

/** Focuses the element on mount when nothing else has the focus: after a step was replaced, or on a new page. */
export function useFocusIfLost(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement.id === 'main') element.current?.focus()
  }, [element])
}
