import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Locale } from '#locales/messages.ts'
import { en, es, id, vi, zh } from '../texts.ts'
import { findViolationsOfThemes, loadAxe } from './accessibility.ts'
import type { BrowserApp } from './app.ts'

const TEXTS = { en, es, id, vi, zh }

const whole = (page: Page) => page.locator('html')
// Toasts have the role dialog too.
export const dialog = (page: Page) => page.getByRole('dialog').and(page.locator('[data-layer]'))
const panel = (page: Page) => page.locator('[data-layer="dialog"]')
export const menu = (page: Page) => page.getByRole('menu')
const record = (page: Page) => page.locator('[data-layer="detail"]')

/** What these keys open from a row, and the part of the page that appears. */
const OPENED: [what: string, keys: string, part: (page: Page, locale: Locale) => Locator][] = [
  ['the list, with chosen rows', 'j J', whole],
  ['their sum', 'J +', (page, locale) => page.getByRole('region', { name: TEXTS[locale]['list.sum.title'], exact: true })],
  ['the plan of a notification', 'J w', panel],
  ['the palette', 'Control+k', dialog],
  ['the keys', '?', dialog],
  ['the columns', 'z c', dialog],
  ['the notices', 'g n', dialog],
  ['actions of a row', 'a', menu],
  ['an order', 'Enter', record],
  ['its timeline', 'Enter ]', record],
  ['its callbacks', 'Enter ] ]', record],
  ['its raw text', 'Enter ] ] ]', record],
]

/** Commands of the palette that open a dialog. */
const COMMANDS = ['help.about', 'notices.log', 'sub.quickAdd'] as const

/** Page states that need more than the address of the page. */
const STATES: [what: string, address: string][] = [
  ['an online recharge', '/account/recharge?mode=online'],
  ['an offline recharge', '/account/recharge?mode=offline'],
  ['transfers', '/account/transfer-merchant?dates=all'],
  ['setting an authenticator up', '/merchant/info?do=passcodeOn'],
  ['revealing a secret', '/merchant/secret?do=reveal'],
  ['resetting a secret', '/merchant/secret?do=reset'],
  ['a list without rows', '/transaction/payin?minAmount=1.23&maxAmount=1.23'],
  ['an unknown address', '/nowhere/at/all'],
  ['a forbidden page', '/transaction/payin-a'],
]

export type Checker = ReturnType<typeof createChecker>

/** Checks parts of pages and collects their violations. */
export function createChecker(locale: Locale) {
  const found: [what: string, violations: string[]][] = []
  const look = async (what: string, page: Page, part: Locator) => {
    const violations = await findViolationsOfThemes(page, part, { locale })
    if (violations.length > 0) found.push([what, violations])
  }
  return { locale, found, look }
}

export async function goTo({ page, settled }: BrowserApp, address: string) {
  await page.evaluate((hash) => location.assign(hash), `#${address}`)
  await settled()
}

/** Runs a command by its id from the palette. */
async function run({ press, type, page }: BrowserApp, command: string) {
  await press('Control+k')
  await type(command)
  await page.locator(`[cmdk-item][data-value="${command}"]`).click()
}

/** Opens everything that a list opens by keys and by the palette. */
export async function walkPopupsOfList(app: BrowserApp, { locale, look }: Checker) {
  const { page, press, type, focus, settled } = app
  for (const [what, keys, part] of OPENED) {
    await press(keys)
    await part(page, locale).waitFor()
    await settled()
    await look(what, page, part(page, locale))
    await press('Escape')
    await expect.poll(focus).toMatch(/^row/)
  }
  for (const command of COMMANDS) {
    await run(app, command)
    await expect.poll(() => page.locator('[cmdk-item]:visible').count()).toBe(0)
    await dialog(page).waitFor()
    await settled()
    await look(command, page, dialog(page))
    await press('Escape')
    await expect.poll(focus).toMatch(/^row/)
  }
  await press('/')
  await expect.poll(focus).toMatch(/^combobox/)
  await type('nope:1 status:')
  await page.getByRole('option').first().waitFor()
  await look('the text of the filter, with a fault and what is offered', page, whole(page))
  await press('Escape Escape')
}

/** Opens the popup of each button of a list. */
export async function walkPopupsOfButtons({ page, press, settled }: BrowserApp, { locale, look }: Checker) {
  await page.getByRole('button', { name: TEXTS[locale]['filter.more'] }).press('Enter')
  const openers = page.locator('button[aria-haspopup]:visible')
  const many = await openers.count()
  expect(many).toBeGreaterThan(5)
  for (let index = 0; index < many; index++) {
    const opener = openers.nth(index)
    const isOpen = () => opener.getAttribute('aria-expanded')
    await opener.focus()
    await press('Enter')
    await expect.poll(isOpen).toBe('true')
    await settled()
    await look(`button ${index + 1}`, page, page.locator(`[id="${await opener.getAttribute('aria-controls')}"]`))
    await press('Escape')
    await expect.poll(isOpen).toBe('false')
  }
}

/** Visits the states of a merchant's pages. */
export async function walkStates(app: BrowserApp, { look }: Checker) {
  const { page, press, settled } = app
  for (const [what, address] of STATES) {
    await goTo(app, address)
    await look(what, page, whole(page))
  }
  await goTo(app, '/dashboard')
  await press('T')
  // The days of the chart, the hours of the heatmap, and those of the callbacks.
  await expect.poll(() => page.getByRole('table').count()).toBe(3)
  await look('its days as a table', page, whole(page))
  await goTo(app, '/transaction/payout?dates=all&status=SUCCESS')
  await press('i')
  await dialog(page).waitFor()
  await settled()
  await look('a receipt', page, dialog(page))
}

interface ListStates {
  list: string
  /** The path of the call of the list. */
  call: string
  forbidden: string
  /** A page with an open record, and what it shows. */
  record: readonly [what: string, address: string]
}

/** Visits the states of a list of another account than the merchant: without rows, failed, refused, and with an open record. */
export async function walkListStates(
  app: BrowserApp,
  { look }: Checker,
  { list, call, forbidden, record: [what, at] }: ListStates,
) {
  const { page, press, settled } = app
  await loadAxe(page)
  await goTo(app, `${list}?dates=all&minAmount=1.23&maxAmount=1.23`)
  await look('a list without rows', page, whole(page))
  await goTo(app, forbidden)
  await look('a refused page', page, whole(page))
  await goTo(app, `${list}?dates=all&status=SUCCESS`)
  await press('Enter')
  await record(page).waitFor()
  await settled()
  await look('an order', page, record(page))
  await goTo(app, at)
  await look(what, page, whole(page))
  await page.route(`**${call}*`, (route) => route.abort())
  await goTo(app, `${list}?dates=all`)
  await page.getByRole('button', { name: en['app.retry'] }).first().waitFor()
  // Without its toast: the library hides an urgent one, whose buttons can have the focus, until it has it.
  await look('a list that failed', page, page.getByRole('main'))
  await page.unroute(`**${call}*`)
}
