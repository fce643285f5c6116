import { NOTIFY_STATUSES, REVIEWS } from '#contract/options.ts'
import type { MerchantBank, MerchantChoice } from '#contract/rows/merchants.ts'
import type { PayChannel } from '#contract/rows/orders.ts'
import type { Options } from '#machines/options/optionsMachine.ts'
import type { RowTexts } from '../detail/rowTexts.ts'
import type { Choice } from '../forms/FilterMultiSelect.tsx'
import type { Choices, FilterField } from './filters/filter.ts'

/** Filter choices that are loaded by calls of their own; null until loaded. */
export interface CallChoices {
  readonly channels: readonly PayChannel[] | null
  readonly methods: readonly string[] | null
  readonly banks: readonly MerchantBank[] | null
  readonly merchants: readonly Pick<MerchantChoice, 'merchantNo' | 'merchantName'>[] | null
}

export const NO_CHOICES: CallChoices = { channels: null, methods: null, banks: null, merchants: null }

/** The labels of rows and of filter values. */
export interface ListWords extends RowTexts {
  choicesOf(from: Choices): readonly Choice[]
  /** The label of one filter value. */
  valueOf(field: FilterField, value: string): string
}

export function createListWords(words: RowTexts, options: Options, choices: CallChoices): ListWords {
  const { channels, methods, banks, merchants } = choices
  const chosen = (values: readonly string[], wordOf: (value: string) => string): Choice[] =>
    values.map((value) => ({ value, label: wordOf(value) }))
  const values: Partial<Record<FilterField, (value: string) => string>> = {
    status: words.status,
    type: (value) => words.type(value),
    payChannel: words.channel,
    payMethod: words.method,
    bankCode: (value) => banks?.find(({ bankCode }) => bankCode === value)?.bankName ?? value,
    notifyStatus: words.notifyStatus,
    review: words.review,
  }
  return {
    ...words,
    choicesOf(from) {
      if (from === 'notifyStatuses') return chosen(NOTIFY_STATUSES, words.notifyStatus)
      if (from === 'reviews') return chosen(REVIEWS, words.review)
      if (from === 'methods') return chosen(methods ?? [], words.method)
      if (from === 'channels') return (channels ?? []).map(({ payChannel, name }) => ({ value: payChannel, label: name }))
      if (from === 'banks') return (banks ?? []).map(({ bankCode, bankName }) => ({ value: bankCode, label: bankName }))
      if (from === 'merchants') {
        return (merchants ?? []).map(({ merchantNo, merchantName }) => ({
          value: merchantNo,
          label: `${merchantNo} · ${merchantName}`,
        }))
      }
      return Object.entries(options.raw?.[from.list] ?? {})
        .filter(([value]) => from.only?.includes(value) !== false)
        .map(([value, label]) => ({ value, label }))
    },
    valueOf: (field, value) => values[field]?.(value) ?? value,
  }
}
