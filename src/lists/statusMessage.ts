import { createValue } from '../state/atoms.ts'
import type { Cursor } from '../table/cursor.ts'
import type { Console } from '../useConsole.tsx'

const SHOWN_MS = 4_000

/** A transient message in the status bar that is also announced to screen readers. */
export function createStatusMessage({ announcer, atoms }: Pick<Console, 'announcer' | 'atoms'>, cursor: Cursor) {
  const shown = createValue<string | null>(atoms, null)
  let row: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(text: string, about: number | null) {
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
    announce: (text: string) => show(text, null),
    /** Announces a text about the row under the cursor. The message disappears when the cursor moves. */
    announceForRow: (text: string) => show(text, cursor.row),
    /** Announces a text that becomes outdated with the next change. */
    announceUntil(text: string, subscribe: (changed: () => void) => () => void) {
      show(text, null)
      const unsubscribe = subscribe(() => {
        unsubscribe()
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
