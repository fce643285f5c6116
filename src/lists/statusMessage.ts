import { createSignal, type Signal } from '../state/signal.ts'
import type { Cursor } from '../table/cursor.ts'
import type { Console } from '../useConsole.tsx'

const SHOWN_MS = 4_000

/** A line that stands for a moment, and is said aloud. */
export interface StatusMessage {
  readonly text: Signal<string | null>
  announce(text: string): void
  /** The same of the row under the cursor: it goes when the cursor goes on. */
  announceForRow(text: string): void
  /** The same until something changes, after which it may be true no longer. */
  announceUntil(text: string, subscribe: (changed: () => void) => () => void): void
  /** It is true no longer. */
  clear(): void
  close(): void
}

export function createStatusMessage({ announcer }: Pick<Console, 'announcer'>, cursor: Cursor): StatusMessage {
  const shown = createSignal<string | null>(null)
  let row: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(text: string, about: number | null) {
    row = about
    announcer.polite(text)
    shown.set(text)
    clearTimeout(timer)
    timer = setTimeout(() => shown.set(null), SHOWN_MS)
  }
  function clear() {
    row = null
    clearTimeout(timer)
    shown.set(null)
  }
  const stop = cursor.subscribe(() => {
    if (row !== null && row !== cursor.row) clear()
  })

  return {
    text: shown,
    announce: (text) => tell(text, null),
    announceForRow: (text) => tell(text, cursor.row),
    announceUntil(text, subscribe) {
      tell(text, null)
      const leave = subscribe(() => {
        leave()
        if (shown.get() === text) clear()
      })
    },
    clear,
    close() {
      stop()
      clearTimeout(timer)
    },
  }
}
