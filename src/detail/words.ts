import { NOTIFY_STATUSES, type OptionList, PAY_METHODS } from '#contract/options.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Options } from '#machines/options/optionsMachine.ts'
import type { Translate } from '../i18n.ts'
import { account, amount, dateTime, type Kind, mobile, number, option, realName, state, text } from '../table/kinds.tsx'
import type { Tone } from '../ui/Status.tsx'
import { toneOf } from '../ui/tones.ts'
import type { FieldKind } from './fact.ts'

/** What stands in orders, in the words of the current language. A key nobody knows is its own word. */
export interface Words {
  readonly t: Translate
  kindOf(kind: FieldKind): Kind
  status(key: string): string
  notifyStatus(key: string): string
  channel(key: string): string
  method(key: string): string
  /** A kind of ledger row. */
  detailType(key: string): string
}

const FEE_TYPES = ['RATE', 'FIXED', 'MIXED'] as const
const NOTIFY_TONES: Record<string, Tone> = { NONE: 'idle', PENDING: 'busy', SUCCESS: 'good', FAILED: 'bad' }

/** The words of orders whose amounts have so many decimals. */
export function createWords(t: Translate, options: Options, places: number): Words {
  const textIn = (list: OptionList) => (key: string) => options.raw?.[list]?.[key] ?? key
  const worded = (known: readonly string[], prefix: string) => (key: string) =>
    known.includes(key) ? t(`${prefix}.${key}` as MessageKey) : key

  const status = textIn('PayinOrderStatus')
  const channel = textIn('PayChannel')
  const method = worded(PAY_METHODS, 'field.payMethod')
  const notifyStatus = worded(NOTIFY_STATUSES, 'field.notifyStatus')
  const kinds: Record<FieldKind, Kind> = {
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
  }
  return { t, kindOf: (kind) => kinds[kind], status, notifyStatus, channel, method, detailType: textIn('DetailType') }
}
