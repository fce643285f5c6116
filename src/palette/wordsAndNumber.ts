import { PATTERNS } from '#contract/rules.ts'

/** A number with a prefix of letters, or too long for an amount or an account. */
const SURE_NUMBER = /^(?:[a-z][\w-]*\d{3}[\w-]*|\d{17,})$/i
const SPELLED = /^\p{L}[\p{L}\p{M}'’-]*$/u

/** Reads words with one order number among them, such as `notify INV-261121-008658`; null for any other text. */
export function wordsAndNumber(text: string): { words: string; number: string } | null {
  // Chinese is written without spaces.
  const parts = text.replace(/(\p{Script=Han})(?=[a-z\d])/giu, '$1 ').split(/\s+/)
  const isNumber = (part: string) =>
    SURE_NUMBER.test(part) && PATTERNS.orderNumber.test(part) && !PATTERNS.merchantNo.test(part.toUpperCase())
  const [[number, ...further], words] = [parts.filter(isNumber), parts.filter((part) => !isNumber(part))]
  if (number === undefined || further.length > 0 || words.length === 0 || !words.every((word) => SPELLED.test(word)))
    return null
  return { words: words.join(' '), number }
}
