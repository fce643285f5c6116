import { useCallback, useLayoutEffect, useRef } from 'react'
import { isFocusTarget, lastPageFocus, savePageFocus } from './pageFocus.ts'
import { useFocusTrap } from './useFocusTrap.ts'
import { useInertPage } from './useInertPage.ts'

/**
 * Keeps the focus in an open dialog and restores it afterwards; returns the dialog's `finalFocus`. The library alone would focus the first
 * tabbable control inside an element with `tabindex=-1`, such as the page, which may already be the next page.
 */
export function useFocusRestoration(isOpen: boolean): () => false {
  const opener = useRef<Element | null>(null)
  const below = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    below.current = openDialog()
    const { activeElement } = document
    // The palette closes as the dialog opens. It stays in the document, hidden, and cannot take the focus.
    opener.current = activeElement?.closest('[data-layer="palette"]') == null ? activeElement : null
    savePageFocus(document)
  }, [isOpen])
  useInertPage(isOpen)
  useFocusTrap(isOpen, 'dialog')
  return useCallback(() => {
    const { current } = opener
    // The dialog is still mounted here; wait until it is gone.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return
      const target = isFocusTarget(current) ? current : (lastPageFocus() ?? document.getElementById('main'))
      const next = openDialog()
      if (next === null || next.contains(target)) target?.focus({ preventScroll: true })
      // A dialog that replaced this one takes the focus itself.
      else if (next === below.current) next.focus()
    })
    return false
  }, [])
}

/** The first open dialog of the document, or popup like that of days. */
const openDialog = () => document.querySelector<HTMLElement>('[data-layer="dialog"][data-open]')
