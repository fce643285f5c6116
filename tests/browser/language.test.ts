import { expect } from 'vitest'
import { texts as enOfDashboard } from '#locales/dashboard/en.ts'
import { en, id } from '../texts.ts'
import { listReady, test } from './app.ts'

test('A language from the palette changes the document language and all texts, and is kept', async ({ open }) => {
  const app = await open({ as: 'merchant', locale: 'en' })
  const { page, press, type, focus } = app
  const html = page.locator('html')
  const words = ['field.payAmount', 'field.status', 'field.createTime'] as const
  const heads = () => page.getByRole('columnheader').allTextContents()
  expect(await html.getAttribute('lang')).toBe('en')
  expect(await heads()).toEqual(expect.arrayContaining(words.map((word) => en[word])))
  await press('j Control+k')
  await type('Bahasa Indonesia')
  await press('Enter')
  await expect.poll(() => html.getAttribute('lang')).toBe('id')
  await expect.poll(heads).toEqual(expect.arrayContaining(words.map((word) => id[word])))
  await expect.poll(() => page.title()).toBe(`${id['menu.transaction.payin']} - ${id['app.name']}`)
  await page.getByRole('button', { name: id['app.account'] }).waitFor()
  expect(await focus()).toBe('row 2')
  await page.reload()
  await expect.poll(heads).toEqual(expect.arrayContaining(words.map((word) => id[word])))
  expect(await html.getAttribute('lang')).toBe('id')
})

test('A language whose texts cannot be loaded is not changed to, and can be chosen after a reload', async ({ open }) => {
  const app = await open({ as: 'merchant', locale: 'en' })
  const { page, press, type } = app
  const html = page.locator('html')
  async function choose() {
    await press('Control+k')
    await type('Tiếng Việt')
    await press('Enter')
  }
  await page.route('**/assets/vi-*.js', (route) => route.abort())
  await choose()
  await page.getByText(en['error.NETWORK_ERROR']).first().waitFor()
  expect(await html.getAttribute('lang')).toBe('en')
  expect(await page.evaluate(() => localStorage.getItem('currentLocaleKey'))).toBe('en')
  await page.unroute('**/assets/vi-*.js')
  // Browsers remember that a module could not be loaded.
  await page.reload()
  await listReady(app)
  await choose()
  await expect.poll(() => html.getAttribute('lang')).toBe('vi')
})

test('The chart is drawn if the system has an invalid language tag', async ({ open }) => {
  const { context, page: first } = await open({ as: 'merchant', at: '/settings/preferences' })
  const page = await context.newPage()
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix', configurable: true }),
  )
  await page.goto(first.url().replace(/#.*/, '#/dashboard'))
  await page.locator('main canvas').waitFor()
  expect(await page.getByText(enOfDashboard['dashboard.notDrawn']).count()).toBe(0)
})
