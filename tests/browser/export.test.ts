import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { test } from './app.ts'
import { ordersOf } from './orders.ts'

test('E downloads exactly the filtered rows in the order of the list', async ({ open }) => {
  const status = ['FAILED', 'CLOSED']
  const app = await open({ as: 'merchant', at: `/transaction/payin?dates=all&sort=payAmount.desc&status=${status}` })
  const { page, press } = app
  const orders = await ordersOf(app, { status }, { count: '1000', sort: 'payAmount.desc' })
  const [download] = await Promise.all([page.waitForEvent('download'), press('E')])
  expect(download.suggestedFilename()).toMatch(/^payin-\d{8}-\d{6}\.csv$/)
  const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split(/\r?\n/)
  const place = head!.split(',').indexOf('Platform Order No')
  // The numbers are wrapped, so that a spreadsheet does not convert them.
  const numbers = rows.map((row) => row.split(',')[place]?.replace(/\D/g, ''))
  expect(numbers).toEqual(orders.map(({ platOrderNo }) => platOrderNo))
  const figures = page.getByRole('region', { name: 'Filter totals' })
  const count = await figures.getByTitle('Payin Count', { exact: true }).getByRole('definition').textContent()
  expect(rows.length).toBe(Number(count?.replaceAll(',', '')))
  expect(rows.length).toBeGreaterThan(50)
  await page.getByText(`Exported ${download.suggestedFilename()}`).first().waitFor()
  await expect.poll(app.focus).toBe('row 1')
})
