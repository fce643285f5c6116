import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLoaded, PASSWORD, startApp, type TestApp } from '../app.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: FEW })
})
afterAll(() => app.close())

/** So many that the list has less than a page of 10 at any time of day. */
const FEW = 25

const find = () => screen.findByRole('searchbox', { name: 'Search shortcuts and commands' })
const recorder = () => screen.findByRole('textbox', { name: 'New shortcut' })
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const row = (name: RegExp) => screen.findByRole('button', { name })
const lists = () => app.calls.filter((call) => call === 'POST /api/transaction/payin').length

async function toPreferences() {
  await app.user.keyboard('g,')
  await waitFor(() => expect(app.address()).toBe('/settings/preferences'))
  return find()
}

test('A key is changed by keyboard, works at once, and is kept after a reload', async () => {
  const { user } = app
  await app.openAs('merchant')
  await app.tabTo(await toPreferences())
  await user.keyboard('refresh')
  await app.tabTo(await row(/^Refresh(?! (dashboard|notices))/))
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(document.activeElement).toBe(await recorder()))
  // The key is taken, and the message names the command that has it.
  await user.keyboard('x{Enter}')
  await screen.findByText(/^x is already used by “/)
  await user.keyboard('{Backspace}Q{Enter}')
  expect(JSON.parse(localStorage.getItem('paydesk.keys') ?? '')).toEqual({ grid: { 'list.refresh': ['r', 'Q'] } })
  await app.tabTo(screen.getByRole('button', { name: 'Remove r' }))
  await user.keyboard('{Enter}')
  expect(JSON.parse(localStorage.getItem('paydesk.keys') ?? '')).toEqual({ grid: { 'list.refresh': ['Q'] } })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Refresh'))

  await app.load()
  await find()
  await user.keyboard('gi')
  await listLoaded()
  await waitFor(() => expect(document.activeElement?.closest('[role=grid]')).not.toBeNull())
  // Less than a page: no page ahead is read.
  await waitFor(() => expect(lists()).toBe(1))
  app.network = (path, pass) => (path === '/api/transaction/payin' ? new Promise(() => {}) : pass())
  await user.keyboard('r')
  await user.keyboard('Q')
  await waitFor(() => expect(lists()).toBe(2))
  app.network = null
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(lists()).toBe(2)
  expect(within(sheet).getByText('Refresh').parentElement?.textContent).toBe('RefreshQ')
  await user.keyboard('{Escape}')
})

test('The page is named by its title, and each language is named in its own', async () => {
  await app.openAs('merchant')
  await toPreferences()
  screen.getByRole('main', { name: 'Preferences' })
  const languages = ['中文', 'English', 'Bahasa Indonesia', 'Tiếng Việt', 'Español']
  expect(languages.map((name) => radio(name).closest('[lang]')?.getAttribute('lang'))).toEqual([
    'zh-CN',
    'en',
    'id',
    'vi',
    'es',
  ])
  expect(radio('Dark').closest('label')?.hasAttribute('lang')).toBe(false)
})

test('Appearance settings apply at once and are remembered', async () => {
  const { user } = app
  await app.openAs('merchant')
  await toPreferences()
  await app.tabTo(radio('English'))
  await user.keyboard('{ArrowUp}')
  await screen.findByRole('heading', { name: '偏好设置' })
  await user.click(screen.getByRole('radio', { name: 'Español' }))
  await screen.findByRole('radio', { name: 'Compacta' })
  expect(screen.getByRole('button', { name: 'Español', pressed: true })).not.toBeNull()
  await user.click(radio('English'))
  await screen.findByRole('radio', { name: 'Compact' })
  await app.tabTo(screen.getByRole('radio', { name: 'Regular' }))
  await user.keyboard('{ArrowRight}')
  expect(document.documentElement.dataset.density).toBe('compact')
  await app.tabTo(screen.getAllByRole('radio', { name: 'System' }).at(-1)!)
  await user.keyboard('{ArrowRight}')
  expect(document.documentElement.dataset.motion).toBe('none')
  await app.load()
  await find()
  expect(radio('Compact').checked).toBe(true)
  expect(document.documentElement.dataset.motion).toBe('none')
})

test('Preferences are exported and imported as a file; an invalid file changes nothing and shows its error', async () => {
  const { user } = app
  await app.openAs('merchant')
  await toPreferences()
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  screen.getByRole('button', { name: 'Save to file' }).focus()
  await user.keyboard('{Enter}')
  const saved = app.files.at(-1)
  expect(saved?.name).toMatch(/^paydesk-preferences-.*\.json$/)
  const text = (await saved?.blob.text()) ?? ''
  await user.click(screen.getByRole('radio', { name: 'Light' }))

  const chooser = screen.getByLabelText('Open file…', { selector: 'input' })
  const wrong = text.replace('"dark"', '"pink"').replace('"keys": {}', '"keys": {"grid":{"list.refresh":["x"]}}')
  await user.upload(chooser, new File([wrong], 'wrong.json', { type: 'application/json' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('theme: must be "system", "light", "dark"')
  expect(alert.textContent).toContain('keys.grid.list.refresh: x is already')
  expect(radio('Light').checked).toBe(true)

  await user.upload(chooser, new File([text], 'right.json', { type: 'application/json' }))
  await waitFor(() => expect(radio('Dark').checked).toBe(true))
  expect(screen.queryByText(/Nothing was changed/)).toBeNull()
  expect(text).not.toContain(PASSWORD)
})
