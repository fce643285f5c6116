import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { taskOf } from '#commands/task.ts'
import { emptyPage } from '#machines/palette/page.ts'
import { parseUnits } from '../../src/format/parseAmount.ts'
import { argumentRows } from '../../src/palette/rows/pageRows.ts'
import type { RowInput } from '../../src/palette/rows/row.ts'
import { loadVocabulary } from '../../src/palette/search/vocabulary.ts'
import { payin } from './orders.ts'
import { active, focused, input, isOpen, listbox, rows } from './paletteQueries.ts'
import { renderConsole } from './renderConsole.tsx'
import { createTestConsole } from './testConsole.ts'

const ORDERS = [payin('2611210815300000001'), payin('2611210815300000002', { status: 'PENDING' })]

/** The names of all languages arrive after the palette is open. Those of the palette arrive first. */
const namesLoaded = () => act(async () => void (await loadVocabulary()))

test('Ctrl+K opens the palette with the focus, and closes it with the focus restored', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}')
  expect(document.activeElement).toBe(input())
  await user.keyboard('{Control>}k{/Control}')
  expect(isOpen()).toBe(false)
  expect(focused()).toBe('2611210815300000001')
})

test('the palette is a combobox over a listbox, and every row has its position and the number of rows', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard(':')
  expect(screen.getByRole('dialog', { name: 'Command palette' }).getAttribute('aria-modal')).toBe('true')
  const said = (name: string) => input().getAttribute(name)
  expect([said('aria-expanded'), said('aria-autocomplete'), said('aria-controls')]).toEqual(['true', 'list', listbox().id])
  const options = screen.getAllByRole('option')
  expect(options.map((option) => option.getAttribute('aria-posinset'))).toEqual(options.map((_, index) => String(index + 1)))
  const size = Number(options[0]?.getAttribute('aria-setsize'))
  expect(size).toBeGreaterThan(options.length)
  await user.keyboard('{Control>}{ArrowDown}{/Control}')
  const last = document.getElementById(said('aria-activedescendant') ?? '')
  expect(last?.getAttribute('aria-posinset')).toBe(String(size))
})

test('section headings are shown for an empty query only', async () => {
  const { user } = await renderConsole({ listed: ORDERS, recents: [{ kind: 'payin', id: '9', number: '9' }] })
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).not.toContain(null)
  expect(rows()[0]).toBe('9, Payin')
  expect(screen.queryByText('Recent')).not.toBeNull()
  await user.keyboard('theme')
  expect(screen.queryAllByRole('group')).toEqual([])
})

test('an exact match is first in any section, and Enter runs it', async () => {
  const { user, did } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('about')
  expect(active()).toBe('About, Console')
  await user.keyboard('{Enter}')
  expect(did).toEqual(['openAbout'])
})

test('arrows move through every row and wrap around', async () => {
  const { user } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}page')
  const all = rows()
  const seen: (string | null)[] = []
  for (const _ of all) {
    seen.push(active())
    await user.keyboard('{ArrowDown}')
  }
  expect(seen).toEqual(all)
  expect(active()).toBe(all[0])
  await user.keyboard('{ArrowUp}')
  expect(active()).toBe(all.at(-1))
})

test('PageDown and PageUp move by eight rows and stop at the ends', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('{PageDown}')
  expect(active()).toBe(rows()[8])
  await user.keyboard('{PageUp}{PageUp}')
  expect(active()).toBe(rows()[0])
})

test('Home and End move the caret', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}')
  await namesLoaded()
  await user.keyboard('page{ArrowDown}')
  const before = active()
  await user.keyboard('{Home}x{End}y')
  expect(input().value).toBe('xpagey')
  await user.keyboard('{Backspace}{Home}{Delete}{ArrowDown}{Home}{End}')
  expect(active()).toBe(before)
})

test('each text starts at its first row and drops the previous pick', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}')
  await namesLoaded()
  await user.keyboard('page{ArrowDown}{ArrowDown}')
  expect(active()).toBe(rows()[2])
  await user.keyboard(' s')
  expect(active()).toBe(rows()[0])
})

test('a text without matches shows a message and searches that Enter does not start', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}zzz9')
  expect(rows()).toEqual(['Orders numbered *zzz9*, Payin, Orders', 'Filter this list by “zzz9”, List'])
  expect(active()).toBeNull()
  await waitFor(() => expect(screen.getAllByText('No command named “zzz9” · ↓ to choose')).toHaveLength(2))
  await user.keyboard('{Enter}')
  expect(isOpen()).toBe(true)
})

