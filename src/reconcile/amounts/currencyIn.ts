/** Names of currencies that are no codes. */
const NAMES: Readonly<Record<string, string>> = {
  RP: 'IDR',
  RPH: 'IDR',
  RUPIAH: 'IDR',
  '₫': 'VND',
  '€': 'EUR',
  '£': 'GBP',
  // The sign of the yen too: no order is in either.
  '¥': 'CNY',
  '￥': 'CNY',
}

/** With those that no standard lists. */
const CODES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'USDT', 'USDC', 'CNH', 'RMB'])

/** The code of the currency that a cell states: `Rp 91.000`, `USD 91000.00`; null without one that is known. A `$` may be of many. */
export function currencyIn(cell: string): string | null {
  // Most amounts of a large file have no letter.
  if (!/[a-z₫€£¥￥]/i.test(cell)) return null
  for (const [word] of cell.matchAll(WORDS)) {
    const code = NAMES[word.toUpperCase()] ?? word.toUpperCase()
    if (CODES.has(code)) return code
  }
  return null
}

const WORDS = /[a-z]{2,}|[₫€£¥￥]/gi
