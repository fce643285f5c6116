import type { Arguments } from '#commands/command.ts'
import type { CommandId } from '#commands/index.ts'
import type { Message } from '#commands/message.ts'
import { routeAt } from '#commands/navigation/routes.ts'
import { halfWidth } from '#commands/norm.ts'
import { isFoundByName, rowKinds } from '#commands/rows/kinds.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import { normalizeMobile, PATTERNS } from '#contract/rules.ts'
import type { Mode, Search } from '#machines/palette/page.ts'
import { amountIn } from '../format/amount.ts'
import { isDay } from '../format/dates.ts'
import { parseAmount, type Units } from '../format/parseAmount.ts'
import { parseAddress } from '../state/location.ts'
import { wordsAndNumber } from './wordsAndNumber.ts'

/** One interpretation of the query: an order search, or a command with its arguments. */
export type Interpretation =
  | { kind: 'search'; search: Search<SearchableKind> }
  | { kind: 'command'; command: CommandId; given: Arguments; title: Message }

export interface InterpretedQuery {
  mode: Mode
  /** The remaining text for the command search. */
  words: string
  /** The name of a command that was typed with the number of its order: `notify` in `notify INV-261121-008658`. */
  ofOrder: string | null
  /** All interpretations, the likeliest first. */
  interpretations: readonly Interpretation[]
  /** Searches by name, which any word could be; listed after the commands. */
  guesses: readonly Interpretation[]
  /** What is offered where nothing else is found. */
  fallbacks: readonly Interpretation[]
}

interface QueryContext {
  mode: Mode
  /** The kinds of order that the user may search. */
  kinds: readonly SearchableKind[]
  /** Whether the gateway filters by the end of a number and by account holder, which are beyond the documented conditions. */
  hasFilters?: boolean
  /** Prefix of links to this console: `https://console.example/#`. */
  home: string
  /** Unit suffixes of amounts with their number of zeros. */
  units(): Units
}

/** `>` and `:` narrow to commands. A colon with a number is a row. */
const COMMAND_PREFIX = /^(?:>|:(?!\d+$))/

const NOTHING = { ofOrder: null, guesses: [], fallbacks: [] } as const

/** Returns all interpretations of typed or pasted text. Searches and runs nothing. */
export function interpretQuery(typed: string, { mode, kinds, hasFilters = true, home, units }: QueryContext): InterpretedQuery {
  const text = halfWidth(typed).trim()
  if (text.startsWith(home)) return { mode, words: text, interpretations: address(text.slice(home.length)), ...NOTHING }
  if (text.startsWith('#/')) return { mode, words: text, interpretations: address(text.slice(1)), ...NOTHING }
  if (COMMAND_PREFIX.test(text)) return { mode: 'commands', words: text.slice(1).trim(), interpretations: [], ...NOTHING }
  const effectiveMode = text.startsWith('#') ? 'orders' : mode
  const words = text.startsWith('#') ? text.slice(1).trim() : text
  if (effectiveMode === 'commands') return { mode: effectiveMode, words, interpretations: [], ...NOTHING }
  const both = effectiveMode === 'all' && kinds.length > 0 ? wordsAndNumber(words) : null
  if (both !== null) {
    const search: Search<SearchableKind> = { by: 'number', text: both.number, kinds }
    const fallbacks = fallbacksOf(words, kinds)
    return { mode, words, ofOrder: both.words, interpretations: [{ kind: 'search', search }], guesses: [], fallbacks }
  }
  const interpretations = interpretationsOf(words, effectiveMode, { kinds, hasFilters, units })
  return {
    mode: effectiveMode,
    words,
    ofOrder: null,
    interpretations,
    guesses: effectiveMode === 'all' ? names(words, kinds, hasFilters) : [],
    fallbacks: effectiveMode === 'all' ? fallbacksOf(words, kinds) : [],
  }
}

