import { lookupFieldOf } from '#commands/rows/kinds.ts'
import { PAY_METHODS } from '#contract/options.ts'
import type { RowField } from '#contract/rows/listedRow.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { CommonKey } from '#locales/messages.ts'
import { amountIn } from '../../format/amount.ts'
import { parseUnits } from '../../format/parseAmount.ts'
import { PERIOD_NAMES, SPANS } from '../../format/ranges.ts'
import { amountField } from '../../query/amounts.ts'
import { type Choice, type ChoiceSettings, choiceField, flagField } from '../../query/choices.ts'
import { dayField, type Period } from '../../query/days.ts'
import type { Conditions, Field, Name, Query } from '../../query/field.ts'
import { type Grammar, parse, print } from '../../query/language.ts'
import { sortField } from '../../query/sorting.ts'
import { numberField, type Rule, textField } from '../../query/texts.ts'
import type { List } from '../list.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { periodText } from './conditions.ts'
import { excludeFieldOf, type Filter, type QueryName } from './filter.ts'
import { acceptsNumberList, type Draft, type ListFilter } from './listFilter.ts'
import { defaultDays, defaultFilter, isFoundByNumber } from './query.ts'

/** The default range of a list as the language prints it. */
const usualSpan = (list: List): string => {
  const usual = defaultDays(list)
  return usual === null ? 'all' : SPANS[usual]
}

/**
 * The filter language of a list. It understands English and the current locale, and prints the latter. The default dates are
 * not printed unless `usual` is `all`.
 */
export function grammarOf(list: List, words: ListWords, now: number, usual: string | null = usualSpan(list)): Grammar {
  const { t } = words
  const context: GrammarContext = { list, words, now, usual, name: namesIn(t) }
  const order = numberField({
    ...context.name('order', 'filter.orderNo', 'orderNo'),
    field: 'orderNo',
    tail: list.hasPlainFilters ? null : { field: 'orderTail', rule: { pattern: /^[\w-]{4,64}$/, fault: 'query.fault.tail' } },
    rule: RULES.orderNumber,
    isSingle: list.hasPlainFilters,
  })
  const byFilter = list.filters.map((filter) => fieldsOf(filter, context))
  const person =
    byFilter[list.filters.findIndex((filter) => filter.kind === 'text' && filter.field.endsWith('Name'))]?.[0] ?? null
  const merchant = byFilter[list.filters.findIndex((filter) => filter.kind === 'several' && filter.field === 'merchantNo')]
  const numbered = isFoundByNumber(list) ? order : lookupFieldOf(list.kind) === 'merchantNo' ? (merchant?.[0] ?? null) : null
  const flags = list.filters.flatMap((filter) => (filter.kind === 'several' ? choiceSettings(filter, context) : []))
  return {
    fields: [
      ...byFilter.flat(),
      ...(isFoundByNumber(list) ? [order] : []),
      flagField(context.name('is', 'query.hint.is'), flags),
      sorting(context),
    ],
    freeTextField: (text) => (isNumber(text) ? numbered : person) ?? person,
    isOr: (word) => wordsOf(t('query.word.or'), 'OR').includes(word),
    withDefaults: (filter) => withDefaultDates(filter, list, now),
  }
}

interface GrammarContext {
  list: List
  words: ListWords
  now: number
  usual: string | null
  name(name: QueryName, title: CommonKey, ...also: string[]): Name
}

/** Splits a list of synonyms; the first one is printed. */
const wordsOf = (text: string, ...also: string[]): string[] => [...text.split(' '), ...also]

const namesIn =
  (t: ListWords['t']): GrammarContext['name'] =>
  (key, title, ...also) => {
    const [name = key, ...others] = wordsOf(t(`query.name.${key}`), key, ...also)
    return { name, also: others, title: t(title) }
  }

const RULES: Record<'orderNumber' | 'digits', Rule> = {
  orderNumber: { pattern: PATTERNS.orderNumber, fault: 'filter.fault.number' },
  digits: { pattern: PATTERNS.digits, fault: 'filter.fault.digits' },
}

/** Whether unnamed text is an order number or, with a leading `*`, the end of one. */
const isNumber = (text: string): boolean =>
  text.startsWith('*') || (PATTERNS.orderNumber.test(text) && text.length >= 4 && (text.match(/\d/g)?.length ?? 0) >= 3)

/** Adds the default dates to a filter without dates. `days: all` removes them. */
function withDefaultDates(filter: Conditions, { filters }: List, now: number): Conditions {
  const { days, ...rest } = filter
  if (days === 'all') return rest
  const hasDates = days !== undefined || filter.endDate !== undefined || !filters.some(({ kind }) => kind === 'days')
  return hasDates ? filter : { ...filter, ...defaultFilter({ filters }, now) }
}

