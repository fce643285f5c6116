import { hasModifier } from '../hasModifier.ts'
import { type QueuedKey, replayKey } from './replayKey.ts'

/** Milliseconds after which queueing gives up and keys work normally again, by the times at which they were pressed. */
const MAX_WAIT_MS = 5_000

const POPUP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-layer="dialog"]'

/** The time as events give it. */
const eventTime = () => new Event('').timeStamp

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
export function createKeyQueue(page: Document) {
  /** What the keys wait for: the focus of an element, or the word of the holder. */
  let waiting: { readonly selector: string | null; readonly since: number } | null = null
  let queue: QueuedKey[] = []

  const isFocused = (selector: string | null) => selector !== null && page.activeElement?.closest(selector) != null
  function stop() {
    waiting = null
    const keys = queue
    queue = []
    page.removeEventListener('focusin', handleFocusIn)
    return keys
  }
  async function replay(keys: QueuedKey[]) {
    while (keys.length > 0) {
      // A key may open something that the next ones wait for.
      if (waiting !== null) return void queue.unshift(...keys)
      replayKey(keys.shift() as QueuedKey, page)
      // Let the microtasks of this key run before the next key.
      for (let tick = 0; tick < 4; tick++) await null
    }
  }
  function handleFocusIn() {
    if (waiting === null || !isFocused(waiting.selector)) return
    // The focused element attaches its listeners after this event.
    queueMicrotask(() => replay(stop()))
  }
  /** Keys that already wait, wait for this instead. */
  function waitFor(selector: string | null) {
    const mine = { selector, since: eventTime() }
    waiting = mine
    page.addEventListener('focusin', handleFocusIn)
    return mine
  }

  return {
    /** Dispatches keys one after the other to what has the focus by then. */
    replay,
    /** Starts queueing until a popup, or an element matching the selector, has the focus. Returns the function that cancels. */
    expectFocus(selector = POPUP) {
      if (isFocused(selector)) return () => {}
      const mine = waitFor(selector)
      return () => void (waiting === mine && stop())
    },
    /** Starts queueing until the keys are released or dropped. */
    hold(): HeldKeys {
      // What waits for an element already knows where the keys go.
      const mine = waiting?.selector == null ? waitFor(null) : null
      return {
        release: () => void (mine !== null && waiting === mine && replay(stop())),
        drop: () => mine !== null && waiting === mine && stop().length > 0,
      }
    },
    /** Queues the key and returns true while an element or an answer is expected. Escape cancels instead. */
    capture(event: KeyboardEvent) {
      const { key, code, shiftKey, ctrlKey = false, metaKey = false, altKey = false } = event
      if (waiting === null) return false
      if (isFocused(waiting.selector) || event.timeStamp - waiting.since > MAX_WAIT_MS || key === 'Escape') {
        stop()
        return false
      }
      // A popup must not be confirmed by a Mod+Enter that was pressed before it was seen.
      if (waiting.selector === null || !hasModifier(event)) queue.push({ key, code, shiftKey, ctrlKey, metaKey, altKey })
      return true
    },
  }
}
