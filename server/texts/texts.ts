import type { OptionTexts } from '#contract/options.ts'
import type { Activity } from '#contract/rows/audit.ts'
import type { Refusal } from '../refusal.ts'
import { CHANNEL_NAMES } from './channels.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { id } from './id.ts'
import type { Language } from './languages.ts'
import type { Texts } from './schema.ts'
import { vi } from './vi.ts'
import { zh } from './zh.ts'

const TEXTS: Record<Language, Texts> = { zh, en, id, vi, es }

export const textsOf = (language: Language): Texts => TEXTS[language]

/** The option lists in the language. A channel has the same brand name in every language. */
export const optionTexts = (language: Language): OptionTexts => ({
  ...TEXTS[language].options,
  PayChannel: { ...CHANNEL_NAMES, ...TEXTS[language].banks },
})

/** The message of a refusal with its placeholders filled in. Status codes are replaced by their names in the language. */
export function messageOf(
  { code, status, detail, reason }: Pick<Refusal, 'code' | 'detail'> & Partial<Refusal>,
  language: Language,
): string {
  const { errors, wrongPassword, reasons, options } = TEXTS[language]
  if (code === 'errorPwd' && status === 422) return wrongPassword
  const statuses: Record<string, string> = {
    ...options.RecordStatus,
    ...options.PayoutOrderStatus,
    ...options.PayinOrderStatus,
    ...(reason === 'merchantMove' && options.MerchantStatus),
  }
  const values = Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, statuses[value] ?? value]))
  const text = reasons[reason ?? code]
  return text !== undefined && placeholdersIn(text).every((name) => name in values) ? fill(text, values) : errors[code]
}

/** The text of a failure reason. A bank's own text is no key and is returned unchanged, as is null. */
export const failureReasonText = <Reason extends string | null>(reason: Reason, language: Language): Reason | string =>
  (TEXTS[language].failures as Record<string, string>)[reason ?? ''] ?? reason

/** The text of an audit event. An unknown action of an older row is returned as it is. */
export const activityText = ({ action, target }: Pick<Activity, 'action' | 'target'>, language: Language): string =>
  fill((TEXTS[language].activities as Record<string, string>)[action] ?? action, { target: target ?? '' })

const placeholdersIn = (text: string): string[] => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!)

/** Replaces each `{name}` with its value, or with an empty text when it has none. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
