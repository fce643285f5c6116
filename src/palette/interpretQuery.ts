import type { Arguments } from '#commands/command.ts'
import type { CommandId } from '#commands/index.ts'
import type { Message } from '#commands/message.ts'
import { routeAt } from '#commands/navigation/routes.ts'
import { halfWidth } from '#commands/norm.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import { searchableKinds } from '#commands/rows/searchableKinds.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import { normalizeMobile, PATTERNS } from '#contract/rules.ts'
import type { Mode, Search } from '#machines/palette/page.ts'
import { amountIn } from '../format/amount.ts'
import { isDay } from '../format/dates.ts'
import { parseAmount, type Units } from '../format/parseAmount.ts'
import { parseAddress } from '../state/location.ts'

/** One way to understand what was typed: orders to look for, or a command with its arguments filled in. */
export type Interpretation =
  | { kind: 'search'; search: Search<SearchableKind> }
  | { kind: 'command'; command: CommandId; given: Arguments; title: Message }

/** What was typed, understood. */
export interface InterpretedQuery {
  mode: Mode
  /** What remains to search commands by. */
  words: string
  /** Every way to understand it, the likeliest first. */
  interpretations: readonly Interpretation[]
  /** Ways that are as likely as any word is a name: they come after the commands. */
  guesses: readonly Interpretation[]
}

interface QueryContext {
  mode: Mode
  /** The kinds of order this user may look for. */
  kinds: readonly SearchableKind[]
  /** Where links to this console begin: `https://console.example/#`. */
  home: string
  /** Words behind a number, and the noughts they stand for. */
  units(): Units
}

/** Understands typed or pasted text in every way it can be meant. Nothing is looked up or run here. */
export function interpretQuery(typed: string, { mode, kinds, home, units }: QueryContext): InterpretedQuery {
  const text = halfWidth(typed).trim()
  if (text.startsWith(home)) return { mode, words: text, interpretations: address(text.slice(home.length)), guesses: [] }
  if (text.startsWith('#/')) return { mode, words: text, interpretations: address(text.slice(1)), guesses: [] }
  if (text.startsWith('>')) return { mode: 'commands', words: text.slice(1).trim(), interpretations: [], guesses: [] }
  const effectiveMode = text.startsWith('#') ? 'orders' : mode
  const words = text.startsWith('#') ? text.slice(1).trim() : text
  if (effectiveMode === 'commands') return { mode: effectiveMode, words, interpretations: [], guesses: [] }
  return {
    mode: effectiveMode,
    words,
    interpretations: interpretationsOf(words, effectiveMode, { kinds, units }),
    guesses: effectiveMode === 'all' ? names(words, kinds) : [],
  }
}

/** What is looked for when an argument asks for an order. */
export function argumentSearch(
  typed: string,
  by: 'number' | 'account',
  kinds: readonly SearchableKind[],
): Search<SearchableKind> | null {
  const text = halfWidth(typed).trim()
  if (kinds.length === 0) return null
  if (by === 'account') return PATTERNS.bankAccount.test(text) ? { by, text, kinds } : null
  const [commandInterpretation] = [...tail(text, kinds), ...hash(text, kinds), ...order(text, 'orders', kinds)]
  return commandInterpretation?.kind === 'search' ? commandInterpretation.search : null
}

function interpretationsOf(
  text: string,
  mode: Mode,
  { kinds, units }: Pick<QueryContext, 'kinds' | 'units'>,
): Interpretation[] {
  if (kinds.length === 0) return []
  const [, row] = /^:(\d{1,9})$/.exec(text) ?? []
  if (row !== undefined) return [commandInterpretation('list.toRow', { row: String(Number(row)) }, 'palette.reading.row')]
  if (text.startsWith('*')) return tail(text, kinds)
  const hashes = hash(text, kinds)
  if (hashes.length > 0) return hashes
  const orders = order(text, mode, kinds)
  if (mode === 'orders') return orders
  // A number may be anything, an order first of all; what is written with its signs is what it looks like.
  const dayMatches = dayRange(text)
  const [accountMatches, amountMatches] = [accounts(text, kinds), amounts(text, { kinds, units })]
  const numbers = [
    ...orders,
    ...merchants(text),
    ...dayMatches,
    ...(SHORT.test(text.replace(/\s/g, '')) ? [...amountMatches, ...accountMatches] : [...accountMatches, ...amountMatches]),
  ]
  if (/[.,]/.test(text) || (amountMatches.length > 0 && WITH_UNIT.test(text)))
    return [...dayMatches, ...amountMatches, ...orders, ...accountMatches]
  return /^\d+$/.test(text) ? numbers : [...new Set([...dayMatches, ...numbers])]
}

// No account has so few digits, and hardly an amount has more.
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

/** An address of this console, without its host; the login page is no place to go to. */
function address(target: string): Interpretation[] {
  const place = routeAt(parseAddress(target).path)
  return place === null || place === 'login'
    ? []
    : [commandInterpretation('nav.address', { address: target }, 'palette.reading.address')]
}

/** The end of an order's number: `*1234`. */
function tail(text: string, kinds: readonly SearchableKind[]): Interpretation[] {
  const [, end] = /^\*([\w-]{4,64})$/.exec(text) ?? []
  return end === undefined ? [] : [{ kind: 'search', search: { by: 'tail', text: end, kinds } }]
}

