import { screen, waitFor, within } from '@testing-library/react'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { transitionPayout } from '../../server/payouts/payouts.ts'
import {
  cellText,
  focusedRow,
  listLoaded,
  numberIn,
  PASSWORD,
  rowAt,
  rows,
  startApp,
  startPageLoaded,
  type TestApp,
} from '../app.tsx'
import { creditAccount } from '../money.ts'
import { createTestPayout } from '../shop.ts'
import { type ContractGateway, contractGateway } from './contract/contractGateway.ts'
import { expectSaved, field, focused, focusedOn, heading, keyboardUser, SUBMIT } from './keyboardUser.ts'

const MERCHANT = 'M10000001'
const BRANCH = 'M10000002'
const SECRET = 'Paydesk-Money1'

let app: TestApp
let gateway: ContractGateway
let keys: ReturnType<typeof keyboardUser>
beforeAll(async () => {
  app = await startApp({
    // Enough for paid orders of every account, at any time of the day.
    orders: 300,
    environment: { HOLD_SECONDS: '0' },
    front: (own) => {
      gateway = contractGateway(own)
      return gateway.fetch
    },
  })
  keys = keyboardUser(app)
  await creditAccount(app.gateway.db, app.gateway.ids, MERCHANT, 10_000_000_000n)
  await app.gateway.db.run(sql`delete from open_recharge`)
  await app.gateway.db.run(sql`update merchant set payin_notify_address = null, payout_notify_address = null`)
})
afterAll(() => app.close())
afterEach(() => {
  expect(gateway.undocumented.splice(0)).toEqual([])
  expect(gateway.undocumentedFields.splice(0)).toEqual([])
})

async function payout(merchantOrderNo: string, end: 'SUCCESS' | 'FAILED') {
  const { db, world } = app.gateway
  const merchant = (await merchantByNo(db, MERCHANT))!
  let order = await createTestPayout(db, world, { merchant, merchantOrderNo })
  for (const to of ['PROCESSING', end] as const) order = await db.tx((tx) => transitionPayout(tx, world, order, to))
}

const isPasscodeOn = async (merchantNo: string) =>
  (await app.gateway.db.one<{ on: boolean }>(sql`
    select otp_enabled as on from merchant where merchant_no = ${merchantNo}`))!.on
const row = (number: string) => rows().find((one) => numberIn(one) === number)
const said = (text: string | RegExp) => screen.findAllByText(text)

test('A merchant works in its orders', async () => {
  const { id } = await app.gateway.payin(MERCHANT, 'FRONT-1', 'SUCCESS')
  await app.openAs('merchant', { address: '/transaction/payin' })
  await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'FRONT-1' }))
  await keys.press('w')
  await said(/callback URL/)
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
  await keys.press('{Enter}')
  await screen.findByRole('region', { name: 'Record' })
  await keys.press(']')
  await screen.findByRole('tabpanel', { name: 'Timeline' })
  await keys.closeDetail()
  await keys.jump(id, 'FRONT-1')
  await keys.closeDetail()
  await keys.openList('/transaction/payin?dates=all&status=SUCCESS')
  await keys.press('e')
  await waitFor(() => expect(focusedRow()?.row).toBe(2))
  await keys.press('G')
  await listLoaded()
  await waitFor(() => expect(focusedRow()?.row).toBeGreaterThan(10))
  await keys.press('E')
  await waitFor(() => expect(app.files).toHaveLength(1))
  await keys.press('vs')
  await screen.findByRole('combobox', { name: /View name/ })
  await keys.press('Mine{Enter}')
  await screen.findByRole('combobox', { name: /What to save/ })
  await keys.press('{Enter}')
  await said(/Mine/)
  await waitFor(() => expect(focusedRow()).not.toBeNull())
})

test('A merchant works in its payouts', async () => {
  await payout('FRONT-4', 'SUCCESS')
  await app.openAs('merchant', { address: '/transaction/payout?dates=all&status=SUCCESS' })
  await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'FRONT-4' }))
  await keys.press('i')
  const slip = await screen.findByRole('dialog', { name: 'Payout receipt' })
  expect(slip.textContent).toContain('IDR')
  await keys.press('{Escape}')
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
  await payout('FRONT-3', 'FAILED')
  await keys.openList('/transaction/payout?dates=today&status=FAILED')
  await waitFor(() => expect(focusedRow()?.number).toBe('FRONT-3'))
  await keys.run('Retry payout')
  await keys.confirm('Retry payout')
  await waitFor(() => expect(row('FRONT-3') && cellText(row('FRONT-3'), 'Status')).not.toBe('Failed'))
})

