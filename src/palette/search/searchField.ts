import { norm } from '#commands/norm.ts'

/** A searchable text of an entry. */
export interface SearchField {
  readonly text: string
  /** The text without spaces: `log out` and `logout` are equal. */
  readonly joined: string
  /** The text with its diacritics, which tell some words apart. */
  readonly marked: string
  readonly initials: string
  /** Bit mask of the characters that occur, to skip texts that lack one of the query's. */
  readonly mask: number
  /** Words of at least four Latin letters, which may be mistyped. */
  readonly words: readonly Pick<SearchTerm, 'text' | 'mask'>[]
  /** From 0 to 1: rank of a match here among matches of the same class. */
  readonly weight: number
  /** Matches by whole words only and never exactly: the name of a section must not outrank a command. */
  readonly isSecondary: boolean
  /** Syllables of Chinese: typed without spaces, and by their initials. */
  readonly isPinyin: boolean
  /** What is shown when the entry is found by this text; null for a text that is in its title. */
  readonly shown: string | null
}

export interface SearchTerm {
  readonly text: string
  readonly joined: string
  readonly marked: string
  readonly mask: number
}

export const searchTerm = (written: string): SearchTerm => {
  const text = searchText(written)
  return { text, joined: joined(text), marked: withMarks(written), mask: maskOf(text) }
}

/** Normalized, with the parts of compounds as words: `top-up`, `w/d`. */
const searchText = (written: string): string => {
  const text = norm(written).trim()
  return /[-_/]/.test(text) ? text.replace(/([a-z])[-_/]+(?=[a-z])/g, '$1 ') : text
}

const joined = (text: string): string => text.replaceAll(' ', '')
const ASCII = /^[\x20-\x7e]*$/
const withMarks = (written: string): string => {
  const text = written.toLowerCase().trim()
  return ASCII.test(text) ? text : text.normalize('NFC')
}

const SEPARATORS: ReadonlySet<string> = new Set(' \t\n\u00a0.-_/:·,()+#*“”"\'')
// Each Chinese character is a word of its own.
const CJK = 0x2e80

/** Whether a word begins at this place of a normalized text. */
export const startsWord = (text: string, at: number): boolean =>
  at === 0 || text.charCodeAt(at) >= CJK || SEPARATORS.has(text[at - 1] ?? '')

export const isChinese = (text: string): boolean => text.charCodeAt(0) >= CJK

export function maskOf(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97)
    else if (code >= 48 && code <= 57) mask |= 1 << 26
    else if (code >= CJK) mask |= 1 << (27 + (code & 3))
  }
  return mask
}

interface FieldOptions {
  isSecondary?: boolean
  isPinyin?: boolean
  shown?: string | null
}

export function searchField(
  written: string,
  weight: number,
  { isSecondary = false, isPinyin = false, shown = null }: FieldOptions = {},
): SearchField {
  const term = searchTerm(written)
  const { text } = term
  let initials = ''
  for (let at = 0; at < text.length; at++) {
    if (startsWord(text, at) && !SEPARATORS.has(text[at] as string)) initials += text[at]
  }
  const words = (text.match(/[a-z]{4,}/g) ?? []).map((word) => ({ text: word, mask: maskOf(word) }))
  return { ...term, initials, words, weight, isSecondary, isPinyin, shown }
}
