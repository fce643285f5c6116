/** Keys pressed after a dialog, a menu or a field was asked for and before it has the focus: they are for it, and not for the rows behind it. */
export interface KeyQueue {
  /** Something was asked for that takes the focus: a popup, or what a selector says. Gives back how to tell that it is not coming. */
  expectFocus(what?: string): () => void
  /** Whether the key is kept for what is coming; one that closes it is not. */
  capture(event: KeyboardEvent): boolean
}

export type QueuedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>>

/** Who has waited so long is better off with what is there. Milliseconds. */
const LONGEST_MS = 5_000

const POPUP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-layer="dialog"]'

export function createKeyQueue(page: Document, clock: { now(): number }): KeyQueue {
  let since: number | null = null
  let awaited = POPUP
  let kept: QueuedKey[] = []

  const isThere = () => page.activeElement?.closest(awaited) != null
  function release() {
    since = null
    const keys = kept
    kept = []
    page.removeEventListener('focusin', arrived)
    return keys
  }
  function arrived() {
    if (!isThere()) return
    // Whoever takes the focus is not yet listening while it does.
    queueMicrotask(() => {
      for (const key of release()) replayKey(key, page)
    })
  }

  return {
    expectFocus(what = POPUP) {
      awaited = what
      if (!isThere()) {
        since = clock.now()
        page.addEventListener('focusin', arrived)
      }
      return () => void release()
    },
    capture({ key, code, shiftKey, ctrlKey, metaKey, altKey }) {
      if (since === null) return false
      if (isThere() || clock.now() - since > LONGEST_MS || key === 'Escape') {
        release()
        return false
      }
      if (!ctrlKey && !metaKey && !altKey) kept.push({ key, code, shiftKey })
      return true
    },
  }
}

/** As if it were pressed now, where the focus is. */
export function replayKey(kept: QueuedKey, { activeElement }: Document) {
  if (!(activeElement instanceof HTMLElement)) return
  const { key } = kept
  const event = new KeyboardEvent('keydown', { ...kept, bubbles: true, cancelable: true })
  if (!activeElement.dispatchEvent(event)) return
  const isPressed = key === 'Enter' || (key === ' ' && activeElement instanceof HTMLButtonElement)
  if (activeElement instanceof HTMLInputElement && key.length === 1) type(key, activeElement)
  else if (activeElement instanceof HTMLInputElement && key === 'Enter') activeElement.form?.requestSubmit()
  else if (isPressed && activeElement instanceof HTMLButtonElement) activeElement.click()
}

/** The page hears of it as of any other typing. */
function type(text: string, field: HTMLInputElement) {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }))
}
