import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Locale } from '#locales/messages.ts'
import { TERMS } from '#locales/terms.ts'
import { textsOf } from '../../server/texts/texts.ts'

const LANGUAGES = ['zh', 'id', 'vi', 'es'] as const satisfies readonly Locale[]

/** Names and filter words that people type: several to a key, some of them of everyday speech. */
const isTyped = (key: string): boolean => /\.words$|^query\.(name|flag|word|units)|^filter\.line\./.test(key)

const PLACEHOLDERS = /\{+\w+\}+/g

const folders = readdirSync(new URL('../../locales', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'words')
  .map(({ name }) => name)

function flat(texts: object, path: string): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[`${path}${name}`, text] as [string, string]] : flat(text as object, `${path}${name}.`),
  )
}

/** Every text of the console and of the gateway, by key. */
async function allOf(locale: Locale): Promise<Map<string, string>> {
  const tables = await Promise.all(
    folders.map(async (folder) => ((await import(`../../locales/${folder}/${locale}.ts`)) as { texts: object }).texts),
  )
  const texts = [...tables.flatMap((table) => flat(table, '')), ...flat(textsOf(locale), 'server.')]
  return new Map(texts.filter(([key]) => !isTyped(key)).map(([key, text]) => [key, text.replace(PLACEHOLDERS, '')]))
}

/** A pattern that begins at a word. Han characters have no beginnings of words. */
const wordIn = (pattern: string, end = ''): RegExp =>
  new RegExp(`${/^\p{Script=Han}/u.test(pattern) ? '' : '(?<![\\p{L}\\p{N}-])'}(?:${pattern})${end}`, 'iu')

const english = await allOf('en')

test.each(LANGUAGES)('%s: a term has its one word', async (locale) => {
  const texts = await allOf(locale)
  const wrong: string[] = []
  for (const [name, term] of Object.entries(TERMS)) {
    const used = wordIn(term.en)
    const word = wordIn(term[locale].join('|'))
    for (const [key, text] of english) {
      const without = used.test(text) && !word.test(texts.get(key)!)
      const allowed = term.except?.[key] === 'all' || (term.except?.[key]?.includes(locale) ?? false)
      if (without !== allowed)
        wrong.push(`${name}: ${key}: ${text} | ${texts.get(key)}${allowed ? ' (needs no exception)' : ''}`)
    }
  }
  expect(wrong).toEqual([])
})

test.each(['en', ...LANGUAGES] as const)('%s: a word that stands for no term is nowhere', async (locale) => {
  const found: string[] = []
  for (const [key, text] of await allOf(locale))
    for (const [name, { never }] of Object.entries(TERMS))
      for (const word of never?.[locale] ?? []) if (wordIn(word).test(text)) found.push(`${name}: ${key}: ${text}`)
  expect(found).toEqual([])
})

const RECEIVED = { en: 'received', zh: '到账', id: 'diterima', vi: 'nhận được', es: 'recib' } as const

test.each(Object.entries(RECEIVED))(
  '%s: money that was only asked for is not said to be received',
  async (locale, received) => {
    const texts = await allOf(locale as Locale)
    const taken = ['money.done.elsewhere', 'money.result.CREATED', 'money.result.PROCESSING'].map((key) => texts.get(key))
    expect(taken.filter((text) => wordIn(received).test(text!))).toEqual([])
  },
)

/** Labels of the menu and of columns that are given as they are, and amounts and days as people type them. */
const UNSPACED = /IP白名单|USDT(交易|代收|代付)|最近7天|账户ID|总计:|\d(万|天)|状态:失败 创建:今天/g

test('Chinese has full-width punctuation, and a space between Latin letters or digits and characters', async () => {
  const wrong = [...(await allOf('zh'))]
    .map(([key, text]) => [key, text.replace(UNSPACED, '')] as const)
    .filter(([, text]) =>
      /\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(text),
    )
  expect(wrong.map((entry) => entry.join(': '))).toEqual([])
})
