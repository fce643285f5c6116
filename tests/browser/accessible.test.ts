import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { loadAxe } from './accessibility.ts'
import { test } from './app.ts'
import { createChecker, dialog, menu, walkListStates, walkPopupsOfButtons, walkPopupsOfList, walkStates } from './popupWalks.ts'

/** Height of a window with few rows: axe checks every cell of every row, and rows are alike. */
const LOW_WINDOW = 500

const AGENT = {
  list: '/transaction/payin-a',
  call: '/api/agent/txn/payin',
  forbidden: '/transaction/payin',
  record: ['a merchant of an agent', '/merchant-list-a?merchantNo=M10000008&open=M10000008'],
} as const
const STAFF = {
  list: '/transaction/payin',
  call: '/api/transaction/payin',
  forbidden: '/account/withdraw',
  record: ['an account that staff look at', '/plat/otp?who=M10000001'],
} as const

/** English shows the colours; Chinese is the default. */
const LOCALES = ['zh', 'en'] as const

test.for(LOCALES)('Popups and panels of a list are accessible: %s', { timeout: 240_000 }, async (locale, { open }) => {
  const checker = createChecker(locale)
  const app = await open({ as: 'merchant', locale, height: LOW_WINDOW })
  await loadAxe(app.page)
  await walkPopupsOfList(app, checker)
  expect(checker.found).toEqual([])
})

test.for(LOCALES)('Popups of buttons are accessible: %s', { timeout: 240_000 }, async (locale, { open }) => {
  const checker = createChecker(locale)
  const app = await open({ as: 'merchant', locale, height: LOW_WINDOW })
  await loadAxe(app.page)
  await walkPopupsOfButtons(app, checker)
  expect(checker.found).toEqual([])
})

test.for(LOCALES)('All states of a page are accessible: %s', { timeout: 240_000 }, async (locale, { open }) => {
  const checker = createChecker(locale)
  const app = await open({ as: 'merchant', locale, height: LOW_WINDOW })
  await loadAxe(app.page)
  await walkStates(app, checker)
  expect(checker.found).toEqual([])
})

test.for([
  ['agent', AGENT],
  ['staff', STAFF],
] as const)('All states of a list are accessible: %s', async ([as, states], { open }) => {
  const checker = createChecker('en')
  await walkListStates(await open({ as, locale: 'en', height: LOW_WINDOW }), checker, states)
  expect(checker.found).toEqual([])
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
  // Notes that another test has written are named after the number.
  expect(namesOf('rowheader').map((name) => name.replace(/, Notes \d+$/, ''))).toEqual(numbers)
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

test.for([
  ['merchant', '/dashboard', 5],
  ['staff', '/dashboard', 5],
  ['agent', '/dashboard-a', 2],
] as const)('The figures of a dashboard are links that say what they count: %s', async ([as, at, least], { open }) => {
  const { page, settled } = await open({ as, at, locale: 'en' })
  await settled()
  const { nodes } = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree')
  const main = await page.locator('#main').getByRole('link').count()
  expect(main).toBeGreaterThan(least)
  const names = nodes.filter(({ role }) => role?.value === 'link').map(({ name }) => String(name?.value))
  expect(names.length).toBeGreaterThan(least)
  // A percentage without the channel that it belongs to says nothing in a list of links.
  expect(names.filter((name) => !/\p{L}{2}/u.test(name))).toEqual([])
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
    await active.first().waitFor({ state: 'hidden' })
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
    await check(name, { box, active: highlighted, other: page.locator('[role="option"]:not([data-highlighted]):visible') })
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

test('Forced colours keep the pictures of the dashboard, and show the chosen tab and preference', async ({ open }) => {
  const { page, settled } = await open({ as: 'merchant', locale: 'en', at: '/dashboard' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.reload()
  await page.locator('canvas').waitFor()
  await settled()
  const swatches = page.locator('[aria-hidden] > [data-level]')
  const levels = await swatches.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  expect(new Set(levels).size).toBe(5)
  // The bars of payins have a colour; forced text has none.
  const hasColour = () =>
    page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 4) {
        const [red, green, blue, alpha] = data.slice(at, at + 4)
        if (alpha === 255 && Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!) > 40) return true
      }
      return false
    })
  await expect.poll(hasColour).toBe(true)
  expect(await outlineOf(page.getByRole('tab', { name: 'Amount' }))).toBe('1px')
  expect(await outlineOf(page.getByRole('tab', { name: 'Count' }))).toBe('none')
  await page.goto(`${page.url().split('#')[0]}#/settings/preferences`)
  const choice = (name: string) => page.locator('label').filter({ hasText: new RegExp(`^${name}$`) })
  await choice('English').waitFor()
  expect([await outlineOf(choice('English')), await outlineOf(choice('Español'))]).toEqual(['1px', 'none'])
  await page.emulateMedia({ forcedColors: 'none' })
})

test('The losses between the steps of the payins are targets of 24 pixels', async ({ open }) => {
  const { page, settled } = await open({ as: 'merchant', locale: 'en', at: '/dashboard' })
  await page
    .getByRole('link', { name: /^−[\d,]+ / })
    .first()
    .waitFor()
  await settled()
  const heights = await page
    .getByRole('link', { name: /^−[\d,]+ / })
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
  expect(heights.filter((height) => height < 24)).toEqual([])
})
