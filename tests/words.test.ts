import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Words that a comment or a test title does without: the subject of a sentence is code, a user, a caller, a gateway. */
const AVOIDED = [
  'whoever',
  'whomever',
  'somebody',
  'someone',
  'nobody',
  'anybody',
  'anyone',
  'everybody',
  'no one',
  'one who',
  'he',
  'him',
  'his',
  'himself',
  'she',
  'her',
  'who',
  'whom',
  'deeds?',
  'thereby',
  'wherein',
  'hereby',
  'for want of',
]
const AVOIDED_WORD = new RegExp(`\\b(${AVOIDED.join('|')})\\b`, 'i')

const COMMENT = /(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g
const SQL_COMMENT = /(?<=^|\s)-- [^\n]*/g
const TITLE = /\b(?:test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['`])((?:\\.|(?!\1).)*)\1/g

const FOLDERS = ['bench', 'commands', 'contract', 'machines', 'scripts', 'server', 'src', 'tests', 'torture']
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css|sql)$/.test(name) && !name.includes('node_modules') && name !== 'words.test.ts')
    .map((name) => join(folder, name)),
)

const matches = (text: string, pattern: RegExp, group: number) =>
  Array.from(text.matchAll(pattern), (match) => ({ text: match[group]!, line: text.slice(0, match.index).split('\n').length }))

/** Quoted code may use any word. */
const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, '')

function avoidedIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const comments = matches(text, file.endsWith('.sql') ? SQL_COMMENT : COMMENT, 0)
  const titles = file.startsWith('tests/') ? matches(text, TITLE, 2) : []
  return [...comments, ...titles].flatMap(({ text, line }) => {
    const word = AVOIDED_WORD.exec(withoutCode(text))
    return word === null ? [] : [`${file}:${line} "${word[0]}"`]
  })
}

test('Comments and test titles use plain words', () => {
  expect(sources.flatMap(avoidedIn)).toEqual([])
})

test('The word check finds a comment and a title, and leaves strings alone', () => {
  expect(matches("// whoever\nconst a = 'https://x' /* nobody */\n", COMMENT, 0).map(({ text }) => text)).toEqual([
    '// whoever',
    '/* nobody */',
  ])
  expect(matches("test.each(rows)('he waits', () => {})", TITLE, 2)).toEqual([{ text: 'he waits', line: 1 }])
})
