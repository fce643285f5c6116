import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { focusedRow, numberIn, PASSWORD, rows, startConsole, startPageLoaded, type TestConsole } from '../app.tsx'
import { documentedCall } from './contract/documentedCalls.ts'
import { field, focused, focusedOn, heading, keyboardUser, SUBMIT } from './keyboardUser.ts'
import { REFUSAL } from './seed/money.ts'
import { type SeedGateway, seedGateway } from './seed/seedGateway.ts'
import { PASSCODE } from './seed/session.ts'
import { BAREST, type Switches, USUAL, VARIANTS } from './seed/switches.ts'

let app: TestConsole
let gateway: SeedGateway
let keys: ReturnType<typeof keyboardUser>

async function start(switches: Switches) {
  gateway = seedGateway(switches)
  app = await startConsole(gateway.fetch)
  keys = keyboardUser(app)
  onTestFinished(() => app.close())
}

afterEach(() => {
  const calls = gateway.asked.map(({ call }) => call)
  expect(calls.filter((call) => documentedCall(...(call.split(' ') as [string, string])) === undefined)).toEqual([])
})

const said = (text: string | RegExp) => screen.findAllByText(text)
const asked = (call: string) => gateway.asked.filter((one) => one.call === call)

/** Goes down by key until the cursor is on the row of this number. */
async function reachLastRow(address: string, last: string) {
  await keys.openList(address)
  for (let tries = 0; tries < 6 && focusedRow()?.number !== last; tries++) {
    const before = focusedRow()?.row
    await keys.press('Gj')
    await waitFor(() => expect(focusedRow()?.number === last || focusedRow()?.row !== before).toBe(true))
  }
  await waitFor(() => expect(focusedRow()?.number).toBe(last))
}

async function signInAfterError() {
  await app.openAsGuest()
  await screen.findByRole('textbox', { name: 'Login Name' })
  await keys.press('merchant{Tab}wrong{Enter}')
  await said('Name or password is wrong')
  await app.openAs('merchant')
}

async function workInOrders() {
  await reachLastRow('/transaction/payin', 'FO-1036')
  await keys.press('gg')
  await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'FO-1000' }))
  await keys.press('jj')
  await waitFor(() => expect(focusedRow()).toEqual({ row: 3, number: 'FO-1002' }))
  await keys.press('{Enter}')
  const detail = await screen.findByRole('region', { name: 'Record' })
  await within(detail).findByRole('heading', { name: 'FO-1002' })
  await keys.closeDetail()
  await keys.jump('FO-1003')
  await keys.closeDetail()
  await keys.ask('FO-1020')
  await keys.openList('/transaction/payin')
  await keys.press('gg')
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
  await keys.press('w')
  await waitFor(() => expect(asked('POST /api/transaction/payin/notify')).toHaveLength(1))
  await said(/FO-1000/)
  await keys.press('E')
  await waitFor(() => expect(app.files).toHaveLength(1))
  expect(await app.files[0]!.blob.text()).toContain('FO-1036')
}

/** Fills the form of a withdraw in and confirms it. */
async function withdraw(amount: string) {
  await keys.press('nw')
  await focusedOn('Amount')
  await keys.press(`${amount}{Tab}BCA`)
  await screen.findAllByRole('option')
  await keys.press('{ArrowDown}{Enter}{Tab}5271038864{Tab}Budi Santoso')
  await submit()
}

async function submit() {
  await keys.press(SUBMIT)
  await heading('Check this')
  await keys.press(SUBMIT)
  await focusedOn('Transaction password')
  await keys.press(`Paydesk-Money1${SUBMIT}`)
}

const newest = () => numberIn(rows()[0]!)

