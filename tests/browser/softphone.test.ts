import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { softphonePassword } from '../../server/service/softphone.ts'
import { type Exchange, startExchange } from '../sipExchange.ts'
import { startGateway, waitForAddress } from './build.ts'

const REALM = 'app.test'
const SECRET = 'a secret of the exchange'
const CUSTOMER = 'customer'

let browser: Browser
let exchange: Exchange
let gateway: ChildProcess
let address: string
const folder = mkdtempSync(join(tmpdir(), 'paydesk-phone-'))

beforeAll(async () => {
  exchange = await startExchange({
    realm: REALM,
    password: (identity) => softphonePassword(identity, SECRET),
    numbers: { '08123456789': CUSTOMER, '08111111111': 'staff' },
  })
  gateway = startGateway(inject('dist'), {
    DATA_DIR: join(folder, 'data'),
    SEED_ORDERS: '50',
    SOFTPHONE_SERVER: exchange.address,
    SOFTPHONE_REALM: REALM,
    SOFTPHONE_SECRET: SECRET,
  })
  address = await waitForAddress(gateway)
  browser = await chromium.launch({
    executablePath: inject('chromium'),
    // A microphone that is none, and is allowed without a question.
    args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  })
})

afterAll(async () => {
  await browser?.close()
  if (gateway?.kill('SIGTERM') === true) await once(gateway, 'exit')
  await exchange?.close()
  rmSync(folder, { recursive: true, force: true })
})

const contexts: BrowserContext[] = []

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  await expect.poll(() => exchange.registered()).toEqual([])
})

/** The staff's console; as somebody else to the exchange, where that is asked for. */
async function sitDown(identity?: string): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ permissions: ['microphone'] })
  contexts.push(context)
  await context.addInitScript(keepDesktopNotices)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (said) => said.type() === 'error' && faults.push(said.text()))
  await page.addInitScript(() => localStorage.setItem('currentLocaleKey', 'en'))
  if (identity !== undefined) {
    await page.route('**/api/index/system-config', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      Object.assign(body.item.systemConfig.softphone, { identity, password: softphonePassword(identity, SECRET) })
      await route.fulfill({ response: answer, json: body })
    })
  }
  await page.goto(`${address}/#/user/login`)
  await page.locator('input[name=username]').fill('staff')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Paydesk-Demo1')
  await page.keyboard.press('Enter')
  await page.locator('nav').waitFor()
  await page.waitForFunction(() => localStorage.getItem('systemConfig')?.includes('softphone'))
  return { page, faults }
}

