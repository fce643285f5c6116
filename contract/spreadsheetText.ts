import { MONTH_NAMES } from './monthNames.ts'

const NUMBER = /^-?\d+(\.\d+)?$/
const MONTH = `(?:${MONTH_NAMES.join(' ').replaceAll(' ', '|')})`
/**
 * What a spreadsheet would change, in any case of letters: digits that are too many for a number, after a zero, with an exponent
 * (`2611E5`) or like a date (`3-4`), and digits beside the name of a month (`MAY-0001`, `Mar2211`).
 */
export const IDENTIFIER = String.raw`\d{12,}|0\d+|\d+(?:\.\d+)?e[+-]?\d{1,3}|\d{1,2}[-/]\d{1,4}(?:[-/]\d{1,4})?|\d{4}[-/]\d{1,2}|(?:\d{1,4}[-/. ]?)?${MONTH}\.?[-/. ]?\d[-/. \d]*|\d{1,4}[-/. ]?${MONTH}`
const LOOKS_LIKE_ANOTHER = new RegExp(`^(?:${IDENTIFIER})$`, 'i')
/** What a formula begins with, at the start of a text or where a reader of another locale starts a cell. Few texts have it. */
const MAY_BE_FORMULA = /^[=+\-@\t\r]|[;\t\r\n][ "]*[=+\-@]/
// The places of such signs. A number after a separator is no formula.
const FORMULA_START = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n])(?=[ "]*[=+\-@])(?!-?\d+(?:\.\d+)?(?:[;\t\r\n]|$))/g

/**
 * Text that spreadsheets show unchanged. Formulas get a leading apostrophe (CSV injection), also within the text: where commas are
 * decimal, files are split at semicolons. Identifiers become the formula `="..."`, the only form that every program
 * keeps as text.
 */
export function spreadsheetText(text: string): string {
  if (LOOKS_LIKE_ANOTHER.test(text)) return `="${text}"`
  return !MAY_BE_FORMULA.test(text) || NUMBER.test(text) ? text : text.replace(FORMULA_START, "'")
}
