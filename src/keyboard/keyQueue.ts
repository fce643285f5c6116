import { hasModifier } from './hasModifier.ts'

export type QueuedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>>

/** Milliseconds after which queueing gives up and keys work normally again. */
const MAX_WAIT_MS = 5_000

const POPUP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-layer="dialog"]'

export type KeyQueue = ReturnType<typeof createKeyQueue>

/** Keys that are held back until it is known what they are meant for. */
export interface HeldKeys {
  /** Dispatches the keys to the focused element. */
  release(): void
  /** Forgets the keys. Returns whether there were any. */
  drop(): boolean
}

/**
 * Queues the keys pressed between the request for a dialog, menu or field and its focus, or while an Enter waits for its answer: they are
 * meant for what comes, not for the list behind it.
 */
export function createKeyQueue(page: Document, clock: { now(): number }) {
  let expectedSince: number | null = null
  let expectedSelector = POPUP
  let held: object | null = null
  let queue: QueuedKey[] = []

  const isFocused = () => page.activeElement?.closest(expectedSelector) != null
  function stop() {
    expectedSince = null
    held = null
    const keys = queue
    queue = []
    page.removeEventListener('focusin', handleFocusIn)
    return keys
  }
  async function replay(keys: readonly QueuedKey[]) {
    for (const key of keys) {
      replayKey(key, page)
      // Let the microtasks of this key run before the next key.
      for (let tick = 0; tick < 4; tick++) await null
    }
  }
  function handleFocusIn() {
    if (held !== null || !isFocused()) return
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
    /** Starts queueing until the keys are released or dropped. */
    hold(): HeldKeys {
      const mine = {}
      held = mine
      expectedSince = clock.now()
      return {
        release: () => void (held === mine && replay(stop())),
        drop: () => held === mine && stop().length > 0,
      }
    },
    /** Queues the key and returns true while an element or an answer is expected. Escape cancels instead. */
    capture(event: KeyboardEvent) {
      const { key, code, shiftKey } = event
      if (expectedSince === null) return false
      if ((held === null && isFocused()) || clock.now() - expectedSince > MAX_WAIT_MS || key === 'Escape') {
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
  else if (activeElement instanceof HTMLInputElement && key === 'Backspace') deleteText(activeElement)
  else if (activeElement instanceof HTMLInputElement && key === 'Enter') activeElement.form?.requestSubmit()
  else if (isActivation && activeElement instanceof HTMLButtonElement) activeElement.click()
}

/** Inserts text and dispatches the `input` event that typing would. */
function insertText(text: string, field: HTMLInputElement) {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }))
}

/** Deletes the selected text, or the character before the caret. */
function deleteText(field: HTMLInputElement) {
  const end = field.selectionEnd ?? field.value.length
  const start = field.selectionStart === end ? Math.max(end - 1, 0) : (field.selectionStart ?? end)
  field.setRangeText('', start, end, 'end')
  field.dispatchEvent(new InputEvent('input', { inputType: 'deleteContentBackward', bubbles: true }))
}
