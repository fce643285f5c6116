import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { createRegistry } from '#commands/registry.ts'
import type { Feature } from '#contract/features.ts'
import { titleOf } from '../../src/commandText.ts'
import type { RowInput } from '../../src/palette/rows/row.ts'
import { parseWhyQuery, whyRows } from '../../src/palette/rows/whyRows.ts'
import { searchField } from '../../src/palette/search/searchField.ts'
import { createTestConsole } from './testConsole.ts'

async function rowsOf(
  as: 'normal' | 'agent' | 'staff',
  words: string,
  hiddenMenus: string[] = [],
  without: readonly Feature[] = [],
) {
  const { console } = await createTestConsole({ as: as as 'normal', hiddenMenus, without })
  const { t } = console.i18n
  const entries = createRegistry(commands).all.map((item) => ({
    item,
    fields: [searchField(titleOf(item, t), 1), searchField(item.id, 1)],
  }))
  const source = { entries, scope: console.scope(), t } as unknown as RowInput
  return whyRows(words, source)
}

const why = async (...asked: Parameters<typeof rowsOf>) =>
  (await rowsOf(...asked)).map(({ id, section: reason }) => `${id.slice(4)}: ${reason}`)

test.each([
  ['?why', ''],
  ['? why export', 'export'],
  ['？why 导出', '导出'],
  ['why', null],
  ['?whyever', null],
])('%j asks why about %j', (typed, words) => {
  expect(parseWhyQuery(typed)).toBe(words)
})

test('the unmet condition is named', async () => {
  expect(await why('normal', 'list.export')).toContain('list.export: No list is open')
  expect(await why('normal', 'nav.recents')).toContain('nav.recents: No recent orders')
})

test.each(['row.open', 'row.copyOrderNo', 'list.notifySelected', 'row.filterLike', 'list.sum', 'checkout.copyLink'])(
  'without a list the reason of %s is the list and not a part of it',
  async (id) => {
    expect(await why('normal', id)).toContain(`${id}: No list is open`)
  },
)

test('another kind of account and a hidden menu are named', async () => {
  expect(await why('normal', 'nav.payinA')).toContain('nav.payinA: For other account types')
  expect(await why('normal', 'nav.txn.payout', ['payout'])).toContain('nav.txn.payout: Hidden by a gateway setting')
})

test('a feature that the gateway lacks is named', async () => {
  expect(await why('normal', 'nav.settings.history', [], ['audit'])).toContain(
    'nav.settings.history: This gateway has no command history',
  )
})

test('commands that can run are not listed', async () => {
  expect((await why('normal', 'help.about')).filter((line) => line.startsWith('help.about'))).toEqual([])
})

test('reasons of a single command come first, and a shared reason is a heading', async () => {
  const rows = await rowsOf('normal', '')
  const first = rows.findIndex(({ heading }) => heading !== undefined)
  const alone = rows.slice(0, first).map(({ section }) => section)
  expect(alone).toContain('Nothing to undo')
  expect(new Set(alone).size).toBe(alone.length)
  const headings = rows.flatMap(({ heading }) => heading ?? [])
  expect(headings).toContain('No list is open')
  expect(new Set([...headings, ...alone]).size).toBe(headings.length + alone.length)
  let under: string | undefined
  for (const { heading, section } of rows.slice(first)) {
    under = heading ?? under
    expect(section).toBe(under)
  }
  expect((await rowsOf('normal', 'copy')).flatMap(({ heading }) => heading ?? [])).toEqual([])
})
