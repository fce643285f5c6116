import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { type BrowserApp, nextFrame, test } from './app.ts'
import { framesWithoutFocus, watchFocus } from './focusWatch.ts'
import { holdRequests } from './holdRequests.ts'

const PALETTE = 'combobox Order number or command…'

/** Milliseconds between the keys of two steps. */
const HAND_MS = 60

/** Keys and the resulting focus. Each step starts where the previous one ended. */
const STEPS: [what: string, keys: string, focus: string | RegExp][] = [
  ['three rows down', 'j j', 'row 3'],
  ['read again', 'r', 'row 3'],
  ['other rows in view', '] ]', 'row 21'],
  ['another density', 'z d', 'row 21'],
  ['the pane that follows', 'p', 'row 21'],
  ['a row further', 'j', 'row 22'],
  ['without the pane', 'p', 'row 22'],
  ['the order', 'Enter', /^region Record/],
  ['its parts', '] ] ] [', /^region Record/],
  ['the next order', 'j', /^region Record/],
  ['as a page', 'o', /^region Record/],
  ['beside the list', 'o', /^region Record/],
  ['its actions', 'a', /^menuitem/],
  ['no actions', 'Escape', /^region Record/],
  ['back to its row', 'Escape', 'row 23'],
  ['its page alone', 'Enter o', /^region Record/],
  ['back from there', 'Escape', 'row 23'],
  ['from the pane that follows to a page alone', 'p Enter o', /^region Record/],
  ['back to the pane', 'Escape', 'row 23'],
  ['without the pane', 'p', 'row 23'],
  ['actions of the row', 'a', /^menuitem/],
  ['no actions', 'Escape', 'row 23'],
  ['the palette', 'Control+k', PALETTE],
  ['no palette', 'Escape', 'row 23'],
  ['the palette of orders', '#', /^combobox/],
  ['the palette by its own key', 'Control+k', 'row 23'],
  ['the keys', '?', 'searchbox Search shortcuts and commands'],
  ['the palette above the keys', 'Control+k', PALETTE],
  ['a command in the palette', 'd a', PALETTE],
  ['the keys again', 'Escape Escape', 'searchbox Search shortcuts and commands'],
  ['no keys', 'Escape', 'row 23'],
  ['the notices', 'g n', /^tab /],
  ['no notices', 'Escape', 'row 23'],
  ['the columns', 'z c', /^checkbox/],
  ['no columns', 'Escape', 'row 23'],
  ['a chosen row', 'x', 'row 23'],
  ['the sum', '+', 'row 23'],
  ['nothing chosen', 'Escape', 'row 23'],
  ['the text of the filter', '/', 'combobox Filter text'],
  ['nothing offered', 'Escape', 'combobox Filter text'],
  ['no filter', 'Escape', 'row 23'],
  ['the controls of the filter', 'f', /^button Date Range/],
  ['no controls', 'Escape', 'row 23'],
  ['the head', 'g g k', 'head'],
  ['the list', 'j', 'row 1'],
]

test('The focus is never lost by opening, closing or reloading anything', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  await watchFocus(app)
  for (const [what, keys, focus] of STEPS) {
    await app.press(keys)
    // Faster than any hand, letters would count as text typed into the list.
    await setTimeout(HAND_MS)
    await expect.poll(app.focus, { message: what }).toMatch(focus)
    expect(await framesWithoutFocus(app), what).toEqual([])
  }
})

test('A dialog that opens above the palette closes it, and the focus returns to where both opened', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press, type, focus, settled, address } = app
  await press('n w')
  await expect.poll(focus).toMatch(/Amount/)
  await settled()
  await type('150000')
  const field = await focus()
  await press('Control+k')
  await expect.poll(focus).toBe(PALETTE)
  await page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect.poll(() => question.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await expect.poll(() => page.locator('[data-layer="palette"]:visible').count()).toBe(0)
  await press('Escape')
  await expect.poll(focus).toBe(field)
  expect(address()).toMatch(/^\/account\/withdraw/)
})

test('A few frames after Escape keys apply to the row again', async ({ open }) => {
  const { page, press, focus } = await open({ as: 'merchant' })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const openings = ['Control+k', '?', 'g n', 'z c', 'a']
  for (const [index, keys] of openings.entries()) {
    await press(keys)
    await expect.poll(focus, { message: keys }).not.toMatch(/^row/)
    await press('Escape')
    await nextFrame(page)
    await nextFrame(page)
    await press('j')
    await expect.poll(focus, { message: keys }).toBe(`row ${index + 2}`)
  }
})

test('After a click on empty space keys still apply to the list, and a click anywhere on a column header sorts', async ({
  open,
}) => {
  const { page, press, focus } = await open({ as: 'merchant' })
  await page.locator('main').focus()
  await press('j')
  await expect.poll(focus).toBe('row 2')
  const head = page.getByRole('columnheader', { name: 'Created Time' })
  const { x, y, width, height } = (await head.boundingBox())!
  await page.mouse.click(x + width - 20, y + height / 2)
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
  // Another press sorts again, and does not open a record.
  await expect.poll(focus).toBe('head')
  await press('Enter')
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
  expect(await focus()).toBe('head')
  await press('j')
  await expect.poll(focus).toBe('row 1')
})

