import type { Tone } from '#commands/appScope.ts'

/** A short notice. */
export interface Toast {
  tone: Tone
  title?: string
  text: string
  /** What can still be done about it, by a key as well. It stands longer then. */
  action?: { title: string; keys: string; run(): void }
  /** Stays until it is dismissed: what happened to money must not vanish unread. */
  stays?: boolean
  /** What it is about, for whoever takes it down when that has come to an end. */
  topic?: string
}

/** A toast that was shown, for the log. */
export interface LoggedToast extends Toast {
  id: number
  /** Milliseconds since 1970. */
  at: number
  /** How often the same was said while it stood there. */
  times: number
  isDismissed?: boolean
}

/** Short notices. Each closes by itself, and is kept in a log. */
export interface Toasts {
  show(toast: Toast): void
  /** Takes down what was said about this: it does not hold any more. The log keeps it. */
  dismiss(about: string): void
  /** Newest first. */
  readonly log: readonly LoggedToast[]
  subscribe(changed: () => void): () => void
}

/** How long a notice stands, and how long the same one is counted instead of shown again. Milliseconds. */
export const NOTICE_MS = 1_500
/** How long one stands that can be answered. */
export const ANSWER_MS = 10_000
const KEPT = 200

export function createToasts(clock: { now(): number }): Toasts {
  const listeners = new Set<() => void>()
  let log: readonly LoggedToast[] = []
  let lastId = 0
  return {
    get log() {
      return log
    },
    show(toast) {
      const at = clock.now()
      // Others may have been said in between.
      const standing = log.find((one) => isSame(one, toast) && !one.isDismissed && at - one.at < NOTICE_MS)
      const logged = standing ? { ...standing, at, times: standing.times + 1 } : { ...toast, at, id: ++lastId, times: 1 }
      log = [logged, ...log.filter((one) => one !== standing)].slice(0, KEPT)
      for (const changed of listeners) changed()
    },
    dismiss(about) {
      if (!log.some((one) => one.topic === about && !one.isDismissed)) return
      log = log.map((one) => (one.topic === about ? { ...one, isDismissed: true } : one))
      for (const changed of listeners) changed()
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

const isSame = (one: Toast, other: Toast): boolean =>
  one.tone === other.tone && one.title === other.title && one.text === other.text
