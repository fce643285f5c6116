import type { Tone } from '#commands/message.ts'
import { createGuestValue } from '../state/value.ts'

export interface Toast {
  tone: Tone
  title?: string
  text: string
  /** An action on it, also by key. Such a toast stays longer. */
  action?: { title: string; keys?: string; run(): void }
  /** Stays until dismissed: messages about money must not disappear unread. */
  stays?: boolean
  /** The subject, used to dismiss the toast when it no longer applies. */
  topic?: string
}

export interface LoggedToast extends Toast {
  id: number
  /** Milliseconds since 1970. */
  at: number
  /** The number of repetitions while it was visible. */
  times: number
  isDismissed?: boolean
}

export type Toasts = ReturnType<typeof createToasts>

/** Milliseconds a toast stays, and within which the same toast is counted instead of shown again. */
export const NOTICE_MS = 1_500
/** Milliseconds a toast with an action stays. */
export const ACTION_MS = 10_000
const KEPT = 200

/** Toasts. Each disappears by itself and stays in a log. */
export function createToasts(clock: { now(): number }) {
  const { get: log, set, subscribe } = createGuestValue<readonly LoggedToast[]>([])
  let lastId = 0
  return {
    /** Newest first. */
    get log() {
      return log()
    },
    show(toast: Toast) {
      const at = clock.now()
      // Other toasts may have been shown in between.
      const standing = log().find((one) => isSame(one, toast) && !one.isDismissed && at - one.at < NOTICE_MS)
      const logged = standing
        ? { ...standing, ...toast, at, times: standing.times + 1 }
        : { ...toast, at, id: ++lastId, times: 1 }
      set([logged, ...log().filter((one) => one !== standing)].slice(0, KEPT))
    },
    /** Dismisses the toasts of this topic because they no longer apply. The log keeps them. */
    dismiss(about: string) {
      if (!log().some((one) => one.topic === about && !one.isDismissed)) return
      set(log().map((one) => (one.topic === about ? { ...one, isDismissed: true } : one)))
    },
    subscribe,
  }
}

/** A message about money is never counted as a repeat of one that disappears by itself. */
const isSame = (one: Toast, other: Toast): boolean =>
  (['tone', 'title', 'text', 'topic', 'stays'] as const).every((member) => one[member] === other[member])
