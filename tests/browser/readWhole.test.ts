import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { id } from '../texts.ts'
import { listReady, test } from './app.ts'

/** The texts of a part that go on beyond their own edge. */
const cutIn = (part: Locator): Promise<string[]> =>
  part
    .locator(':not(.sr-only)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
        .map((one) => one.textContent),
    )

test('an address that is longer than its column is read whole', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/merchant/subMerchant' })
  await listReady(app)
  await app.press('Enter')
  const facts = app.page.getByRole('region', { name: 'Record' }).getByRole('tabpanel')
  await facts.getByText('/demo-merchant/payin').waitFor()
  expect(await cutIn(facts)).toEqual([])
})

test('why figures are missing is read whole, in a small window as well', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/settings/password', locale: 'id' })
  const { page } = app
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.route(`**${calls.payinCount.path}`, (route) => route.abort())
  await page.evaluate(() => location.assign('#/transaction/payin'))
  await listReady(app)
  const figures = page.getByRole('region', { name: id['list.summary'] })
  await figures.getByRole('button').waitFor()
  expect(await cutIn(figures)).toEqual([])
  // A line for all of them, as where they are known.
  const lines = await figures
    .getByRole('definition')
    .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
  expect(lines).toBe(1)
})
