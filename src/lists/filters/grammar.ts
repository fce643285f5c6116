import { lookupFieldOf } from '#commands/rows/kinds.ts'
import type { Conditions } from '#contract/filterTree.ts'
import { PAY_METHODS } from '#contract/options.ts'
import type { RowField } from '#contract/rows/listedRow.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { MessageKey } from '#locales/messages.ts'
import { amountIn } from '../../format/amount.ts'
import { parseUnits } from '../../format/parseAmount.ts'
import { PERIOD_NAMES, SPANS } from '../../format/ranges.ts'
import { amountField } from '../../query/amounts.ts'
import { type Choice, type ChoiceSettings, choiceField, flagField } from '../../query/choices.ts'
import { dayField, hasDays, type Period } from '../../query/days.ts'
import type { Field, Name, Query } from '../../query/field.ts'
import type { Grammar } from '../../query/grammar.ts'
import { parse, print } from '../../query/language.ts'
import { sortField } from '../../query/sorting.ts'
import { numberField, type Rule, textField } from '../../query/texts.ts'
import type { List } from '../list.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { periodText } from './conditions.ts'
import { excludeFieldOf, type Filter, type FilterField, type QueryName } from './filter.ts'
import { acceptsNumberList, type Draft, type ListFilter } from './listFilter.ts'
import { defaultDays, defaultFilter, isFoundByNumber } from './query.ts'
import { NO_VOCABULARY, type Vocabulary, vocabularyOf } from './vocabulary.ts'

/** The default range of a list as the language prints it. */
const usualSpan = (list: List): string => {
  const usual = defaultDays(list)
  return usual === null ? 'all' : SPANS[usual]
}

interface GrammarOptions {
  /** The default days as printed: they are left out. `all` prints them, null prints even all days. */
  usual?: string | null
  vocabulary?: Vocabulary
}

/** The filter language of a list. It understands all languages of the vocabulary besides English and the current one, and prints the latter. */
export function grammarOf(
  list: List,
  words: ListWords,
  now: number,
  { usual = usualSpan(list), vocabulary = NO_VOCABULARY }: GrammarOptions = {},
): Grammar {
  const { t } = words
  const { languages } = vocabulary
  const context: GrammarContext = { list, words, now, usual, vocabulary, name: namesIn(t, languages) }
  const order = numberField({
    ...context.name('order', 'filter.orderNo', 'orderNo'),
    field: 'orderNo',
    tail: list.hasPlainFilters ? null : { field: 'orderTail', rule: { pattern: /^[\w-]{4,64}$/, fault: 'query.fault.tail' } },
    pattern: { field: 'orderPattern', rule: { pattern: PATTERNS.orderPattern, fault: 'query.fault.pattern' } },
    rule: RULES.orderNumber,
    isSingle: list.hasPlainFilters,
  })
  const byFilter = list.filters.map((filter) => fieldsOf(filter, context))
  const person =
    byFilter[list.filters.findIndex((filter) => filter.kind === 'text' && filter.field.endsWith('Name'))]?.[0] ?? null
  const merchant = byFilter[list.filters.findIndex((filter) => filter.kind === 'several' && filter.field === 'merchantNo')]
  const numbered = isFoundByNumber(list) ? order : lookupFieldOf(list.kind) === 'merchantNo' ? (merchant?.[0] ?? null) : null
  const joiners = new Map((['or', 'and'] as const).flatMap((joiner) => joinersOf(joiner, words, languages)))
  const flags = list.filters.flatMap((filter) => (filter.kind === 'several' ? choiceSettings(filter, context) : []))
  return {
    fields: [
      ...byFilter.flat(),
      ...(isFoundByNumber(list) ? [order] : []),
      flagField(context.name('is', 'query.hint.is'), flags),
      sorting(context),
    ],
    freeTextField: (text) => (isNumber(text) ? numbered : person) ?? person,
    or: wordsOf(t('query.word.or'))[0] as string,
    joinerOf: (word) => joiners.get(word) ?? null,
    withDefaults: (filter) => withDefaultDates(filter, list, now),
  }
}

interface GrammarContext {
  list: List
  words: ListWords
  now: number
  usual: string | null
  vocabulary: Vocabulary
  name(name: QueryName, title: MessageKey, ...also: string[]): Name
}

/** The words between conditions, in the language in use and in others. */
function joinersOf<Joiner extends 'or' | 'and'>(joiner: Joiner, { t }: ListWords, languages: Vocabulary['languages']) {
  const key = `query.word.${joiner}` as const
  // The Spanish words are letters, which in other languages are parts of names.
  const foreign = languages.map((one) => one.t(key)).filter((word) => word.length > 1 || word > '\u00ff')
  return wordsOf(t(key), joiner.toUpperCase(), ...foreign).map((word) => [word, joiner] as const)
}

/** Splits a list of synonyms; the first one is printed. */
const wordsOf = (text: string, ...also: string[]): string[] => [...text.split(' '), ...also]

const namesIn =
  (t: ListWords['t'], languages: Vocabulary['languages']): GrammarContext['name'] =>
  (key, title, ...also) => {
    const [name = key, ...aliases] = wordsOf(t(`query.name.${key}`), key, ...also)
    const others = languages.flatMap((one) => wordsOf(one.t(`query.name.${key}`), one.t(title)))
    return { name, also: aliases, title: t(title), others }
  }

const RULES: Record<'orderNumber' | 'digits', Rule> = {
  orderNumber: { pattern: PATTERNS.orderNumber, fault: 'filter.fault.number' },
  digits: { pattern: PATTERNS.digits, fault: 'filter.fault.digits' },
}

