import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { zh } from '../texts.ts'
import { test } from './app.ts'
import { ordersOf } from './orders.ts'

const chosen = (page: Page) => page.getByRole('option', { selected: true })

/** Sets uncommitted composition text. */
const compose = (tools: CDPSession, text: string) =>
  tools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

/** Commits text from the input method. */
const commit = (tools: CDPSession, text: string) => tools.send('Input.insertText', { text })

interface Key {
  key: string
  code: string
  windowsVirtualKeyCode: number
  text?: string
}

async function strike(tools: CDPSession, key: Key) {
  await tools.send('Input.dispatchKeyEvent', { type: key.text === undefined ? 'rawKeyDown' : 'keyDown', ...key })
  await tools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
}

const ENTER = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 }
/** The key code of every key that an input method handles. */
const TAKEN = 229

/** Records every Enter that reaches the page, and whether it is part of a composition. */
const watchEnters = (page: Page) =>
  page.evaluate(() => {
    const enters: boolean[] = []
    Object.assign(window, { enters })
    window.addEventListener('keydown', ({ key, isComposing }) => key === 'Enter' && enters.push(isComposing), true)
  })

const enters = (page: Page) => page.evaluate(() => (window as unknown as { enters: boolean[] }).enters)

test('The Enter that ends a composition selects nothing in the palette, and the next Enter does', async ({ open }) => {
  const app = await open({ as: 'merchant', locale: 'zh', at: '/exception/trigger' })
  const { page, press, focus } = app
  const tools = await app.devtools()
  await press('Control+k')
  await page.getByRole('combobox').waitFor()
  await watchEnters(page)
  await compose(tools, 'daishou')
  await strike(tools, ENTER)
  await compose(tools, '代收')
  await strike(tools, { ...ENTER, key: 'Process', windowsVirtualKeyCode: TAKEN })
  await commit(tools, '代收')
  // Safari ends the composition before it sends the key event.
  await strike(tools, { ...ENTER, windowsVirtualKeyCode: TAKEN })
  expect(await enters(page)).toEqual([true, false])
  expect(await page.getByRole('combobox').inputValue()).toBe('代收')
  expect(await focus()).toMatch(/^combobox/)
  expect(app.address()).toBe('/exception/trigger')
  await chosen(page).filter({ hasText: zh['menu.transaction.payin'] }).waitFor()
  await press('Enter')
  await expect.poll(focus).toBe('row 1')
})

test('The Enter that ends a composition submits no form', async ({ open }) => {
  const app = await open()
  const { page, press, focus } = app
  const tools = await app.devtools()
  const submitted: string[] = []
  page.on('request', (request) => request.url().endsWith(calls.login.path) && submitted.push(request.url()))
  await watchEnters(page)
  await compose(tools, 'merchant')
  await strike(tools, ENTER)
  await commit(tools, 'merchant')
  expect(await enters(page)).toEqual([true])
  expect(await focus()).toBe('textbox Login Name')
  expect(await page.getByText('Required').count()).toBe(0)
  await press('Enter')
  await page.getByText('Required').waitFor()
  expect(submitted).toEqual([])
})

test('Outside of text fields, keys handled by an input method are read by their physical position', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const tools = await app.devtools()
  const taken = (code: string) => strike(tools, { key: 'Process', code, windowsVirtualKeyCode: TAKEN })
  await taken('KeyJ')
  await expect.poll(app.focus).toBe('row 2')
  await taken('KeyK')
  await expect.poll(app.focus).toBe('row 1')
  await taken('Slash')
  await expect.poll(app.focus).not.toMatch(/^row/)
  const field = await app.focus()
  await taken('KeyJ')
  expect(await app.focus()).toBe(field)
})

const FULL_WIDTH: [written: string, code: string, focus: string][] = [
  ['？', 'Slash', 'searchbox Search shortcuts and commands'],
  ['＃', 'Digit3', 'combobox Orders: Order number, or * and the last digits'],
  ['：', 'Semicolon', 'combobox Commands: Command…'],
]

test.for(FULL_WIDTH)('%s works like its half-width form', async ([written, code, focus], { open }) => {
  const app = await open({ as: 'merchant' })
  const tools = await app.devtools()
  await strike(tools, { key: written, code, text: written, windowsVirtualKeyCode: 0 })
  await expect.poll(app.focus).toBe(focus)
  await app.press('Escape')
  await expect.poll(app.focus).toBe('row 1')
})

test('A full-width number is the same number', async ({ open }) => {
  const app = await open({ as: 'merchant', locale: 'zh' })
  const [order] = await ordersOf(app)
  const wide = order!.platOrderNo.replace(/\d/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))
  await app.press('Control+k')
  await app.page.getByRole('combobox').waitFor()
  await commit(await app.devtools(), `＃${wide}`)
  await chosen(app.page).filter({ hasText: order!.merchantOrderNo }).waitFor()
})
