import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { demoAccounts } from '../server/seed/accounts.ts'

const root = resolve(import.meta.dirname, '..')
const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`)
const guides = readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))
const documents = ['README.md', ...guides, ...decisions]
const read = (document: string): string => readFileSync(join(root, document), 'utf8')

/** `src/table/Grid.tsx`, `server/ledger/`, `tests/machines/*.paths.test.ts`: paths from the root, in code spans. */
const PATH = /`((?:bench|commands|contract|docs|locales|machines|scripts|server|src|tests|torture)\/[\w./*-]*)`/g
const LINK = /\]\((?!https?:)([^)#]+)/g

test('Paths and links in the documents lead to files that exist', () => {
  const missing = documents.flatMap((document) => {
    const paths = Array.from(read(document).matchAll(PATH), ([, path]) => path!)
    const links = Array.from(read(document).matchAll(LINK), ([, link]) => join(document, '..', link!))
    return [...paths.map((path) => path.replace(/[^/]*\*.*$/, '')), ...links]
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document}: ${path}`)
  })
  expect(missing).toEqual([])
})

test('Every decision carries its number, a status and a date', () => {
  const undated = decisions.filter((document) => {
    const number = /\/(\d{4})-[\w-]+\.md$/.exec(document)?.[1]
    return !new RegExp(`^# ${number} .+\\n\\n(Accepted|Superseded) \\d{4}-\\d{2}-\\d{2}\\b`).test(read(document))
  })
  expect(undated).toEqual([])
})

test('A decision has at most 40 lines', () => {
  expect(decisions.filter((document) => read(document).trimEnd().split('\n').length > 40)).toEqual([])
})

test('The table of accounts in the README has every account of the demo, and no other', () => {
  const [, table = ''] = /\n\| sign in as \| role \|\n\|---\|---\|\n((?:\|.+\n)+)/.exec(read('README.md')) ?? []
  const listed = Array.from(table.matchAll(/^\| `([\w.]+)` \|/gm), ([, name]) => name!)
  expect(listed.toSorted()).toEqual(demoAccounts.map(({ username }) => username).toSorted())
})

test('The glossary fits on a page', () => {
  expect(read('docs/glossary.md').trimEnd().split('\n').length).toBeLessThanOrEqual(50)
})
