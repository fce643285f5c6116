import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import dayjs from 'dayjs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Locale, MessageKey, Namespace } from '#locales/messages.ts'
import { setDateLocale } from '../../src/format/dateLocale.ts'
import { browserLocale, createI18n, localeOf, switchLocales } from '../../src/i18n.ts'

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
  ['zh', '总计: 31', '错误信息', 'zh-cn'],
  ['en', 'total: 31', 'Error Message', 'en'],
  ['id', 'total: 31', 'Pesan Eror', 'id'],
  ['vi', 'tổng: 31', 'Thông báo lỗi', 'vi'],
  ['es', 'total: 31', 'Mensaje de error', 'es'],
] as const)('%s has its texts and its date locale', async (locale, total, error, dates) => {
  const i18n = createI18n({ with: ['desk'] })
  await Promise.all([i18n.use(locale), setDateLocale({ locale })])
  const { t } = i18n
  expect([i18n.locale, t('table.total', { n: 31 }), t('error.title'), dayjs.locale()]).toEqual([locale, total, error, dates])
})

/** Holds the texts of this file back until the returned function is called. */
function holdBack(file: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.doMock(file, async (original) => {
    await promise
    return original()
  })
  onTestFinished(() => vi.doUnmock(file))
  return resolve
}

test('of two concurrent switches the later wins, whichever loads first', async () => {
  const i18n = createI18n({ with: ['desk'] })
  const arrive = holdBack('../../locales/desk/vi.ts')
  const earlier = i18n.use('vi')
  await i18n.use('id')
  arrive()
  await earlier
  expect([i18n.locale, i18n.t('error.title')]).toEqual(['id', 'Pesan Eror'])
})

test('a volume that arrives after a switch of the language is loaded in the new one', async () => {
  const i18n = createI18n()
  await i18n.use('en')
  const arrive = holdBack('../../locales/money/en.ts')
  const opening = i18n.open('money')
  await i18n.use('vi')
  arrive()
  await opening
  expect([i18n.locale, i18n.t('money.least')]).toEqual(['vi', (await volumeIn('money', 'vi'))['money.least']])
})

test.each([
  ['en', ['0 results', '1 result', '1 result', '2 results', '1,204 results']],
  ['es', ['0 resultados', '1 resultado', '1 resultado', '2 resultados', '1,204 resultados']],
  ['zh', ['0 个结果', '1 个结果', '1 个结果', '2 个结果', '1,204 个结果']],
] as const)('the singular is used for one in %s', async (locale, said) => {
  const i18n = createI18n({ with: ['commands'] })
  await i18n.use(locale)
  expect([0, 1, '1', 2, '1,204'].map((n) => i18n.t('palette.count', { n }))).toEqual(said)
})

