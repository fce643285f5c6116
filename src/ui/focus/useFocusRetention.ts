import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Handlers for the element that keeps the focus. */
interface Kept {
  onFocus(): void
  onBlur(event: FocusEvent): void
}

/**
 * Keeps the focus in an element when its focused child is removed: the element itself takes it, and not the body, where keys act
 * differently. Checks after every render of the calling component.
 */
export function useFocusRetention(element: RefObject<HTMLElement | null>): Kept {
  const isOurs = useRef(false)
  useLayoutEffect(() => {
    if (isOurs.current && document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  })
  return {
    onFocus() {
      isOurs.current = true
    },
    onBlur({ relatedTarget, target }) {
      // A removed element loses the focus without a related target.
      isOurs.current = relatedTarget === null && !target.isConnected
    },
  }
}