/** What a transaction is called on a chain. Orders on it have that as the channel's number. */
const hash = (text: string, kinds: readonly SearchableKind[]): Interpretation[] =>
  /^(?:0x)?[0-9a-fA-F]{64}$/.test(text) ? [{ kind: 'search', search: { by: 'hash', text, kinds } }] : []

// What the platform gives, what merchants give, and what channels give: whichever it is, the gateway looks through all three.
const looksLikeNumber = (text: string): boolean => text.length >= 4 && (text.match(/\d/g)?.length ?? 0) >= 3

function order(text: string, mode: Mode, kinds: readonly SearchableKind[]): Interpretation[] {
  const number = /^[\d\s]+$/.test(text) ? text.replace(/\s/g, '') : text
  // Four to eight digits are what somebody reads out of the end of a long number; a short number ends in itself.
  if (/^\d{4,8}$/.test(number)) return [{ kind: 'search', search: { by: 'tail', text: number, kinds } }]
  const isOrderNumber = PATTERNS.orderNumber.test(number) && (mode === 'orders' ? number.length >= 3 : looksLikeNumber(number))
  return isOrderNumber ? [{ kind: 'search', search: { by: 'number', text: number, kinds } }] : []
}

/** A merchant of an agent, or a branch of a merchant: whoever has neither is offered neither. */
const merchants = (text: string): Interpretation[] => {
  const merchantNo = text.toUpperCase()
  if (!PATTERNS.merchantNo.test(merchantNo)) return []
  return (['merchant.jump', 'sub.jump'] as const).map((command) =>
    commandInterpretation(command, { merchantNo }, 'palette.reading.merchant'),
  )
}

const WRITTEN_DAY = /^\d{4}-\d\d-\d\d$/
const MOBILE = /^(?:\+?62|0)8\d{7,12}$/

/** An account number or an address on a chain; a mobile is one too, where the wallet it stands for is the account. */
function accounts(text: string, kinds: readonly SearchableKind[]): Interpretation[] {
  if (WRITTEN_DAY.test(text)) return []
  const typed = text.replace(/[\s-]/g, '')
  const mobile = MOBILE.test(typed) ? normalizeMobile(typed) : null
  const candidates = (account: string, key: Message[0]) =>
    kinds
      .filter((kind) => searchableKinds[kind].account?.pattern.test(account) === true)
      .map((list) => commandInterpretation('find.account', { list, account }, key))
  return [
    ...(mobile === null ? [] : candidates(mobile, 'palette.reading.mobile')),
    ...(typed === mobile ? [] : candidates(typed, 'palette.reading.account')),
  ]
}

// Whoever is called has three letters in a row.
const NAME = /^\p{L}[\p{L}\p{M} .'’-]{2,63}$/u

/** Somebody who paid, or was paid. */
const names = (text: string, kinds: readonly SearchableKind[]): Interpretation[] =>
  NAME.test(text)
    ? kinds
        .filter((kind) => searchableKinds[kind].nameField !== null)
        .map((list) => commandInterpretation('find.name', { list, name: text }, 'palette.reading.name'))
    : []

const WITH_UNIT = /^[\d.,\s]*\d\s*\p{L}+$/u
const MAX_FRACTION_DIGITS = 6
const MONEY_WORDS = /^(?:rp|idr|usdt|vnd|\$)\s*|\s*(?:rp|idr|usdt|vnd|₫|đ)$/gi

/**
 * An amount as it is written here or there: `1,234.50` and `1.234,50` are both the same, `1.234` may be either, and `1.5jt` is
 * as much as in a filter.
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
  // Fewer digits than four are the beginning of something, unless they are called money, or are of a coin.
  const amountMatches = /^\d{1,3}$/.test(text)
    ? kinds.filter((kind) => searchableKinds[kind].fractionDigits === FRACTION_DIGITS.USDT)
    : kinds
  return [...candidates].flatMap((amount) =>
    amountMatches.map((list) => {
      const shown = amountIn(searchableKinds[list].fractionDigits)
      return commandInterpretation('find.amount', { list, amount }, 'palette.reading.amount', { amount: shown(amount) })
    }),
  )
}

const DAY = String.raw`\d{4}-\d\d-\d\d|\d{8}|\d{1,2}[/.]\d{1,2}[/.]\d{4}`
const SINGLE_DAY = new RegExp(`^(?:${DAY})$`)
const DAY_RANGE = new RegExp(`^(${DAY})\\s*(?:\\.\\.|~|-|–| to )\\s*(${DAY})$`)

/** A day, or days from one to another: `2026-11-21`, `20261121`, `21/11/2026`, `2026-11-01..2026-11-07`. */
function dayRange(text: string): Interpretation[] {
  const [, from, to] = SINGLE_DAY.test(text) ? [text, text, text] : (DAY_RANGE.exec(text) ?? [])
  const startDate = parseDay(from)
  const endDate = parseDay(to)
  if (startDate === null || endDate === null || endDate < startDate) return []
  const key = startDate === endDate ? 'palette.reading.day' : 'palette.reading.days'
  return [commandInterpretation('find.days', { startDate, endDate }, key)]
}

/** A written day as the gateway takes it, or null when there is no such day. */
function parseDay(text: string | undefined): string | null {
  if (text === undefined) return null
  const [, day, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? []
  const written =
    day !== undefined && month !== undefined && year !== undefined
      ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      : text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return isDay(written) ? written : null
}
