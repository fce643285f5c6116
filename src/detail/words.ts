import { createElement, type ReactNode } from 'react'
import { statusList } from '#commands/orderKinds.ts'
import type { OrderKind } from '#commands/scope.ts'
import { NOTIFY_STATUSES, type OptionList, PAY_METHODS } from '#contract/options.ts'
import type { PayOrder } from '#contract/rows.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Options } from '#machines/options/optionsMachine.ts'
import type { Translate } from '../i18n.ts'
import { account, amount, dateTime, type Kind, mobile, number, option, realName, state, text } from '../table/kinds.tsx'
import type { Tone } from '../ui/Status.tsx'
import { toneOf } from '../ui/tones.ts'
import type { FieldKind } from './fact.ts'
import { TimeLeft } from './TimeLeft.tsx'

/** How a field is drawn and written; some are drawn by more of the order than their value. */
export interface FieldLook extends Omit<Kind, 'draw'> {
  draw(value: string, order: PayOrder): ReactNode
}

/** What stands in orders, in the words of the current language. A key nobody knows is its own word. */
export interface Words {
  readonly t: Translate
  kindOf(kind: FieldKind): FieldLook
  status(key: string): string
  notifyStatus(key: string): string
  channel(key: string): string
  method(key: string): string
  /** A kind of ledger row. */
  detailType(key: string): string
}

const FEE_TYPES = ['RATE', 'FIXED', 'MIXED'] as const
const NOTIFY_TONES: Record<string, Tone> = { NONE: 'idle', PENDING: 'busy', SUCCESS: 'good', FAILED: 'bad' }

/** Which orders: their kind, and how many decimals their amounts have. */
interface Worded {
  kind: OrderKind
  places: number
}

/** The words of orders of one kind. */
export function createWords(t: Translate, options: Options, { kind, places }: Worded): Words {
  const textIn = (list: OptionList) => (key: string) => options.raw?.[list]?.[key] ?? key
  const worded = (known: readonly string[], prefix: string) => (key: string) =>
    known.includes(key) ? t(`${prefix}.${key}` as MessageKey) : key

  const status = textIn(statusList(kind))
  const channel = textIn('PayChannel')
  const method = worded(PAY_METHODS, 'field.payMethod')
  const notifyStatus = worded(NOTIFY_STATUSES, 'field.notifyStatus')
  const kinds: Record<FieldKind, FieldLook> = {
    text,
    realName,
    mobile,
    dateTime,
    account,
    number,
    amount: amount(places),
    status: state(status, toneOf),
    notifyStatus: state(notifyStatus, (key) => NOTIFY_TONES[key] ?? 'special'),
    channel: option(channel),
    method: option(method),
    feeType: option(worded(FEE_TYPES, 'field.feeType')),
    minutes: text,
    timeLeft: { ...text, draw: (_, order) => createElement(TimeLeft, { order }) },
    receipt: option(() => t('field.receipt.there')),
  }
  return { t, kindOf: (name) => kinds[name], status, notifyStatus, channel, method, detailType: textIn('DetailType') }
}
