import { expect } from 'vitest'
import { type BrowserApp, listReady, test } from './app.ts'
import { framesWithoutFocus, watchFocus } from './focusWatch.ts'

/** Opens the payouts of this status on all days. */
async function payouts(app: BrowserApp, status: string) {
  await app.page.evaluate((hash) => location.assign(hash), `#/transaction/payout?dates=all&status=${status}`)
  await app.settled()
  await listReady(app)
  await expect.poll(app.focus).toBe('row 1')
}

test('Payouts are opened, selected and resent in bulk by keyboard, and the focus returns to the row', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, focus, address } = app
  await press('g o')
  await expect.poll(address).toBe('/transaction/payout')
  await listReady(app)
  await payouts(app, 'FAILED')
  await watchFocus(app)
  await press('J')
  await press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.insertText('Retry selected payouts')
  await page.getByRole('option', { selected: true, name: /^Retry selected payouts/ }).waitFor()
  await press('Enter')
  const panel = page.getByRole('region', { name: 'Retry selected payouts' })
  await panel.getByText(/^2 payouts will be retried, [\d,]+\.00 IDR in all$/).waitFor()
  await expect.poll(focus).toBe('button Cancel')
  await press('Shift+Tab')
  await expect.poll(focus).toBe('button Retry')
  await press('Enter')
  await panel.getByText('2 done, 0 failed').waitFor()
  await expect.poll(focus).toBe('region Retry selected payouts')
  await press('Escape')
  await expect.poll(focus).toMatch(/^row/)
  expect(await framesWithoutFocus(app)).toEqual([])
})

test('i opens a receipt that prints alone, and Escape leads back', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, focus } = app
  await payouts(app, 'SUCCESS')
  await press('i')
  const slip = page.getByRole('dialog', { name: 'Payout receipt' })
  await slip.waitFor()
  await expect.poll(focus).toBe('button Print')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => slip.getByRole('article').isVisible()).toBe(true)
  expect(await page.getByRole('grid').isVisible()).toBe(false)
  expect(await slip.getByRole('button').first().isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await press('Escape')
  await expect.poll(focus).toBe('row 1')
})
