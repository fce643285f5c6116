import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { type BrowserApp, submitCredentials, test } from './app.ts'
import {
  countExecutions,
  fillToLastStep,
  finish,
  forms,
  goToLastStep,
  interceptCalls,
  type MoneyForm,
  payOpenRecharge,
  SECRET,
  statusOf,
  storedNumber,
} from './moneyForms.ts'

const page200 = '<!doctype html><title>Sign in</title><form></form>'
const body = (error: string) => ({ status: 'error', error, message: 'm', requestId: '1' })

/** The gateway executes the request, and a proxy replaces its answer. */
const answerWith = (how: Parameters<Route['fulfill']>[0]) => async (route: Route) => {
  await route.fetch()
  return route.fulfill(how)
}
/** A proxy answers the first request; later ones reach the gateway. */
const answerOnceWith = (how: Parameters<Route['fulfill']>[0]) => (route: Route, nth: number) =>
  nth === 1 ? route.fulfill(how) : route.continue()

/** Faults of a request, the state that the form shows, and whether the gateway has executed it. */
const faults: Record<string, { meet(route: Route, nth: number): Promise<void>; says: keyof typeof WORDS; isDone: boolean }> = {
  'lost on the way there': {
    meet: (route, nth) => (nth === 1 ? route.abort() : route.continue()),
    says: 'unknown',
    isDone: false,
  },
  'lost on the way back': {
    async meet(route) {
      await route.fetch()
      return route.abort('connectionreset')
    },
    says: 'unknown',
    isDone: true,
  },
  500: { meet: answerWith({ status: 500, json: body('INTERNAL') }), says: 'unknown', isDone: true },
  502: { meet: answerWith({ status: 502, body: page200, contentType: 'text/html' }), says: 'unknown', isDone: true },
  504: { meet: answerWith({ status: 504, body: '' }), says: 'unknown', isDone: true },
  'a page with 200': {
    meet: answerWith({ status: 200, body: page200, contentType: 'text/html' }),
    says: 'unknown',
    isDone: true,
  },
  'half an answer': {
    meet: answerWith({ status: 200, body: '{"status":"ok","item":{"id":"26' }),
    says: 'unknown',
    isDone: true,
  },
  'an empty answer': { meet: answerWith({ status: 200, body: '' }), says: 'unknown', isDone: true },
  409: {
    meet: answerOnceWith({ status: 409, json: body('REQUEST_RUNNING'), headers: { 'retry-after': '1' } }),
    says: 'running',
    isDone: false,
  },
  429: {
    meet: answerOnceWith({ status: 429, json: body('TOO_MANY_REQUESTS'), headers: { 'retry-after': '1' } }),
    says: 'busy',
    isDone: false,
  },
  413: { meet: answerOnceWith({ status: 413, body: page200, contentType: 'text/html' }), says: 'tooLarge', isDone: false },
}

const WORDS = {
  unknown: 'We don’t know if this went through',
  running: 'Still processing',
  busy: 'Gateway busy',
  tooLarge: 'declined. No money was moved',
  unsent: 'so nothing was sent',
}
// Inside the page: a notice of the previous attempt may still be shown outside of it.
const message = (page: Page, says: keyof typeof WORDS) => page.getByRole('main').getByText(WORDS[says]).first()
const amount = (page: Page) => page.getByRole('main').getByText(/^50,000\.00/)

/** Sends the same again from the state after the fault. */
async function sendAgain(app: BrowserApp, form: MoneyForm, says: keyof typeof WORDS) {
  const { press, focus } = app
  if (says === 'running' || says === 'busy') return
  if (says !== 'unknown') {
    await expect.poll(focus).toMatch(form.asksSecret ? /^textbox Transaction password$/ : /^heading Review/)
    await goToLastStep(app, form)
    return press('Control+Enter')
  }
  await expect.poll(focus).toBe('button Check status')
  await press('k')
}

