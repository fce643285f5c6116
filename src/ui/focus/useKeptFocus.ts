import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Handlers for the element whose focus is kept. */
interface Kept {
  onFocus(): void
  onBlur(event: FocusEvent): void
}

/**
 * Keeps the focus in an element while what had it inside is drawn away: it goes to the element itself, and not to the page, where
 * keys would mean something else. Looks after every draw of the component that uses it.
 */
export function useKeptFocus(element: RefObject<HTMLElement | null>): Kept {
  const isOurs = useRef(false)
  useLayoutEffect(() => {
    if (isOurs.current && document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  })
  return {
    onFocus() {
      isOurs.current = true
    },
    onBlur({ relatedTarget, target }) {
      // What is drawn away has given the focus to nobody.
      isOurs.current = relatedTarget === null && !target.isConnected
    },
  }
}
