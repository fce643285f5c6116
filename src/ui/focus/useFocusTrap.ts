import { useLayoutEffect } from 'react'

/** Returns the focus to the layer while it is open: a script may move it to the page behind, as a late form step does. */
export function useFocusTrap(isOpen: boolean, layer: 'dialog' | 'palette'): void {
  // A layout effect ends before an element that replaces the layer takes the focus.
  useLayoutEffect(() => {
    if (!isOpen) return
    const listen = (event: FocusEvent) => returnFocus(event, `[data-layer="${layer}"]`)
    document.addEventListener('focusin', listen)
    return () => document.removeEventListener('focusin', listen)
  }, [isOpen, layer])
}

function returnFocus({ target, relatedTarget }: FocusEvent, layer: string): void {
  if (!isBehind(target)) return
  const previous =
    relatedTarget instanceof HTMLElement && relatedTarget.isConnected && !isBehind(relatedTarget) ? relatedTarget : null
  // Two layers that opened at once may hide each other: neither may then take the focus from the other without end.
  const inside = previous ?? Array.from(document.querySelectorAll<HTMLElement>(layer)).findLast((one) => !isBehind(one))
  inside?.focus({ preventScroll: true })
}

// Elements hidden from screen readers, as everything behind a layer is, must not get the focus. The focus guards of the layer are
// hidden too, and forward the focus themselves.
const isBehind = (target: EventTarget | null) =>
  target instanceof Element && isHidden(target) && target.closest('[data-base-ui-focus-guard]') === null

/** Whether screen readers do not see the element. */
export const isHidden = (element: Element): boolean => element.closest('[aria-hidden="true"]') !== null
