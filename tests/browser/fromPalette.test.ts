import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { demoResponseOf } from '../../server/demo/merchant.ts'
import { DEMO_MERCHANT_NO } from '../../server/seed/accounts.ts'
import { type BrowserApp, test } from './app.ts'
import { createPayins, ordersOf } from './orders.ts'

/** Runs a command by its title from the palette. */
async function choose({ page, press }: BrowserApp, command: string) {
  await press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.insertText(command)
  await page.getByRole('option', { selected: true, name: new RegExp(`^${command}, `) }).waitFor()
  await press('Enter')
}

/** Answers the palette's question for an order number. */
async function answer({ page, press, type }: BrowserApp, command: string, number: string) {
  await page.getByRole('combobox', { name: command }).waitFor()
  await type(number)
  await page.getByRole('option', { selected: true, name: new RegExp(number) }).waitFor()
  await press('Enter')
}

test.for(['merchant', 'staff'] as const)(
  '%s sends the callback of a payin by its number from any page',
  async (as, { open }) => {
    const app = await open({ as, at: '/dashboard' })
    const { page } = app
    // Not the newest orders: other tests use them, and an order can be notified once in three seconds.
    const orders = await ordersOf(app, { status: ['SUCCESS'], merchantNo: DEMO_MERCHANT_NO }, { count: '200' })
    const answering = orders.filter(({ platOrderNo }) => demoResponseOf(platOrderNo) === 'ok')
    const order = answering.at(as === 'staff' ? -1 : -2)!
    await choose(app, 'Notify payin')
    const told = page.waitForRequest((request) => request.url().endsWith(calls.payinNotify.path))
    await answer(app, 'Notify payin', order.platOrderNo)
    expect(Object.fromEntries(new URLSearchParams((await told).postData() ?? ''))).toMatchObject({ id: order.id })
    await page
      .getByText(new RegExp(`^${order.platOrderNo}`))
      .first()
      .waitFor()
    expect(app.address()).toBe('/dashboard')
  },
)

test('Staff simulate the payment of an open order', async ({ open }) => {
  const app = await open({ as: 'staff', at: '/dashboard' })
  const [order] = await createPayins(app, 1)
  await choose(app, 'Simulate payin')
  await answer(app, 'Simulate payin', order!.platOrderNo)
  await app.page.getByRole('option', { selected: true, name: /^Paid,/ }).waitFor()
  await app.press('Enter')
  await expect
    .poll(async () => (await ordersOf(app, { orderNo: order!.platOrderNo })).map(({ status }) => status))
    .toEqual(['SUCCESS'])
})

test('An export from the palette has the rows of the open list', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin?dates=all&status=CLOSED' })
  const orders = await ordersOf(app, { status: ['CLOSED'] }, { count: '1000' })
  const download = app.page.waitForEvent('download')
  await choose(app, 'Export payin')
  const [, ...rows] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split(/\r?\n/)
  expect(orders.length).toBeGreaterThan(0)
  expect(rows.length).toBe(orders.length)
  expect(orders.filter(({ platOrderNo }, place) => !rows[place]!.includes(platOrderNo))).toEqual([])
})