test.for(Object.entries(forms))(
  '%s: after any fault no success is shown, no input is lost, and nothing is executed twice',
  {
    timeout: 180_000,
  },
  async ([, form], { open }) => {
    const app = await open({ as: 'merchant', at: '/transaction/payin' })
    const { page, press, address } = app
    await payOpenRecharge(app)
    for (const [name, { meet, says, isDone }] of Object.entries(faults)) {
      const number = await fillToLastStep(app, form)
      const interception = await interceptCalls(app, form, meet)
      // Twice, if the first cannot be refused before the second arrives.
      await press(says === 'tooLarge' ? 'Control+Enter' : 'Control+Enter Control+Enter')
      await message(page, says).waitFor()
      expect(address(), name).not.toMatch('result')
      expect(await page.locator('[data-tone="good"], [data-tone="done"]').count(), name).toBe(0)
      expect(await amount(page).count(), name).toBeGreaterThan(0)
      expect(await storedNumber(page, form), name).toBe(number)
      if (says === 'unknown') expect(await countExecutions(app, form, number), name).toBe(isDone ? 1 : 0)
      await sendAgain(app, form, says)
      if (says === 'unknown' && !isDone) {
        await page.getByText('No record yet').waitFor()
        await press('Tab Enter')
      }
      await finish(app, form, number)
      interception.lift()
      expect(await countExecutions(app, form, number), name).toBe(1)
      expect(new Set(interception.keys).size, name).toBe(1)
      expect(interception.keys.length, name).toBe(isDone ? 1 : 2)
    }
  },
)

test('In a small window no notice covers a message of the form', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press } = app
  await page.setViewportSize({ width: 1024, height: 700 })
  const form = forms.withdraw!
  await fillToLastStep(app, form)
  const interception = await interceptCalls(app, form, (route) => route.fulfill({ status: 500, json: body('INTERNAL') }))
  await press('Control+Enter')
  await message(page, 'unknown').waitFor()
  const notice = page.getByRole('alertdialog', { includeHidden: true }).filter({ hasText: WORDS.unknown })
  await notice.waitFor()
  const edge = (part: Locator, side: 'left' | 'right') => part.evaluate((one, side) => one.getBoundingClientRect()[side], side)
  const card = page.getByRole('main').locator('section').filter({ hasText: WORDS.unknown })
  expect(await edge(notice, 'left')).toBeGreaterThanOrEqual(await edge(card, 'right'))
  interception.lift()
})

/** Runs timers of half a minute at once. */
async function stopwatch(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const wait = window.setTimeout
    const due: (() => void)[] = []
    Object.assign(window, {
      setTimeout: (run: () => void, ms: number) => (ms === 30_000 ? due.push(run) && 0 : wait(run, ms)),
      passHalfMinute() {
        window.setTimeout = wait
        for (const run of due) run()
      },
    })
  })
  return () => page.evaluate(() => Object(window).passHalfMinute())
}