/** Whether unnamed text is an order number or, with a `*`, a part of one. */
const isNumber = (text: string): boolean =>
  text.startsWith('*') ||
  (text.includes('*') && PATTERNS.orderPattern.test(text)) ||
  (PATTERNS.orderNumber.test(text) && text.length >= 4 && (text.match(/\d/g)?.length ?? 0) >= 3)

/** Adds the default dates to a filter without dates. `days: all` removes them. */
function withDefaultDates(filter: Conditions, { filters }: List, now: number): Conditions {
  const { days, ...rest } = filter
  if (days === 'all') return rest
  const hasDates =
    days !== undefined || filter.endDate !== undefined || hasDays(filter.where) || !filters.some(({ kind }) => kind === 'days')
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
        hints: {
          least: t('query.hint.least'),
          most: t('query.hint.most'),
          over: t('query.hint.over'),
          under: t('query.hint.under'),
          same: t('query.hint.same'),
        },
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
  return [numberField({ ...called, field, tail: null, pattern: null, rule: pattern, isSingle: filter.isSingle === true })]
}

function dayFields(hasField: boolean, { words: { t }, now, usual, vocabulary, name }: GrammarContext): Field[] {
  const wordsFor = (period: string, say: ListWords['t']) =>
    PERIOD_NAMES.includes(period) ? wordsOf(say(`query.word.${period}` as MessageKey)) : []
  const shared = {
    periods: [...PERIOD_NAMES, '7d', '30d'].map(
      (period): Period => ({
        period,
        words: wordsFor(period, t),
        title: periodText(period, t) ?? period,
        others: vocabulary.languages.flatMap((one) => [...wordsFor(period, one.t), periodText(period, one.t) ?? period]),
      }),
    ),
    letters: wordsOf(t('query.word.day')),
    hours: wordsOf(t('query.word.hour')),
    all: wordsOf(t('query.word.all'), 'all'),
    now,
  }
  const created = dayField({ ...name('created', 'field.createTime', 'createTime'), ...shared, by: null, usual })
  const by = { dateField: 'completeTime' }
  const completed = () => dayField({ ...name('completed', 'field.completeTime', 'completeTime'), ...shared, by, usual: null })
  return hasField ? [created, completed()] : [created]
}

function choiceSettings(filter: Filter & { kind: 'several' }, { words, vocabulary, name }: GrammarContext): ChoiceSettings {
  const { field, title, flags = [] } = filter
  const { languages } = vocabulary
  const choices = withOthers(choicesFor(filter, words), filter, vocabulary)
  const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value
  return {
    ...name(filter.name, title, field),
    field,
    without: excludeFieldOf(filter),
    choices,
    flags: flags.map((flag) => {
      const [called = flag.name, ...also] = wordsOf(words.t(`query.flag.${flag.name}`), flag.name)
      const others = languages.flatMap((one) => wordsOf(one.t(`query.flag.${flag.name}`)))
      return { name: called, also, title: flag.values.map(labelOf).join(', '), values: flag.values, others }
    }),
    flagged: name('is', 'query.hint.is').name,
    showsValues: field === 'merchantNo',
    isSingle: filter.isSingle === true,
    // Accounts that are closed now may still be assigned.
    isOpen: field === 'assignedTo',
  }
}

const SYNONYMS: Partial<Record<FilterField, string>> = { status: 'status', payMethod: 'method', assignedTo: 'assigned' }

/** The choices with their names in other languages and their short ones. */
function withOthers(
  choices: readonly Choice[],
  filter: Filter & { kind: 'several' },
  { languages, synonyms }: Vocabulary,
): readonly Choice[] {
  const inLanguages = languages.map((words) => new Map(choicesFor(filter, words).map(({ value, label }) => [value, label])))
  return choices.map((choice) => ({
    ...choice,
    others: [
      ...inLanguages.flatMap((labels) => labels.get(choice.value) ?? []),
      ...(synonyms.get(`${SYNONYMS[filter.field]}.${choice.value}`) ?? []),
    ],
  }))
}

/** The choices of a field: those loaded by a call, then the known ones. */
function choicesFor({ from, field }: Filter & { kind: 'several' }, words: ListWords): readonly Choice[] {
  const choices = words.choicesOf(from)
  const also = (others: readonly Choice[]) => [
    ...choices,
    ...others.filter(({ value }) => !choices.some((choice) => choice.value === value)),
  ]
  if (from === 'channels') return also(words.choicesOf({ list: 'PayChannel' }))
  // A person is written by the name for signing in, and found by the other one, too.
  if (from === 'people') {
    return choices.map(({ value, label }) =>
      label.startsWith(`${value} · `) ? { value, label: value, also: label.split(' · ') } : { value, label },
    )
  }
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

/** Parses a filter text in any language into a draft and its errors. */
export async function parseFilterText(text: string, controller: ListController, words: ListWords) {
  const [vocabulary] = await Promise.all([
    vocabularyOf(controller).catch(() => NO_VOCABULARY),
    controller.console.i18n.open('filters'),
  ])
  const { query, faults } = parse(text, grammarOf(controller.list, words, controller.address.now(), { vocabulary }))
  return { draft: toDraft(query), faults }
}

/** Prints a draft as text for other users, with dates even if they are the default. */
export async function printFilterText(draft: Draft, { list, address, console }: ListController, words: ListWords) {
  await console.i18n.open('filters')
  return print(draft, grammarOf(list, words, address.now(), { usual: null }))
}
