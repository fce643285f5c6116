import { type RefObject, useLayoutEffect } from 'react'

/** Takes the focus where it would be nowhere: the step before has gone and taken it along, or the page has just come. */
export function useFocusIfLost(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement.id === 'main') element.current?.focus()
  }, [element])
}