/** The search for an argument that takes an order; null when the text fits no search. */
export function argumentSearch(
  typed: string,
  by: 'number' | 'account',
  kinds: readonly SearchableKind[],
  hasFilters = true,
): Search<SearchableKind> | null {
  const text = halfWidth(typed).trim()
  if (kinds.length === 0) return null
  if (by === 'account') return PATTERNS.bankAccount.test(text) ? { by, text, kinds } : null
  const [interpretation] = [
    ...(hasFilters ? tail(text, kinds) : []),
    ...hash(text, kinds),
    ...order(text, 'orders', kinds, hasFilters),
  ]
  return interpretation?.kind === 'search' ? interpretation.search : null
}

function interpretationsOf(
  text: string,
  mode: Mode,
  { kinds, hasFilters, units }: Pick<QueryContext, 'kinds' | 'units'> & { hasFilters: boolean },
): Interpretation[] {
  if (kinds.length === 0) return []
  const [, row] = /^:(\d{1,9})$/.exec(text) ?? []
  if (row !== undefined) return [commandInterpretation('list.toRow', { row: String(Number(row)) }, 'palette.reading.row')]
  const tails = text.startsWith('*') && hasFilters ? tail(text, kinds) : []
  if (tails.length > 0) return tails
  if (text.includes('*')) return pattern(text)
  const hashes = hash(text, kinds)
  if (hashes.length > 0) return hashes
  const orders = [...hashStart(text, kinds), ...order(text, mode, kinds, hasFilters).map(orAccount)]
  if (mode === 'orders') return orders
  // Plain digits are ambiguous, with orders first. Separators and units mark dates and amounts.
  const dayMatches = dayRange(text)
  const [accountMatches, amountMatches] = [accounts(text, kinds), amounts(text, { kinds, units })]
  // One end of a number in a thousand is as round as most amounts.
  const isAmountLikelier = orders[0]?.kind === 'search' && orders[0].search.by === 'tail' && /000$/.test(text)
  const numbers = [
    ...(isAmountLikelier ? amountMatches : []),
    ...orders,
    ...merchants(text),
    ...dayMatches,
    ...(SHORT.test(text.replace(/\s/g, '')) ? [...amountMatches, ...accountMatches] : [...accountMatches, ...amountMatches]),
  ]
  if (/[.,]/.test(text) || (amountMatches.length > 0 && WITH_UNIT.test(text)))
    return [...dayMatches, ...amountMatches, ...orders, ...accountMatches]
  return [...new Set(/^\d+$/.test(text) ? numbers : [...dayMatches, ...numbers])]
}

// Account numbers have more digits than this, and amounts rarely do.
const SHORT = /^\d{1,9}$/

const commandInterpretation = (
  command: CommandId,
  given: Arguments,
  key: Message[0],
  shown: Record<string, string> = given,
): Interpretation => ({
  kind: 'command',
  command,
  given,
  title: [key, shown],
})

/** An address of this console without its host, except the login page. */
function address(target: string): Interpretation[] {
  const routeId = routeAt(parseAddress(target).path)
  return routeId === null || routeId === 'login'
    ? []
    : [commandInterpretation('nav.address', { address: target }, 'palette.reading.address')]
}

/** The last digits of an order number: `*1234`. */
function tail(text: string, kinds: readonly SearchableKind[]): Interpretation[] {
  const [, end] = /^\*([\w-]{4,64})$/.exec(text) ?? []
  return end === undefined ? [] : [{ kind: 'search', search: { by: 'tail', text: end, kinds } }]
}

/** A chain transaction hash, which orders store as the channel's order number. */
const hash = (text: string, kinds: readonly SearchableKind[]): Interpretation[] =>
  /^(?:0x)?[0-9a-fA-F]{64}$/.test(text) ? [{ kind: 'search', search: { by: 'hash', text, kinds } }] : []

/** A number with a `*`: `INV-2611*`. */
const pattern = (text: string): Interpretation[] =>
  PATTERNS.orderPattern.test(text) ? [commandInterpretation('find.pattern', { pattern: text }, 'palette.reading.pattern')] : []

