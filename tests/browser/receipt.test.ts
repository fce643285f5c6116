import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type BrowserApp, submitCredentials, test } from './app.ts'
import { fillToLastStep, forms, payOpenRecharge } from './moneyForms.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const form = forms['offline recharge']!
const slip = { name: 'slip.png', mimeType: 'image/png', buffer: PNG }

/** The receipts in IndexedDB. */
const kept = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const answered = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answered(indexedDB.open('paydesk'))
    const found = await answered(database.transaction('receipts').objectStore('receipts').getAllKeys())
    database.close()
    return found
  })

async function chooseSlip(app: BrowserApp) {
  const { page } = app
  await page.evaluate((hash) => location.assign(hash), `#${form.address}`)
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page.locator('input[type=file]').setInputFiles(slip)
  await page.getByText('Added, 1 KiB').waitFor()
  await expect.poll(() => kept(page)).toEqual([expect.stringMatching(/^M10000001 /)])
}

test('A selected receipt survives a reload and is removed when its recharge is created', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press } = app
  await payOpenRecharge(app)
  await chooseSlip(app)
  await page.reload()
  await page.getByText('Added, 1 KiB').waitFor()
  await fillToLastStep(app, form)
  await page.getByText('Receipt', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Check this' }).waitFor()
  await page.getByText('Receipt', { exact: true }).waitFor()
  await press('Control+Enter')
  await page.getByRole('heading', { name: 'Send the money' }).waitFor()
  await expect.poll(() => kept(page)).toEqual([])
  await page.evaluate(() => location.assign('#/transaction/recharge'))
  await page.getByRole('grid').and(page.locator('[aria-busy="false"]')).waitFor()
  await payOpenRecharge(app)
})

test('A stored receipt is removed at sign-out', async ({ open }) => {
  const app = await open({ at: '/user/login?redirect=/transaction/payin' })
  const { page, press, type } = app
  await submitCredentials(app, 'merchant')
  await page.getByRole('grid').waitFor()
  await payOpenRecharge(app)
  await chooseSlip(app)
  await press('Control+k')
  await type('sign out')
  await page
    .getByRole('option', { name: /Sign out/ })
    .first()
    .waitFor()
  await press('Enter')
  await page.getByRole('textbox', { name: 'Login Name' }).waitFor()
  await expect.poll(() => kept(page)).toEqual([])
})
