import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { id } from '../texts.ts'
import { type BrowserApp, listLoaded, listReady, test } from './app.ts'
import { holdRequests } from './holdRequests.ts'
import { ordersOf } from './orders.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const chosen = (page: Page) => page.getByRole('option', { selected: true })
const LOOKUP = /\/transaction\/lookup$/

/** Orders outside of the default date range of the list. */
const oldOrders = (app: BrowserApp): Promise<Complete<PayOrder>[]> =>
  ordersOf(app, { startDate: dayBefore(60), endDate: dayBefore(20) })

/** An old payin that is the newest order with its last digits, because the palette selects the newest match of all lists. */
async function orderWithNewestEnd(app: BrowserApp): Promise<Complete<PayOrder>> {
  for (const order of await oldOrders(app)) {
    const sameEnd = { orderTail: order.platOrderNo.slice(-8) }
    const [newest] = await ordersOf(app, sameEnd)
    const payouts = await ordersOf(app, sameEnd, { list: calls.payoutList })
    if (newest?.id === order.id && payouts.length === 0) return order
  }
  throw new Error('every old order shares its last digits with a newer one')
}

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const expectOpen = async ({ page, address }: BrowserApp, { id, merchantOrderNo }: Complete<PayOrder>): Promise<void> => {
  await page.getByRole('region', { name: 'Record' }).getByRole('heading', { name: merchantOrderNo }).waitFor()
  expect(new URLSearchParams(address().split('?')[1]).get('open')).toBe(id)
}

/** Collects the texts of all palette rows that are ever shown. */
const collectRows = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const option of document.querySelectorAll('[role="option"]')) seen.add(option.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })

const seenRows = (page: Page): Promise<string> =>
  page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen].join('\n'))

test('A complete order number and Enter open the order at once', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const [order] = await oldOrders(app)
  await app.press('Control+k')
  await app.type(order!.platOrderNo)
  await app.press('Enter')
  await expectOpen(app, order!)
})

test('An asterisk and the last digits find the order', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const order = await orderWithNewestEnd(app)
  await app.press('Control+k')
  await app.type(`*${order.platOrderNo.slice(-8)}`)
  await chosen(app.page).filter({ hasText: order.platOrderNo }).waitFor()
  await app.press('Enter')
  await expectOpen(app, order)
})

test('A late answer to an old search is never shown', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press } = app
  const [first, second] = await oldOrders(app)
  await press('Control+k')
  await palette(page).waitFor()
  await collectRows(page)
  const late = await holdRequests(page, LOOKUP, (body) => body.includes(first!.platOrderNo))
  await app.type(first!.platOrderNo)
  await late.waitForCount(1)
  await press('Control+a')
  await app.type(second!.platOrderNo)
  await chosen(page).filter({ hasText: second!.merchantOrderNo }).waitFor()
  await late.release()
  await app.settled()
  const seen = await seenRows(page)
  expect(seen).toContain(second!.merchantOrderNo)
  expect(seen).not.toContain(first!.merchantOrderNo)
})

test('Enter during a lookup opens its result', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const [order] = await oldOrders(app)
  const answer = await holdRequests(app.page, LOOKUP)
  await app.press('Control+k')
  await app.type(order!.platOrderNo)
  await answer.waitForCount(1)
  await app.press('Enter')
  await chosen(app.page).filter({ hasText: 'Searching for order' }).waitFor()
  await answer.release()
  await expectOpen(app, order!)
})

test('Text and Enter typed before the palette has loaded are not lost', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, type } = app
  const script = await holdRequests(page, /\/Palette-[^/]*\.js$/)
  await page.reload()
  await listReady(app)
  await script.waitForCount(1)
  await press('Control+k')
  await type('go to triggr')
  await press('Backspace')
  await type('er')
  await press('Enter')
  expect(await palette(page).count()).toBe(0)
  await script.release()
  await page.getByRole('heading', { name: 'Trigger an error' }).first().waitFor()
  expect(app.address()).toBe('/exception/trigger')
})

test('Keys pressed before the commands have loaded are not lost: first in the list, then in the palette', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, type, focus } = app
  const script = await holdRequests(page, /\/commandRuntime-[^/]*\.js$/)
  await page.reload()
  await listLoaded(app)
  await script.waitForCount(1)
  await expect.poll(focus).toBe('row 1')
  await press('j j j')
  expect(await focus()).toBe('row 1')
  await script.release()
  await expect.poll(focus).toBe('row 4')

  const again = await holdRequests(page, /\/commandRuntime-[^/]*\.js$/)
  await page.reload()
  await listLoaded(app)
  await again.waitForCount(1)
  await press('Control+k')
  await type('go to triggr')
  await press('Backspace')
  await type('er')
  await press('Enter')
  expect(await palette(page).count()).toBe(0)
  await again.release()
  await page.getByRole('heading', { name: 'Trigger an error' }).first().waitFor()
  expect(app.address()).toBe('/exception/trigger')
})

