import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Locale } from '#locales/messages.ts'
import { addDays } from '../../src/format/dates.ts'
import { spanOf } from '../../src/format/ranges.ts'
import { recharge } from '../../src/lists/definitions/movements.ts'
import { payout, usdtPayin } from '../../src/lists/definitions/orders.ts'
import { payin } from '../../src/lists/definitions/payins.ts'
import { excludeFieldOf, type Filter } from '../../src/lists/filters/filter.ts'
import type { ListFilter } from '../../src/lists/filters/listFilter.ts'
import { defaultFilter } from '../../src/lists/filters/query.ts'
import type { List } from '../../src/lists/list.ts'
import type { Field } from '../../src/query/field.ts'
import { parse } from '../../src/query/language.ts'
import { NOW, type Speaker, speaker } from './speaker.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const RUNS = { seed: SEED, numRuns: 300 }
const LANGUAGES = ['zh', 'en', 'id', 'vi', 'es'] as const satisfies readonly Locale[]

/** A condition in one of its notations, and its expected meaning. */
interface Written {
  readonly text: string
  readonly asks: ListFilter
}

const TODAY = '2026-11-21'
const any = <Value>(...values: readonly Value[]) => fc.constantFrom(...values)

/** Any name of a field, in any case. */
const nameOf = ({ name, also }: Field) =>
  fc.tuple(any(name, ...also), fc.boolean()).map(([one, isLoud]) => (isLoud ? one.toUpperCase() : one))
const colon = any(':', '：', ':=', '=', '＝', ': ')
const comma = any(',', '，', '、', ', ')
const inQuotes = (text: string) =>
  any(['"', '"'], ['“', '”'], ['＂', '＂']).map(([open, close]) => `${open}${text.replace(/["＂”“\\]/g, '\\$&')}${close}`)

function severalWritten(filter: Filter & { kind: 'several' }, field: Field, { words }: Speaker): fc.Arbitrary<Written> {
  const choices = words.choicesOf(filter.from)
  if (choices.length === 0) return fc.constant({ text: '', asks: {} })
  const item = (value: string) => {
    const { label = value } = choices.find((one) => one.value === value) ?? {}
    const isLabelOfOne = choices.filter((one) => one.label === label).length === 1
    return fc.oneof(any(value, value.toLowerCase()), isLabelOfOne ? inQuotes(label) : fc.constant(value))
  }
  const chosen = fc.uniqueArray(any(...choices.map(({ value }) => value)), { minLength: 1, maxLength: 3 })
  const listed = (values: readonly string[]) =>
    fc.tuple(comma, ...values.map(item)).map(([between, ...items]) => items.join(between))
  const asked = chosen.chain((values) =>
    fc
      .oneof(
        fc.tuple(nameOf(field), colon, listed(values)).map((parts) => parts.join('')),
        fc
          .tuple(nameOf(field), ...values.map(item))
          .map(([name, ...items]) => `(${items.map((one) => `${name}:${one}`).join(' OR ')})`),
      )
      .map((text) => ({ text, asks: { [filter.field]: values } })),
  )
  const without = excludeFieldOf(filter)
  if (without === null) return asked
  const left = chosen.chain((values) =>
    fc
      .oneof(
        fc.tuple(any('-', '－'), nameOf(field), any(':', '：', '='), listed(values)).map((parts) => parts.join('')),
        fc.tuple(nameOf(field), any('!=', '≠', ':!=', '！='), listed(values)).map((parts) => parts.join('')),
        fc.tuple(nameOf(field), ...values.map(item)).map(([name, ...items]) => items.map((one) => `-${name}:${one}`).join(' ')),
      )
      .map((text) => ({ text, asks: { [without]: values } })),
  )
  return fc.oneof(asked, left)
}

