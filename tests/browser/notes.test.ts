import { expect } from 'vitest'
import { listReady, tabTo, test } from './app.ts'
import { createPayins } from './orders.ts'

test('An order is noted and assigned by keys alone, in its list and in its record', async ({ open }) => {
  const app = await open({ as: 'staff' })
  const { page, press, type, focus, settled } = app
  const [order] = await createPayins(app, 1)
  const number = order!.merchantOrderNo
  await page.evaluate((hash) => location.assign(hash), `#/transaction/payin?orderNo=${number}`)
  await listReady(app)
  const row = page.getByRole('rowheader', { name: number })
  await row.waitFor()

  await press('n n')
  // The order stays in sight while the note is typed.
  await page.getByRole('combobox', { name: `Add a note ${order!.platOrderNo}: Note` }).waitFor()
  await type('customer is on the phone')
  await press('Enter')
  await page.getByRole('rowheader', { name: /Notes 1/ }).waitFor()
  expect(await focus()).toBe('row 1')

  await press('m m Enter')
  const record = page.getByRole('region', { name: 'Record' })
  await record.waitFor()
  await press('] ] ]')
  const notes = record.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await notes.filter({ hasText: 'took the order' }).waitFor()
  await notes.filter({ hasText: 'customer is on the phone' }).waitFor()

  await tabTo(app, page.getByRole('textbox', { name: 'New note' }))
  await type('paid at the counter')
  await press('Control+Enter')
  await notes.filter({ hasText: 'paid at the counter' }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'New note' }).inputValue()).toBe('')
  await press('Escape')
  await press('m x')
  await notes.filter({ hasText: 'removed the assignment' }).waitFor()
  await settled()
  expect(await notes.count()).toBe(4)
})
