import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type BrowserApp, listReady, test } from './app.ts'

const HOME = { as: 'merchant', at: '/transaction/payin' } as const

test('the page has each landmark once, and its first stop leads past the menu', async ({ open }) => {
  const { page, press, focus } = await open(HOME)
  for (const landmark of ['banner', 'navigation', 'main', 'contentinfo'] as const) {
    expect([landmark, await page.getByRole(landmark).count()]).toEqual([landmark, 1])
  }
  // The list has the focus after a load: the first stop is the one before all others of the page.
  const isFirst = await page.evaluate(() => document.querySelector('#root a[href], #root button')?.textContent)
  await page.getByRole('navigation').getByRole('link').first().focus()
  await press('Shift+Tab')
  expect(await focus()).toBe(`button ${isFirst}`)
  expect(isFirst).toBe('Skip to main content')
  await press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('#main') !== null)).toBe(true)
})

test('Escape leads from the menu, the top bar and a lost focus back to the list', async ({ open }) => {
  const { page, press, focus } = await open(HOME)
  const row = await focus()
  for (const landmark of ['navigation', 'banner'] as const) {
    await page.getByRole(landmark).locator('a, button').last().focus()
    expect(await focus()).toMatch(/^button/)
    await press('Escape')
    await expect.poll(focus, { message: landmark }).toBe(row)
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  expect(await focus()).toBe('body')
  await press('Escape')
  await expect.poll(focus).toBe(row)
})

test('a collapsed side bar stays collapsed after a reload, and a narrow window changes nothing of it', async ({ open }) => {
  const app = await open(HOME)
  const { page } = app
  const isCollapsed = () => page.getByRole('navigation').getAttribute('data-collapsed')
  const reload = async () => {
    await page.reload()
    await listReady(app)
  }
  const at = (width: number) => page.setViewportSize({ width, height: 900 })
  expect(await isCollapsed()).toBe('false')
  await at(1100)
  await reload()
  expect(await isCollapsed()).toBe('true')
  await at(1440)
  await expect.poll(isCollapsed).toBe('false')
  await page.getByRole('button', { name: 'Collapse side bar' }).click()
  await reload()
  expect(await isCollapsed()).toBe('true')
  await at(1100)
  await page.getByRole('button', { name: 'Expand side bar' }).click()
  await at(1440)
  await expect.poll(isCollapsed).toBe('true')
  await reload()
  expect(await isCollapsed()).toBe('true')
})

const documentLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Open the documents' })

const NO_KEY_PRESSED = `Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } })`

/** Opens the bookmark. For the browser every call of the driver is a key, also while the page loads: the page is told of none. */
async function openBookmark({ page, devtools }: BrowserApp) {
  const tools = await devtools()
  await tools.send('Page.enable')
  await tools.send('Page.addScriptToEvaluateOnNewDocument', { source: NO_KEY_PRESSED })
  await page.evaluate(() => history.replaceState(null, '', '#/dev-center/doc'))
  await page.reload()
  await documentLink(page).waitFor()
  await tools.detach()
}

test('a bookmark of the documents stays with a link, because no key or click has caused a new tab', async ({ open }) => {
  const app = await open(HOME)
  const { page, context, press, focus, address } = app
  await openBookmark(app)
  expect([address(), await focus()]).toEqual(['/dev-center/doc', 'link Open the documents'])
  expect(await page.getByRole('main').innerText()).toContain('The documents open in a new tab.')
  expect(context.pages()).toHaveLength(1)
  const opened = context.waitForEvent('page')
  await press('Enter')
  const document = await opened
  await document.waitForLoadState()
  expect(new URL(document.url()).pathname).toBe('/docs/')
  expect(address()).toBe('/dev-center/doc')
})

test.for([
  ['https://docs.example/x', 'https://docs.example/x'],
  ['http://[not an address', '/docs/'],
  ['javascript:alert(1)', '/docs/'],
] as const)('the documents of a gateway that names %s are at %s', async ([named, href], { open }) => {
  const app = await open(HOME)
  const { page, settled } = app
  await page.route(`**${calls.systemConfig.path}`, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const one of [body.item, body.item.systemConfig]) one.openConfig.docUrl = named
    await route.fulfill({ response: answer, json: body })
  })
  // The second load knows what the gateway said in the first.
  for (let loads = 0; loads < 2; loads++) {
    await openBookmark(app)
    await settled()
  }
  expect(await documentLink(page).getAttribute('href')).toBe(new URL(href, page.url()).href)
})
