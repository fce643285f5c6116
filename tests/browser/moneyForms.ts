import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { Movement, MovementTrail, OfflineRechargeInfo } from '#contract/rows/movements.ts'
import type { BrowserApp } from './app.ts'

export const SECRET = 'Paydesk-Money1'

/** A money form and how the keyboard completes it. */
export interface MoneyForm {
  address: string
  call: string
  list: string
  storageKey: string
  /** Fills in fields that have no address parameter. */
  fill?(app: BrowserApp): Promise<void>
  asksSecret: boolean
  /** A reload announces the created movement without a check. */
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

/** Opens the form, fills it in, and stops before the last key. Returns the number of the submission. */
export async function fillToLastStep(app: BrowserApp, form: MoneyForm): Promise<string> {
  const { page, press } = app
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await page.evaluate((hash) => location.assign(hash), `#${form.address}${form.address.includes('?') ? '&' : '?'}amount=50000`)
  await expect.poll(app.address).not.toContain('amount')
  await amount.waitFor()
  await expect.poll(() => amount.inputValue()).toMatch(/^50,?000/)
  await form.fill?.(app)
  await press('Control+Enter')
  await expect.poll(app.focus).toMatch(/^heading Review (withdrawal|transfer|recharge)$/)
  await goToLastStep(app, form)
  return storedNumber(page, form)
}

/** Continues from the review to the step before the last key. */
export async function goToLastStep({ page, press, focus }: BrowserApp, { asksSecret }: MoneyForm): Promise<void> {
  if (!asksSecret) return
  // Focused already after an attempt that sent nothing.
  if ((await focus()).startsWith('heading')) await press('Tab')
  await expect.poll(focus).toBe('textbox Transaction password')
  await page.keyboard.insertText(SECRET)
}

/** The number of the submission in localStorage. */
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

/** How many movements the gateway has under this number. Expects that none of them has two postings of the same type. */
export async function countExecutions({ page }: BrowserApp, { list }: MoneyForm, merchantOrderNo: string): Promise<number> {
  const records = await recordsOf(page, list, merchantOrderNo)
  for (const { id } of records) {
    const { postings } = await ask<Complete<MovementTrail>>(page, calls.recordTrail.path.replace(':id', id))
    const types = postings.map(({ type }) => type)
    expect(types).toEqual([...new Set(types)])
  }
  return records.length
}

const recordsOf = (page: Page, list: string, merchantOrderNo: string) =>
  ask<Complete<Movement>[]>(page, `${list}?offset=0&limit=10&page=1`, { merchantOrderNo })

export const statusOf = async ({ page }: BrowserApp, { list }: MoneyForm, number: string): Promise<string | undefined> =>
  (await recordsOf(page, list, number))[0]?.status

/** Simulates the payment. */
const pay = (page: Page, number: string) => ask(page, `${calls.simulatePayin.path}?merchantOrderNo=${number}`, {})

/** Pays the open offline recharge of the demo: one at a time can be open. */
export async function payOpenRecharge({ page }: BrowserApp): Promise<void> {
  const { record } = await ask<Complete<OfflineRechargeInfo>>(page, calls.offlineRecharge.path)
  if (record !== null) await pay(page, record.id)
}

/** Completes the movement, so that the next test starts with an empty form. */
export async function finish(app: BrowserApp, form: MoneyForm, number: string): Promise<void> {
  const { page, press, address } = app
  if (!form.asksSecret) {
    await page.getByRole('button', { name: /^(I have paid|Check for payment)/ }).waitFor()
    await pay(page, number)
    await press('k')
  }
  await expect.poll(address).toBe('/result/success')
}

/** Intercepts the form's call until `lift`, counts requests, and lets `meet` change or replace each answer. */
export async function interceptCalls(
  { page }: BrowserApp,
  { call }: MoneyForm,
  meet: (route: Route, nth: number) => Promise<void>,
) {
  const keys: (string | undefined)[] = []
  const met = Promise.withResolvers<void>()
  let isLifted = false
  await page.route(
    (url) => url.pathname === call,
    async (route) => {
      if (isLifted || route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      const meeting = meet(route, keys.length)
      met.resolve()
      return meeting
    },
  )
  return {
    keys,
    met: met.promise,
    // Removing the route while a page loads would leave the request of the page paused for ever.
    lift() {
      isLifted = true
    },
  }
}