test.for(Object.entries(forms))(
  '%s: a timeout, a reload and Back keep the state of the submission',
  {
    timeout: 120_000,
  },
  async ([, form], { open }) => {
    const app = await open({ as: 'merchant', at: '/transaction/payin' })
    const { page, press, context, address, focus } = app
    await payOpenRecharge(app)
    const carriedOut = Promise.withResolvers<void>()
    const silent = async (route: Route) => {
      await route.fetch()
      carriedOut.resolve()
    }

    // Offline: nothing was sent, and the input survives a reload.
    const unsent = await fillToLastStep(app, form)
    await context.setOffline(true)
    await press('Control+Enter')
    await message(page, 'unsent').waitFor()
    expect(await amount(page).count()).toBeGreaterThan(0)
    await context.setOffline(false)
    expect(await countExecutions(app, form, unsent)).toBe(0)
    await page.reload()
    await expect.poll(focus).toMatch(/^heading Review/)
    expect(await storedNumber(page, form)).toBe(unsent)
    await goToLastStep(app, form)

    // A reload while the request is pending.
    const interception = await interceptCalls(app, form, silent)
    // A held key repeats.
    await page.keyboard.down('Control')
    for (let nth = 0; nth < 5; nth++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.up('Control')
    await carriedOut.promise
    await page.getByText('Sending… Don’t submit again').waitFor()
    // Stopping the interception earlier would let the request and its answer through.
    await page.reload()
    interception.lift()
    if (form.isRestored !== true) {
      await message(page, 'unknown').waitFor()
      await expect.poll(focus).toBe('button Check status')
      // The amount may already be deducted from the available balance.
      expect(await page.getByText('Balance after').count()).toBe(0)
    } else await expect.poll(focus).toBe('button Continue')
    await press('Enter')
    expect(interception.keys).toHaveLength(1)
    await finish(app, form, unsent)
    expect(await countExecutions(app, form, unsent)).toBe(1)

    // No answer for half a minute.
    const number = await fillToLastStep(app, form)
    const passes = await stopwatch(page)
    const mute = await interceptCalls(app, form, (route) => route.fetch().then(() => {}))
    await press('Control+Enter')
    await mute.met
    await expect.poll(() => countExecutions(app, form, number)).toBe(1)
    await page.getByText('Sending… Don’t submit again').waitFor()
    await passes()
    await message(page, 'unknown').waitFor()
    mute.lift()
    await expect.poll(focus).toBe('button Check status')
    await press('Enter')
    await finish(app, form, number)
    expect(await countExecutions(app, form, number)).toBe(1)

    // Leaving the page while the request is pending: the outcome is still shown.
    await page.evaluate(() => location.assign('#/transaction/payin'))
    await page.getByRole('grid').waitFor()
    const left = await fillToLastStep(app, form)
    const letGo = Promise.withResolvers<void>()
    const slow = await interceptCalls(app, form, async (route) => {
      await letGo.promise
      return route.continue()
    })
    await press('Control+Enter')
    await slow.met
    await page.getByText('Sending… Don’t submit again').waitFor()
    await page.goBack()
    await page.getByRole('grid').waitFor()
    letGo.resolve()
    if (form.asksSecret) await page.getByText(/accepted, number/).waitFor()
    else {
      await expect.poll(() => countExecutions(app, form, left)).toBe(1)
      await page.goForward()
      await finish(app, form, left)
    }
    slow.lift()
    expect(await countExecutions(app, form, left)).toBe(1)
    expect(slow.keys).toHaveLength(1)
    if (!form.asksSecret) return
    expect(address()).toBe('/transaction/payin')
    await press('u')
    await page.getByText(/canceled. No money was sent/).waitFor()
    await expect.poll(() => statusOf(app, form, left)).toBe('CANCELLED')
  },
)

test.for(Object.entries(forms))(
  '%s: after a foreign sign-in page as the answer, a new sign-in restores the submission',
  async ([, form], { open }) => {
    const app = await open({ at: '/user/login?redirect=/transaction/payin' })
    const { page, press, address, focus } = app
    await submitCredentials(app, 'merchant')
    await page.getByRole('grid').waitFor()
    await payOpenRecharge(app)
    const number = await fillToLastStep(app, form)
    const interception = await interceptCalls(app, form, answerWith({ status: 302, headers: { location: '/' } }))
    await press('Control+Enter')
    await expect.poll(address).toMatch(/^\/user\/login\?redirect=%2Faccount/)
    interception.lift()
    await submitCredentials(app, 'merchant')
    if (form.isRestored !== true) {
      await message(page, 'unknown').waitFor()
      expect(await storedNumber(page, form)).toBe(number)
      // The same request again: the gateway finds the existing movement.
      await expect.poll(focus).toBe('button Check status')
      await press('Tab Enter')
    } else {
      await expect.poll(focus).toBe('button Continue')
      await press('Enter')
    }
    if (form.asksSecret) {
      await expect.poll(focus).toBe('textbox Transaction password')
      await page.keyboard.insertText(SECRET)
      await press('Control+Enter')
    }
    await finish(app, form, number)
    expect(await countExecutions(app, form, number)).toBe(1)
  },
)

test('Escape and every other way to leave ask before input is lost', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press, focus, address } = app
  await page.evaluate(() => location.assign('#/account/withdraw?amount=50000'))
  await expect.poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toMatch(/^50/)
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  for (const leave of [() => press('Escape'), () => page.getByRole('link', { name: /^Payin/ }).click(), () => page.goBack()]) {
    await leave()
    await question.waitFor()
    await expect.poll(focus).toBe('button Keep editing')
    await press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(address()).toBe('/account/withdraw')
    await expect.poll(focus).not.toBe('body')
  }
  await press('Escape')
  await expect.poll(focus).toBe('button Keep editing')
  await press('Tab Enter')
  await question.waitFor({ state: 'detached' })
  expect(address()).toBe('/transaction/payin')
  await expect.poll(focus).not.toBe('body')
  await page.evaluate(() => location.assign('#/account/withdraw'))
  await expect.poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('')
})

