import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { id, zh } from '../texts.ts'
import { listReady, test } from './app.ts'
import { holdRequests } from './holdRequests.ts'

/** Message keys that are shown instead of their texts. */
const keysShown = async (page: Page): Promise<string[]> =>
  (await page.locator('body').innerText()).match(/\[[a-zA-Z]+(\.[\w-]+)+\]/g) ?? []

test('The page shows that it loads until the texts have arrived, and then the list with its texts', async ({ open }) => {
  const app = await open({ as: 'merchant', locale: 'id' })
  const { page } = app
  const texts = await holdRequests(page, /\/assets\/id-[\w-]+\.js$/)
  await page.reload()
  // The guest texts and the workspace texts, in parallel.
  await texts.waitForCount(2)
  await expect.poll(() => page.locator('main[aria-busy="true"] img').isVisible()).toBe(true)
  expect(await page.locator('body').innerText()).toBe('')
  await texts.release()
  await listReady(app)
  expect(await page.getByRole('columnheader').allTextContents()).toContain(id['field.payAmount'])
  expect(await keysShown(page)).toEqual([])
})

test('After a guest changes the language, the palette has texts of that language', async ({ open }) => {
  const { page, press, focus } = await open({ locale: 'en' })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: zh['login.submit'], exact: true }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
  expect(await page.title()).toBe(`${zh['place.login']} - ${zh['app.name']}`)
  // Texts of the workspace are not loaded for a guest page.
  expect(scripts.filter((path) => /\/assets\/zh-/.test(path))).toHaveLength(1)
  const texts = await holdRequests(page, /\/assets\/zh-[\w-]+\.js$/)
  await press('Control+k')
  await texts.waitForCount(1)
  expect(await keysShown(page)).toEqual([])
  await texts.release()
  await page.getByRole('dialog', { name: zh['palette.title'] }).waitFor()
  await expect.poll(focus).toContain('combobox')
  expect(await keysShown(page)).toEqual([])
  await press('Escape')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await keysShown(page)).toEqual([])
})

test('If the texts cannot be loaded, the page shows an error and Enter reloads it', async ({ open }) => {
  const app = await open({ as: 'merchant', locale: 'en' })
  const { page, press, focus, faults } = app
  await page.route(/\/assets\/en-[\w-]+\.js$/, (route) => route.abort())
  await page.reload()
  await page.getByRole('alert').getByText('Paydesk could not be loaded').waitFor()
  await expect.poll(focus).toBe('button 重试 · Try again')
  // The cause is in the browser's log.
  await expect.poll(() => faults.splice(0)).toEqual([expect.stringContaining('crash')])
  await page.unrouteAll()
  await press('Enter')
  await listReady(app)
})
