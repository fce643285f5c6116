import { expect } from 'vitest'
import { type BrowserApp, listReady, test } from './app.ts'
import { findLayoutFaults, SIZES } from './layout.ts'
import { createPayins } from './orders.ts'

/** Simulates the payment of the order under the cursor. */
async function pay({ page, press }: BrowserApp) {
  await press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.insertText('Simulate payin')
  await page.getByRole('option', { selected: true, name: /^Simulate payin/ }).waitFor()
  await press('Enter')
  await page.getByRole('combobox', { name: /^Simulate payin \d+: Outcome$/ }).waitFor()
  await page.getByRole('option', { selected: true, name: /^Paid,/ }).waitFor()
  await press('Enter')
}

test('A list counts changes made in another console, loads them with r, and goes through them with }', async ({ open }) => {
  const watching = await open({ as: 'staff', at: '/transaction/payin' })
  const { page, press, focus } = watching
  await listReady(watching)
  const [older, newer] = await createPayins(watching, 2)
  const both = `/transaction/payin?dates=all&orderNo=${newer!.platOrderNo},${older!.platOrderNo}`
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/index/events'))
  await page.evaluate((hash) => location.assign(hash), `#${both}`)
  await page.reload()
  await listening
  await watching.settled()
  await expect.poll(focus).toBe('row 1')

  const paying = await open({ as: 'staff', at: `/transaction/payin?dates=all&orderNo=${older!.platOrderNo}` })
  await listReady(paying)
  await pay(paying)
  const status = page.getByRole('contentinfo')
  await status.getByText(/^1 changed/).waitFor()
  const row = page.getByRole('row').filter({ hasText: older!.merchantOrderNo.slice(-8) })
  await row.getByText('Pending', { exact: true }).waitFor()
  expect(await page.locator('[role="row"][data-changed]').count()).toBe(1)
  expect(await findLayoutFaults(page, SIZES)).toEqual([])

  await press('r')
  await row.getByText('Success', { exact: true }).waitFor()
  await expect.poll(() => status.getByText(/changed/).count()).toBe(0)
  await expect.poll(focus).toBe('row 1')
  await press('}')
  await expect.poll(focus).toBe('row 2')
  await status.getByText(/Status: Pending → Success/).waitFor()
})