test('Escape in a select field asks too, and the selection is kept', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press, focus } = app
  const receiver = page.getByRole('combobox', { name: 'Receiver' })
  await page.evaluate(() => location.assign('#/account/transfer-merchant?to=M10000002'))
  await expect.poll(() => receiver.inputValue()).toBe('M10000002')
  await receiver.focus()
  await press('Escape')
  await expect.poll(focus).toBe('button Keep editing')
  await press('Enter')
  await expect.poll(focus).toBe('combobox Receiver')
  expect(await receiver.inputValue()).toBe('M10000002')
  await press('Escape')
  await expect.poll(focus).toBe('button Keep editing')
  await press('Tab Enter')
})

// Receipts stand here because a merchant has one recharge at a time: files run concurrently.

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const offline = forms['offline recharge']!
const slip = { name: 'slip.png', mimeType: 'image/png', buffer: PNG }

/** The receipts in IndexedDB. */
const kept = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const answered = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answered(indexedDB.open('paydesk'))
    const found = await answered(database.transaction('receipts').objectStore('receipts').getAllKeys())
    database.close()
    return found
  })

async function chooseSlip(app: BrowserApp) {
  const { page } = app
  await page.evaluate((hash) => location.assign(hash), `#${offline.address}`)
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page.locator('input[type=file]').setInputFiles(slip)
  await page.getByText('Added, 1 KiB').waitFor()
  await expect.poll(() => kept(page)).toEqual([expect.stringMatching(/^M10000001 /)])
}

test('A selected receipt survives a reload and is removed when its recharge is created', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press } = app
  await payOpenRecharge(app)
  await chooseSlip(app)
  await page.reload()
  await page.getByText('Added, 1 KiB').waitFor()
  await fillToLastStep(app, offline)
  await page.getByText('Receipt', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: /^Review (withdrawal|transfer|recharge)$/ }).waitFor()
  await page.getByText('Receipt', { exact: true }).waitFor()
  await press('Control+Enter')
  await page.getByRole('heading', { name: 'Transfer the money' }).waitFor()
  await expect.poll(() => kept(page)).toEqual([])
  await page.evaluate(() => location.assign('#/transaction/recharge'))
  await page.getByRole('grid').and(page.locator('[aria-busy="false"]')).waitFor()
  await payOpenRecharge(app)
})

test('A stored receipt is removed at sign-out', async ({ open }) => {
  const app = await open({ at: '/user/login?redirect=/transaction/payin' })
  const { page, press, type } = app
  await submitCredentials(app, 'merchant')
  await page.getByRole('grid').waitFor()
  await payOpenRecharge(app)
  await chooseSlip(app)
  await press('Control+k')
  await type('sign out')
  await page
    .getByRole('option', { name: /Sign out/ })
    .first()
    .waitFor()
  await press('Enter')
  await page.getByRole('textbox', { name: 'Login Name' }).waitFor()
  await expect.poll(() => kept(page)).toEqual([])
})
