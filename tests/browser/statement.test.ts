import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { type BrowserApp, listReady, test } from './app.ts'

const DAY = /^(\d{4})-(\d\d)-(\d\d)/

interface PaidOrder {
  merchantOrderNo: string
  payAmount: string
  completeTime: string
}

/** Paid orders of the merchant, as the gateway lists them. */
const paidOrders = ({ page }: BrowserApp, count: number): Promise<PaidOrder[]> =>
  page.evaluate(async (limit) => {
    const reply = await fetch(`/api/transaction/payin?offset=0&limit=${limit}`, {
      method: 'POST',
      headers: { 'merchant-token': localStorage.getItem('token') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ status: ['SUCCESS'] }),
    })
    const { data, item } = await reply.json()
    return item ?? data.item
  }, count)

const dayOf = ({ completeTime }: PaidOrder): string => completeTime.replace(DAY, '$3/$2/$1').slice(0, 10)

/** A statement as a customer of BCA gets it. */
const asCsv = (lines: readonly (readonly string[])[]): string =>
  ['Tanggal,Keterangan,Jumlah,Tipe', ...lines.map((cells) => cells.map((cell) => `"${cell}"`).join(','))].join('\r\n')

const bucket = ({ page }: BrowserApp, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).textContent()

test('A statement is chosen, matched, decided by keys, survives a reload, and is exported', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press, type, focus } = app
  await listReady(app)
  const orders = (await paidOrders(app, 60)).filter(({ completeTime }) => DAY.test(completeTime))
  const lines = orders.map((order) => [dayOf(order), `TRSF E-BANKING CR ${order.merchantOrderNo}`, order.payAmount, 'CR'])
  // A wrong amount, a duplicate, an unknown number, and an amount that is not readable.
  lines[3]![2] = '1.00'
  lines.splice(6, 0, [...lines[5]!])
  lines.push([lines[0]![0]!, 'SETORAN NOBODY-4711', '123456789.00', 'CR'])
  lines[9]![2] = '12x45'

  await press('g e')
  await expect.poll(focus).toBe('textbox Lines')
  await page.setInputFiles('input[type=file]', { name: 'bca.csv', mimeType: 'text/csv', buffer: Buffer.from(asCsv(lines)) })
  await expect.poll(focus).toBe('button Column 1 Tanggal: Date')
  expect(await page.getByText('1 amount not recognized').isVisible()).toBe(true)
  await press('Enter')
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  await expect.poll(focus).toBe('row 1')
  const matched = orders.length - 2
  expect(await bucket(app, 'Matched')).toContain(String(matched))
  expect(await bucket(app, 'Not read')).toContain('1')
  expect(await bucket(app, 'Duplicate')).toContain('1')
  // Both sides of the equation come to nothing.
  const rests = await page.locator('tbody tr td:last-child').allTextContents()
  expect(rests.map((rest) => Number(rest))).toEqual([0, 0])

  // The wrong amount: flagged with a reason.
  await press('2')
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
  await press('d')
  await page.getByRole('combobox').waitFor()
  await type('wrong amount')
  await press('Enter')
  await page.getByRole('grid').getByText('wrong amount').waitFor()
  // The unknown number: checked. Undo opens it again.
  await press('5')
  await page.getByRole('grid').getByText('NOBODY-4711').waitFor()
  await press('e')
  await page.getByRole('grid').getByText('Reconciled').waitFor()
  await press('u')
  await expect.poll(() => page.getByRole('grid').getByText('Reconciled').count()).toBe(0)
  await press('e')
  await page.getByRole('grid').getByText('Reconciled').waitFor()

  // The decisions are stored a moment later, and are there after a reload.
  await page.waitForTimeout(1_500)
  await page.reload()
  await page.locator('[role="grid"][aria-busy="false"]').waitFor({ timeout: 20_000 })
  await press('5')
  await page.getByRole('grid').getByText('Reconciled').waitFor()

  await press('E')
  await page.getByRole('option', { name: 'Everything' }).waitFor()
  await type('every')
  await press('Enter')
  await page.getByRole('option', { name: 'CSV' }).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')])
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved).toContain('wrong amount')
  expect(saved.split('\n').filter((line) => line.includes('NOBODY-4711'))).toHaveLength(1)
})
