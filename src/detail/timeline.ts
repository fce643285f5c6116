import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { OrderTrail } from '#contract/rows/orders.ts'
import { parseTime } from '../format/dates.ts'
import type { Trail } from './trail.ts'

/** One event in the history of an order. */
export type TimelineEvent =
  | { readonly kind: 'move'; readonly time: string; readonly move: OrderTrail['moves'][number] }
  | { readonly kind: 'posting'; readonly time: string; readonly posting: OrderTrail['postings'][number] }
  | { readonly kind: 'attempt'; readonly time: string; readonly attempt: CallbackAttempt }
  | { readonly kind: 'action'; readonly time: string; readonly action: OrderTrail['actions'][number] }

/** An event with the time since the previous one in the list, in milliseconds; null for the first, negative when newest comes first. */
export type TimelineEntry = TimelineEvent & { readonly after: number | null }

/** Merges all events by time. Simultaneous events keep their causal order: status change, posting, callback. */
export function buildTimeline(trail: Trail, isNewestFirst: boolean): TimelineEntry[] {
  const events: TimelineEvent[] = [
    ...trail.actions.map((action) => ({ kind: 'action' as const, time: action.time, action })),
    ...trail.moves.map((move) => ({ kind: 'move' as const, time: move.time, move })),
    ...trail.postings.map((posting) => ({ kind: 'posting' as const, time: posting.time, posting })),
    ...trail.attempts.map((attempt) => ({ kind: 'attempt' as const, time: attempt.time, attempt })),
  ]
  // The sort is stable.
  const sorted = events.sort((one, other) => parseTime(one.time) - parseTime(other.time))
  const shown = isNewestFirst ? sorted.toReversed() : sorted
  return shown.map((event, index) => {
    const before = shown[index - 1]
    return { ...event, after: before === undefined ? null : parseTime(event.time) - parseTime(before.time) }
  })
}

/** The outcome and status keys before a user's free text. */
const STATUS_KEYS = /^(?:[a-z]+: )?[A-Z_]+(?: → [A-Z_]+)?(?=: |$)/

/** Replaces the keys in an action's text by labels; free text stays. */
export const translateKeys = (text: string, labelOf: (key: string) => string): string =>
  text.replace(STATUS_KEYS, (keys) => keys.replace(/[A-Z_]{2,}/g, labelOf))

/** Formats a body for reading: JSON indented, a form one field per line, anything else unchanged. */
export function prettyPrint(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    const isForm = /^[\w.-]+=[^\n]*$/.test(text)
    return isForm ? [...new URLSearchParams(text)].map(([key, value]) => `${key} = ${value}`).join('\n') : text
  }
}
