import { FRACTION_DIGITS, SCALE, toMinor, toText } from '#contract/money.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import { parseAmount, type Units } from '../../../format/parseAmount.ts'
import type { FormContext, MoneyKind, Values } from './kinds.ts'

/** The exact amounts of a submission, as decimal strings. */
export interface Figures {
  amount: Amount
  fee: Amount
  /** The amount that the recipient gets. */
  arrives: Amount
  /** The available balance after the movement; null for a recharge, which first has to be paid. */
  after: Amount | null
}

const NO_UNITS: Units = {}

/** The typed amount as a decimal string; null when it cannot be parsed. */
export const enteredAmount = ({ payAmount = '' }: Values, { info }: FormContext, units: Units = NO_UNITS): Amount | null =>
  parseAmount(payAmount, { places: FRACTION_DIGITS[info.currency], units })

export function figuresOf(kind: MoneyKind, values: Values, formContext: FormContext): Figures | null {
  const { info } = formContext
  const amount = enteredAmount(values, formContext)
  const minor = amount === null ? null : toMinor(amount, info.currency)
  if (minor === null) return null
  const fee = toMinorUnits(kind.fee(info), formContext)
  const text = (units: bigint) => toText(units, info.currency)
  return {
    amount: text(minor),
    fee: text(fee),
    arrives: text(minor),
    after: kind.isOutgoing ? text(toMinorUnits(info.available, formContext) - minor - fee) : null,
  }
}

/** The minor units of an amount from the gateway, which may be negative. */
export function toMinorUnits(amount: Amount, { info: { currency } }: Pick<FormContext, 'info'>): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(SCALE[currency], '0').slice(0, SCALE[currency]))
  return amount.startsWith('-') ? -units : units
}
