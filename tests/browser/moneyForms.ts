import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Movement, MovementTrail, OfflineRechargeInfo } from '#contract/rows/movements.ts'
import type { BrowserApp } from './app.ts'

export const SECRET = 'Paydesk-Money1'

/** A form that moves money, as the keyboard meets it. */
export interface MoneyForm {
  address: string
  call: string
  list: string
  storageKey: string
  /** Fills in what the address cannot bring. */
  fill?(app: BrowserApp): Promise<void>
  asksSecret: boolean
  /** What was made is shown by itself when the page is loaded again. */
  isRestored?: boolean
}

async function choose({ page, press, type }: BrowserApp, field: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).focus()
  await type('BCA')
  await page.getByRole('option', { name: /BCA/ }).first().waitFor()
  await press('ArrowDown Enter')
}

export const forms: Record<string, MoneyForm> = {
  withdraw: {
    address: '/account/withdraw',
    call: calls.withdraw.path,
    list: calls.withdrawList.path,
    storageKey: 'paydesk.money.withdraw',
    asksSecret: true,
  },
  transfer: {
    address: '/account/transfer-merchant?to=M10000002',
    call: calls.transfer.path,
    list: calls.transferList.path,
    storageKey: 'paydesk.money.transfer',
    asksSecret: true,
  },
  'online recharge': {
    address: '/account/recharge?mode=online',
    call: calls.rechargeOnline.path,
    list: calls.rechargeList.path,
    storageKey: 'paydesk.money.rechargeOnline',
    asksSecret: false,
    fill: (app) => choose(app, 'Channel'),
  },
  'offline recharge': {
    address: '/account/recharge?mode=offline',
    call: calls.rechargeOffline.path,
    list: calls.rechargeList.path,
    storageKey: 'paydesk.money.rechargeOffline',
    asksSecret: false,
    isRestored: true,
    async fill(app) {
      await choose(app, 'Account to pay into')
      await app.press('Tab')
      await app.page.keyboard.insertText('Budi Santoso')
      await app.press('Tab')
      await app.page.keyboard.insertText('5271038864')
    },
  },
}

/** Goes to the form, fills it in, and stops before the last key. Tells the number it goes by. */
export async function fillToLastStep(app: BrowserApp, form: MoneyForm): Promise<string> {
  const { page, press } = app
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await page.evaluate((hash) => location.assign(hash), `#${form.address}${form.address.includes('?') ? '&' : '?'}amount=50000`)
  await expect.poll(app.address).not.toContain('amount')
  await amount.waitFor()
  await expect.poll(() => amount.inputValue()).toMatch(/^50,?000/)
  await form.fill?.(app)
  await press('Control+Enter')
  await page.getByRole('heading', { name: 'Check this' }).waitFor()
  await expect.poll(app.focus).toBe('button Back')
  await goToLastStep(app, form)
  return storedNumber(page, form)
}

/** From the review on. */
export async function goToLastStep({ page, press, focus }: BrowserApp, { asksSecret }: MoneyForm): Promise<void> {
  if (!asksSecret) return
  await press('Control+Enter')
  await expect.poll(focus).toBe('textbox Transaction password')
  await page.keyboard.insertText(SECRET)
}

/** The number of the run that this browser remembers. */
export const storedNumber = (page: Page, { storageKey: kept }: MoneyForm): Promise<string> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]').at(-1)?.run?.number ?? '', kept)

async function ask<Item>(page: Page, path: string, body?: object): Promise<Item> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const reply = await fetch(new URL(path, page.url()), {
    headers: { 'merchant-token': token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return ((await reply.json()) as { item: Item }).item
}

/** How often it happened, by the gateway's own account: records under the number, none of which moved the same money twice. */
export async function countExecutions({ page }: BrowserApp, { list }: MoneyForm, merchantOrderNo: string): Promise<number> {
  const records = await recordsOf(page, list, merchantOrderNo)
  for (const { id } of records) {
    const { postings } = await ask<MovementTrail>(page, calls.recordTrail.path.replace(':id', id))
    const types = postings.map(({ type }) => type)
    expect(types).toEqual([...new Set(types)])
  }
  return records.length
}

const recordsOf = (page: Page, list: string, merchantOrderNo: string) =>
  ask<Movement[]>(page, `${list}?offset=0&limit=10&page=1`, { merchantOrderNo })

export const statusOf = async ({ page }: BrowserApp, { list }: MoneyForm, number: string): Promise<string | undefined> =>
  (await recordsOf(page, list, number))[0]?.status

/** Its payer pays it. */
const pay = (page: Page, number: string) => ask(page, `${calls.simulatePayin.path}?merchantOrderNo=${number}`, {})

/** The demo has an offline recharge open, and of these there is one at a time. */
export async function payOpenRecharge({ page }: BrowserApp): Promise<void> {
  const { record } = await ask<OfflineRechargeInfo>(page, calls.offlineRecharge.path)
  if (record !== null) await pay(page, record.id)
}

/** What was made is seen to its end, so that the next one finds an empty form. */
export async function finish(app: BrowserApp, form: MoneyForm, number: string): Promise<void> {
  const { page, press, address } = app
  if (!form.asksSecret) {
    await page.getByRole('button', { name: /^(I have paid|Look for the money)/ }).waitFor()
    await pay(page, number)
    await press('k')
  }
  await expect.poll(address).toBe('/result/success')
}

/** Lies on the way of a form's call until it is lifted, and counts what passes; it may change each answer, or give one of its own. */
export async function interceptCalls(
  { page }: BrowserApp,
  { call }: MoneyForm,
  meet: (route: Route, nth: number) => Promise<void>,
) {
  const keys: (string | undefined)[] = []
  const met = Promise.withResolvers<void>()
  const at = (url: URL) => url.pathname === call
  await page.route(at, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    const meeting = meet(route, keys.length)
    met.resolve()
    return meeting
  })
  return { keys, met: met.promise, lift: () => page.unroute(at) }
}
