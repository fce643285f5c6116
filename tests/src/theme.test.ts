import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const sheets = globSync('src/**/*.css', { cwd: root }).map((name) => readFileSync(join(root, name), 'utf8'))

/** The body of a theme rule. */
const RULE = /\[data-theme[^{]*\{([^}]*)\}/g

// The browser tests rely on it: a page tested in the light theme differs in the dark theme by colours only.
test('the dark theme changes colours only', () => {
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter((text) => text.includes('prefers-color-scheme'))).toEqual([])
  const said = sheets.flatMap((text) => Array.from(text.matchAll(RULE), ([, rule = '']) => rule.trim()))
  expect(said).toEqual(['color-scheme: light;', 'color-scheme: dark;'])
})
