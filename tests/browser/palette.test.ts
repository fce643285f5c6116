import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { PayOrder } from '#contract/rows.ts'
import { id } from '../texts.ts'
import { type Desk, firstRow, rowsThere, test } from './desk.ts'
import { hold } from './hold.ts'
import { ordersOf } from './orders.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const chosen = (page: Page) => page.getByRole('option', { selected: true })
const isAboutOrders = (body: string) => /order(No|Tail)/.test(body)

/** Orders that are in no list that opens by itself. */
const oldOrders = (desk: Desk): Promise<PayOrder[]> => ordersOf(desk, { startDate: dayBefore(60), endDate: dayBefore(20) })

/** One that no newer order shares its last digits with: of several the newest is the one that is chosen. */
async function firstOfItsTail(desk: Desk): Promise<PayOrder> {
  for (const order of await oldOrders(desk)) {
    const [newest] = await ordersOf(desk, { orderTail: order.platOrderNo.slice(-8) })
    if (newest?.id === order.id) return order
  }
  throw new Error('every old order shares its last digits with a newer one')
}

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const opensRecord = async ({ page, address }: Desk, { id, merchantOrderNo }: PayOrder): Promise<void> => {
  await page.getByRole('region', { name: 'Record' }).getByRole('heading', { name: merchantOrderNo }).waitFor()
  expect(new URLSearchParams(address().split('?')[1]).get('open')).toBe(id)
}

/** Collects every text that any row of the palette ever shows. */
const watchRows = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const option of document.querySelectorAll('[role="option"]')) seen.add(option.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })

const seenRows = (page: Page): Promise<string> =>
  page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen].join('\n'))

test('a whole order number and Enter open the order, without a look at what was found', async ({ open }) => {
  const desk = await open({ as: 'merchant' })
  const [order] = await oldOrders(desk)
  await desk.press('Control+k')
  await desk.type(order!.platOrderNo)
  await desk.press('Enter')
  await opensRecord(desk, order!)
})

test('an asterisk and the last digits find the order', async ({ open }) => {
  const desk = await open({ as: 'merchant' })
  const order = await firstOfItsTail(desk)
  await desk.press('Control+k')
  await desk.type(`*${order.platOrderNo.slice(-8)}`)
  await chosen(desk.page).filter({ hasText: order.platOrderNo }).waitFor()
  await desk.press('Enter')
  await opensRecord(desk, order)
})

test('an answer to what is no longer asked is never shown', async ({ open }) => {
  const desk = await open({ as: 'merchant' })
  const { page, press } = desk
  const [first, second] = await oldOrders(desk)
  await press('Control+k')
  await palette(page).waitFor()
  await watchRows(page)
  const late = await hold(page, /\/transaction\/payin\?/, (body) => body.includes(first!.platOrderNo))
  await desk.type(first!.platOrderNo)
  await late.until(1)
  await press('Control+a')
  await desk.type(second!.platOrderNo)
  await chosen(page).filter({ hasText: second!.merchantOrderNo }).waitFor()
  await late.letGo()
  await desk.settled()
  const seen = await seenRows(page)
  expect(seen).toContain(second!.merchantOrderNo)
  expect(seen).not.toContain(first!.merchantOrderNo)
})

test('Enter while the answer is on its way opens what it brings', async ({ open }) => {
  const desk = await open({ as: 'merchant' })
  const [order] = await oldOrders(desk)
  const answer = await hold(desk.page, /\/transaction\/payin\?/, isAboutOrders)
  await desk.press('Control+k')
  await desk.type(order!.platOrderNo)
  await answer.until(1)
  await desk.press('Enter')
  await chosen(desk.page).filter({ hasText: 'Looking for order' }).waitFor()
  await answer.letGo()
  await opensRecord(desk, order!)
})

test('what is typed before its script is here is not lost, nor is the Enter after it', async ({ open }) => {
  const desk = await open({ as: 'merchant' })
  const { page, press, type } = desk
  const script = await hold(page, /\/Palette-[^/]*\.js$/)
  await page.reload()
  await firstRow(desk)
  await script.until(1)
  await press('Control+k')
  await type('go to triggr')
  await press('Backspace')
  await type('er')
  await press('Enter')
  expect(await palette(page).count()).toBe(0)
  await script.letGo()
  await page.getByRole('heading', { name: 'Trigger an error' }).first().waitFor()
  expect(desk.address()).toBe('/exception/trigger')
})

test('keys pressed before the commands are here are not lost: first on the rows, then in the palette', async ({ open }) => {
  const desk = await open({ as: 'merchant' })
  const { page, press, type, focus } = desk
  const script = await hold(page, /\/commandRuntime-[^/]*\.js$/)
  await page.reload()
  await rowsThere(desk)
  await script.until(1)
  await expect.poll(focus).toBe('row 1')
  await press('j j j')
  expect(await focus()).toBe('row 1')
  await script.letGo()
  await expect.poll(focus).toBe('row 4')

  const again = await hold(page, /\/commandRuntime-[^/]*\.js$/)
  await page.reload()
  await rowsThere(desk)
  await again.until(1)
  await press('Control+k')
  await type('go to triggr')
  await press('Backspace')
  await type('er')
  await press('Enter')
  expect(await palette(page).count()).toBe(0)
  await again.letGo()
  await page.getByRole('heading', { name: 'Trigger an error' }).first().waitFor()
  expect(desk.address()).toBe('/exception/trigger')
})

test('Escape gives the focus back to the row it came from', async ({ open }) => {
  const { page, press, type, focus } = await open({ as: 'merchant' })
  await press('j j j Control+k')
  await type('nothing')
  await press('Escape')
  expect(await page.getByRole('combobox').inputValue()).toBe('')
  await press('Escape')
  await expect.poll(focus).toBe('row 4')
})

test('the arrows go round, and Home and End belong to the text', async ({ open }) => {
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

test('in another language it finds other words, without being closed', async ({ open }) => {
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

test('the first notice on the screen leaves an open palette alone, and what is typed in it', async ({ open }) => {
  const desk = await open({ as: 'merchant' })
  const { page, press, type } = desk
  const script = await hold(page, /\/ToastRegion-[^/]*\.js$/)
  await page.reload()
  await firstRow(desk)
  await press('Control+k')
  await palette(page).waitFor()
  await type('copy order number')
  await press('Shift+Enter')
  await script.until(1)
  await press('Control+a')
  await type('sign')
  expect(await page.getByRole('combobox').inputValue()).toBe('sign')
  expect(await desk.focus()).toMatch(/^combobox/)
  await script.letGo()
  await page.getByText('Copied').first().waitFor()
  expect(await desk.focus()).toMatch(/^combobox/)
})
