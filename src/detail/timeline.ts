import { parseTime } from '../format/dates.ts'
import type { Trail } from './trail.ts'

/** An event in the history of an order. */
export type TimelineEntry = ReturnType<typeof buildTimeline>[number]

/**
 * Merges all events by time. Simultaneous events keep their causal order: status change, posting, callback. `after` is the time
 * since the previous event in the list, in milliseconds; null for the first, negative when newest comes first.
 */
export function buildTimeline(trail: Trail, isNewestFirst: boolean) {
  const events = [
    ...(trail.times ?? []).map((stated) => ({ kind: 'stated' as const, ...stated })),
    ...trail.actions.map((action) => ({ kind: 'action' as const, time: action.time, action })),
    ...trail.moves.map((move) => ({ kind: 'move' as const, time: move.time, move })),
    ...trail.postings.map((posting) => ({ kind: 'posting' as const, time: posting.time, posting })),
    ...trail.attempts.map((attempt) => ({ kind: 'attempt' as const, time: attempt.time, attempt })),
  ]
  // The sort is stable. Events without a time come last.
  const sorted = events.sort((one, other) => sortKey(one) - sortKey(other))
  const shown = isNewestFirst ? sorted.toReversed() : sorted
  return shown.map((event, index) => {
    const before = shown[index - 1]
    const isTimed = before !== undefined && before.time !== null && event.time !== null
    return { ...event, after: isTimed ? sortKey(event) - sortKey(before) : null }
  })
}

const sortKey = ({ time }: { time: string | null }): number => (time === null ? Number.MAX_SAFE_INTEGER : parseTime(time))

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