function flagWritten(filter: Filter & { kind: 'several' }, { t }: Speaker): fc.Arbitrary<Written> {
  const without = excludeFieldOf(filter)
  const is = t('query.name.is').split(' ')
  return any(...(filter.flags ?? [])).chain(({ name, values }) =>
    fc
      .tuple(any('is', ...is), any(':', '：'), any(name, ...t(`query.flag.${name}`).split(' ')), fc.boolean())
      .map(([word, sign, flag, isLeft]) =>
        isLeft && without !== null
          ? { text: `-${word}${sign}${flag}`, asks: { [without]: values } }
          : { text: `${word}${sign}${flag}`, asks: { [filter.field]: values } },
      ),
  )
}

const fullWidth = (text: string) => text.replace(/[\d,]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
const inGroups = (whole: string, between: string) => whole.replace(/\B(?=(\d{3})+$)/g, between)

/** An amount in any notation: with commas, points, spaces, or in full width. */
const amountWritten = (whole: number) => {
  const plain = String(whole)
  const ways = [plain, inGroups(plain, ','), fullWidth(plain), fullWidth(inGroups(plain, ',')), `${inGroups(plain, ',')}.00`]
  // A single point could be a decimal point.
  if (whole < 1_000_000) return any(...ways)
  const short = [`${whole / 1_000}k`, `Rp${whole / 1_000}rb`, `${whole / 1_000_000}jt`].filter((text) => !/\.\d{5,}/.test(text))
  return any(...ways, ...short, inGroups(plain, '.'), `${inGroups(plain, '.')},0`)
}

function amountsWritten(field: Field): fc.Arbitrary<Written> {
  const whole = fc.oneof(
    fc.integer({ min: 0, max: 99 }),
    fc.integer({ min: 100, max: 9_999_999_999 }),
    fc.integer({ min: 1, max: 99_999 }).map((thousands) => thousands * 1_000),
  )
  return fc.tuple(whole, whole).chain((both) => {
    const [low = 0, high = 0] = both.toSorted((one, other) => one - other)
    const least = { minAmount: low }
    const most = { maxAmount: high }
    return fc
      .tuple(nameOf(field), amountWritten(low), amountWritten(high))
      .chain(([name, from, to]) =>
        any(
          { text: `${name}:${from}..${to}`, asks: { ...least, ...most } },
          { text: `${name}：${from}~${to}`, asks: { ...least, ...most } },
          { text: `${name}>=${from} ${name}<=${to}`, asks: { ...least, ...most } },
          { text: `${name}:＞＝${from} ${name}:≤${to}`, asks: { ...least, ...most } },
          { text: `${name}:>=${from}`, asks: least },
          { text: `${name}:${from}..`, asks: least },
          { text: `${name}：..${to}`, asks: most },
          { text: `${name}≤${to}`, asks: most },
          { text: `${name}=${from}`, asks: { ...least, maxAmount: low } },
        ),
      )
      .map(({ text, asks }) => ({ text, asks: asks as unknown as ListFilter }))
  })
}

/** A day in any notation. */
const dayWritten = (day: string) => {
  const [year, month, date] = day.split('-')
  return any(
    day,
    `${year}${month}${date}`,
    `${date}/${month}/${year}`,
    `${year}/${month}/${date}`,
    `${year}年${month}月${date}日`,
  )
}

function daysWritten(field: Field): fc.Arbitrary<Written> {
  const back = fc.integer({ min: 0, max: 150 })
  const asks = (days: string) => ({ days, ...spanOf(days, NOW) })
  const reckoned = fc
    .tuple(back, back, any('d', 'D'))
    .map(([one, other, letter]): [string, string, string] => [
      `-${Math.max(one, other) + 1}d`,
      `-${Math.min(one, other)}d`,
      letter,
    ])
    .chain(([from, to, letter]) =>
      any(
        { text: `${from}..${to}`.replaceAll('d', letter), asks: asks(`${from}..${to}`) },
        { text: `${from}..today`, asks: asks(`${from}..today`) },
        { text: `>=${from}`, asks: asks(`${from}..today`) },
        { text: `${from}~today`, asks: asks(`${from}..today`) },
      ),
    )
  const fixed = fc.tuple(back, back).chain(([one, other]) => {
    const startDate = addDays(TODAY, -Math.max(one, other))
    const endDate = addDays(TODAY, -Math.min(one, other))
    const both = { startDate, endDate }
    return fc
      .tuple(dayWritten(startDate), dayWritten(endDate))
      .chain(([from, to]) =>
        any(
          { text: `${from}..${to}`, asks: both },
          { text: `${from}~${to}`, asks: both },
          { text: `${from}至${to}`, asks: both },
          { text: `"${from} to ${to}"`, asks: both },
          { text: `<=${to}`, asks: { days: `..${endDate}`, endDate } },
          { text: `<${to}`, asks: { days: `..${addDays(endDate, -1)}`, endDate: addDays(endDate, -1) } },
        ),
      )
  })
  return fc
    .tuple(nameOf(field), any(':', '：'), fc.oneof(reckoned, fixed))
    .map(([name, sign, { text, asks: asked }]) => ({ text: `${name}${sign}${text}`, asks: asked as ListFilter }))
}

const nameWritten = (field: Field, at: keyof ListFilter): fc.Arbitrary<Written> =>
  fc
    .stringMatching(/^[\p{L}]{1,6}([ ,:"\\()=*.-]{1,3}[\p{L}]{1,6}){0,2}$/u)
    .filter((text) => text.length <= 64)
    .chain((text) =>
      fc.tuple(nameOf(field), colon, inQuotes(text)).map((parts) => ({ text: parts.join(''), asks: { [at]: text } })),
    )

/** Every condition of a list in any notation, each once, with flags of the fields not used otherwise. */
function wholeOf(list: List, spoken: Speaker): fc.Arbitrary<readonly Written[]> {
  const { grammar, words } = spoken
  const fieldOf = (name: string) => grammar.fields.find((field) => [field.name, ...field.also].includes(name)) as Field
  const ways = list.filters.flatMap((filter): fc.Arbitrary<Written>[] => {
    if (filter.kind === 'amounts') return [amountsWritten(fieldOf('amount'))]
    if (filter.kind === 'days') return [daysWritten(fieldOf('created'))]
    if (filter.kind === 'text') return filter.field.endsWith('Name') ? [nameWritten(fieldOf(filter.name), filter.field)] : []
    if (words.choicesOf(filter.from).length === 0) return []
    const written = severalWritten(filter, fieldOf(filter.name), spoken)
    return [(filter.flags ?? []).length > 0 ? fc.oneof(written, flagWritten(filter, spoken)) : written]
  })
  return fc.shuffledSubarray(ways, { minLength: 1 }).chain((some) => fc.tuple(...some))
}

/** Amounts as numbers: notations differ in trailing zeros. */
const plain = ({ minAmount, maxAmount, ...rest }: ListFilter) => ({
  ...rest,
  ...(minAmount === undefined ? {} : { minAmount: Number(minAmount) }),
  ...(maxAmount === undefined ? {} : { maxAmount: Number(maxAmount) }),
})

describe.each(Object.entries({ payin, payout, usdtPayin, recharge }))(`%s, seed ${SEED}`, (_id, list) => {
  test.each(LANGUAGES)('a filter is parsed in %s in every notation', async (locale) => {
    const spoken = await speaker(locale, list)
    fc.assert(
      fc.property(wholeOf(list, spoken), any(' ', '  ', '　'), (conditions, space) => {
        const text = conditions.map((one) => one.text).join(space)
        const asked = Object.assign({}, ...conditions.map(({ asks }) => asks)) as ListFilter
        const usual = asked.days === undefined && asked.endDate === undefined ? defaultFilter(list, NOW) : {}
        const { query, faults } = parse(text, spoken.grammar)
        expect({ text, faults, ...plain(query.filter) }).toEqual({ text, faults: [], ...plain({ ...usual, ...asked }) })
      }),
      RUNS,
    )
  })
})