test('After a click in the menu the focus is in the screen that opens, and a form that follows has it', async ({ open }) => {
  const { page, press, focus } = await open({ as: 'merchant' })
  const menu = page.getByRole('navigation')
  await menu.getByRole('link', { name: 'Payout', exact: true }).click()
  await expect.poll(focus).toBe('row 1')
  await press('n w')
  await expect.poll(focus).toBe('textbox Amount')
  await menu.getByRole('link', { name: 'Merchant Info' }).click()
  await expect.poll(focus).toBe('main Merchant info')
})

test('Mod+Home and Mod+End go to the first and last cell of the whole result', async ({ open }) => {
  const { page, press, focus } = await open({ as: 'merchant' })
  const grid = page.getByRole('grid')
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1
  const columns = await grid.getAttribute('aria-colcount')
  const column = () => page.locator(':focus').getAttribute('aria-colindex')
  await press('Control+End')
  await expect.poll(focus).toBe(`row ${rows}`)
  expect(await column()).toBe(columns)
  await press('Control+Home')
  await expect.poll(focus).toBe('row 1')
  expect(await column()).toBe('1')
  await press('End')
  expect([await focus(), await column()]).toEqual(['row 1', columns])
})

/** Moves the cursor to the column of that title. */
async function toColumn({ page, press }: BrowserApp, head: string): Promise<void> {
  const place = await page.getByRole('columnheader', { name: head }).getAttribute('aria-colindex')
  await press('Home')
  const here = () => page.locator(':focus').getAttribute('aria-colindex')
  while (Number(await here()) < Number(place)) await press('l')
  expect(await here()).toBe(place)
}

test('Sorting by or hiding the focused column keeps the focus in the list', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, focus } = app
  await press('j j')
  await toColumn(app, 'Amount')
  await watchFocus(app)
  const head = page.getByRole('columnheader', { name: 'Amount' })
  for (const direction of ['ascending', 'descending', null]) {
    await press('s s')
    await expect.poll(() => head.getAttribute('aria-sort')).toBe(direction)
    await expect.poll(focus).toBe('row 1')
    await press('j')
  }
  await press('z c')
  await page.getByRole('checkbox', { name: 'Amount' }).focus()
  await press('Space Escape')
  await expect.poll(focus).toBe('row 2')
  expect(await head.count()).toBe(0)
  expect(await framesWithoutFocus(app)).toEqual([])
})

test('An empty result, another screen and going back keep the focus', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, focus } = app
  await watchFocus(app)
  await press('Control+k')
  await app.type('1.23')
  await press('Enter')
  await page.getByRole('grid').getByText('No data').waitFor()
  await expect.poll(focus).toBe('head')
  await page.goBack()
  await expect.poll(focus).toBe('row 1')
  await press('Control+k')
  await app.type('go to trigger')
  await press('Enter')
  await page.getByRole('heading', { name: 'Trigger an error' }).first().waitFor()
  await expect.poll(focus).not.toBe('body')
  await press('g i')
  await expect.poll(focus).toBe('row 1')
  await page.evaluate(() => location.assign('#/nowhere/at/all'))
  await expect.poll(focus).toBe('link Back to home')
  await press('Enter')
  // The home page is the dashboard.
  await expect.poll(focus).not.toMatch(/^(body|link Back)/)
  expect(await framesWithoutFocus(app)).toEqual([])
})

test('Back from a list leads to the link of the dashboard that was followed, and T keeps the hour of a channel', async ({
  open,
}) => {
  const { page, press, focus, settled, address } = await open({ as: 'merchant', at: '/dashboard' })
  await page.locator('[data-focus-grid]').waitFor()
  await settled()
  // Payins, payouts, balance, two rows of the chart, channels.
  await press('j j j j j l l')
  const cell = await focus()
  expect(cell).toMatch(/^(link|img) .+, \d\d:00: /)
  await press('T')
  await settled()
  expect(await focus()).toBe(cell)
  await press('T h h k k')
  const day = await focus()
  expect(day).toMatch(/^link \d{4}-\d\d-\d\d, Payin/)
  await press('Enter')
  await expect.poll(address).toContain('/transaction/payin?startDate=')
  await page.goBack()
  await expect.poll(focus).toBe(day)
  await press('g i')
  await expect.poll(address).toMatch(/^\/transaction\/payin/)
  await press('g d')
  await expect.poll(focus).toMatch(/^link Payin Count/)
})

test('A page that arrives late leaves the focus in the menu that was opened meanwhile', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, focus, press } = app
  const script = await holdRequests(page, '**/assets/screens-*.js')
  await page.evaluate(() => location.assign('#/settings/password'))
  await script.waitForCount(1)
  await page.getByRole('button', { name: /^Account menu/ }).click()
  const menu = page.getByRole('menu')
  await menu.waitFor()
  await press('ArrowDown')
  await expect.poll(focus).toMatch(/^menuitem/)
  await script.release()
  await page.locator('input[autocomplete=current-password]').waitFor()
  await nextFrame(page)
  expect(await focus()).toMatch(/^menuitem/)
  await press('Escape')
  await expect.poll(focus).toMatch(/^button Account menu/)
})
