import { useCallback, useLayoutEffect, useRef } from 'react'
import { canTakeFocus, pageFocus, rememberPageFocus } from './pageFocus.ts'

/**
 * Keeps the focus in a dialog while it is open, and gives it back to what had it before, for its `finalFocus`. The library by
 * itself would go on to the first control inside of what only a script can focus, as the page is; by then that may be a control
 * of the next page. And it lets a script take the focus to the page behind, where a step that comes late puts its first field.
 */
export function useReturnedFocus(isOpen: boolean): () => false {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    opener.current = document.activeElement
    rememberPageFocus(document)
  }, [isOpen])
  // Over before whatever comes in its place takes the focus.
  useLayoutEffect(() => {
    if (!isOpen) return
    document.addEventListener('focusin', keepInside)
    return () => document.removeEventListener('focusin', keepInside)
  }, [isOpen])
  return useCallback(() => {
    const { current } = opener
    // The dialog is still there while this is asked.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return
      const target = canTakeFocus(current) ? current : (pageFocus() ?? document.getElementById('main'))
      // One that has opened in its place takes the focus by itself, and would find it taken.
      const next = document.querySelector('[data-layer="dialog"][data-open]')
      if (next === null || next.contains(target)) target?.focus({ preventScroll: true })
    })
    return false
  }, [])
}

/** What is hidden from everybody who listens, as all that stands behind a dialog is, has no use for the focus. */
function keepInside({ target, relatedTarget }: FocusEvent): void {
  if (!isBehind(target)) return
  const before =
    relatedTarget instanceof HTMLElement && relatedTarget.isConnected && !isBehind(relatedTarget) ? relatedTarget : null
  const dialogs = document.querySelectorAll<HTMLElement>('[data-layer="dialog"]')
  const inside = before ?? dialogs[dialogs.length - 1]
  inside?.focus({ preventScroll: true })
}

// The guards at the ends of a dialog are hidden as well, and hand the focus on by themselves.
const isBehind = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('[aria-hidden="true"]') !== null &&
  target.closest('[data-base-ui-focus-guard]') === null
