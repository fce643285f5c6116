import { fractionDigitsOf, knownCurrency, SCALE, toMinor, toText } from '#contract/money.ts'
import { OPTION_MEMBERS } from '#contract/options.ts'
import type { Limits } from '#contract/rows/accounts.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import { PATTERNS } from '#contract/rules.ts'
import { mayReceive, maySend } from '#contract/statuses.ts'
import type { MessageKey } from '#locales/messages.ts'
import { amountFormatter } from '../../../format/amount.ts'
import { parseAmount, type Units } from '../../../format/parseAmount.ts'
import type { Params } from '../../../i18n.ts'
import type { FormContext, MoneyKind, Values } from './kinds.ts'
import { receiptFault } from './receiptFile.ts'

/** The message key and parameters of an invalid field. */
type Fault = readonly [key: MessageKey, params?: Params]
type Faults = Readonly<Record<string, Fault>>

type Rule = (text: string, formContext: FormContext, form: { kind: MoneyKind; values: Values; units: Units }) => Fault | null

const REQUIRED: Fault = ['rule.required']
const MAX_REMARK_LENGTH = 140

const pattern =
  (wanted: RegExp, fault: Fault): Rule =>
  (text) =>
    text === '' ? REQUIRED : wanted.test(text) ? null : fault

const oneOf =
  (choices: (formContext: FormContext) => readonly string[]): Rule =>
  (text, formContext) =>
    text === '' ? REQUIRED : choices(formContext).includes(text) ? null : ['rule.unknown']

const rules: Record<string, Rule> = {
  payAmount(text, formContext, { kind, values, units }) {
    if (text === '') return REQUIRED
    const amount = enteredAmount(values, formContext, units)
    if (amount === null) return ['money.rule.amount']
    const { info } = formContext
    const shown = amountFormatter(info.currency)
    const { min, max } = limitsOf(kind, values, formContext)
    const minor = toMinorUnits(amount, formContext) ?? 0n
    const [least, most] = [toMinorUnits(min, formContext), toMinorUnits(max, formContext)]
    if ((least !== null && minor < least) || (most !== null && minor > most)) {
      const text = most === null ? 'money.rule.least' : least === null ? 'money.rule.most' : 'money.rule.range'
      return [text, { min: shown(min), max: shown(max) }]
    }
    // Without a minimum, nothing above refuses zero.
    if (minor <= 0n) return ['money.rule.amount']
    // Of what the gateway does not say, nothing is checked: it judges itself.
    const fee = toMinorUnits(kind.fee(info), formContext) ?? 0n
    const available = toMinorUnits(info.available, formContext)
    if (kind.isOutgoing && available !== null && minor + fee > available) {
      const params = { available: shown(info.available), fee: shown(kind.fee(info)) }
      return [fee > 0n ? 'money.rule.balance' : 'money.rule.balance.free', params]
    }
    return null
  },
  bankCode(text, formContext, form) {
    const { banks, offline } = formContext
    // Accounts that the gateway does not list cannot be checked.
    if (offline !== null && offline.accounts === null) return text === '' ? REQUIRED : null
    return oneOf(() => (offline?.accounts ?? banks).map(({ bankCode }) => bankCode))(text, formContext, form)
  },
  payChannel: oneOf(({ channels }) => channels.map(({ payChannel }) => payChannel)),
  accountNumber: pattern(PATTERNS.bankAccount, ['money.rule.account']),
  payerAccountNumber: pattern(PATTERNS.bankAccount, ['money.rule.account']),
  accountHoldName: pattern(PATTERNS.personName, ['money.rule.name']),
  payerName: pattern(PATTERNS.personName, ['money.rule.name']),
  receiveMerchantNo(text, { owner, receivers }) {
    if (text === '') return REQUIRED
    const isKnown = receivers.some(({ merchantNo }) => merchantNo === text)
    // A gateway whose own merchants have other numbers judges itself.
    if (!isKnown && PATTERNS.merchantNo.test(owner) && !PATTERNS.merchantNo.test(text)) return ['money.rule.merchantNo']
    return text === owner ? ['money.rule.self'] : null
  },
  receipt: (text) => receiptFault(text),
  remark: (text) => (text.length > MAX_REMARK_LENGTH ? ['money.rule.remark', { most: MAX_REMARK_LENGTH }] : null),
}

/** Whether the status of the account allows the payment. Of a status that the console does not know, the gateway judges. */
export function mayPay({ isOutgoing }: MoneyKind, { status }: Pick<FormContext, 'status'>): boolean {
  const known = OPTION_MEMBERS.MerchantStatus.find((one) => one === status)
  return known === undefined || (isOutgoing ? maySend : mayReceive)({ status: known })
}