/** The beginning of a transaction hash: `0x3fa9`, or on TRON at least eight digits and letters of a hexadecimal number. */
function hashStart(text: string, kinds: readonly SearchableKind[]): Interpretation[] {
  const isStart = /^0x[0-9a-f]{4,63}$/i.test(text) || /^(?=.*\d)(?=.*[a-f])[0-9a-f]{8,63}$/i.test(text)
  const list = kinds.find((kind) => rowKinds[kind].fractionDigits === FRACTION_DIGITS.USDT)
  if (!isStart || list === undefined || PATTERNS.chainAddress.test(text)) return []
  const given = { list, pattern: `${text}*` }
  return [commandInterpretation('find.pattern', given, 'palette.reading.hash', { hash: text })]
}

// The gateway searches platform, merchant and channel order numbers alike.
const looksLikeNumber = (text: string): boolean => text.length >= 4 && (text.match(/\d/g)?.length ?? 0) >= 3

function order(text: string, mode: Mode, kinds: readonly SearchableKind[], hasFilters: boolean): Interpretation[] {
  const number = /^[\d\s]+$/.test(text) ? text.replace(/\s/g, '') : text
  // Four to eight digits are usually the end of a longer number; a short number matches its own end.
  if (hasFilters && /^\d{4,8}$/.test(number)) return [{ kind: 'search', search: { by: 'tail', text: number, kinds } }]
  const isOrderNumber = PATTERNS.orderNumber.test(number) && (mode === 'orders' ? number.length >= 3 : looksLikeNumber(number))
  return isOrderNumber ? [{ kind: 'search', search: { by: 'number', text: number, kinds } }] : []
}

const orAccount = (interpretation: Interpretation): Interpretation =>
  interpretation.kind === 'search' && interpretation.search.by === 'number'
    ? { ...interpretation, search: { ...interpretation.search, orAccount: true } }
    : interpretation

/** A merchant of an agent, or a sub-merchant. The caller drops commands that are not offered to the user. */
const merchants = (text: string): Interpretation[] => {
  const merchantNo = text.toUpperCase()
  if (!PATTERNS.merchantNo.test(merchantNo)) return []
  return (['merchant.jump', 'sub.jump'] as const).map((command) =>
    commandInterpretation(command, { merchantNo }, 'palette.reading.merchant'),
  )
}

const WRITTEN_DAY = /^\d{4}-\d\d-\d\d$/
const MOBILE = /^(?:\+?62|0)8\d{7,12}$/

/** An account number or a chain address; also a mobile number, which is the account number of an e-wallet. */
function accounts(text: string, kinds: readonly SearchableKind[]): Interpretation[] {
  if (WRITTEN_DAY.test(text)) return []
  const typed = text.replace(/[\s-]/g, '')
  const mobile = MOBILE.test(typed) ? normalizeMobile(typed) : null
  const withAccounts = kinds.filter((kind) => rowKinds[kind].account !== null)
  const forAccount = (account: string, key: Message[0]) => {
    const lists = withAccounts.filter((kind) => rowKinds[kind].account?.pattern.test(account) === true)
    return searchIn(lists, withAccounts).map((given) => commandInterpretation('find.account', { ...given, account }, key))
  }
  return [
    ...(mobile === null ? [] : forAccount(mobile, 'palette.reading.mobile')),
    ...(typed === mobile ? [] : forAccount(typed, 'palette.reading.account')),
  ]
}

