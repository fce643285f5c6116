import { NOTIFY_STATUSES, REVIEWS } from '#contract/options.ts'
import type { Merchant, MerchantBank } from '#contract/rows/merchants.ts'
import type { Person } from '#contract/rows/notes.ts'
import type { PayChannel } from '#contract/rows/orders.ts'
import type { Options } from '#machines/options/optionsMachine.ts'
import type { RowTexts } from '../detail/rowTexts.ts'
import type { Choice } from '../forms/FilterMultiSelect.tsx'
import type { Choices, FilterField } from './filters/filter.ts'

/** Filter choices that are loaded by calls of their own; null until loaded. */
export interface CallChoices {
  readonly channels: readonly PayChannel[] | null
  readonly networks: readonly PayChannel[] | null
  readonly methods: readonly string[] | null
  readonly banks: readonly MerchantBank[] | null
  readonly people: readonly Person[] | null
  readonly merchants: readonly Pick<Merchant, 'merchantNo' | 'merchantName'>[] | null
}

export const NO_CHOICES: CallChoices = {
  channels: null,
  networks: null,
  methods: null,
  banks: null,
  people: null,
  merchants: null,
}

/** The labels of rows and of filter values. */
export interface ListWords extends RowTexts {
  choicesOf(from: Choices): readonly Choice[]
  /** The label of one filter value. */
  valueOf(field: FilterField, value: string): string
}

export function createListWords(words: RowTexts, options: Options, choices: CallChoices): ListWords {
  const { channels, networks, methods, banks, people, merchants } = choices
  const labelled = (values: readonly string[] | null, labelOf: (value: string) => string): Choice[] =>
    (values ?? []).map((value) => ({ value, label: labelOf(value) }))
  const named = (found: typeof channels): Choice[] =>
    (found ?? []).map(({ payChannel, name }) => ({ value: payChannel, label: name ?? payChannel }))
  const values: Partial<Record<FilterField, (value: string) => string>> = {
    status: words.status,
    type: words.type,
    payChannel: words.channel,
    payMethod: words.method,
    bankCode: (value) => banks?.find(({ bankCode }) => bankCode === value)?.bankName ?? value,
    notifyStatus: words.notifyStatus,
    review: words.review,
    assignedTo: words.assignee,
    has: () => words.t('field.has.NOTES'),
  }
  return {
    ...words,
    choicesOf(from) {
      if (from === 'notifyStatuses') return labelled(NOTIFY_STATUSES, words.notifyStatus)
      if (from === 'reviews') return labelled(REVIEWS, words.review)
      if (from === 'parts') return labelled(['NOTES'], () => words.t('field.has.NOTES'))
      if (from === 'people') {
        const known = (people ?? []).map(({ username, name }) => ({
          value: username,
          label: name === null ? username : `${username} · ${name}`,
        }))
        return [...labelled(['ME', 'NONE'], words.assignee), ...known]
      }
      if (from === 'methods') return labelled(methods, words.method)
      if (from === 'channels') return named(channels)
      if (from === 'banks')
        return (banks ?? []).map(({ bankCode, bankName }) => ({ value: bankCode, label: bankName ?? bankCode }))
      if (from === 'merchants') {
        return (merchants ?? []).flatMap(({ merchantNo: value, merchantName }) =>
          value === null ? [] : { value, label: merchantName === null ? value : `${value} · ${merchantName}` },
        )
      }
      const isNetwork = from === 'networks'
      const raw = options.raw?.[isNetwork ? 'PayChannel' : from.list] ?? {}
      const members = Object.entries(raw).map(([value, label]) => ({ value, label }))
      // The account's networks may have any name.
      const own = isNetwork ? named(networks) : []
      const isOther = (value: string) => value.startsWith('USDT_') && !own.some((one) => one.value === value)
      const others = members.filter(({ value }) => (isNetwork ? isOther(value) : from.only?.includes(value) !== false))
      const chosen = [...own, ...others]
      // A gateway that has none of these members uses other names for them.
      return chosen.length === 0 ? members : chosen
    },
    valueOf: (field, value) => values[field]?.(value) ?? value,
  }
}
