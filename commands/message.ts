import type { CommonKey } from '#locales/messages.ts'

/** What a short notice is about. */
export type Tone = 'info' | 'done' | 'error'

/** A text of the console with what stands in its holes; an `info` when it does not say. */
export type Message = readonly [key: CommonKey, params?: Record<string, string | number>, tone?: Tone]
