import type { ActiveScopes } from '../state/activeScopes.ts'
import { isFocusTarget, lastPageFocus, savePageFocus } from '../ui/focus/pageFocus.ts'

/** Where the focus was when the palette opened, and how it gets back there. */
export interface FocusRestorer {
  remember(): void
  restore(): void
}

/**
 * Rows are replaced while the palette is open, and their elements show others: a place in a list is given back by the list.
 * Where the opener is gone, the focus goes to what one works in; it is never left on the page itself.
 */
export function createFocusRestorer(page: Document, activeScopes: Pick<ActiveScopes, 'list' | 'detail'>): FocusRestorer {
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
