import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { listReady, tabTo, test } from './app.ts'

/** Pixels between the lower edge of a toast and the upper edge of a bar. */
async function gapAbove(bar: Locator, toast: Locator): Promise<number> {
  const [above, below] = await Promise.all([toast.boundingBox(), bar.boundingBox()])
  return below!.y - (above!.y + above!.height)
}

test('Toasts appear above the bars of a list and above the buttons of a bulk run', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin?status=SUCCESS&dates=all' })
  const { page, press, settled } = app
  await listReady(app)
  const undo = page.getByRole('dialog').filter({ hasText: 'Undo' })
  await press('j j e')
  await undo.waitFor()
  await settled()
  await press('x J')
  const selection = page.getByRole('region', { name: 'Selected rows' })
  await selection.waitFor()
  await expect.poll(() => gapAbove(selection, undo)).toBeGreaterThanOrEqual(8)
  await press('+')
  const sum = page.getByRole('region', { name: 'Sum of the selection' })
  await sum.waitFor()
  await expect.poll(() => gapAbove(sum, undo)).toBeGreaterThanOrEqual(8)
  await press('w')
  const plan = page.getByRole('region', { name: 'Notify selected orders' })
  await plan.getByText('2 orders will be notified').waitFor()
  await press('Control+Enter')
  await expect.poll(() => page.getByText(/notified/i).count()).toBeGreaterThan(0)
  await page.evaluate(() => location.assign('#/runs'))
  const save = page.getByRole('button', { name: 'Export results' })
  await save.waitFor()
  await save.click()
  const saved = page.getByRole('dialog').filter({ hasText: '.csv' })
  await saved.waitFor()
  await expect.poll(() => gapAbove(save, saved)).toBeGreaterThanOrEqual(8)
})

test('Escape on a toast, and its button, return the focus to the list', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin?status=SUCCESS&dates=all' })
  const { page, press, focus } = app
  await listReady(app)
  const toast = page.getByRole('dialog').filter({ hasText: 'Undo' })
  const undo = toast.getByRole('button', { name: /^Undo/ })
  await press('j e')
  await toast.waitFor()
  const marked = await focus()
  expect(marked).toMatch(/^row/)
  await tabTo(app, toast)
  await press('Escape')
  await toast.waitFor({ state: 'detached' })
  await expect.poll(focus).toBe(marked)
  await press('e')
  await tabTo(app, undo)
  await press('Enter')
  await toast.waitFor({ state: 'detached' })
  await expect.poll(focus).toMatch(/^row/)
})