test('Escape returns the focus to the previous row', async ({ open }) => {
  const { page, press, type, focus } = await open({ as: 'merchant' })
  await press('j j j Control+k')
  // Before it is seen, Escape would close it and forget the keys.
  await palette(page).waitFor()
  await type('nothing')
  await press('Escape')
  expect(await page.getByRole('combobox').inputValue()).toBe('')
  await press('Escape')
  await expect.poll(focus).toBe('row 4')
})

test('The palette offers what fits the row and the page of now, and not of when it was rendered', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, address } = app
  await listReady(app)
  const offered = () => palette(page).getByRole('option').allTextContents()
  const numberAtCursor = () => page.locator('[role=rowheader]:focus').textContent()
  for (const keys of ['j', 'j']) {
    await press(keys)
    const number = await numberAtCursor()
    await press('Control+k')
    await expect.poll(offered).toContainEqual(expect.stringMatching(/^Focus filters/))
    const { platOrderNo } = (await ordersOf(app)).find(({ merchantOrderNo }) => merchantOrderNo === number)!
    expect((await offered()).filter((text) => text.includes(platOrderNo))).not.toEqual([])
    await press('Escape')
    await palette(page).waitFor({ state: 'hidden' })
  }
  await press('g m')
  await expect.poll(address).toBe('/merchant/info')
  await app.settled()
  await press('Control+k')
  await expect.poll(offered).toContainEqual(expect.stringMatching(/^Jump to order/))
  expect((await offered()).filter((text) => /Focus filters|Export this list/.test(text))).toEqual([])
})

test('Arrow keys wrap around, and Home and End move in the text', async ({ open }) => {
  const { page, press, type } = await open({ as: 'merchant' })
  await press('Control+k')
  await type('go to')
  const field = page.getByRole('combobox')
  const place = () => chosen(page).getAttribute('aria-posinset')
  const size = (await chosen(page).getAttribute('aria-setsize')) ?? ''
  const caret = () => field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])
  const active = () => field.getAttribute('aria-activedescendant')
  expect(Number(size)).toBeGreaterThan(2)
  expect(await place()).toBe('1')
  await press('ArrowUp')
  expect(await place()).toBe(size)
  await press('ArrowDown')
  expect(await place()).toBe('1')
  await press('ArrowDown')
  expect(await place()).toBe('2')
  expect(await active()).toBe(await chosen(page).getAttribute('id'))
  await press('Home')
  expect([await caret(), await place()]).toEqual([[0, 0], '2'])
  await press('End')
  expect([await caret(), await place()]).toEqual([[5, 5], '2'])
})

test('After a language change the open palette finds texts of that language', async ({ open }) => {
  const { page, press, type } = await open({ as: 'merchant' })
  await press('Control+k')
  await type('Bahasa Indonesia')
  await chosen(page).filter({ hasText: 'Language: Bahasa Indonesia' }).waitFor()
  await press('Shift+Enter')
  await chosen(page).filter({ hasText: id['command.locale.id'] }).waitFor()
  await press('Control+a')
  await type(id['command.list.refresh'])
  await chosen(page).filter({ hasText: id['command.list.refresh'] }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('id')
})

test('The first notice does not disturb an open palette or its text', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, type } = app
  const script = await holdRequests(page, /\/ToastRegion-[^/]*\.js$/)
  await page.reload()
  await listReady(app)
  await press('Control+k')
  await palette(page).waitFor()
  await type('copy order number')
  await press('Shift+Enter')
  await script.waitForCount(1)
  await press('Control+a')
  await type('sign')
  expect(await page.getByRole('combobox').inputValue()).toBe('sign')
  expect(await app.focus()).toMatch(/^combobox/)
  await script.release()
  await page.getByText('Copied').first().waitFor()
  expect(await app.focus()).toMatch(/^combobox/)
})

test('The wheel reaches the last of all commands, though only those near the view are rendered', async ({ open }) => {
  const { page, press } = await open({ as: 'merchant' })
  await press(':')
  const rows = page.getByRole('option')
  await rows.first().hover()
  const size = Number(await rows.first().getAttribute('aria-setsize'))
  expect(await rows.count()).toBeLessThan(size / 2)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2_000)
      return rows.count()
    })
    .toBe(size)
  await expect.poll(() => rows.last().isVisible()).toBe(true)
})