test('no style element is added to the page, which the content security policy would refuse', async () => {
  const before = document.querySelectorAll('style').length
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}')
  expect(document.querySelectorAll('style')).toHaveLength(before)
})

test('Escape clears, then closes; Backspace on an empty input leaves the narrowed list, but not on key repeat', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard(':')
  expect(screen.queryByText('Commands')).not.toBeNull()
  await user.keyboard('ab{Backspace}{Backspace>3/}')
  expect(screen.queryByText('Commands')).not.toBeNull()
  await user.keyboard('{Backspace}')
  expect(screen.queryByText('Commands')).toBeNull()
  await user.keyboard('about{Escape}')
  expect(input().value).toBe('')
  await user.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
})

test('a command asks page by page, going back restores each page, and the last page runs it', async () => {
  const { user, list } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}sort by{Enter}')
  expect(input().getAttribute('aria-label')).toBe('Sort by: Column')
  expect(rows()).toEqual(['Created Time, Column', 'Amount, Column'])
  await user.keyboard('amo{Enter}')
  expect(rows()).toEqual(['Ascending, Direction', 'Descending, Direction', 'None, Direction'])
  await user.keyboard('{Shift>}{Tab}{/Shift}')
  expect(input().value).toBe('amo')
  await user.keyboard('{Enter}desc{Enter}')
  expect(isOpen()).toBe(false)
  expect(list?.asked).toEqual(['sort "payAmount" "desc"'])
})

test('a text argument is validated, and its error is shown only on Enter', async () => {
  const { user, list } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}go to page{Enter}')
  expect(input().getAttribute('aria-label')).toBe('Go to page: Page number')
  await user.keyboard('0{Enter}')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Enter a whole number from 1'))
  await user.keyboard('{Backspace}12')
  expect(rows()).toEqual(['12, Page number'])
  await user.keyboard('{Enter}')
  expect(list?.asked).toEqual(['turn 12'])
})

test('an amount is typed in any notation, and shown as parsed', async () => {
  const { user, list } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}find rows{Enter}1.5 jutaan')
  await waitFor(() => expect(input().value).toBe('1.5 jutaan'))
  expect(rows()).toEqual([])
  await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}jt')
  expect(rows()).toEqual(['1,500,000.00, Target amount'])
  await user.keyboard('{Enter}')
  expect(list?.asked).toEqual(['selectSum "1500000"'])
})

test('an amount has a sign only where the command takes one', async () => {
  const { i18n, registry, scope } = (await createTestConsole({ listed: ORDERS })).console
  const values = (command: string, argument: string, text: string) => {
    const task = { ...taskOf(registry.get(command), scope()), missingArguments: [argument] }
    const units = parseUnits(i18n.t('query.units'))
    const source: Partial<RowInput> = { page: { ...emptyPage('all'), text, task }, scope: scope(), registry, units, t: i18n.t }
    return argumentRows(source as RowInput).map((row) => (row.kind === 'value' ? [row.value, row.title] : []))
  }
  expect(values('reconcile.amount', 'amount', '-5.000')).toEqual([['-5000', '-5,000.00']])
  expect(values('reconcile.amount', 'amount', '+ 5rb')).toEqual([['+5000', '+5,000.00']])
  expect(values('reconcile.amount', 'amount', '5000')).toEqual([['5000', '5,000.00']])
  expect(values('sum.solve', 'amount', '-5.000')).toEqual([])
})

test('Tab asks even for arguments that the cursor would give', async () => {
  const { user, list } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}export payin{Tab}')
  expect(rows()).toEqual([
    'The rows of this list, Which rows',
    'Last 7 days, Which rows',
    'Today, Which rows',
    'This week, Which rows',
    'This month, Which rows',
    'This year, Which rows',
  ])
  await user.keyboard('{Enter}')
  expect(list?.asked).toEqual(['export "list"'])
})

