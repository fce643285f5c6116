import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolationsInBothThemes, loadAxe } from './accessibility.ts'
import { type BrowserApp, test } from './app.ts'

/** Every cell of every row is looked at, and one row is like another: a low window has few. */
const LOW_WINDOW = 500

const LOCALES = ['zh', 'en'] as const

const whole = (page: Page) => page.locator('html')
// A notice on the screen is a dialog as well, to whoever drew it.
const dialog = (page: Page) => page.getByRole('dialog').and(page.locator('[data-layer]'))
const panel = (page: Page) => page.locator('[data-layer="dialog"]')
const menu = (page: Page) => page.getByRole('menu')
const record = (page: Page) => page.locator('[data-layer="detail"]')

/** What is opened from a row by these keys, and the part of the page that is new then. */
const OPENED: [what: string, keys: string, part: (page: Page) => Locator][] = [
  ['the list, with chosen rows', 'j J', whole],
  ['their sum', 'J +', (page) => page.getByRole('region', { name: /Sum of the selection|所选合计|合计/ })],
  ['what notifying them would do', 'J w', panel],
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

/** What is opened by a command of the palette. */
const COMMANDS = ['help.about', 'notices.log', 'sub.quickAdd'] as const

/** States of pages that their bare address does not lead to. */
const STATES: [what: string, address: string][] = [
  ['an online recharge', '/account/recharge?mode=online'],
  ['an offline recharge', '/account/recharge?mode=offline'],
  ['transfers', '/account/transfer-merchant?dates=all'],
  ['setting an authenticator up', '/merchant/info?do=passcode'],
  ['a secret that is asked for', '/merchant/secret?do=reveal'],
  ['a secret that is made anew', '/merchant/secret?do=reset'],
  ['a list without rows', '/transaction/payin?minAmount=1.23&maxAmount=1.23'],
  ['an address that leads nowhere', '/nowhere/at/all'],
  ['a page of somebody else', '/transaction/payin-a'],
]

/** Looks at parts of pages, and remembers what bars the way there. */
function createChecker() {
  const found: [what: string, barred: string[]][] = []
  const look = async (what: string, page: Page, part: Locator) => {
    const barred = await findViolationsInBothThemes(page, part)
    if (barred.length > 0) found.push([what, barred])
  }
  return { found, look }
}

async function goTo({ page, settled }: BrowserApp, address: string) {
  await page.evaluate((hash) => location.assign(hash), `#${address}`)
  await settled()
}

/** Runs a command that is looked for by its name. */
async function run({ press, type, page }: BrowserApp, command: string) {
  await press('Control+k')
  await type(command)
  await page.locator(`[cmdk-item][data-value="${command}"]`).click()
}

test.for(LOCALES)('nobody is kept out of what opens over a list: %s', { timeout: 240_000 }, async (locale, { open }) => {
  const { found, look } = createChecker()
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

test.for(LOCALES)('nobody is kept out of what opens from a button: %s', { timeout: 240_000 }, async (locale, { open }) => {
  const { found, look } = createChecker()
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

test.for(LOCALES)('nobody is kept out of the states of a page: %s', { timeout: 240_000 }, async (locale, { open }) => {
  const { found, look } = createChecker()
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
