import { PATTERNS } from '#contract/rules.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Ground, Values } from '#machines/money/run.ts'
import { amountOf } from '../../../format/amount.ts'
import type { Units } from '../../../format/writtenAmount.ts'
import type { Params } from '../../../i18n.ts'
import { enteredAmount, toMinorUnits } from './figures.ts'
import type { MoneyKind } from './kinds.ts'
import { receiptFault } from './receiptFile.ts'

/** What is wrong with a field, in words. */
export type Fault = readonly [key: MessageKey, params?: Params]
export type Faults = Readonly<Record<string, Fault>>

type Rule = (text: string, ground: Ground, about: { kind: MoneyKind; values: Values; units: Units }) => Fault | null

const REQUIRED: Fault = ['rule.required']
const MAX_REMARK_LENGTH = 140

const pattern =
  (wanted: RegExp, fault: Fault): Rule =>
  (text) =>
    text === '' ? REQUIRED : wanted.test(text) ? null : fault

const oneOf =
  (choices: (ground: Ground) => readonly string[]): Rule =>
  (text, ground) =>
    text === '' ? REQUIRED : choices(ground).includes(text) ? null : ['rule.unknown']

const rules: Record<string, Rule> = {
  payAmount(text, ground, { kind, values, units }) {
    if (text === '') return REQUIRED
    const amount = enteredAmount(values, ground, units)
    if (amount === null) return ['money.rule.amount']
    const { info } = ground
    const shown = amountOf(info.currency)
    const { min, max } = limitsOf(kind, values, ground)
    const minor = toMinorUnits(amount, ground)
    if (minor < toMinorUnits(min, ground) || minor > toMinorUnits(max, ground)) {
      return ['money.rule.range', { min: shown(min), max: shown(max) }]
    }
    const fee = toMinorUnits(kind.fee(info), ground)
    if (kind.isOutgoing && minor + fee > toMinorUnits(info.available, ground)) {
      const said = { available: shown(info.available), fee: shown(kind.fee(info)) }
      return [fee > 0n ? 'money.rule.balance' : 'money.rule.balance.free', said]
    }
    return null
  },
  bankCode: oneOf(({ banks, offline }) => (offline?.accounts ?? banks).map(({ bankCode }) => bankCode)),
  payChannel: oneOf(({ channels }) => channels.map(({ payChannel }) => payChannel)),
  accountNumber: pattern(PATTERNS.bankAccount, ['money.rule.account']),
  payerAccountNumber: pattern(PATTERNS.bankAccount, ['money.rule.account']),
  accountHoldName: pattern(PATTERNS.personName, ['money.rule.name']),
  payerName: pattern(PATTERNS.personName, ['money.rule.name']),
  receiveMerchantNo(text, { owner }) {
    if (text === '') return REQUIRED
    if (!PATTERNS.merchantNo.test(text)) return ['money.rule.merchantNo']
    return text === owner ? ['money.rule.self'] : null
  },
  receipt: (text) => receiptFault(text),
  remark: (text) => (text.length > MAX_REMARK_LENGTH ? ['money.rule.remark', { most: MAX_REMARK_LENGTH }] : null),
}

/** Between which amounts: those of the account, and of the channel where one is chosen. */
export function limitsOf(kind: MoneyKind, values: Values, ground: Ground): { min: string; max: string } {
  const own = kind.limits(ground.info)
  const channel = ground.channels.find(({ payChannel }) => payChannel === values.payChannel)
  if (channel === undefined) return own
  const isHigher = toMinorUnits(channel.minAmount, ground) > toMinorUnits(own.min, ground)
  const isLower = toMinorUnits(channel.maxAmount, ground) < toMinorUnits(own.max, ground)
  return { min: isHigher ? channel.minAmount : own.min, max: isLower ? channel.maxAmount : own.max }
}

/** What is wrong, field by field, as far as can be told without asking the gateway. */
export function faultsOf(kind: MoneyKind, values: Values, ground: Ground, units: Units): Faults {
  const found = kind.fields.map(
    (name) => [name, rules[name]?.(values[name] ?? '', ground, { kind, values, units }) ?? null] as const,
  )
  return Object.fromEntries(found.filter((one): one is [string, Fault] => one[1] !== null))
}
