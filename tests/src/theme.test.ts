import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const sheets = globSync('src/**/*.css', { cwd: root }).map((name) => readFileSync(join(root, name), 'utf8'))

/** What a rule for one theme says, without its braces. */
const RULE = /\[data-theme[^{]*\{([^}]*)\}/g

// Whoever looks at a page by day has seen all of it but its colours by night: the tests in a browser rely on that.
test('the night changes colours and nothing else', () => {
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter((text) => text.includes('prefers-color-scheme'))).toEqual([])
  const said = sheets.flatMap((text) => Array.from(text.matchAll(RULE), ([, rule = '']) => rule.trim()))
  expect(said).toEqual(['color-scheme: light;', 'color-scheme: dark;'])
})
