import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { softphonePassword } from '../../server/service/systemRoutes.ts'
import { type Exchange, startExchange } from '../sipExchange.ts'
import { type RunningGateway, startGateway } from './build.ts'
import { isFault } from './chromium.ts'

const REALM = 'app.test'
const SECRET = 'a secret of the exchange'
const CUSTOMER = 'customer'

let browser: Browser
let exchange: Exchange
let gateway: RunningGateway
let address: string

beforeAll(async () => {
  exchange = await startExchange({
    realm: REALM,
    password: (identity) => softphonePassword(identity, SECRET),
    numbers: { '08123456789': CUSTOMER, '08111111111': 'staff' },
  })
  gateway = await startGateway(
    { dist: inject('dist'), postgres: inject('postgres') },
    {
      SEED_ORDERS: '50',
      SOFTPHONE_SERVER: exchange.address,
      SOFTPHONE_REALM: REALM,
      SOFTPHONE_SECRET: SECRET,
    },
  )
  address = gateway.address
  browser = await chromium.launch({
    executablePath: inject('chromium'),
    // A fake microphone with permission.
    args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  })
})

afterAll(async () => {
  await browser?.close()
  await gateway?.close()
  await exchange?.close()
})

const contexts: BrowserContext[] = []

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  await expect.poll(() => exchange.registered()).toEqual([])
})

/** Signs in as staff, with another SIP identity if given. */
async function openConsole(identity?: string): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ permissions: ['microphone'] })
  contexts.push(context)
  await context.addInitScript(recordDesktopNotifications)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (said) => isFault(said) && faults.push(said.text()))
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

/** Replaces desktop notifications, which a headless browser does not show, by a list of the open ones. */
function recordDesktopNotifications() {
  const shown: string[] = []
  class RecordedNotification {
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
  Object.assign(window, { Notification: RecordedNotification, desktopNotifications: shown })
}

const desktopNotifications = (page: Page): Promise<string[]> => page.evaluate(() => Object(window).desktopNotifications)

/** The right edge of the page title. */
const titleEnd = (page: Page): Promise<number> =>
  page.locator('header h1').evaluate((title) => {
    const words = document.createRange()
    words.selectNodeContents(title)
    return words.getBoundingClientRect().right
  })

/** The left edge of the tools in the top bar. */
const toolsStart = (page: Page): Promise<number> =>
  page.locator('header:has(h1) > :last-child').evaluate((tools) => tools.getBoundingClientRect().left)

/** The call bar. */
const callBar = (page: Page) => page.getByRole('region', { name: 'Telephone', includeHidden: true })

async function command(page: Page, title: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
}

async function switchOn(page: Page) {
  await command(page, 'turn on the telephone')
  await expect.poll(() => exchange.registered()).toContain('staff')
}

/** Opens the telephone with this number from the palette. */
async function openPhone(page: Page, number: string) {
  await command(page, 'call a number')
  await page.getByRole('combobox', { name: /Phone number$/ }).waitFor()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Phone number' }).waitFor()
}

const descriptionOf = (field: Locator) =>
  field.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent)