/** A browser without a window shows no notices of the desktop: here they are kept for as long as they would stand there. */
function keepDesktopNotices() {
  const shown: string[] = []
  class Kept {
    static permission = 'granted'
    readonly #text: string
    constructor(title: string, { body }: { body: string }) {
      this.#text = `${title}: ${body}`
      shown.push(this.#text)
    }
    close() {
      shown.splice(shown.indexOf(this.#text), 1)
    }
  }
  Object.assign(window, { Notification: Kept, shownOutside: shown })
}

const shownOutside = (page: Page): Promise<string[]> => page.evaluate(() => Object(window).shownOutside)

/** Where the name of the page ends, from the left. */
const titleEnd = (page: Page): Promise<number> =>
  page.locator('header h1').evaluate((title) => {
    const words = document.createRange()
    words.selectNodeContents(title)
    return words.getBoundingClientRect().right
  })

/** Where the notices begin, and what is beside them. */
const toolsStart = (page: Page): Promise<number> =>
  page.locator('header:has(> h1) > :last-child').evaluate((tools) => tools.getBoundingClientRect().left)

/** Who calls, wherever one is. */
const bar = (page: Page) => page.getByRole('region', { name: 'Telephone', includeHidden: true })

async function command(page: Page, title: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
}

async function switchOn(page: Page) {
  await command(page, 'switch the telephone on')
  await expect.poll(() => exchange.registered()).toContain('staff')
}

/** By the palette, as a number is written. */
async function openPhone(page: Page, number: string) {
  await command(page, 'call a number')
  await page.getByRole('combobox', { name: /Phone number$/ }).waitFor()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Phone number' }).waitFor()
}

const status = (page: Page) => page.getByRole('dialog').getByRole('status')
const says = (page: Page, text: string) => expect.poll(() => status(page).textContent()).toBe(text)
const push = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('one console calls, the other answers, and either hangs up', async () => {
  const [app, customer] = await Promise.all([sitDown(), sitDown(CUSTOMER)])
  // Nothing is sent to the exchange before somebody wants to call.
  expect(exchange.requests).toEqual([])
  await openPhone(customer.page, '08111111111')
  await openPhone(app.page, '+62 812-3456-789')
  await says(customer.page, 'Ready to call')
  await says(app.page, 'Ready to call')
  await app.page.evaluate(axe.source)
  const { violations } = await app.page.evaluate(() => Object(window).axe.run('[role=dialog]'))
  expect(violations).toEqual([])
  expect(exchange.registered().sort()).toEqual([CUSTOMER, 'staff'])

  expect(await app.page.getByRole('textbox', { name: 'Phone number' }).inputValue()).toBe('08123456789')
  await app.page.keyboard.press('Enter')
  await says(app.page, 'Calling')
  await says(customer.page, 'staff is calling')
  await push(customer.page, 'Answer')
  await says(app.page, 'In a call with 08123456789')
  await says(customer.page, 'In a call with staff')

  await push(app.page, 'Mute')
  await expect.poll(() => app.page.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('true')
  await push(app.page, 'Hang up')
  await says(app.page, 'The call is over')
  await says(customer.page, 'The call is over')

  // Again, and this time it is closed in the middle.
  await push(app.page, 'Call')
  await says(customer.page, 'staff is calling')
  await push(customer.page, 'Answer')
  await says(app.page, 'In a call with 08123456789')
  await app.page.keyboard.press('Escape')
  await says(customer.page, 'The call is over')
  // Closed, it can still be called, until it is switched off.
  expect(exchange.registered().sort()).toEqual([CUSTOMER, 'staff'])
  await command(app.page, 'switch the telephone off')
  await expect.poll(() => exchange.registered()).toEqual([CUSTOMER])
  expect([...app.faults, ...customer.faults]).toEqual([])
})

test('a number that nobody has, and a call that is declined', async () => {
  const [app, customer] = await Promise.all([sitDown(), sitDown(CUSTOMER)])
  await openPhone(app.page, '08999999999')
  await says(app.page, 'Ready to call')
  await push(app.page, 'Call')
  await says(app.page, 'There is no such number')

  await openPhone(customer.page, '08111111111')
  await says(customer.page, 'Ready to call')
  await app.page.getByRole('textbox', { name: 'Phone number' }).fill('0812 3456 789')
  await push(app.page, 'Call')
  await says(customer.page, 'staff is calling')
  await push(customer.page, 'Decline')
  await says(app.page, 'Busy or declined')
})

test('switched on it rings wherever one is, is answered and hung up by key, and is off again after signing out', async () => {
  const [app, customer] = await Promise.all([sitDown(), sitDown(CUSTOMER)])
  const { page } = app
  await switchOn(app.page)
  await openPhone(customer.page, '08111111111')
  await says(customer.page, 'Ready to call')

  // In the middle of a word, with a dialog in front.
  await page.keyboard.press('Control+/')
  await page.getByRole('dialog').getByRole('searchbox').or(page.getByRole('dialog').getByRole('textbox')).first().focus()
  await page.keyboard.type('pay')
  await push(customer.page, 'Call')
  await bar(page).getByText('customer is calling').waitFor()
  // In one line, and never over what tells where one is or what is beside the opener.
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 700 })
    const over = await bar(page).boundingBox()
    expect(over!.height).toBeLessThanOrEqual(44)
    expect(over!.x).toBeGreaterThan(await titleEnd(page))
    expect(over!.x + over!.width).toBeLessThan(await toolsStart(page))
  }
  expect(await page.locator('[aria-live=assertive]').allTextContents()).toContain('customer is calling')
  await page.keyboard.type('in')
  await page.keyboard.press('Control+Shift+Enter')
  await says(customer.page, 'In a call with 08111111111')
  await bar(page).getByText('In a call with customer').waitFor()
  expect(await page.evaluate(() => Object(document.activeElement).value)).toBe('payin')
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => Object(window).axe.run('[aria-live=off]'))
  expect(violations).toEqual([])

  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await page.keyboard.press('m')
  await expect.poll(() => bar(page).getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Control+Shift+Backspace')
  await says(customer.page, 'The call is over')
  await bar(page).waitFor({ state: 'detached' })

  // Loaded afresh it is on again, and this time the palette declines.
  await page.reload()
  await page.locator('nav').waitFor()
  await expect.poll(() => exchange.registered().sort()).toEqual([CUSTOMER, 'staff'])
  await push(customer.page, 'Call')
  await bar(page).waitFor()
  await command(page, 'decline the call')
  await says(customer.page, 'Busy or declined')

  await command(page, 'sign out')
  await page.locator('input[name=username]').waitFor()
  await expect.poll(() => exchange.registered()).toEqual([CUSTOMER])
  expect(await page.evaluate(() => localStorage.getItem('paydesk.telephone'))).toBeNull()
  // Whoever signs in next at this machine must not be able to be called as the one before.
  expect(await page.evaluate(() => localStorage.getItem('systemConfig'))).not.toContain('password')
  expect([...app.faults, ...customer.faults]).toEqual([])
})

test('who calls is said on the desktop as well, where that is allowed, until it has stopped ringing', async () => {
  const [app, customer] = await Promise.all([sitDown(), sitDown(CUSTOMER)])
  await switchOn(app.page)
  await openPhone(customer.page, '08111111111')
  await says(customer.page, 'Ready to call')
  await push(customer.page, 'Call')
  await expect.poll(() => shownOutside(app.page)).toEqual(['Telephone: customer is calling'])
  await push(customer.page, 'Hang up')
  await expect.poll(() => shownOutside(app.page)).toEqual([])
})

test('a second tab shows who calls and does not ring as well, and is quiet when the first has answered', async () => {
  const [app, customer] = await Promise.all([sitDown(), sitDown(CUSTOMER)])
  await switchOn(app.page)
  const second = await app.page.context().newPage()
  await second.goto(`${address}/#/`)
  await second.locator('nav').waitFor()
  await expect.poll(() => exchange.places('staff')).toBe(2)
  await openPhone(customer.page, '08111111111')
  await says(customer.page, 'Ready to call')
  await push(customer.page, 'Call')

  await bar(app.page).getByText('customer is calling').waitFor()
  await bar(second).getByText('customer is calling').waitFor()
  const ringing = async () => [...(await shownOutside(app.page)), ...(await shownOutside(second))]
  await expect.poll(ringing).toEqual(['Telephone: customer is calling'])
  await second.bringToFront()
  await second.keyboard.press('Control+Shift+Enter')
  await says(customer.page, 'In a call with 08111111111')
  await bar(second).getByText('In a call with customer').waitFor()
  await bar(app.page).waitFor({ state: 'detached' })
  expect(await ringing()).toEqual([])

  await second.keyboard.press('Control+Shift+Backspace')
  await says(customer.page, 'The call is over')
  // Declined in one it is declined in all.
  await push(customer.page, 'Call')
  await bar(app.page).getByText('customer is calling').waitFor()
  await bar(second).getByText('customer is calling').waitFor()
  await second.keyboard.press('Control+Shift+Backspace')
  await says(customer.page, 'Busy or declined')
  await bar(app.page).waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})
