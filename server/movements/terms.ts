import { type Currency, minWireAmount, SCALE, toMinor, toText } from '#contract/money.ts'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { Complete } from '#contract/rows/complete.ts'

/** The limits and fees of movements. Amounts are decimal text, as on the wire. */
export type Terms = Complete<Pick<AccountInfo, 'withdraw' | 'transfer' | 'recharge'>>

export const TERMS: Record<Currency, Terms> = {
  IDR: {
    withdraw: { min: '10000.00', max: '500000000.00', serviceFee: '5000.00' },
    transfer: { min: '10000.00', max: '500000000.00', transferFee: '0.00' },
    recharge: { min: '10000.00', max: '1000000000.00' },
  },
  VND: {
    withdraw: { min: '20000.00', max: '900000000.00', serviceFee: '10000.00' },
    transfer: { min: '20000.00', max: '900000000.00', transferFee: '0.00' },
    recharge: { min: '20000.00', max: '2000000000.00' },
  },
  USDT: {
    withdraw: { min: '1.0000', max: '100000.0000', serviceFee: '1.0000' },
    transfer: { min: '1.0000', max: '100000.0000', transferFee: '0.0000' },
    recharge: { min: '1.0000', max: '100000.0000' },
  },
}

type Kind = keyof Terms

const fieldsOf = (kind: Kind): string[] => Object.keys(TERMS.IDR[kind])

/** The format of a setting, for error messages. Example of a setting: `IDR 10000 500000000 5000, USDT 1 100000 1`. */
export const termsFormat = (kind: Kind): string =>
  `"${['<currency>', ...fieldsOf(kind).map((name) => `<${name}>`)].join(' ')}" for each currency, with commas between them`

/** Parses a setting into terms by currency; undefined when the format or an amount is invalid. */
export function parseTerms<K extends Kind>(kind: K, text: string): Partial<Record<Currency, Terms[K]>> | undefined {
  const parsed = text.split(',').map((part) => {
    const [currency = '', ...amounts] = part.trim().split(/\s+/)
    return { currency: currency as Currency, amounts: Object.hasOwn(SCALE, currency) ? amounts : [] }
  })
  const terms = parsed.map(({ currency, amounts }) => [currency, termsOf(kind, currency, amounts)] as const)
  return terms.every(([, one]) => one !== undefined)
    ? (Object.fromEntries(terms) as Partial<Record<Currency, Terms[K]>>)
    : undefined
}

function termsOf<K extends Kind>(kind: K, currency: Currency, texts: readonly string[]): Terms[K] | undefined {
  const names = fieldsOf(kind)
  const amounts = texts.map((text) => toMinor(text, currency))
  if (amounts.length !== names.length) return undefined
  if (!amounts.every((amount) => amount !== null && amount % minWireAmount(currency) === 0n)) return undefined
  const [min, max] = amounts as [bigint, bigint]
  if (min <= 0n || min > max) return undefined
  return Object.fromEntries(names.map((name, index) => [name, toText(amounts[index]!, currency)])) as unknown as Terms[K]
}

/** The given terms of every currency, with defaults for the rest. */
export const mergeTerms = (given: { [Name in Kind]: Partial<Record<Currency, Terms[Name]>> }): Record<Currency, Terms> => {
  const of = (currency: Currency): Terms => ({
    withdraw: given.withdraw[currency] ?? TERMS[currency].withdraw,
    transfer: given.transfer[currency] ?? TERMS[currency].transfer,
    recharge: given.recharge[currency] ?? TERMS[currency].recharge,
  })
  return { IDR: of('IDR'), VND: of('VND'), USDT: of('USDT') }
}
