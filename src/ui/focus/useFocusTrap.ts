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
  const layers = document.querySelectorAll<HTMLElement>(layer)
  const inside = previous ?? layers[layers.length - 1]
  inside?.focus({ preventScroll: true })
}

// Elements hidden from screen readers, as everything behind a layer is, must not get the focus. The focus guards of the layer are
// hidden too, and forward the focus themselves.
const isBehind = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('[aria-hidden="true"]') !== null &&
  target.closest('[data-base-ui-focus-guard]') === null