/** The allowed amounts: the limits of the account, narrowed by those of the chosen channel. */
export function limitsOf(kind: MoneyKind, values: Values, formContext: FormContext): Limits {
  const own = kind.limits(formContext.info)
  const channel = formContext.channels.find(({ payChannel }) => payChannel === values.payChannel)
  if (channel === undefined) return own
  const isAbove = (one: Amount | null, other: Amount | null): boolean => {
    const [units, otherUnits] = [toMinorUnits(one, formContext), toMinorUnits(other, formContext)]
    return units !== null && (otherUnits === null || units > otherUnits)
  }
  return {
    min: isAbove(channel.minAmount, own.min) ? channel.minAmount : own.min,
    max: own.max === null || (channel.maxAmount !== null && isAbove(own.max, channel.maxAmount)) ? channel.maxAmount : own.max,
  }
}

/** The faults by field, as far as they can be checked without the gateway. */
export function faultsOf(kind: MoneyKind, values: Values, formContext: FormContext, units: Units): Faults {
  const found = kind.fields.map(
    (name) => [name, rules[name]?.(values[name] ?? '', formContext, { kind, values, units }) ?? null] as const,
  )
  return Object.fromEntries(found.filter((entry): entry is [string, Fault] => entry[1] !== null))
}

/** The typed amount as a decimal string; null when it cannot be parsed. */
export const enteredAmount = ({ payAmount = '' }: Values, { info }: FormContext, units: Units = {}): Amount | null =>
  parseAmount(payAmount, { places: fractionDigitsOf(info.currency), units })

/** The exact amounts of a submission, as decimal strings; null while no amount is entered. */
export function figuresOf(kind: MoneyKind, values: Values, formContext: FormContext, units: Units = {}) {
  const { info } = formContext
  const currency = knownCurrency(info.currency)
  const amount = enteredAmount(values, formContext, units)
  const minor = amount === null ? null : toMinor(amount, currency)
  if (minor === null) return null
  const fee = toMinorUnits(kind.fee(info), formContext)
  const available = toMinorUnits(info.available, formContext)
  const most = toMinorUnits(limitsOf(kind, values, formContext).max, formContext)
  const text = (units: bigint): Amount => toText(units, currency)
  return {
    /** The recipient gets all of it. */
    amount: text(minor),
    fee: fee === null ? null : text(fee),
    /** The available balance after the movement; null when unknown, and for a recharge, which first has to be paid. */
    after: kind.isOutgoing && available !== null && fee !== null ? text(available - minor - fee) : null,
    /** The available balance once a recharge has been paid; null when unknown, and for what leaves the account. */
    paid: !kind.isOutgoing && available !== null ? text(available + minor) : null,
    /** What the limit leaves; negative above it. */
    limitLeft: most === null ? null : text(most - minor),
  }
}

/**
 * Whether a movement is what the form sends: the same amount to the same receiver. Only a certain difference counts, because an outgoing
 * movement that is taken for another one would be sent again. A recharge moves nothing yet, and its page shows it as it is.
 */
export function isPaymentOf(kind: MoneyKind, values: Values, formContext: FormContext, movement: Movement): boolean {
  if (!kind.isOutgoing) return true
  const units = (amount: Amount | null) => toMinorUnits(amount, formContext)
  const [asked, moved] = [units(enteredAmount(values, formContext)), units(movement.payAmount)]
  const fee = units(kind.fee(formContext.info)) ?? 0n
  // A gateway may add the fee to the amount, or take it off.
  if (asked !== null && moved !== null && ![0n, fee, -fee].includes(moved - asked)) return false
  return kind.fields.every((name) => {
    const found = RECEIVERS[name]?.(movement, formContext) ?? null
    return found === null || found === values[name]?.trim()
  })
}

/** Field of a form that says where the money goes -> its value in a movement; null where it is unknown, masked or in other terms. */
const RECEIVERS: Record<string, (movement: Movement, formContext: FormContext) => string | null> = {
  receiveMerchantNo: ({ receiveMerchantNo }) => receiveMerchantNo,
  bankCode: ({ bankCode }, { banks }) => (banks.some((bank) => bank.bankCode === bankCode) ? bankCode : null),
  accountNumber: ({ accountNumber }) => (PATTERNS.bankAccount.test(accountNumber ?? '') ? accountNumber : null),
}

/** The minor units of an amount from the gateway, which may be negative; null when unknown. */
function toMinorUnits(amount: Amount | null, { info }: Pick<FormContext, 'info'>): bigint | null {
  if (amount === null) return null
  const scale = SCALE[knownCurrency(info.currency)]
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale))
  return amount.startsWith('-') ? -units : units
}
