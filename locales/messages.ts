import type { zh } from './zh.ts'

/** Every text of the console has a key of this table; a table that lacks one does not compile. */
export type MessageKey = keyof typeof zh
export type Messages = Record<MessageKey, string>

/** The languages with a table. `es` is offered nowhere and serves only who has it stored. */
export type Locale = 'zh' | 'en' | 'id' | 'vi' | 'es'
