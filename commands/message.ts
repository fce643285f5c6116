import type { CommonKey } from '#locales/messages.ts'

/** The kind of a short notice. */
export type Tone = 'info' | 'done' | 'error'

/** A text of the console with its parameters; the tone is `info` by default. */
export type Message = readonly [key: CommonKey, params?: Record<string, string | number | null>, tone?: Tone]
