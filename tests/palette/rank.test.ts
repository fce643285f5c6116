import fc from 'fast-check'
import { expect, test } from 'vitest'
import { norm } from '#commands/norm.ts'
import { rank } from '../../src/palette/search/rank.ts'
import { searchField } from '../../src/palette/search/searchField.ts'

const titles = (...texts: string[]) => texts.map((text) => ({ item: text, fields: [searchField(text, 1)] }))

test('matches rank by class: exact, prefix, word start, substring, subsequence', () => {
  const entries = titles('daurk', 'endarken', 'turn dark', 'dark mode', 'dark', 'light')
  expect(rank(entries, 'dark')).toEqual(['dark', 'dark mode', 'turn dark', 'endarken', 'daurk'])
})

test('an exact match wins over position and frecency', () => {
  const entries = titles('dashboard archive link', 'dark')
  expect(rank(entries, 'dark', (item) => (item === 'dark' ? 0 : 1))[0]).toBe('dark')
})

test('ties are broken by frecency, then by the original order', () => {
  const entries = titles('payin one', 'payin two', 'payin three')
  expect(rank(entries, 'payin')).toEqual(['payin one', 'payin two', 'payin three'])
  expect(rank(entries, 'payin', (item) => (item === 'payin three' ? 0.5 : 0))[0]).toBe('payin three')
})

test('a section name finds its commands by whole words, after commands with that title', () => {
  const inList = (title: string) => ({
    item: title,
    fields: [searchField(title, 1), searchField('list', 0.3, { isSecondary: true })],
  })
  const entries = [inList('refresh'), inList('list columns')]
  expect(rank(entries, 'list')).toEqual(['list columns', 'refresh'])
  expect(rank(entries, 'lst')).toEqual(['list columns'])
})

test('an empty query returns all entries in their order', () => {
  expect(rank(titles('b', 'a'), '  ')).toEqual(['b', 'a'])
})

test.each([
  ['Đơn hàng nạp', 'don hang'],
  ['Đơn hàng nạp', 'ĐƠN'],
  ['Go to Payin', 'gtp'],
  ['Go to Payin', 'payin go'],
  ['前往代收订单', '代收'],
  ['Notify payin', 'ｎｏｔｉｆｙ'],
  ['Phím tắt', 'phim tat'],
  ['qian wang dai shou ding dan', 'qwdsdd'],
])('%s is found by %s', (title, typed) => {
  expect(rank(titles(title), typed)).toEqual([title])
})

test.each([
  ['Narrow this column', 'not'],
  ['Go to Payin', 'payout'],
  ['前往代收订单', '代付'],
])('%s is not found by %s', (title, typed) => {
  expect(rank(titles(title), typed)).toEqual([])
})

const words = fc.array(fc.constantFrom('go', 'to', 'payin', 'notify', 'close', 'xin', 'chào', 'đơn', '代收', '订单'), {
  minLength: 1,
  maxLength: 4,
})
const title = words.map((parts) => parts.join(' '))

test('a title finds itself first, in any case or width and with any frecency', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(title, { minLength: 1, maxLength: 12, selector: norm }),
      fc.nat(),
      fc.func(fc.double({ min: 0, max: 1, noNaN: true })),
      (all, pick, habit) => {
        const wanted = all[pick % all.length]!
        expect(rank(titles(...all), wanted.toUpperCase(), habit)[0]).toBe(wanted)
      },
    ),
  )
})

test('results are a subset without duplicates, and more letters of a word never find more', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(title, { maxLength: 12 }),
      fc.string({ minLength: 1, maxLength: 3 }),
      fc.string({ maxLength: 2 }),
      (all, typed, more) => {
        const found = rank(titles(...all), typed)
        expect(new Set(found).size).toBe(found.length)
        expect(all).toEqual(expect.arrayContaining(found))
        const longer = norm(typed + more).trim()
        fc.pre(longer.startsWith(norm(typed).trim()) && !/\s/.test(typed + more))
        // A compound is several words, and a word of four letters may be mistyped: both find what their first letters do not.
        fc.pre(!/[a-z][-_/]+[a-z]|^[a-z]{4,}$/.test(longer))
        expect(found).toEqual(expect.arrayContaining(rank(titles(...all), typed + more)))
      },
    ),
  )
})

test('frecency never lifts a match over one of a better class', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (one, other) => {
      const entries = titles('payin list', 'list')
      const habits: Record<string, number> = { 'payin list': one, list: other }
      expect(rank(entries, 'list', (item) => habits[item] ?? 0)[0]).toBe('list')
    }),
  )
})
