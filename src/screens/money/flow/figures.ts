import { FRACTION_DIGITS, SCALE, toMinor, toText } from '#contract/money.ts'
import type { Amount } from '#contract/rows.ts'
import type { FormContext, Values } from '#machines/money/submission.ts'
import { readAmount, type Units } from '../../../format/writtenAmount.ts'
import type { MoneyKind } from './kinds.ts'

/** What a submission does to the account, all of it exact. */
export interface Figures {
  amount: Amount
  fee: Amount
  /** What the other side gets. */
  arrives: Amount
  /** What is available when it is through; null where the account gets money that somebody has to send first. */
  after: Amount | null
}

const NO_UNITS: Units = {}

/** The amount as it is sent; null while there is none to be read. */
export const enteredAmount = ({ payAmount = '' }: Values, { info }: FormContext, units: Units = NO_UNITS): Amount | null =>
  readAmount(payAmount, { places: FRACTION_DIGITS[info.currency], units })

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

/** Minor units of an amount of the gateway's, which may be below nothing. */
export function toMinorUnits(amount: Amount, { info: { currency } }: Pick<FormContext, 'info'>): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(SCALE[currency], '0').slice(0, SCALE[currency]))
  return amount.startsWith('-') ? -units : units
}
