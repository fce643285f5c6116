import { type RefObject, useLayoutEffect } from 'react'

/** Leaves the focus of an element to the page when the element is removed, until the next content takes it. */
export function useFocusLeftToPage(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element
    return () => {
      if (document.activeElement === current) document.getElementById('main')?.focus()
    }
  }, [element])
}
