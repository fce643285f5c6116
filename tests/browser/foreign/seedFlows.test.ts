import { expect, inject, onTestFinished } from 'vitest'
import { REFUSAL } from '../../foreign/seed/money.ts'
import { type SeedGateway, seedGateway } from '../../foreign/seed/seedGateway.ts'
import { SECRET, WRONG_SECRET } from '../../foreign/seed/session.ts'
import { BAREST } from '../../foreign/seed/switches.ts'
import { serveConsole } from '../../foreign/serveConsole.ts'
import { type BrowserApp, test as base, listReady, tabTo } from '../app.ts'

// A gateway per test: its outcomes and what it was asked for belong to one.
const test = base.extend('desk', async ({ open }) => {
  const gateway = seedGateway(BAREST)
  const { home, close } = await serveConsole(inject('console'), gateway.fetch)
  onTestFinished(close)
  return { ...(await open({ as: 'merchant', home })), gateway }
})

const asked = ({ asked }: SeedGateway, call: string) => asked.filter((one) => one.call === call)

async function fillWithdraw({ page, press, type, focus }: BrowserApp) {
  await press('n w')
  await expect.poll(focus).toBe('textbox Amount')
  await type('70000')
  await press('Tab')
  await type('BCA')
  await page.getByRole('option', { name: /BCA/ }).waitFor()
  await press('ArrowDown Enter Tab')
  await type('5271038864')
  await press('Tab')
  await type('Budi Santoso')
}

/** Sends the filled form. */
async function submit({ press, type, focus }: BrowserApp) {
  await press('Enter')
  await expect.poll(focus).toBe('heading Review withdrawal')
  await press('Tab')
  await expect.poll(focus).toBe('textbox Transaction password')
  await type(SECRET)
  await press('Enter')
}

test('A withdrawal is refused with its input kept, then sent and found in its list', async ({ desk }) => {
  const { page, press, focus, gateway } = desk
  await fillWithdraw(desk)
  gateway.outcome = 'refused'
  await submit(desk)
  const form = page.getByRole('main')
  await form.getByText(REFUSAL).waitFor()
  await expect.poll(focus).toBe('textbox Amount')
  const values = await form.locator('input').evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value))
  expect(values).toEqual(['70,000.00', 'Bank Central Asia', 'BCA', '5271038864', 'Budi Santoso', ''])
  gateway.outcome = 'success'
  await submit(desk)
  await page.getByRole('heading', { name: /^Withdrawal / }).waitFor()
  await press('g w')
  await listReady(desk)
  const [made] = gateway.data.withdraws
  expect(made).toMatchObject({
    payAmount: 70_000,
    bankCode: 'BCA',
    accountNumber: '5271038864',
    accountHoldName: 'Budi Santoso',
  })
  expect(await focus()).toBe('row 1')
  await press('Enter')
  await page
    .locator('[data-layer="detail"]')
    .getByRole('heading', { name: String(made!.merchantOrderNo) })
    .waitFor()
})

test('A withdrawal answered by a fault is looked up, not sent again', async ({ desk }) => {
  const { page, press, focus, gateway } = desk
  gateway.outcome = 'fault'
  await fillWithdraw(desk)
  await submit(desk)
  await page.getByRole('heading', { name: 'We don’t know if this went through' }).waitFor()
  await expect.poll(focus).toBe('button Check status')
  await press('Enter')
  await page.getByRole('heading', { name: 'Withdrawal accepted' }).waitFor()
  const sent = asked(gateway, 'POST /api/account/withdraw').map(({ fields }) => fields.merchantOrderNo)
  expect(sent).toEqual([gateway.data.withdraws[0]!.merchantOrderNo])
  await page.getByRole('main').getByText(String(sent[0])).waitFor()
})

test('An address of a whitelist outlives a wrong password, and is listed after a reload', async ({ desk }) => {
  const { page, press, type, focus, gateway } = desk
  const added = page.getByRole('list', { name: 'API whitelist' }).getByText('10.0.0.0/8')
  await press('g p')
  await page.getByText('203.0.113.7').waitFor()
  await tabTo(desk, page.locator('[name="apiWhiteIp"]'))
  await type('10.0.0.0/8')
  await press('Enter')
  for (const [password, answer] of [
    ['wrong', WRONG_SECRET],
    [SECRET, 'Saved'],
  ] as const) {
    await press('Control+Enter')
    await expect.poll(focus).toBe('textbox Transaction password')
    await type(password)
    await press('Enter')
    await page.getByText(answer, { exact: true }).first().waitFor()
    await added.waitFor()
  }
  expect(asked(gateway, 'POST /api/merchant/ip-list')).toHaveLength(2)
  await page.reload()
  await added.waitFor()
  // What the reload shows is stored: nothing is left to save.
  expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0)
})
