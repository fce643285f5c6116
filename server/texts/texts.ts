import { inThousands } from '#contract/money.ts'
import { type Member, type MerchantType, OPTION_MEMBERS, type OptionList, type OptionTexts } from '#contract/options.ts'
import type { Activity } from '#contract/rows/audit.ts'
import { texts as enFields } from '#locales/desk/en.ts'
import { texts as esFields } from '#locales/desk/es.ts'
import { texts as idFields } from '#locales/desk/id.ts'
import { texts as viFields } from '#locales/desk/vi.ts'
import { texts as zhFields } from '#locales/desk/zh.ts'
import { texts as enGuest } from '#locales/guest/en.ts'
import { texts as esGuest } from '#locales/guest/es.ts'
import { texts as idGuest } from '#locales/guest/id.ts'
import { texts as viGuest } from '#locales/guest/vi.ts'
import { texts as zhGuest } from '#locales/guest/zh.ts'
import type { Refusal } from '../refusal.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { id } from './id.ts'
import type { Language } from './languages.ts'
import { vi } from './vi.ts'
import { zh } from './zh.ts'

const TEXTS: Record<Language, Texts> = { zh, en, id, vi, es }
const FIELDS: Record<Language, typeof enFields> = { zh: zhFields, en: enFields, id: idFields, vi: viFields, es: esFields }
const GUEST: Record<Language, typeof enGuest> = { zh: zhGuest, en: enGuest, id: idGuest, vi: viGuest, es: esGuest }

export const textsOf = (language: Language): Texts => TEXTS[language]

type FieldName = keyof typeof enFields extends infer Key ? (Key extends `field.${infer Name}` ? Name : never) : never

/** The title of a column in a file or on a receipt: that of the console's lists. */
export const columnTitle = (name: FieldName | 'lateSuccess', language: Language): string =>
  name === 'lateSuccess' ? TEXTS[language].lateSuccess : FIELDS[language][`field.${name}`]

/** The option lists in the language. A channel has the same brand name in every language. */
export function optionTexts(language: Language): OptionTexts {
  const { statuses, merchantStatuses, entryTypes, banks } = TEXTS[language]
  const guest = GUEST[language]
  const only = <List extends OptionList>(list: List, texts: Record<Member<List>, string>): Record<string, string> =>
    Object.fromEntries(OPTION_MEMBERS[list].map((member: Member<List>) => [member, texts[member]]))
  return {
    PayinOrderStatus: only('PayinOrderStatus', statuses),
    PayoutOrderStatus: only('PayoutOrderStatus', statuses),
    RecordType: only('RecordType', entryTypes),
    RecordStatus: only('RecordStatus', statuses),
    MerchantStatus: merchantStatuses,
    MerchantType: {
      NORMAL: guest['login.kind.normal'],
      SUBMERCHANT: guest['login.kind.subMerchant'],
      UMERCHANT: guest['login.kind.umerchant'],
      DELEGATE: guest['login.kind.delegate'],
    } satisfies Record<MerchantType, string>,
    DetailType: only('DetailType', entryTypes),
    PayChannel: { ...CHANNEL_NAMES, ...banks },
  }
}

/** Placeholders of statuses. The others hold text of users, which may be the same as a status. */
const STATUSES: readonly string[] = ['from', 'to', 'status']

const isOfMerchant = (reason: Refusal['reason']): boolean => reason === 'merchantMove' || reason === 'merchantIs'

/** The message of a refusal with its placeholders filled in. Status codes are replaced by their names in the language. */
export function messageOf(
  { code, status, detail, reason }: Pick<Refusal, 'code' | 'detail'> & Partial<Refusal>,
  language: Language,
): string {
  const { errors, wrongPassword, reasons, statuses, merchantStatuses } = TEXTS[language]
  if (code === 'errorPwd' && status === 422) return wrongPassword
  const names: Record<string, string> = { ...statuses, ...(isOfMerchant(reason) && merchantStatuses) }
  const values = Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, STATUSES.includes(name) ? textFor(value, names) : value]),
  )
  const text = (reasons as Record<string, string>)[reason ?? code]
  return text !== undefined && placeholdersIn(text).every((name) => name in values) ? fill(text, values) : errors[code]
}

/** The text of a failure reason. A bank's own text is no key and is returned unchanged, as is null. */
export const failureReasonText = <Reason extends string | null>(reason: Reason, language: Language): Reason | string =>
  textFor(reason, TEXTS[language].failures)

/** The text of an audit event. An unknown action of an older row is returned as it is. */
export const activityText = ({ action, target }: Pick<Activity, 'action' | 'target'>, language: Language): string =>
  fill(textFor(action, TEXTS[language].activities) ?? '', { target: target ?? '' })

/** The text for a key; the key itself when it has none, as is the case with `constructor`. */
const textFor = <Key extends string | null>(key: Key, texts: Readonly<Record<string, string>>): Key | string =>
  key !== null && Object.hasOwn(texts, key) ? texts[key]! : key

const placeholdersIn = (text: string): string[] => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!)

/** Placeholders of amounts, which are written as the console writes them. */
const AMOUNTS: readonly string[] = ['amount', 'min', 'max']

/** Replaces each `{name}` with its value, or with an empty text when it has none. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return AMOUNTS.includes(name) ? value.replace(/^\d+/, inThousands) : value
  })

/** Brand or network names of channels, the same in every language. */
export const CHANNEL_NAMES = {
  VA_BCA: 'BCA VA',
  VA_BRI: 'BRI VA',
  VA_BNI: 'BNI VA',
  VA_MANDIRI: 'Mandiri VA',
  VA_PERMATA: 'Permata VA',
  VA_CIMB: 'CIMB Niaga VA',
  VA_BSI: 'BSI VA',
  VA_DANAMON: 'Danamon VA',
  QRIS: 'QRIS',
  EW_OVO: 'OVO',
  EW_DANA: 'DANA',
  EW_SHOPEEPAY: 'ShopeePay',
  EW_LINKAJA: 'LinkAja',
  EW_GOPAY: 'GoPay',
  RO_ALFAMART: 'Alfamart',
  RO_INDOMARET: 'Indomaret',
  VN_VIETQR: 'VietQR',
  VN_MOMO: 'MoMo',
  VN_ZALOPAY: 'ZaloPay',
  USDT_TRC20: 'USDT TRC20',
  USDT_ERC20: 'USDT ERC20',
  USDT_BEP20: 'USDT BEP20',
} as const satisfies Record<Exclude<Member<'PayChannel'>, 'BANK_ID' | 'BANK_VN'>, string>
