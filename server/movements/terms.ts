import { type Currency, minWireAmount, SCALE, toMinor, toText } from '#contract/money.ts'

/** Between which amounts, and for what fee, an account may move its own money. Decimal text, as on the wire. */
export interface Terms {
  withdraw: { min: string; max: string; serviceFee: string }
  transfer: { min: string; max: string; transferFee: string }
  recharge: { min: string; max: string }
}

/** What holds where the operator has said nothing else. */
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

const FIGURES: Record<Kind, readonly string[]> = {
  withdraw: ['min', 'max', 'serviceFee'],
  transfer: ['min', 'max', 'transferFee'],
  recharge: ['min', 'max'],
}

/** How a setting of that kind reads: `IDR 10000 500000000 5000, USDT 1 100000 1`. */
export const termsFormat = (kind: Kind): string =>
  `"${['<currency>', ...FIGURES[kind].map((name) => `<${name}>`)].join(' ')}" for each currency, with commas between them`

/** The terms of one kind that the text gives, by currency; undefined where it is not of that form, or makes no sense. */
export function parseTerms<Of extends Kind>(kind: Of, text: string): Partial<Record<Currency, Terms[Of]>> | undefined {
  const read = text.split(',').map((part) => {
    const [currency = '', ...amounts] = part.trim().split(/\s+/)
    return { currency: currency as Currency, amounts: Object.hasOwn(SCALE, currency) ? amounts : [] }
  })
  const terms = read.map(({ currency, amounts }) => [currency, termsOf(kind, currency, amounts)] as const)
  return terms.every(([, one]) => one !== undefined)
    ? (Object.fromEntries(terms) as Partial<Record<Currency, Terms[Of]>>)
    : undefined
}

function termsOf<Of extends Kind>(kind: Of, currency: Currency, texts: readonly string[]): Terms[Of] | undefined {
  const names = FIGURES[kind]
  const amounts = texts.map((text) => toMinor(text, currency))
  if (amounts.length !== names.length) return undefined
  if (!amounts.every((amount) => amount !== null && amount % minWireAmount(currency) === 0n)) return undefined
  const [min, max] = amounts as [bigint, bigint]
  if (min <= 0n || min > max) return undefined
  return Object.fromEntries(names.map((name, nth) => [name, toText(amounts[nth]!, currency)])) as unknown as Terms[Of]
}

/** The terms of every currency, where some were given and the others are those above. */
export const mergeTerms = (given: { [Name in Kind]: Partial<Record<Currency, Terms[Name]>> }): Record<Currency, Terms> => {
  const of = (currency: Currency): Terms => ({
    withdraw: given.withdraw[currency] ?? TERMS[currency].withdraw,
    transfer: given.transfer[currency] ?? TERMS[currency].transfer,
    recharge: given.recharge[currency] ?? TERMS[currency].recharge,
  })
  return { IDR: of('IDR'), VND: of('VND'), USDT: of('USDT') }
}