test('an irreversible command waits for a confirmation with the focus on Cancel', async () => {
  const { user, seen, toasts } = await renderConsole({ orders: ORDERS, listed: [ORDERS[1]!] })
  await user.keyboard('{Control>}k{/Control}close payin')
  expect(active()).toBe('Close payin, 2611210815300000002, Orders')
  await user.keyboard('{Enter}')
  expect(
    screen.queryByRole('alertdialog', { name: 'Close payin', description: /Close payin 2611210815300000002\?/ }),
  ).not.toBeNull()
  expect(focused()).toBe('Cancel')
  await user.keyboard('{Enter}')
  expect(input().value).toBe('close payin')
  await user.keyboard('{Enter}{Tab}')
  expect(focused()).toBe('Confirm')
  await user.keyboard('{Tab}')
  expect(focused()).toBe('Cancel')
  await user.keyboard('{Shift>}{Tab}{/Shift}')
  expect(focused()).toBe('Confirm')
  await user.keyboard('{Enter}')
  expect(isOpen()).toBe(false)
  await waitFor(() =>
    expect(toasts).toEqual([['command.order.isNow', { number: '2611210815300000002', status: 'Closed' }, 'done']]),
  )
  expect(seen.map(({ path, input: sent }) => [path, sent])).toEqual([
    ['/api/transaction/payin/2611210815300000002', { action: 'close' }],
  ])
})

test('Shift+Enter runs the row and keeps the palette open with the same text and row', async () => {
  const { user, did } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}appearance{ArrowDown}')
  expect(active()).toBe('Appearance: light, Console')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  await waitFor(() => expect(did).toEqual(['setTheme light']))
  expect(input().value).toBe('appearance')
  expect(active()).toBe('Appearance: light, Console')
  expect(document.activeElement).toBe(input())
})

test('changing the language in the open palette keeps the row, and the new titles are found', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}language{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(active()).toBe('Language: Tiếng Việt, Console')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  await waitFor(() => expect(active()).toBe('Ngôn ngữ: Tiếng Việt, Language: Tiếng Việt, Ứng dụng'))
  await user.clear(input())
  await user.keyboard('phim tat')
  expect(rows()).toContain('Phím tắt, Ứng dụng, mod+/')
  await user.clear(input())
  await user.keyboard('keyboard shortcuts')
  await waitFor(() => expect(active()).toBe('Phím tắt, Keyboard shortcuts, Ứng dụng, mod+/'))
})

test.each(['代收', 'daishou', 'dsdd', 'payin'])('in Chinese, %s finds the payin list', async (typed) => {
  const { user } = await renderConsole({ locale: 'zh' })
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard(typed)
  await waitFor(() => expect(rows().find((row) => row.startsWith('前往代收订单, '))).toMatch(/, g i$/))
})

test('Mod+Enter opens an address in a new tab', async () => {
  const { user, did } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}go to payin')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(did).toEqual(['go /transaction/payin newTab'])
})

test('Mod+C copies the link of a row, and leaves selected text to the browser', async () => {
  const { user, did } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}go to payin')
  input().setSelectionRange(0, 2)
  await user.keyboard('{Control>}c{/Control}')
  expect(did).toEqual([])
  input().setSelectionRange(5, 5)
  await user.keyboard('{Control>}c{/Control}')
  expect(did).toEqual([`copy ${window.location.href.split('#')[0]}#/transaction/payin`])
})

test('the palette shows the balance, and Enter copies a figure', async () => {
  const { user, did } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}show balance{Enter}')
  await waitFor(() =>
    expect(rows()).toEqual([
      'Available, 1,234,567.50, IDR',
      'Total, 2,000,000.00, IDR',
      'Payin Freeze, 0.00, IDR',
      'Payout Freeze, 765,432.50, IDR',
    ]),
  )
  await user.keyboard('{ArrowDown}{Enter}')
  expect(did).toEqual(['copy 2000000.00'])
  await user.keyboard('{Escape}')
  expect(input().value).toBe('show balance')
})

test('moving the pointer picks a row, pressing keeps the focus, a click runs it', async () => {
  const { user, did } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}appearance')
  const light = screen.getByRole('option', { name: /light/ })
  await user.pointer([{ target: light, coords: { clientX: 5, clientY: 5 } }])
  await user.click(light)
  expect(did).toEqual(['setTheme light'])
  expect(isOpen()).toBe(false)
})

test('a picked command comes first next time, under Recent and among equal matches', async () => {
  const { user } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}appearance: dark{Enter}')
  await user.keyboard('{Control>}k{/Control}')
  expect(active()).toBe('Appearance: dark, Console')
  await user.keyboard('appearance')
  expect(active()).toBe('Appearance: dark, Console')
})

