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
  ['their sum', 'J +', (page) => page.getByRole('region', { name: /^(Sum of the selection|所选行合计)$/ })],
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
  // The days of the chart, the hours of the heatmap, and those of the callbacks.
  await expect.poll(() => page.getByRole('table').count()).toBe(3)
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

test('The names of the accessibility tree are whole: headers, truncated numbers, the search field of a filter', async ({
  open,
}) => {
  const at = '/transaction/payin?cols=createTime,merchantOrderNo,platOrderNo,payAmount,status'
  const { page, press, devtools } = await open({ as: 'merchant', locale: 'en', at })
  const { nodes } = await (await devtools()).send('Accessibility.getFullAXTree')
  const namesOf = (role: string) =>
    nodes.filter((node) => node.role?.value === role).map(({ name }) => String(name?.value).replaceAll('\u00a0', ' '))
  const heads = page.getByRole('columnheader')
  const titles = await heads.evaluateAll((all) =>
    all.map((head) => head.querySelector('[title]')?.getAttribute('title') ?? null),
  )
  expect(namesOf('columnheader')).toEqual(
    titles.map((title) => title ?? expect.stringMatching(/^(Select loaded rows|Actions)$/)),
  )
  const numbers = await page.getByRole('rowheader').evaluateAll((all) => all.map(({ textContent }) => textContent))
  expect(numbers.length).toBeGreaterThan(5)
  expect(namesOf('rowheader')).toEqual(numbers)
  const split = await page
    .getByRole('gridcell')
    .evaluateAll((all) => all.filter((cell) => cell.querySelector('[title]')).map(({ textContent }) => textContent))
  expect(split.length).toBeGreaterThan(5)
  expect(namesOf('gridcell')).toEqual(expect.arrayContaining(split))
  await page.getByRole('combobox', { name: 'Status: Any' }).focus()
  await press('Enter')
  await page.getByRole('combobox', { name: 'Status', exact: true }).waitFor()
  await press('Escape')
  const languages = page.getByRole('group', { name: 'Language' }).getByRole('button')
  const heights = await languages.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(1)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24)
})

/** The visible outline of an element. */
const outlineOf = (part: Locator): Promise<string> =>
  part.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle === 'none' ? 'none' : outlineWidth
  })

test('Forced colours show the active choice, the frame of each panel and the current page', async ({ open }) => {
  const { page, press } = await open({ as: 'merchant', locale: 'en' })
  await page.emulateMedia({ forcedColors: 'active' })
  const bordersOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).borderTopWidth)
  const check = async (what: string, { box, active, other }: Record<'box' | 'active' | 'other', Locator>) => {
    await active.first().waitFor()
    expect([what, await outlineOf(active.first()), await outlineOf(other.first()), await bordersOf(box.first())]).toEqual([
      what,
      '2px',
      'none',
      '1px',
    ])
    await press('Escape')
    await active.first().waitFor({ state: 'detached' })
  }
  await press('Control+k')
  const rows = page.locator('[cmdk-item]')
  await check('palette', {
    box: dialog(page),
    active: rows.and(page.locator('[aria-selected="true"]')),
    other: rows.and(page.locator('[aria-selected="false"]')),
  })
  await press('a')
  const highlighted = page.locator('[data-highlighted]')
  await check('row menu', {
    box: menu(page),
    active: highlighted,
    other: page.locator('[role="menuitem"]:not([data-highlighted])'),
  })
  for (const name of ['Status: Any']) {
    await page.getByRole('combobox', { name, exact: true }).press('Enter')
    await page.getByRole('option').first().waitFor()
    await press('ArrowDown')
    const box = page.locator('.popup').last()
    await check(name, { box, active: highlighted, other: page.locator('[role="option"]:not([data-highlighted])') })
  }
  await page.getByRole('grid').getByRole('gridcell').first().focus()
  await press('/')
  await page.keyboard.type('status:')
  await page.getByRole('option').first().waitFor()
  await press('ArrowDown')
  const options = page.getByRole('listbox').getByRole('option')
  expect(await outlineOf(options.and(page.locator('[aria-selected="true"]')))).toBe('2px')
  expect(await outlineOf(options.and(page.locator('[aria-selected="false"]')).first())).toBe('none')
  expect(await bordersOf(page.locator('[data-line] > :has([role="listbox"])'))).toBe('1px')
  const entries = page.getByRole('navigation').getByRole('link')
  const current = entries.and(page.locator('[aria-current="page"]'))
  const borders = (part: Locator) => part.evaluate((element) => getComputedStyle(element).borderLeftWidth)
  expect([await borders(current), await borders(entries.last())]).toEqual(['4px', '0px'])
  await page.emulateMedia({ forcedColors: 'none' })
})
