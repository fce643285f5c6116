import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { en } from '#locales/en.ts'
import { es } from '#locales/es.ts'
import { id } from '#locales/id.ts'
import type { MessageKey } from '#locales/messages.ts'
import { vi } from '#locales/vi.ts'
import { zh } from '#locales/zh.ts'
import { speakDatesIn } from '../../src/format/dateLocale.ts'
import { createI18n, localeOf, SWITCH_LOCALES } from '../../src/i18n.ts'

test.each([
  [null, 'zh'],
  ['en', 'en'],
  ['id', 'id'],
  ['vi', 'vi'],
  ['mx', 'es'],
  ['es', 'es'],
  ['xx', 'zh'],
  ['toString', 'zh'],
])('the stored key %s means %s', (stored, locale) => {
  expect(localeOf(stored)).toBe(locale)
})

test.each([
  ['zh', '总计: 31', 'zh-cn'],
  ['en', 'total: 31', 'en'],
  ['id', 'total: 31', 'id'],
  ['vi', 'tổng: 31', 'vi'],
  ['es', 'total: 31', 'es'],
] as const)('%s has its texts and its date locale', async (locale, total, dates) => {
  const i18n = createI18n()
  await Promise.all([i18n.use(locale), speakDatesIn(locale)])
  expect([i18n.locale, i18n.t('table.total', { n: 31 }), dayjs.locale()]).toEqual([locale, total, dates])
})

test('a switch is heard, and gives a new t', async () => {
  const i18n = createI18n()
  await i18n.use('zh')
  const before = i18n.t
  let heard = 0
  const stop = i18n.subscribe(() => heard++)
  await i18n.use('en')
  stop()
  await i18n.use('zh')
  expect([heard, before('errorPwd'), before === i18n.t]).toEqual([1, '密码错误', false])
})

test('a key without text is logged once and shows itself; what is no key shows that there is no data', async () => {
  const warned: string[] = []
  const i18n = createI18n((text) => warned.push(text))
  await i18n.use('en')
  const say = (key: unknown) => i18n.t(key as MessageKey)
  expect([say('foo.barBaz'), say('foo.barBaz'), say(''), say(undefined), say(3)]).toEqual([
    '[foo.barBaz]',
    '[foo.barBaz]',
    'No data',
    'No data',
    'No data',
  ])
  expect(warned).toEqual(['no text for "foo.barBaz"'])
})

test('the switch in the header offers two languages', () => {
  expect(SWITCH_LOCALES.map(({ labelSet, name }) => [labelSet, name])).toEqual([
    ['en_US', 'English'],
    ['zh_CN', '中文'],
  ])
})

const holes = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

test.each(Object.entries({ en, id, vi, es }))(
  '%s is whole: every key has a text, with the holes of the Chinese one',
  (_, table) => {
    const wrong = Object.entries(zh).filter(([key, text]) => {
      const other = table[key as MessageKey]
      return other.trim() === '' || holes(other).join() !== holes(text).join()
    })
    expect(wrong).toEqual([])
    expect(Object.keys(table)).toEqual(Object.keys(zh))
  },
)
