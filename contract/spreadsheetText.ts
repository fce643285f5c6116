const NUMBER = /^-?\d+(\.\d+)?$/
// Too many digits for a spreadsheet number, or a leading zero that it would drop.
const NUMBER_BY_LOOKS = /^(\d{12,}|0\d+)$/
const DANGEROUS = /^[=+\-@\t\r]/

/**
 * Text that spreadsheets show unchanged. Formulas get a leading apostrophe (CSV injection). Digits that are identifiers become
 * the formula `="..."`, the only form that every program keeps as text.
 */
export function spreadsheetText(text: string): string {
  if (NUMBER_BY_LOOKS.test(text)) return `="${text}"`
  return DANGEROUS.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
