import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { type BrowserApp, listReady, test } from './app.ts'
import { framesWithoutFocus, watchFocus } from './focusWatch.ts'

const DAY = /^(\d{4})-(\d\d)-(\d\d)/

interface PaidOrder {
  merchantOrderNo: string
  payAmount: string
  paidAmount: string | null
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

/** What the payer paid, which may differ from what the order asked for. */
const amountOf = ({ paidAmount, payAmount }: PaidOrder): string => paidAmount ?? payAmount

/** A statement as a customer of BCA gets it. */
const asCsv = (lines: readonly (readonly string[])[]): string =>
  ['Tanggal,Keterangan,Jumlah,Tipe', ...lines.map((cells) => cells.map((cell) => `"${cell}"`).join(','))].join('\r\n')

const bucket = ({ page }: BrowserApp, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).textContent()

test('A statement is chosen, matched, decided by keys, survives a reload, and is exported', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press, type, focus } = app
  await listReady(app)
  const orders = (await paidOrders(app, 60)).filter(({ completeTime }) => DAY.test(completeTime))
  const lines = orders.map((order) => [dayOf(order), `TRSF E-BANKING CR ${order.merchantOrderNo}`, amountOf(order), 'CR'])
  // A wrong amount, a duplicate, an unknown number, and an amount that is not readable.
  lines[3]![2] = '1.00'
  lines.splice(6, 0, [...lines[5]!])
  lines.push([lines[0]![0]!, 'SETORAN NOBODY-4711', '123456789.00', 'CR'])
  lines[9]![2] = '12x45'

  await press('g e')
  await expect.poll(focus).toBe('textbox Or paste lines')
  await page.setInputFiles('input[type=file]', { name: 'bca.csv', mimeType: 'text/csv', buffer: Buffer.from(asCsv(lines)) })
  await expect.poll(focus).toBe('button Column 1 Tanggal: Date')
  expect(await page.getByText('1 amount not recognized').isVisible()).toBe(true)
  await watchFocus(app)
  await press('Enter')
  await page.locator('[role="grid"][aria-busy="false"]').waitFor()
  await expect.poll(focus).toBe('row 1')
  expect(await framesWithoutFocus(app)).toEqual([])
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
  await page.getByRole('combobox', { name: `Flag a discrepancy with a reason “${orders[3]!.merchantOrderNo}` }).waitFor()
  await type('wrong amount')
  await press('Enter')
  await page.getByRole('grid').getByText('wrong amount').waitFor()
  // The unknown number: checked. Undo opens it again.
  await press('5')
  await page.getByRole('grid').getByText('NOBODY-4711').waitFor()
  await press('e')
  await page.getByRole('grid').getByText('Reconciled').waitFor()
  // A new demo has a withdraw on hold, which the key would take back.
  await page.locator('[data-command="hold.takeBack"]').waitFor({ state: 'detached' })
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

const LINES = 5_000
/** Lines with an order whose amount is another one. */
const WRONG = 20

test('5,000 lines go by keys from the palette through columns, days, buckets and decisions to the export', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press, type, focus } = app
  await listReady(app)
  const orders = (await paidOrders(app, 800)).filter(({ completeTime }) => DAY.test(completeTime))
  const lines = orders.map((order, n) => [
    dayOf(order),
    `TRSF E-BANKING CR ${order.merchantOrderNo}`,
    n < WRONG ? '7.00' : amountOf(order),
    'CR',
  ])
  // The rest are fees of the bank.
  const [last] = lines.map(([day]) => day!)
  while (lines.length < LINES) lines.push([last!, 'BIAYA ADMIN', '2500.00', 'DB'])

  // The driver begins to listen a moment later.
  const chooser = page.waitForEvent('filechooser')
  await press('Control+k')
  await page.getByRole('combobox').waitFor()
  await type('reconcile a statement')
  await page.getByRole('option', { name: /^Reconcile a statement/ }).waitFor()
  await press('Enter')
  await expect.poll(focus).toBe('textbox Or paste lines')
  await press('Shift+Tab')
  await expect.poll(focus).toMatch(/^button Drop a file here/)
  await press('Enter')
  await (await chooser).setFiles({ name: 'bca.csv', mimeType: 'text/csv', buffer: Buffer.from(asCsv(lines)) })
  await expect.poll(focus).toBe('button Column 1 Tanggal: Date')
  const days = orders.map((order) => order.completeTime.slice(0, 10)).sort()
  expect(await page.getByLabel('From').inputValue()).toBe(days[0])
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(days.at(-1))
  await press('Enter')
  await page.locator('[role="grid"][aria-busy="false"]').waitFor({ timeout: 30_000 })
  await expect.poll(focus).toBe('row 1')
  expect(await bucket(app, 'All')).toContain('5,000')
  expect(await bucket(app, 'Matched')).toContain(String(orders.length - WRONG))
  expect(await bucket(app, 'Statement only')).toContain((LINES - orders.length).toLocaleString('en'))
  const rests = await page.locator('tbody tr td:last-child').allTextContents()
  expect(rests.map((rest) => Number(rest))).toEqual([0, 0])

  // Through all rows and back to what needs a decision.
  const rows = async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
  const all = await rows()
  await press('G')
  await expect.poll(focus).toBe(`row ${all}`)
  await press('2')
  await expect.poll(rows).toBe(WRONG)
  // Faster than the rows are drawn.
  await press('e e e')
  await expect.poll(() => bucket(app, 'Amount differs')).toContain(`${WRONG - 3} to decide`)
  await press('5')
  await expect.poll(rows).toBe(LINES - orders.length)
  await press('Control+a')
  await press('e')
  await page.getByRole('region', { name: 'Mark as reconciled' }).waitFor()
  await press('Control+Enter')
  await expect.poll(() => bucket(app, 'Statement only')).not.toContain('to decide')
  await press('u')
  await expect.poll(() => bucket(app, 'Statement only')).toContain('to decide')

  await press('2')
  await expect.poll(rows).toBe(WRONG)
  await press('E')
  await page.getByRole('option', { name: 'Shown group' }).waitFor()
  await press('Enter')
  await page.getByRole('option', { name: 'CSV' }).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')])
  const saved = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
  expect(saved).toHaveLength(WRONG + 1)
  expect(saved.filter((line) => line.includes('Reconciled'))).toHaveLength(3)
})
