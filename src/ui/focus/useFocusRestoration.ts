import { useCallback, useLayoutEffect, useRef } from 'react'
import { isFocusTarget, lastPageFocus, savePageFocus } from './pageFocus.ts'
import { useInertPage } from './useInertPage.ts'

/**
 * Keeps the focus in an open dialog and restores it afterwards; returns the dialog's `finalFocus`. The library alone would focus the first
 * tabbable control inside an element with `tabindex=-1`, such as the page, which may already be the next page. It also lets scripts
 * move the focus to the page behind, as a late form step does.
 */
export function useFocusRestoration(isOpen: boolean): () => false {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    opener.current = document.activeElement
    savePageFocus(document)
  }, [isOpen])
  useInertPage(isOpen)
  // A layout effect runs before a replacing element takes the focus.
  useLayoutEffect(() => {
    if (!isOpen) return
    document.addEventListener('focusin', trapFocus)
    return () => document.removeEventListener('focusin', trapFocus)
  }, [isOpen])
  return useCallback(() => {
    const { current } = opener
    // The dialog is still mounted here; wait until it is gone.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return
      const target = isFocusTarget(current) ? current : (lastPageFocus() ?? document.getElementById('main'))
      // A dialog that replaced this one takes the focus itself.
      const next = document.querySelector('[data-layer="dialog"][data-open]')
      if (next === null || next.contains(target)) target?.focus({ preventScroll: true })
    })
    return false
  }, [])
}

/** Elements hidden from screen readers, as everything behind a dialog is, must not get the focus. */
function trapFocus({ target, relatedTarget }: FocusEvent): void {
  if (!isBehindDialog(target)) return
  const previous =
    relatedTarget instanceof HTMLElement && relatedTarget.isConnected && !isBehindDialog(relatedTarget) ? relatedTarget : null
  const dialogs = document.querySelectorAll<HTMLElement>('[data-layer="dialog"]')
  const inside = previous ?? dialogs[dialogs.length - 1]
  inside?.focus({ preventScroll: true })
}

// The focus guards of the dialog are hidden too, and forward the focus themselves.
const isBehindDialog = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('[aria-hidden="true"]') !== null &&
  target.closest('[data-base-ui-focus-guard]') === null