function fieldsOf(filter: Filter, context: GrammarContext): Field[] {
  const { name, list, words } = context
  if (filter.kind === 'days') return dayFields(filter.hasField, context)
  if (filter.kind === 'amounts') {
    const { t } = words
    return [
      amountField({
        ...name('amount', 'field.payAmount', 'payAmount'),
        least: 'minAmount',
        most: 'maxAmount',
        places: list.fractionDigits,
        units: parseUnits(t('query.units')),
        shown: amountIn(list.fractionDigits),
        hints: { least: t('query.hint.least'), most: t('query.hint.most'), same: t('query.hint.same') },
      }),
    ]
  }
  if (filter.kind === 'several') return [choiceField(choiceSettings(filter, context))]
  const { field, rule } = filter
  const called = name(filter.name, filter.title, field)
  if (!acceptsNumberList(field)) {
    const most = field.endsWith('Account') ? 128 : 64
    return [textField({ ...called, field, without: excludeFieldOf(filter), most })]
  }
  const pattern = rule === 'orderNumber' || rule === 'digits' ? RULES[rule] : null
  return [numberField({ ...called, field, tail: null, rule: pattern, isSingle: filter.isSingle === true })]
}

function dayFields(hasField: boolean, { words: { t }, now, usual, name }: GrammarContext): Field[] {
  const shared = {
    periods: [...PERIOD_NAMES, '7d', '30d'].map(
      (period): Period => ({
        period,
        words: PERIOD_NAMES.includes(period) ? wordsOf(t(`query.word.${period}` as CommonKey)) : [],
        title: periodText(period, t) ?? period,
      }),
    ),
    letters: wordsOf(t('query.word.day')),
    all: wordsOf(t('query.word.all'), 'all'),
    now,
  }
  const created = dayField({ ...name('created', 'field.createTime', 'createTime'), ...shared, by: null, usual })
  const by = { dateField: 'completeTime' }
  const completed = () => dayField({ ...name('completed', 'field.completeTime', 'completeTime'), ...shared, by, usual: null })
  return hasField ? [created, completed()] : [created]
}

function choiceSettings(filter: Filter & { kind: 'several' }, { words, name }: GrammarContext): ChoiceSettings {
  const { field, title, flags = [] } = filter
  const choices = choicesFor(filter, words)
  const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value
  return {
    ...name(filter.name, title, field),
    field,
    without: excludeFieldOf(filter),
    choices,
    flags: flags.map((flag) => {
      const [called = flag.name, ...also] = wordsOf(words.t(`query.flag.${flag.name}`), flag.name)
      return { name: called, also, title: flag.values.map(labelOf).join(', '), values: flag.values }
    }),
    flagged: name('is', 'query.hint.is').name,
    showsValues: field === 'merchantNo',
    isSingle: filter.isSingle === true,
  }
}

/** The choices of a field: those loaded by a call, then the known ones. */
function choicesFor({ from, field }: Filter & { kind: 'several' }, words: ListWords): readonly Choice[] {
  const choices = words.choicesOf(from)
  const also = (others: readonly Choice[]) => [
    ...choices,
    ...others.filter(({ value }) => !choices.some((choice) => choice.value === value)),
  ]
  if (from === 'channels') return also(words.choicesOf({ list: 'PayChannel' }))
  if (from === 'methods') return also(PAY_METHODS.map((value) => ({ value, label: words.method(value) })))
  const isTold = field === 'notifyStatus'
  return isTold ? choices.map((one) => (one.value === 'SUCCESS' ? { ...one, also: ['ok'] } : one)) : choices
}

const SORTED: Partial<Record<RowField, QueryName>> = {
  createTime: 'created',
  completeTime: 'completed',
  payAmount: 'amount',
  merchantNo: 'merchant',
  merchantName: 'name',
  date: 'date',
}

function sorting({ list, words: { t }, name }: GrammarContext): Field {
  return sortField({
    ...name('sort', 'command.list.sort'),
    columns: list.columns.flatMap(({ field, title, isSortable }) => {
      const called = SORTED[field]
      return called === undefined || !isSortable ? [] : { ...name(called, title, field), field }
    }),
    words: { asc: wordsOf(t('query.word.asc')), desc: wordsOf(t('query.word.desc')) },
  })
}

/** A parsed query as a draft. The grammar of a list only produces fields of that list. */
export const toDraft = ({ filter, sort }: Query): Draft => ({ filter: filter as ListFilter, sort })

/** Parses a filter text into a draft and its errors. */
export function parseFilterText(text: string, { list, address }: ListController, words: ListWords) {
  const { query, faults } = parse(text, grammarOf(list, words, address.now()))
  return { draft: toDraft(query), faults }
}

/** Prints a draft as text for other users, with dates even if they are the default. */
export const printFilterText = (draft: Draft, { list, address }: ListController, words: ListWords): string =>
  print(draft, grammarOf(list, words, address.now(), null))
