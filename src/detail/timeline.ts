import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { OrderTrail } from '#contract/rows/orders.ts'
import { parseTime } from '../format/dates.ts'
import type { Trail } from './trail.ts'

/** Something that happened to an order, whoever did it. */
export type TimelineEvent =
  | { readonly kind: 'move'; readonly time: string; readonly move: OrderTrail['moves'][number] }
  | { readonly kind: 'posting'; readonly time: string; readonly posting: OrderTrail['postings'][number] }
  | { readonly kind: 'attempt'; readonly time: string; readonly attempt: CallbackAttempt }
  | { readonly kind: 'action'; readonly time: string; readonly action: OrderTrail['actions'][number] }

/** A happening, and how long after the one before it in the list; null for the first. Milliseconds, negative when newest comes first. */
export type TimelineEntry = TimelineEvent & { readonly after: number | null }

/** Everything that happened in one line of time. What happened at once stands in the order of cause: what moved, what it posted, who was told. */
export function buildTimeline(trail: Trail, isNewestFirst: boolean): TimelineEntry[] {
  const happenings: TimelineEvent[] = [
    ...trail.actions.map((action) => ({ kind: 'action' as const, time: action.time, action })),
    ...trail.moves.map((move) => ({ kind: 'move' as const, time: move.time, move })),
    ...trail.postings.map((posting) => ({ kind: 'posting' as const, time: posting.time, posting })),
    ...trail.attempts.map((attempt) => ({ kind: 'attempt' as const, time: attempt.time, attempt })),
  ]
  // The sort keeps what is equal as it stands.
  const sorted = happenings.sort((one, other) => parseTime(one.time) - parseTime(other.time))
  const shown = isNewestFirst ? sorted.toReversed() : sorted
  return shown.map((happening, index) => {
    const before = shown[index - 1]
    return { ...happening, after: before === undefined ? null : parseTime(happening.time) - parseTime(before.time) }
  })
}

/** Before what people wrote: how it ended, and from where to where something moved. */
const KEYS = /^(?:[a-z]+: )?[A-Z_]+(?: → [A-Z_]+)?(?=: |$)/

/** What came of what people did, with a word for each key; what they wrote themselves stays as it is. */
export const translateKeys = (text: string, wordOf: (key: string) => string): string =>
  text.replace(KEYS, (keys) => keys.replace(/[A-Z_]{2,}/g, wordOf))

/** Text as it reads best: JSON with its lines, a form one field a line, anything else as it is. */
export function prettyPrint(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    const isForm = /^[\w.-]+=[^\n]*$/.test(text)
    return isForm ? [...new URLSearchParams(text)].map(([key, value]) => `${key} = ${value}`).join('\n') : text
  }
}