const status = (page: Page) => page.getByRole('dialog').getByRole('status')
const expectStatus = (page: Page, text: string) => expect.poll(() => status(page).textContent()).toBe(text)
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('One console calls, the other answers, and either hangs up', async () => {
  const [app, customer] = await Promise.all([openConsole(), openConsole(CUSTOMER)])
  // Nothing is sent to the exchange before the telephone is used.
  expect(exchange.requests).toEqual([])
  await openPhone(customer.page, '08111111111')
  await openPhone(app.page, '+62 812-3456-789')
  await expectStatus(customer.page, 'Ready to call')
  await expectStatus(app.page, 'Ready to call')
  await app.page.evaluate(axe.source)
  const { violations } = await app.page.evaluate(() => Object(window).axe.run('[role=dialog]'))
  expect(violations).toEqual([])
  expect(exchange.registered().sort()).toEqual([CUSTOMER, 'staff'])

  expect(await app.page.getByRole('textbox', { name: 'Phone number' }).inputValue()).toBe('08123456789')
  await app.page.keyboard.press('Enter')
  await expectStatus(app.page, 'Calling')
  await expectStatus(customer.page, 'staff is calling')
  await click(customer.page, 'Answer')
  await expectStatus(app.page, 'In a call with 08123456789')
  await expectStatus(customer.page, 'In a call with staff')

  await click(app.page, 'Mute')
  await expect.poll(() => app.page.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('true')
  await click(app.page, 'Hang up')
  await expectStatus(app.page, 'Call ended')
  await expectStatus(customer.page, 'Call ended')

  // Another call; this time the dialog is closed during the call.
  await click(app.page, 'Call')
  await expectStatus(customer.page, 'staff is calling')
  await click(customer.page, 'Answer')
  await expectStatus(app.page, 'In a call with 08123456789')
  await app.page.keyboard.press('Escape')
  await expectStatus(customer.page, 'Call ended')
  // A closed telephone can still be called until it is switched off.
  expect(exchange.registered().sort()).toEqual([CUSTOMER, 'staff'])
  await command(app.page, 'turn off the telephone')
  await expect.poll(() => exchange.registered()).toEqual([CUSTOMER])
  expect([...app.faults, ...customer.faults]).toEqual([])
})

test('An unknown number and a declined call show their reasons', async () => {
  const [app, customer] = await Promise.all([openConsole(), openConsole(CUSTOMER)])
  await openPhone(app.page, '08999999999')
  await expectStatus(app.page, 'Ready to call')
  await click(app.page, 'Call')
  await expectStatus(app.page, 'No such number')

  await openPhone(customer.page, '08111111111')
  await expectStatus(customer.page, 'Ready to call')
  await app.page.getByRole('textbox', { name: 'Phone number' }).fill('0812 3456 789')
  await click(app.page, 'Call')
  await expectStatus(customer.page, 'staff is calling')
  await click(customer.page, 'Decline')
  await expectStatus(app.page, 'Busy or declined')
})

test('What is no phone number is refused at its field, kept, and not dialled', async () => {
  const { page, faults } = await openConsole()
  await command(page, 'call a number')
  const prompt = page.getByRole('combobox', { name: /Phone number$/ })
  await prompt.fill('110')
  const refusal = 'Enter an Indonesian phone number, for example 0812 3456 789'
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText(refusal).first().waitFor()
  expect(await prompt.inputValue()).toBe('110')
  await prompt.fill('0812 3456 789')
  await page.keyboard.press('Enter')
  await expectStatus(page, 'Ready to call')

  const field = page.getByRole('textbox', { name: 'Phone number' })
  const invites = () => exchange.requests.filter((request) => request.startsWith('INVITE'))
  const before = invites()
  const answers: unknown[] = []
  for (const typed of ['abc', '08', '']) {
    await field.fill(typed)
    expect(await field.getAttribute('aria-invalid')).toBe('false')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    answers.push([await field.inputValue(), await descriptionOf(field), await status(page).textContent()])
  }
  expect(answers).toEqual([
    ['abc', refusal, 'Ready to call'],
    ['08', refusal, 'Ready to call'],
    ['', 'Required', 'Ready to call'],
  ])
  expect(invites()).toEqual(before)
  expect(faults).toEqual([])
})

test('A telephone that is on rings on every page, is answered and hung up by key, and is off after sign-out', async () => {
  const [app, customer] = await Promise.all([openConsole(), openConsole(CUSTOMER)])
  const { page } = app
  await switchOn(app.page)
  await openPhone(customer.page, '08111111111')
  await expectStatus(customer.page, 'Ready to call')

  // During typing, with an open dialog.
  await page.keyboard.press('Control+/')
  await page.getByRole('dialog').getByRole('searchbox').or(page.getByRole('dialog').getByRole('textbox')).first().focus()
  await page.keyboard.type('pay')
  await click(customer.page, 'Call')
  await callBar(page).getByText('customer is calling').waitFor()
  // The call bar is one line and covers neither the title nor the tools.
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 700 })
    const over = await callBar(page).boundingBox()
    expect(over!.height).toBeLessThanOrEqual(44)
    expect(over!.x).toBeGreaterThan(await titleEnd(page))
    expect(over!.x + over!.width).toBeLessThan(await toolsStart(page))
  }
  expect(await page.locator('[aria-live=assertive]').allTextContents()).toContain('customer is calling')
  await page.keyboard.type('in')
  await page.keyboard.press('Control+Shift+Enter')
  await expectStatus(customer.page, 'In a call with 08111111111')
  await callBar(page).getByText('In a call with customer').waitFor()
  expect(await page.evaluate(() => Object(document.activeElement).value)).toBe('payin')
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => Object(window).axe.run('[aria-live=off]'))
  expect(violations).toEqual([])

  await page.keyboard.press('Escape')
  // A chord ends when the focus moves: the dialog has to have given it back.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.keyboard.press('c')
  await page.keyboard.press('m')
  await expect.poll(() => callBar(page).getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Control+Shift+Backspace')
  await expectStatus(customer.page, 'Call ended')
  await callBar(page).waitFor({ state: 'detached' })

  // After a reload the telephone is on again; this time the palette declines.
  await page.reload()
  await page.locator('nav').waitFor()
  await expect.poll(() => exchange.registered().sort()).toEqual([CUSTOMER, 'staff'])
  await click(customer.page, 'Call')
  await callBar(page).waitFor()
  await command(page, 'decline the call')
  await expectStatus(customer.page, 'Busy or declined')

  await command(page, 'sign out')
  await page.locator('input[name=username]').waitFor()
  await expect.poll(() => exchange.registered()).toEqual([CUSTOMER])
  expect(await page.evaluate(() => localStorage.getItem('paydesk.telephone'))).toBeNull()
  // The next user of this browser must not receive calls of the previous one.
  expect(await page.evaluate(() => localStorage.getItem('systemConfig'))).not.toContain('password')
  expect([...app.faults, ...customer.faults]).toEqual([])
})