// A name starts with a letter and has at least three characters, or two Chinese ones.
const NAME = /^(?:\p{L}[\p{L}\p{M} .'’-]{2,63}|\p{Script=Han}{2})$/u

/** The name of a payer or payee. The lists with names are an argument. */
const names = (text: string, kinds: readonly SearchableKind[], hasFilters: boolean): Interpretation[] =>
  NAME.test(text) && kinds.some((kind) => isFoundByName(kind, hasFilters))
    ? [commandInterpretation('find.name', { name: text }, 'palette.reading.name')]
    : []

/** A part of a number, and the text of a filter. */
const fallbacksOf = (text: string, kinds: readonly SearchableKind[]): Interpretation[] => [
  ...(kinds.length > 0 && /^[\w-]+$/.test(text) ? pattern(`*${text}*`) : []),
  ...(/[\p{L}\p{N}]{2}/u.test(text) ? [commandInterpretation('list.filter', { filter: text }, 'palette.reading.filter')] : []),
]

const WITH_UNIT = /^[\d.,\s]*\d\s*\p{L}+$/u
const MAX_FRACTION_DIGITS = 6
const MONEY_WORDS = /^(?:rp\.?|idr|usdt|vnd|\$)\s*|,-$|\s*(?:rp|idr|usdt|vnd|₫|đ)$/gi

/**
 * An amount in either notation: `1,234.50` equals `1.234,50`, `1.234` is ambiguous and yields both readings, and `1.5jt` uses the
 * unit suffixes of the filters.
 */
function amounts(text: string, { kinds, units }: Pick<QueryContext, 'kinds' | 'units'>): Interpretation[] {
  const written = text.replace(MONEY_WORDS, '').replace(/\s/g, '')
  const candidates = new Set<string>()
  if (/^\d{1,16}$/.test(written)) candidates.add(written)
  if (/^\d{1,3}(,\d{3})+(\.\d{1,6})?$/.test(written)) candidates.add(written.replaceAll(',', ''))
  if (/^\d{1,3}(\.\d{3})+(,\d{1,6})?$/.test(written)) candidates.add(written.replaceAll('.', '').replace(',', '.'))
  if (/^\d{1,16}[.,]\d{1,6}$/.test(written)) candidates.add(written.replace(',', '.'))
  const rounded = WITH_UNIT.test(written) ? parseAmount(written, { places: MAX_FRACTION_DIGITS, units: units() }) : null
  if (rounded !== null) candidates.add(rounded)
  // Fewer than four digits are an incomplete number, unless a currency is typed or the amounts are in USDT.
  const amountKinds = /^\d{1,3}$/.test(text)
    ? kinds.filter((kind) => rowKinds[kind].fractionDigits === FRACTION_DIGITS.USDT)
    : kinds
  return [...candidates].flatMap((amount) =>
    searchIn(amountKinds, kinds).map((given) => {
      const shown = amountIn(rowKinds[given.list ?? kinds[0]!].fractionDigits)
      return commandInterpretation('find.amount', { ...given, amount }, 'palette.reading.amount', { amount: shown(amount) })
    }),
  )
}

/** One search whose list can be chosen where all lists have what is searched for, else one for each list that has it. */
const searchIn = (lists: readonly SearchableKind[], all: readonly SearchableKind[]): { list?: SearchableKind }[] =>
  lists.length === all.length && all.length > 0 ? [{}] : lists.map((list) => ({ list }))

const DAY = String.raw`\d{4}-\d\d-\d\d|\d{8}|\d{1,2}[/.]\d{1,2}[/.]\d{4}`
const SINGLE_DAY = new RegExp(`^(?:${DAY})$`)
const DAY_RANGE = new RegExp(`^(${DAY})\\s*(?:\\.\\.|~|-|–| to )\\s*(${DAY})$`)

/** A day or a range of days: `2026-11-21`, `20261121`, `21/11/2026`, `2026-11-01..2026-11-07`. */
function dayRange(text: string): Interpretation[] {
  const [, from, to] = SINGLE_DAY.test(text) ? [text, text, text] : (DAY_RANGE.exec(text) ?? [])
  const startDate = parseDay(from)
  const endDate = parseDay(to)
  if (startDate === null || endDate === null || endDate < startDate) return []
  const key = startDate === endDate ? 'palette.reading.day' : 'palette.reading.days'
  return [commandInterpretation('find.days', { startDate, endDate }, key)]
}

/** The day in the gateway's format `YYYY-MM-DD`, or null when it does not exist. */
function parseDay(text: string | undefined): string | null {
  if (text === undefined) return null
  const [, day, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? []
  const written =
    day !== undefined && month !== undefined && year !== undefined
      ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      : text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return isDay(written) ? written : null
}
