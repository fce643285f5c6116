import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { texts as idOfDashboard } from '#locales/dashboard/id.ts'
import { id } from '../texts.ts'
import { listReady, test } from './app.ts'

/** The truncated texts of a part. */
const truncatedTexts = (part: Locator): Promise<string[]> =>
  part
    .locator(':not(.sr-only)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
        .map((one) => one.textContent),
    )

test('An address longer than its column is shown in full', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/merchant/subMerchant' })
  await listReady(app)
  await app.press('Enter')
  const facts = app.page.getByRole('region', { name: 'Record' }).getByRole('tabpanel')
  await facts.getByText('/demo-merchant/payin').waitFor()
  expect(await truncatedTexts(facts)).toEqual([])
})

test('The reason for missing figures is shown in full, in a small window too', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/settings/password', locale: 'id' })
  const { page } = app
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.route(`**${calls.payinCount.path}`, (route) => route.abort())
  await page.evaluate(() => location.assign('#/transaction/payin'))
  await listReady(app)
  const figures = page.getByRole('region', { name: id['list.summary'] })
  await figures.getByRole('button').waitFor()
  expect(await truncatedTexts(figures)).toEqual([])
  // All figures are on one line, as when they are known.
  const lines = await figures
    .getByRole('definition')
    .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
  expect(lines).toBe(1)
})

test('Pointing at a day of the chart moves nothing on the dashboard', async ({ open }) => {
  const { page, settled } = await open({ as: 'merchant', at: '/dashboard', locale: 'id' })
  const bar = page.locator('[data-direction="payin"] a').last()
  const readout = page.locator('[data-part="readout"] > [data-shown]')
  const placeOfBar = async () => {
    await settled()
    return bar.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return { left, top, height }
    })
  }
  for (const width of [1440, 1024, 700]) {
    await page.setViewportSize({ width, height: 900 })
    await bar.scrollIntoViewIfNeeded()
    await page.mouse.move(0, 0)
    await expect.poll(() => readout.innerText()).toBe(idOfDashboard['dashboard.hint'])
    const before = await placeOfBar()
    await bar.hover()
    await expect.poll(() => readout.innerText()).toBe(await bar.getAttribute('aria-label'))
    expect(await placeOfBar()).toEqual(before)
  }
})

test('At 375 pixels nothing leaves the window: lists, dashboard, forms and palette can be used', async ({ open }) => {
  const { page, settled, press } = await open({ as: 'merchant' })
  await page.setViewportSize({ width: 375, height: 700 })
  // The side bar starts collapsed in a small window.
  await page.reload()
  const outside = () =>
    page.evaluate(() => {
      const wide = document.documentElement.scrollWidth
      const dialog = document.querySelector('[role=dialog]')?.getBoundingClientRect()
      return [wide, ...(dialog === undefined ? [] : [dialog.left, dialog.right])].filter((at) => at < 0 || at > innerWidth)
    })
  const found: [string, number[]][] = []
  for (const screen of ['/transaction/payin', '/dashboard', '/account/withdraw', '/settings/preferences']) {
    await page.evaluate((hash) => location.assign(hash), `#${screen}`)
    await settled()
    found.push([screen, await outside()])
  }
  await page.evaluate(() => location.assign('#/dashboard'))
  await settled()
  await press('T')
  await page.getByRole('table').first().waitFor()
  found.push(['tables of the dashboard', await outside()])
  await press('Control+k')
  await page.getByRole('dialog').waitFor()
  found.push(['palette', await outside()])
  expect(found.filter(([, at]) => at.length > 0)).toEqual([])
})
