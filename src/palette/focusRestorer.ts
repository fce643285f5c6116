import type { ActiveScopes } from '../state/activeScopes.ts'
import { isFocusTarget, lastPageFocus, savePageFocus } from '../ui/focus/pageFocus.ts'

/**
 * Restores the focus after the palette closes. Row elements may be reused for other rows while the palette is open, so the list
 * itself restores a focus on its rows. When the opener is gone, the focus goes to the open detail, list or page; it never stays
 * on `body`.
 */
export function createFocusRestorer(page: Document, activeScopes: Pick<ActiveScopes, 'list' | 'detail'>) {
  let element: Element | null = null
  let isRow = false

  const workArea = (): { focus(options?: FocusOptions): void } | null =>
    activeScopes.detail ?? activeScopes.list ?? lastPageFocus() ?? page.querySelector('main')

  return {
    remember() {
      element = page.activeElement
      savePageFocus(page)
      isRow = element?.closest('[role="row"], [role="grid"]') != null
    },
    restore() {
      if (isRow && activeScopes.list !== null) return activeScopes.list.focus()
      const opener = element?.isConnected === true ? element : page.getElementById(element?.id ?? '')
      const target = isFocusTarget(opener) ? opener : workArea()
      target?.focus({ preventScroll: true })
    },
  }
}
