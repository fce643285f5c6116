import type { Time } from './scalars.ts'

/** An entry beside an order: a note, or a change of the assigned account. */
export interface NoteEntry {
  id: string
  kind: 'NOTE' | 'ASSIGNMENT'
  time: Time | null
  /** The sign-in name of the account that made it. */
  author: string | null
  /** The text of a note. */
  text: string | null
  /** The sign-in name of the account that was assigned; null when the assignment was removed. */
  assignedTo: string | null
}

/** An account that can be assigned to orders. */
export interface Person {
  username: string
  name: string | null
  /** The merchant whose orders alone it sees; null for an account that sees those of sub-merchants too. */
  merchantNo: string | null
}

/** The longest note, in characters. */
export const MAX_NOTE_LENGTH = 500

/** The most notes of one side on an order. */
export const MAX_NOTES = 200

/** Something to read, without control characters other than line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const NOTE_PATTERN = /^(?=[\s\S]*\S)[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$/

/** The sign-in name of an account, `ME` for the caller, or `NONE` for no account: sign-in names have no capital letters. */
export const ASSIGNEE_PATTERN = /^(ME|NONE|[\da-z_.@-]{3,64})$/
