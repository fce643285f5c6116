import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolationsOfThemes, loadAxe } from './accessibility.ts'
import { type BrowserApp, test } from './app.ts'

/** Height of a window with few rows: axe checks every cell of every row, and rows are alike. */
const LOW_WINDOW = 500

const LOCALES = ['zh', 'en'] as const

const whole = (page: Page) => page.locator('html')
// Toasts have the role dialog too.
const dialog = (page: Page) => page.getByRole('dialog').and(page.locator('[data-layer]'))
const panel = (page: Page) => page.locator('[data-layer="dialog"]')
const menu = (page: Page) => page.getByRole('menu')
const record = (page: Page) => page.locator('[data-layer="detail"]')

/** What these keys open from a row, and the part of the page that appears. */
const OPENED: [what: string, keys: string, part: (page: Page) => Locator][] = [
  ['the list, with chosen rows', 'j J', whole],
  ['their sum', 'J +', (page) => page.getByRole('region', { name: /Sum of the selection|所选合计|合计/ })],
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
  ['setting an authenticator up', '/merchant/info?do=passcode'],
  ['revealing a secret', '/merchant/secret?do=reveal'],
  ['resetting a secret', '/merchant/secret?do=reset'],
  ['a list without rows', '/transaction/payin?minAmount=1.23&maxAmount=1.23'],
  ['an unknown address', '/nowhere/at/all'],
  ['a forbidden page', '/transaction/payin-a'],
]

/** Checks parts of pages and collects their violations. */
function createChecker(locale: string) {
  const found: [what: string, violations: string[]][] = []
  const look = async (what: string, page: Page, part: Locator) => {
    const violations = await findViolationsOfThemes(page, part, { locale })
    if (violations.length > 0) found.push([what, violations])
  }
  return { found, look }
}

async function goTo({ page, settled }: BrowserApp, address: string) {
  await page.evaluate((hash) => location.assign(hash), `#${address}`)
  await settled()
}

/** Runs a command by its id from the palette. */
async function run({ press, type, page }: BrowserApp, command: string) {
  await press('Control+k')
  await type(command)
  await page.locator(`[cmdk-item][data-value="${command}"]`).click()
}

test.for(LOCALES)('Popups and panels of a list are accessible: %s', { timeout: 240_000 }, async (locale, { open }) => {
  const { found, look } = createChecker(locale)
  const app = await open({ as: 'merchant', locale, height: LOW_WINDOW })
  const { page, press, type, focus, settled } = app
  await loadAxe(page)
  for (const [what, keys, part] of OPENED) {
    await press(keys)
    await part(page).waitFor()
    await settled()
    await look(what, page, part(page))
    await press('Escape')
    await expect.poll(focus).toMatch(/^row/)
  }
  for (const command of COMMANDS) {
    await run(app, command)
    await expect.poll(() => page.locator('[cmdk-item]').count()).toBe(0)
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
  expect(found).toEqual([])
})

test.for(LOCALES)('Popups of buttons are accessible: %s', { timeout: 240_000 }, async (locale, { open }) => {
  const { found, look } = createChecker(locale)
  const { page, press, settled } = await open({ as: 'merchant', locale, height: LOW_WINDOW })
  await loadAxe(page)
  await page.getByRole('button', { name: /More filters|更多筛选/ }).press('Enter')
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
  expect(found).toEqual([])
})

test.for(LOCALES)('All states of a page are accessible: %s', { timeout: 240_000 }, async (locale, { open }) => {
  const { found, look } = createChecker(locale)
  const app = await open({ as: 'merchant', locale, height: LOW_WINDOW })
  const { page, press, settled } = app
  await loadAxe(page)
  for (const [what, address] of STATES) {
    await goTo(app, address)
    await look(what, page, whole(page))
  }
  await goTo(app, '/dashboard')
  await press('T')
  await page.getByRole('table').waitFor()
  await look('its days as a table', page, whole(page))
  await goTo(app, '/transaction/payout?dates=all&status=SUCCESS')
  await press('i')
  await dialog(page).waitFor()
  await settled()
  await look('a receipt', page, dialog(page))

  const agent = await open({ as: 'agent', locale, height: LOW_WINDOW })
  await loadAxe(agent.page)
  await goTo(agent, '/merchant-list-a?merchantNo=M10000008&open=M10000008')
  await look('a merchant of an agent', agent.page, whole(agent.page))

  const staff = await open({ as: 'staff', locale, height: LOW_WINDOW })
  await loadAxe(staff.page)
  await goTo(staff, '/plat/otp?who=M10000001')
  await look('an account that staff look at', staff.page, whole(staff.page))
  expect(found).toEqual([])
})