test('a switch notifies listeners, and creates a new t', async () => {
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

test('a key without text is logged once and shown itself; an invalid key shows that there is no data', async () => {
  const warned: string[] = []
  const i18n = createI18n({ warn: (text) => warned.push(text) })
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

test('the switch in the header offers English, Chinese and the active language', () => {
  const offered = (active: Locale) => switchLocales(active).map(({ labelSet, name }) => [labelSet, name])
  const both = [
    ['en_US', 'English'],
    ['zh_CN', '中文'],
  ]
  expect([offered('zh'), offered('en'), offered('vi')]).toEqual([both, both, [...both, ['vi_VN', 'Tiếng Việt']]])
})

test.each([
  [['en-US', 'zh'], 'en'],
  [['de', 'zh-Hant-TW', 'en'], 'zh'],
  [['in-ID'], 'id'],
  [['ES-419'], 'es'],
  [['de-DE', 'fr'], null],
  [['constructor'], null],
  [[], null],
])('of the browser languages %j the console has %s', (tags, locale) => {
  expect(browserLocale(tags)).toBe(locale)
})

test('a stored language stands above the default of the deployment, and an unknown one does not', () => {
  expect([localeOf('id', 'en'), localeOf('xx', 'en'), localeOf(null, 'en'), localeOf(undefined)]).toEqual([
    'id',
    'en',
    'en',
    'zh',
  ])
})

const holes = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

type Table = Readonly<Record<string, string>>

const expectWhole = (table: Table, chinese: Table) => {
  const wrong = Object.entries(chinese).filter(([key, text]) => {
    const other = table[key] ?? ''
    return other.trim() === '' || holes(other).join() !== holes(text).join()
  })
  expect(wrong).toEqual([])
  expect(Object.keys(table)).toEqual(Object.keys(chinese))
}

const locales = join(import.meta.dirname, '../../locales')
const volumes = readdirSync(locales, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name as Namespace] : [],
)

const volumeIn = async (volume: Namespace, locale: string): Promise<Table> =>
  ((await import(`../../locales/${volume}/${locale}.ts`)) as { texts: Table }).texts

const keysOf = async (volume: Namespace): Promise<string[]> => Object.keys(await volumeIn(volume, 'zh'))

test.each(volumes)(
  'the texts of %s are complete in every language: every key has one, with the parameters of the Chinese one, in one volume only',
  async (volume) => {
    const chinese = await volumeIn(volume, 'zh')
    for (const locale of ['en', 'id', 'vi', 'es']) expectWhole(await volumeIn(volume, locale), chinese)
    // The keys of `words` are ids of commands.
    const messages = volumes.filter((other) => other !== volume && other !== 'words')
    const others = volume === 'words' ? [] : (await Promise.all(messages.map(keysOf))).flat()
    expect(Object.keys(chinese).filter((key) => others.includes(key))).toEqual([])
  },
)

test('a guest loads only the guest texts, in any language, until more is needed', async () => {
  const i18n = createI18n({ warn: () => {} })
  const say = () => [i18n.t('login.submit'), i18n.t('menu.account'), i18n.has('desk')]
  await i18n.use('en')
  const before = say()
  await i18n.use('vi')
  const after = say()
  await i18n.open('desk')
  expect([before, after, say()]).toEqual([
    ['Sign in', '[menu.account]', false],
    ['Đăng nhập', '[menu.account]', false],
    ['Đăng nhập', 'Tài khoản', true],
  ])
})

test('volumes open from the start are loaded with the first language, and with the next', async () => {
  const warned: string[] = []
  const i18n = createI18n({ with: ['desk', 'dashboard'], warn: (text) => warned.push(text) })
  const say = () => [i18n.t('login.submit'), i18n.t('menu.account'), i18n.t('dashboard.today')]
  await i18n.use('en')
  const english = say()
  await i18n.use('es')
  expect([new Set([...english, ...say()]).size, warned]).toEqual([6, []])
})

test('a volume opened later is loaded, and reloaded by a language switch', async () => {
  const i18n = createI18n({ warn: (text) => warned.push(text) })
  const warned: string[] = []
  await i18n.use('en')
  expect([i18n.t('money.least'), i18n.has('money')]).toEqual(['[money.least]', false])
  await Promise.all([i18n.open('money'), i18n.use('id')])
  const indonesian = i18n.t('money.least')
  await i18n.use('zh')
  expect([indonesian, i18n.t('money.least'), i18n.has('money')]).toEqual(['Minimum', '最低', true])
})

test.each([
  ['en', '1', ': 1 order,'],
  ['en', '1,204', ': 1,204 orders,'],
  ['es', '1', ': 1 orden,'],
  ['es', '1,204', ': 1,204 órdenes,'],
] as const)('%s: a day with %s orders says so', async (locale, n, words) => {
  const i18n = createI18n({ with: ['dashboard'] })
  await i18n.use(locale)
  expect(
    i18n.t('dashboard.bar', { n, date: '', series: '', amount: '', successCount: '', successAmount: '', rate: '' }),
  ).toContain(words)
})