describe.for([
  ['as usual', USUAL],
  ['different in everything', BAREST],
] as const)('In front of a gateway that is %s', ([, switches]) => {
  test('every account signs in, with a passcode, too, and works to the last row of its lists', {
    timeout: 120_000,
  }, async () => {
    await start(switches)
    const lists = {
      submerchant: [['/transactionsub/payin-sub', 'FO-1036']],
      usdt: [
        ['/transactionusdt/payin', 'FU-1036'],
        ['/transactionusdt/payout', 'FV-1036'],
      ],
      agent: [
        ['/transaction/payin-a', 'FO-1036'],
        ['/merchant-list-a', 'F136'],
      ],
      merchant: [
        ['/transaction/payout', 'FX-1036'],
        ['/transaction/checkout-list', 'FC-1036'],
        ['/transaction/recharge', 'FR-1036'],
        ['/transaction/withdraw', 'FW-1036'],
        ['/account/detail', 'FOP700036'],
        ['/merchant/subMerchant', 'F336'],
      ],
    } as const
    for (const [name, theirs] of Object.entries(lists)) {
      await app.openAsGuest()
      await screen.findByRole('textbox', { name: 'Login Name' })
      await keys.press(`${name}.otp{Tab}${PASSWORD}{Enter}`)
      await screen.findByRole('heading', { name: 'One-time passcode' })
      await waitFor(() => expect(focused().tagName).toBe('INPUT'))
      await app.reloadAfter(() => keys.press(PASSCODE))
      await startPageLoaded()
      for (const [address, last] of theirs) await reachLastRow(address, last)
    }
  })

  test('a withdraw is accepted, refused in the words of the gateway, looked up without an answer, and seen to its end', {
    timeout: 120_000,
  }, async () => {
    await start(switches)
    await app.openAs('merchant')
    await withdraw('30000')
    await heading(/^Withdraw: /)

    gateway.outcome = 'refused'
    await withdraw('40000')
    await said(REFUSAL)
    // What was typed is still there, and is sent again.
    for (const outcome of ['fault', 'silence'] as const) {
      gateway.outcome = outcome
      const before = asked('POST /api/account/withdraw').length
      await (outcome === 'fault' ? submit() : withdraw('50000'))
      await heading('The outcome is not known')
      expect(asked('POST /api/account/withdraw')).toHaveLength(before + 1)
      await focusedOn('Check')
      await keys.press('{Enter}')
      await heading(/^Withdraw: /)
    }

    gateway.outcome = 'pending'
    await withdraw('60000')
    await heading(/^Withdraw: /)
    gateway.data.withdraws[0]!.status = gateway.data.words.paid
    await keys.openList('/transaction/withdraw')
    expect(newest()).toBe(gateway.data.withdraws[0]!.merchantOrderNo)
  })

  test('transfers and recharges end as the gateway says', { timeout: 120_000 }, async () => {
    await start(switches)
    await app.openAs('merchant')
    await keys.press('nt')
    await focusedOn('Receiver')
    await keys.press('F200{Tab}25rb')
    await submit()
    await heading(/^Merchant transfer: /)
    await keys.press('nr')
    await focusedOn('Amount')
    await keys.press(`50000{Tab}${gateway.data.words.channel.slice(0, 3)}`)
    await screen.findAllByRole('option')
    await keys.press('{ArrowDown}{Enter}')
    await keys.press(SUBMIT)
    await heading('Check this')
    await keys.press(SUBMIT)
    await waitFor(() => expect(asked('POST /api/account/recharge-online')).toHaveLength(1))
  })

  test('settings are read and changed, and the session ends by a sign-out', { timeout: 120_000 }, async () => {
    await start(switches)
    await app.openAs('merchant')
    await keys.run('Edit public key and notify addresses')
    await keys.type('payinNotifyAddress', `https://shop.example/in${SUBMIT}`)
    await said('Saved')
    await keys.run('Go to Change password')
    await keys.type('oldPwd', PASSWORD)
    await keys.type('newPassword', 'Paydesk-Demo2')
    await keys.type('confirmPwd', 'Paydesk-Demo2{Enter}')
    await said('Saved')
    await keys.go('/merchant/iplist')
    await screen.findByText('203.0.113.7')
    await keys.type('apiWhiteIp', '10.0.0.0/8{Enter}')
    await keys.press(SUBMIT)
    await waitFor(() => expect(focused()).toBe(field('txnPwd')))
    await keys.press('Paydesk-Money1{Enter}')
    await said('Saved')
    expect(asked('POST /api/merchant/ip-list').at(-1)?.fields.apiWhiteIp).toBe('203.0.113.7,198.51.100.2,10.0.0.0/8')
    await app.reloadAfter(() => keys.run('Sign out'))
    await screen.findByRole('textbox', { name: 'Login Name' })
    expect(localStorage.getItem('token')).toBeNull()
  })
})

test.for(VARIANTS)('Sign-in, orders and their export in front of a gateway %s', { timeout: 60_000 }, async ([, switches]) => {
  await start(switches)
  await signInAfterError()
  await workInOrders()
})