test('the footer shows only the keys that work on the row', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  const foot = () => document.querySelector('footer')?.textContent
  await user.keyboard('{Control>}k{/Control}go to payin')
  expect(foot()).toBe('↵openCtrl ↵new tabCtrl Ccopy linkEscclear')
  await user.clear(input())
  await user.keyboard('export payin')
  expect(foot()).toBe('↵run⇥optionsShift ↵run and stayEscclear')
})

test('after a pause the number of results and the active row are announced', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}')
  await namesLoaded()
  const spoken = () => screen.getByRole('status').textContent
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'appearance' } })
    act(() => vi.advanceTimersByTime(299))
    expect(spoken()).not.toContain('Appearance')
    act(() => vi.advanceTimersByTime(1))
    expect(spoken()).toBe('4 results. Appearance: system, Console. 1 of 4')
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' })
    act(() => vi.advanceTimersByTime(300))
    expect(spoken()).toBe('4 results. Appearance: light, Console. 2 of 4')
  } finally {
    vi.useRealTimers()
  }
})

test('a guest finds only the languages', async () => {
  const { user } = await renderConsole({ as: 'guest' })
  await user.keyboard('{Control>}k{/Control}')
  expect(rows()).toEqual([
    'Language: 中文, Console',
    'Language: English, Console',
    'Language: Bahasa Indonesia, Console',
    'Language: Tiếng Việt, Console',
    'Language: Español, Console',
  ])
  await user.keyboard('2611210815300000001')
  expect(rows()).toEqual([])
  expect(isOpen()).toBe(true)
})

test('commands without permission are not found', async () => {
  const { user } = await renderConsole({ as: 'delegate', listed: ORDERS })
  await user.keyboard('{Control>}k{/Control}notify')
  // The other rows are a search by payer name, and the screen of the account's own runs.
  expect(rows().filter((row) => !row?.startsWith('Orders matching “notify”,'))).toEqual(['Go to Bulk runs, Go to, g j'])
  await user.clear(input())
  await user.keyboard('go to payin')
  expect(active()).toBe('Go to Payin, Go to, g i')
})

test('a menu entry hidden by the gateway is not in the palette', async () => {
  const { user } = await renderConsole({ hiddenMenus: ['payin'] })
  await user.keyboard('{Control>}k{/Control}go to')
  expect(rows().filter((row) => row?.startsWith('Go to Payin'))).toEqual([])
})

test('unlisted commands are found by name only', async () => {
  const { user } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}{Control>}{ArrowDown}{/Control}')
  expect(rows().filter((row) => row?.includes('404'))).toEqual([])
  await user.keyboard('404')
  expect(active()).toBe('Go to 404 page, Go to')
})

test('closing during a pending call leaves nothing behind', async () => {
  const { user, gateway, seen, console } = await renderConsole()
  gateway.holds = true
  await user.keyboard('{Control>}k{/Control}2611210815300000001')
  await waitFor(() => expect(seen).toHaveLength(5))
  await user.keyboard('{Escape}{Escape}')
  act(() => seen[0]?.answer())
  expect(isOpen()).toBe(false)
  expect(console.palette.getSnapshot().value).toBe('closed')
})

test('a word that matches no command runs nothing: searches need one more step', async () => {
  const { user, did, regions } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}qwortz')
  expect(screen.queryAllByText('No command named “qwortz” · ↓ to choose')).not.toEqual([])
  expect(active()).toBeNull()
  expect(screen.queryAllByRole('option', { selected: true })).toEqual([])
  await user.keyboard('{Enter}')
  expect(isOpen()).toBe(true)
  expect(did).toEqual([])
  expect(regions.polite.textContent).toBe('No command named “qwortz”')
  await user.keyboard('{ArrowDown}')
  expect(active()).toMatch(/qwortz/)
  await user.keyboard('{Enter}')
  expect(did[0]).toMatch(/^go .*qwortz/)
})

test('a word with one mistake finds its command', async () => {
  const { user, did } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}logoutt')
  await waitFor(() => expect(active()).toMatch(/^Sign out, logout, /))
  await user.keyboard('{Enter}')
  expect(did).toEqual(['signOut'])
})

test('a command that cannot run now is listed with the reason, and Enter runs nothing', async () => {
  const { user, did } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}deshacer')
  await waitFor(() => expect(active()).toMatch(/^Undo, /))
  await user.keyboard('{Enter}')
  expect([isOpen(), did]).toEqual([true, []])
})

test('an interpreted number runs on Enter at once', async () => {
  const { user, did } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}2026-11-21{Enter}')
  expect(did[0]).toMatch(/^go .*2026-11-21/)
})
