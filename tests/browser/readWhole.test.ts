import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
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