test('A merchant finds many orders at once', async () => {
  await app.openAs('merchant', { address: '/transaction/payin?dates=all' })
  await waitFor(() => expect(focusedRow()).not.toBeNull())
  const numbers = rows().slice(2, 4).map(numberIn)
  await keys.press('{Control>}k{/Control}')
  await waitFor(() => expect(focused().getAttribute('role')).toBe('combobox'))
  await app.user.paste([...numbers, 'NOBODY-4711'].join('\n'))
  await waitFor(() => expect(app.address()).toBe('/reconcile'))
  await waitFor(() => expect(document.querySelector('[data-layer=form][aria-busy=false]')).not.toBeNull())
  // Without days, each number is looked up by a call of its own.
  await keys.press(SUBMIT)
  const grid = await screen.findByRole('grid')
  await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('false'))
  const orderOf = (number: string) => cellText(rows().find((one) => numberIn(one).startsWith(number))!, 'Order')
  expect([...numbers, 'NOBODY-4711'].map(orderOf)).toEqual([...numbers, 'No order'])
})

test('A merchant moves money', async () => {
  await app.openAs('merchant')
  await keys.press('nw')
  await focusedOn('Amount')
  await keys.press(`1.5jt${SUBMIT}`)
  await heading(/^Review (withdrawal|transfer|recharge)$/)
  await keys.press(`wrong${SUBMIT}`)
  await said('Wrong password')
  await keys.press(`${SECRET}${SUBMIT}`)
  await heading(/^Withdrawal /)
  expect(document.body.textContent).not.toMatch(/on hold/)
  await keys.press('nt')
  await focusedOn('Receiver')
  await keys.press(`${BRANCH}{Tab}25rb${SUBMIT}`)
  await heading(/^Review (withdrawal|transfer|recharge)$/)
  await keys.press(`${SECRET}${SUBMIT}`)
  await heading(/^Transfer /)
  expect(document.body.textContent).not.toMatch(/on hold/)
})

test('A merchant recharges', async () => {
  await app.openAs('merchant')
  await keys.press('nr')
  await focusedOn('Amount')
  await keys.press('50000{Tab}QRIS')
  await screen.findAllByRole('option')
  await keys.press(`{ArrowDown}{Enter}${SUBMIT}`)
  await heading(/^Review (withdrawal|transfer|recharge)$/)
  await keys.press(SUBMIT)
  await heading(/^Pay by/)
  await keys.press('no')
  await focusedOn('Amount')
  await keys.press('2jt{Tab}BCA')
  await screen.findAllByRole('option')
  await keys.press(`{ArrowDown}{Enter}{Tab}Budi Santoso{Tab}5271038864${SUBMIT}`)
  await heading(/^Review (withdrawal|transfer|recharge)$/)
  await keys.press(SUBMIT)
  await heading('Transfer the money')
  await focusedOn(/^Check for payment/)
  await keys.press('k')
  await said(/Not received yet/)
})

test('A merchant reads its account', async () => {
  await app.openAs('merchant')
  await keys.press('gb')
  await heading('Limits and fees')
  await keys.openList('/account/daily')
  await keys.openList('/account/detail?dates=all')
  await keys.press('E')
  await waitFor(() => expect(app.files).toHaveLength(1))
  await keys.openList('/transaction/withdraw?dates=all')
  await keys.openList('/transaction/recharge?dates=all')
  await keys.openList('/transaction/checkout-list?dates=all')
})

test('A merchant changes its settings', async () => {
  await app.openAs('merchant')
  await keys.run('Edit public key and callback URLs')
  await keys.type('payinNotifyAddress', `https://shop.example/in${SUBMIT}`)
  await said('Saved')
  await keys.run('Reveal secret')
  await waitFor(() => expect(focused()).toBe(field('txnPwd')))
  await keys.press(`${SECRET}{Enter}`)
  await said(/hides in/)
  await keys.run('Add API IP')
  await screen.findByRole('combobox', { name: /IPv4 address or CIDR range/ })
  await keys.press('10.0.0.0/8{Enter}')
  await screen.findByRole('list', { name: 'API whitelist' })
  await keys.press(SUBMIT)
  await waitFor(() => expect(focused()).toBe(field('txnPwd')))
  await expectSaved(() => keys.press(`${SECRET}{Enter}`))
  await keys.run('Turn on two-step verification')
  await keys.pressButton('Turn on two-step verification', 'Turn on')
  await waitFor(async () => expect(await isPasscodeOn(MERCHANT)).toBe(true))
  await app.gateway.db.run(sql`update merchant set otp_enabled = false where merchant_no = ${MERCHANT}`)
})

