import { createSignal, type Signal } from '../signal.ts'
import type { Console } from '../useConsole.tsx'

const SHOWN_MS = 4_000

/** A line that stands for a moment, and is said aloud. */
export interface Note {
  readonly text: Signal<string | null>
  say(text: string): void
  /** It is true no longer. */
  drop(): void
  close(): void
}

export function createNote({ announcer }: Pick<Console, 'announcer'>): Note {
  const shown = createSignal<string | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    text: shown,
    say(text) {
      announcer.polite(text)
      shown.set(text)
      clearTimeout(timer)
      timer = setTimeout(() => shown.set(null), SHOWN_MS)
    },
    drop() {
      clearTimeout(timer)
      shown.set(null)
    },
    close: () => clearTimeout(timer),
  }
}
