/** Keys pressed after a dialog, a menu or a field was asked for and before it has the focus: they are for it, and not for the rows behind it. */
export interface KeyQueue {
  /** Something was asked for that takes the focus: a popup, or what a selector says. Gives back how to tell that it is not coming. */
  expectFocus(selector?: string): () => void
  /** Whether the key is kept for what is coming; one that closes it is not. */
  capture(event: KeyboardEvent): boolean
}

export type QueuedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>>

/** Who has waited so long is better off with what is there. Milliseconds. */
const MAX_WAIT_MS = 5_000

const POPUP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-layer="dialog"]'

export function createKeyQueue(page: Document, clock: { now(): number }): KeyQueue {
  let expectedSince: number | null = null
  let expectedSelector = POPUP
  let queue: QueuedKey[] = []

  const isFocused = () => page.activeElement?.closest(expectedSelector) != null
  function stop() {
    expectedSince = null
    const keys = queue
    queue = []
    page.removeEventListener('focusin', handleFocusIn)
    return keys
  }
  function handleFocusIn() {
    if (!isFocused()) return
    // Whoever takes the focus is not yet listening while it does.
    queueMicrotask(() => {
      for (const key of stop()) replayKey(key, page)
    })
  }

  return {
    expectFocus(selector = POPUP) {
      expectedSelector = selector
      if (!isFocused()) {
        expectedSince = clock.now()
        page.addEventListener('focusin', handleFocusIn)
      }
      return () => void stop()
    },
    capture({ key, code, shiftKey, ctrlKey, metaKey, altKey }) {
      if (expectedSince === null) return false
      if (isFocused() || clock.now() - expectedSince > MAX_WAIT_MS || key === 'Escape') {
        stop()
        return false
      }
      if (!ctrlKey && !metaKey && !altKey) queue.push({ key, code, shiftKey })
      return true
    },
  }
}

/** As if it were pressed now, where the focus is. */
export function replayKey(queue: QueuedKey, { activeElement }: Document) {
  if (!(activeElement instanceof HTMLElement)) return
  const { key } = queue
  const event = new KeyboardEvent('keydown', { ...queue, bubbles: true, cancelable: true })
  if (!activeElement.dispatchEvent(event)) return
  const isActivation = key === 'Enter' || (key === ' ' && activeElement instanceof HTMLButtonElement)
  if (activeElement instanceof HTMLInputElement && key.length === 1) insertText(key, activeElement)
  else if (activeElement instanceof HTMLInputElement && key === 'Enter') activeElement.form?.requestSubmit()
  else if (isActivation && activeElement instanceof HTMLButtonElement) activeElement.click()
}

/** The page hears of it as of any other typing. */
function insertText(text: string, field: HTMLInputElement) {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }))
}