test('A merchant manages sub-merchants', async () => {
  await app.openAs('merchant')
  await keys.press('ns')
  await waitFor(() => expect(focused()).toBe(field('merchantName')))
  await keys.press('Toko Solo')
  await keys.type('username', 'toko.solo')
  await keys.type('newPassword', 'Toko-Solo1')
  await keys.type('confirmPwd', 'Toko-Solo1')
  await keys.type('feeRate', '0.006')
  await keys.press(SUBMIT)
  await said('Sub-merchant created')
  await keys.openList(`/merchant/subMerchant?merchantNo=${BRANCH}`)
  await waitFor(() => expect(focusedRow()?.number).toBe(BRANCH))
  await keys.run('Change sub-merchant')
  await screen.findByRole('dialog', { name: /^Change sub-merchant/ })
  await waitFor(() => expect(field('merchantName')).not.toBeNull())
  // The documented call would ignore it.
  expect(field('payinNotifyAddress')).toBeNull()
  await keys.type('merchantName', `Another Name{Enter}`)
  await said('Saved')
})

test('A merchant simulates a payment and reads notices', async () => {
  await app.gateway.payin(MERCHANT, 'FRONT-2')
  await app.openAs('merchant')
  await keys.press('gx')
  await waitFor(() => expect(focused()).toBe(field('merchantOrderNo')))
  await keys.press(`FRONT-2${SUBMIT}`)
  const result = await screen.findByRole('region', { name: 'Result' })
  await within(result).findByText('Success')
  await keys.press('{Escape}gn')
  await screen.findByRole('dialog', { name: 'Notices' })
})

test('A merchant drills down from the dashboard, switches the language, and comes back after the end of the session', async () => {
  await app.openAs('merchant')
  await waitFor(() => expect(focused().textContent).toMatch(/^Payin Count/))
  await keys.press('{Enter}')
  await listLoaded()
  expect(app.address()).toContain('/transaction/payin?startDate=')
  await keys.run('Bahasa Indonesia')
  await waitFor(() => expect(document.documentElement.lang).toBe('id'))
  await keys.openList('/transaction/payin?dates=all')
  await app.gateway.db.run(sql`delete from session`)
  await app.reloadAfter(() => keys.press('r'))
  expect(app.address()).toContain('/user/login?redirect=')
  await app.signIn('merchant')
  expect(app.address()).toContain('/transaction/payin')
})

test('An account with a passcode signs in, changes its password and signs out', async () => {
  await app.openAsGuest()
  await screen.findByRole('textbox', { name: 'Login Name' })
  await keys.press(`merchant.otp{Tab}${PASSWORD}{Enter}`)
  await heading('One-time passcode')
  await waitFor(() => expect(focused().tagName).toBe('INPUT'))
  await app.reloadAfter(() => keys.press(new TOTP({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }).generate()))
  await startPageLoaded()
  await keys.run('Go to Change password')
  await keys.type('oldPwd', PASSWORD)
  await keys.type('newPassword', 'Paydesk-Demo2')
  await keys.type('confirmPwd', 'Paydesk-Demo2{Enter}')
  await said('Saved')
  await app.reloadAfter(() => keys.run('Sign out'))
  await screen.findByRole('textbox', { name: 'Login Name' })
})

test.each([
  ['submerchant', '/transactionsub/payin-sub?dates=all&status=SUCCESS'],
  ['usdt', '/transactionusdt/payin?dates=all&status=SUCCESS'],
  ['agent', '/transaction/payin-a?dates=all'],
  ['staff', '/transaction/payin?dates=all&status=SUCCESS'],
])('%s starts at the dashboard, reads a list, jumps to an order and is kept out of other pages', async (username, list) => {
  await app.openAs(username)
  await keys.openList(list)
  const number = focusedRow()!.number
  if (username !== 'agent') {
    await keys.press('w')
    await waitFor(() => expect(app.calls.filter((call) => call.endsWith('/payin/notify'))).toHaveLength(1))
  }
  await keys.press('{Enter}')
  await within(await screen.findByRole('region', { name: 'Record' })).findByRole('heading', { name: number })
  await keys.closeDetail()
  // The number of a merchant may be that of another one, too.
  await keys.jump(cellText(rowAt(1), 'Platform Order No'), number)
  await keys.closeDetail()
  await keys.go('/transaction/nowhere')
  await heading('404')
})

test('Staff turn the passcode of a merchant on', async () => {
  await app.openAs('staff')
  await keys.go('/plat/otp')
  await keys.type('who', `${BRANCH}{Enter}`)
  await waitFor(() => expect(focused().getAttribute('type')).toBe('radio'))
  await keys.press(' ')
  await keys.type('merchantNo', `${BRANCH}${SUBMIT}`)
  await waitFor(async () => expect(await isPasscodeOn(BRANCH)).toBe(true))
})
