import { expect } from 'vitest'
import type { PayOrder } from '#contract/rows/orders.ts'
import { zh } from '../texts.ts'
import { type BrowserApp, listReady, test } from './app.ts'
import { holdRequests } from './holdRequests.ts'
import { ordersOf } from './orders.ts'

const text = ({ page }: BrowserApp) => page.locator('[data-line] input')
const offered = ({ page }: BrowserApp) => page.getByRole('option')

const numbers = (orders: readonly PayOrder[]) => orders.map(({ merchantOrderNo }) => merchantOrderNo)

/** The order numbers of the rendered rows. */
const drawn = ({ page }: BrowserApp): Promise<string[]> =>
  page
    .getByRole('grid')
    .getByRole('rowheader')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? cell.textContent ?? ''))

/** Expects the list to show what the gateway returns for the same filter. */
async function expectRows(app: BrowserApp, filter: object) {
  const orders = await ordersOf(app, filter as never, { count: '8' })
  expect(orders.length).toBeGreaterThan(3)
  await expect.poll(async () => (await drawn(app)).slice(0, orders.length)).toEqual(numbers(orders).slice(0, 8))
}

test('A filter is typed, completed, submitted, corrected and undone by keyboard alone', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin?dates=all' })
  const { press, type, focus, page } = app
  await press('/')
  await expect.poll(focus).toBe('combobox Filter text')
  await expect.poll(() => text(app).inputValue()).toBe('created:all ')
  await type('sta')
  await offered(app).first().filter({ hasText: 'status' }).waitFor()
  await press('Tab')
  await type('fai')
  await press('Tab')
  await type(',exp')
  await press('Tab')
  await type(' -channel:qris amount:>=50rb')
  await press('Enter')
  await expect.poll(focus).toBe('row 1')
  expect(await text(app).inputValue()).toBe('created:all status:Failed,Expired -channel:QRIS amount:>=50,000')
  await expect.poll(app.address).toBe('/transaction/payin?dates=all&status=FAILED%2CEXPIRED&notPayChannel=QRIS&minAmount=50000')
  await expectRows(app, { status: ['FAILED', 'EXPIRED'], notPayChannel: ['QRIS'], minAmount: '50000' })

  await press('/')
  await type('payr:budi')
  await press('Enter')
  await page.getByRole('search').getByText('No filter named “payr”').waitFor()
  expect(await focus()).toBe('combobox Filter text')
  await type('payer')
  await press('Escape Escape')
  await expect.poll(focus).toBe('row 1')
  await page.goBack()
  await expect.poll(app.address).toBe('/transaction/payin?dates=all')
  await expect.poll(() => text(app).inputValue()).toBe('created:all')
})

test('The focused filter text takes the whole line, and nothing else moves', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, type, focus } = app
  const box = async (name: string) => (await page.locator(name).boundingBox()) ?? fail(name)
  const heads = async () => [await box('form[role="search"]'), await box('[role="grid"]')]
  await expect.poll(() => text(app).count()).toBe(1)
  const before = await heads()
  const narrow = await box('[data-line] input')
  await press('/')
  await expect.poll(focus).toBe('combobox Filter text')
  await type(
    'status:failed,expired,closed -channel:qris amount:100000..2500000 created:month payer:"budi santoso" notify:failed sort:amount',
  )
  const wide = await box('[data-line] input')
  expect(wide.width).toBeGreaterThan(narrow.width * 2)
  expect(await heads()).toEqual(before)
  // The marks behind the text scroll with it.
  expect(
    await text(app).evaluate((input: HTMLInputElement) => input.scrollLeft - (input.previousElementSibling?.scrollLeft ?? 0)),
  ).toBe(0)
  await press('Escape Escape')
  await expect.poll(focus).toBe('row 1')
  expect(await heads()).toEqual(before)
})

const fail = (what: string): never => {
  throw new Error(`no ${what}`)
}

test('An input method can write the filter, and the Enter that ends a composition does not submit', async ({ open }) => {
  const app = await open({ as: 'merchant', locale: 'zh', at: '/transaction/payin?dates=all' })
  const { press, focus } = app
  const tools = await app.devtools()
  await press('/')
  await expect.poll(focus).toBe(`combobox ${zh['filter.line']}`)
  const before = app.address()
  const compose = (written: string) =>
    tools.send('Input.imeSetComposition', { text: written, selectionStart: written.length, selectionEnd: written.length })
  await compose('zhuangtai')
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await tools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await tools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await tools.send('Input.insertText', { text: '状态：失败、已过期　金额：＞５万' })
  expect(app.address()).toBe(before)
  await press('Enter')
  await expect.poll(focus).toBe('row 1')
  await expectRows(app, { status: ['FAILED', 'EXPIRED'], minAmount: '50000.01' })
  expect(await text(app).inputValue()).toBe('创建:全部 状态:失败,已过期 金额:>=50,000.01')
})

test('Keys after Enter on a filter wait for its popup while the script loads, and run nothing in the list', async ({
  open,
}) => {
  const app = await open({ as: 'merchant' })
  const { page, press, type, focus } = app
  const changes: string[] = []
  page.on('request', (request) => /notify/.test(request.url()) && changes.push(request.url()))
  const script = await holdRequests(page, /\/MultiSelectPopup-[^/]*\.js$/)
  await page.reload()
  await listReady(app)
  await page.getByRole('combobox', { name: /^Status/ }).focus()
  await press('Enter')
  await script.waitForCount(1)
  await press('w')
  await press('Backspace')
  await type('fai')
  await press('Enter')
  await script.release()
  await page.getByRole('option', { name: 'Failed', selected: true }).waitFor()
  await press('Escape')
  await expect.poll(focus).toBe('combobox Status: Failed')
  expect(changes).toEqual([])
})