test('A permitted desktop notification shows the caller until the ringing stops', async () => {
  const [app, customer] = await Promise.all([openConsole(), openConsole(CUSTOMER)])
  await switchOn(app.page)
  await openPhone(customer.page, '08111111111')
  await expectStatus(customer.page, 'Ready to call')
  await click(customer.page, 'Call')
  await expect.poll(() => desktopNotifications(app.page)).toEqual(['Telephone: customer is calling'])
  await click(customer.page, 'Hang up')
  await expect.poll(() => desktopNotifications(app.page)).toEqual([])
})

test('A second tab shows the caller without ringing, and stops when the first tab answers', async () => {
  const [app, customer] = await Promise.all([openConsole(), openConsole(CUSTOMER)])
  await switchOn(app.page)
  const second = await app.page.context().newPage()
  await second.goto(`${address}/#/`)
  await second.locator('nav').waitFor()
  await expect.poll(() => exchange.registrationCount('staff')).toBe(2)
  await openPhone(customer.page, '08111111111')
  await expectStatus(customer.page, 'Ready to call')
  await click(customer.page, 'Call')

  await callBar(app.page).getByText('customer is calling').waitFor()
  await callBar(second).getByText('customer is calling').waitFor()
  const ringing = async () => [...(await desktopNotifications(app.page)), ...(await desktopNotifications(second))]
  await expect.poll(ringing).toEqual(['Telephone: customer is calling'])
  await second.bringToFront()
  await second.keyboard.press('Control+Shift+Enter')
  await expectStatus(customer.page, 'In a call with 08111111111')
  await callBar(second).getByText('In a call with customer').waitFor()
  await callBar(app.page).waitFor({ state: 'detached' })
  expect(await ringing()).toEqual([])

  await second.keyboard.press('Control+Shift+Backspace')
  await expectStatus(customer.page, 'Call ended')
  // A call declined in one tab is declined in all.
  await click(customer.page, 'Call')
  await callBar(app.page).getByText('customer is calling').waitFor()
  await callBar(second).getByText('customer is calling').waitFor()
  await second.keyboard.press('Control+Shift+Backspace')
  await expectStatus(customer.page, 'Busy or declined')
  await callBar(app.page).waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})
