import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in an element when its focused child is removed: the element itself takes it, and not the body, where keys act
 * differently. Checks after every render of the calling component.
 */
export function useFocusRetention(element: RefObject<HTMLElement | null>) {
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  })
  return {
    onFocus() {
      hasFocus.current = true
    },
    onBlur({ relatedTarget, target }: FocusEvent) {
      // A removed element loses the focus without a related target.
      hasFocus.current = relatedTarget === null && !target.isConnected
    },
  }
}
