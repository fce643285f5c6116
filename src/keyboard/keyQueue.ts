import { hasModifier } from './hasModifier.ts'

export type QueuedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>>

/** Milliseconds after which queueing gives up and keys work normally again. */
const MAX_WAIT_MS = 5_000

const POPUP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-layer="dialog"]'

export type KeyQueue = ReturnType<typeof createKeyQueue>

/** Queues the keys pressed between the request for a dialog, menu or field and its focus: they are meant for it, not for the list behind it. */
export function createKeyQueue(page: Document, clock: { now(): number }) {
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
    // The focused element attaches its listeners after this event.
    queueMicrotask(() => {
      for (const key of stop()) replayKey(key, page)
    })
  }

  return {
    /** Starts queueing until a popup, or an element matching the selector, has the focus. Returns the function that cancels. */
    expectFocus(selector = POPUP) {
      expectedSelector = selector
      if (!isFocused()) {
        expectedSince = clock.now()
        page.addEventListener('focusin', handleFocusIn)
      }
      return () => void stop()
    },
    /** Queues the key and returns true while an element is expected. Escape cancels instead. */
    capture(event: KeyboardEvent) {
      const { key, code, shiftKey } = event
      if (expectedSince === null) return false
      if (isFocused() || clock.now() - expectedSince > MAX_WAIT_MS || key === 'Escape') {
        stop()
        return false
      }
      if (!hasModifier(event)) queue.push({ key, code, shiftKey })
      return true
    },
  }
}

/** Dispatches the key again to the focused element, with the default actions of inputs and buttons. */
export function replayKey(queued: QueuedKey, { activeElement }: Document) {
  if (!(activeElement instanceof HTMLElement)) return
  const { key } = queued
  const event = new KeyboardEvent('keydown', { ...queued, bubbles: true, cancelable: true })
  if (!activeElement.dispatchEvent(event)) return
  const isActivation = key === 'Enter' || (key === ' ' && activeElement instanceof HTMLButtonElement)
  if (activeElement instanceof HTMLInputElement && key.length === 1) insertText(key, activeElement)
  else if (activeElement instanceof HTMLInputElement && key === 'Enter') activeElement.form?.requestSubmit()
  else if (isActivation && activeElement instanceof HTMLButtonElement) activeElement.click()
}

/** Inserts text and dispatches the `input` event that typing would. */
function insertText(text: string, field: HTMLInputElement) {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }))
}
