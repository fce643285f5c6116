import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { focusedRow, PASSWORD, type TestConsole } from '../app.tsx'
import { expectSaved, field, focused, focusedOn, heading, keyboardUser, SUBMIT, savedNoticeGone } from './keyboardUser.ts'
import { REFUSAL } from './seed/money.ts'
import type { SeedGateway } from './seed/seedGateway.ts'
import { SECRET, WRONG_PASSWORD, WRONG_SECRET } from './seed/session.ts'

export const UNKNOWN = 'We don’t know if this went through'

/** What a merchant changes by keyboard in front of a gateway of another provider. Each flow begins on any screen. */
export function seedUser(app: TestConsole, gateway: SeedGateway) {
  const keys = keyboardUser(app)
  const said = (text: string | RegExp) => screen.findAllByText(text)
  const asked = (call: string) => gateway.asked.filter((one) => one.call === call)
  /** Whether its refusals have words that the console can read. */
  const explains = gateway.switches.errors !== 'html'
  /** Whether they say as well that no money was moved: a success does not. */
  const settles = explains && gateway.switches.errors !== 'inside'

  async function pick(text: string) {
    await keys.press(text)
    await screen.findAllByRole('option')
    await keys.press('{ArrowDown}{Enter}')
  }

  /** Fills the form of a withdraw in, up to its review. */
  async function fillWithdraw(amount: string) {
    await keys.press('nw')
    await focusedOn('Amount')
    await keys.press(`${amount}{Tab}`)
    await pick('BCA')
    await keys.press('{Tab}5271038864{Tab}Budi Santoso')
  }

  async function review() {
    await keys.press(SUBMIT)
    await heading(/^Review (withdrawal|transfer|recharge)$/)
  }

  async function submit(secret = SECRET) {
    await review()
    await keys.press(`${secret}{Enter}`)
  }

  async function withdraw(amount: string) {
    await fillWithdraw(amount)
    await submit()
  }

  /** The form as it was before a refusal. One that settles nothing is an unknown outcome: its movement is looked up, and is not there. */
  async function returnToForm(refusal: string) {
    if (settles) await said(refusal)
    else {
      await heading(UNKNOWN)
      await focusedOn('Check status')
      await keys.press('{Enter}')
      await said(/^No record yet/)
      await app.tabTo(screen.getByRole('button', { name: 'Back to the form' }))
      await keys.press('{Enter}')
    }
    // The amount is an input again only where it can be corrected.
    await waitFor(() => expect(field('payAmount')?.value).toMatch(/^70[,.]?000/))
  }

  async function confirmSetting(secret: string) {
    await waitFor(() => expect(focused()).toBe(field('txnPwd')))
    await keys.press(`${secret}{Enter}`)
  }

  /** Resets a key and expects the new one, or none to copy where the reply lacks it. */
  async function resetKey(title: string, shown: string | null) {
    await keys.run(title)
    await screen.findByRole('dialog', { name: title })
    await keys.type('merchantNo', 'F100{Enter}')
    await confirmSetting(SECRET)
    await said(shown ?? /doesn’t send the new one\. Ask the gateway’s operator/)
    const copy = within(screen.getByRole('dialog', { name: title })).queryByRole('button', { name: /^Copy/ })
    expect(copy !== null).toBe(shown !== null)
    await focusedOn(shown === null ? 'Close' : 'I’ve saved it')
    await keys.press('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  }

  const flows = {
    async withdrawAfterRefusals() {
      const sent = asked('POST /api/account/withdraw').length
      await fillWithdraw('70000')
      await submit('wrong')
      // A password that is refused by its code is asked for again at once.
      if (gateway.switches.errors === 'coded') {
        await said('Wrong password')
        gateway.outcome = 'refused'
        await keys.press(`${SECRET}${SUBMIT}`)
      } else {
        await returnToForm(WRONG_SECRET)
        gateway.outcome = 'refused'
        await submit()
      }
      // The notice of the refusal before may have the same text.
      await waitFor(() => expect(asked('POST /api/account/withdraw').slice(sent)).toHaveLength(2))
      await returnToForm(REFUSAL)
      gateway.outcome = 'success'
      await submit()
      await heading(/^Withdrawal /)
      expect(asked('POST /api/account/withdraw').slice(sent)).toHaveLength(3)
      expect(gateway.data.withdraws[0]).toMatchObject({ payAmount: gateway.data.amount('70000.00') })
    },
    /** The money has moved, and a dropped connection or a fault says nothing of it. */
    async withdrawWithoutAnswer() {
      for (const outcome of ['silence', 'fault'] as const) {
        const sent = asked('POST /api/account/withdraw').length
        gateway.outcome = outcome
        await withdraw('80000')
        await heading(UNKNOWN)
        expect(screen.queryByRole('heading', { name: /^Withdrawal / })).toBeNull()
        expect(screen.queryByText(/No money was moved|Declined/)).toBeNull()
        // Where the gateway may carry it out twice, it cannot be sent again from here.
        expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
        await focusedOn('Check status')
        await keys.press('{Enter}')
        await heading(/^Withdrawal /)
        const calls = asked('POST /api/account/withdraw').slice(sent)
        expect(calls).toHaveLength(1)
        const { merchantOrderNo } = calls[0]!.fields
        expect(gateway.data.withdraws.filter((row) => row.merchantOrderNo === merchantOrderNo)).toHaveLength(1)
      }
      gateway.outcome = 'success'
    },
    async transfer() {
      await keys.press('nt')
      await focusedOn('Receiver')
      await keys.press('F200{Tab}25rb')
      await submit()
      await heading(/^Transfer /)
    },
    async rechargeOnline() {
      const sent = asked('POST /api/account/recharge-online').length
      await keys.press('nr')
      await focusedOn('Amount')
      await keys.press('50000{Tab}')
      await pick(gateway.data.words.channel.slice(0, 3))
      await review()
      await keys.press(SUBMIT)
      await waitFor(() => expect(asked('POST /api/account/recharge-online')).toHaveLength(sent + 1))
    },
    /** Pays later: the gateway has the money when it is looked for again. */
    async rechargeOffline() {
      gateway.outcome = 'pending'
      await keys.press('no')
      await focusedOn('Amount')
      await keys.press('2jt{Tab}')
      await pick(gateway.switches.parts === 'whole' ? 'MANDIRI' : 'BCA')
      await keys.press('{Tab}Budi Santoso{Tab}5271038864')
      await review()
      await keys.press(SUBMIT)
      await heading('Transfer the money')
      await focusedOn(/^Check for payment/)
      await keys.press('k')
      await said(/Not received yet/)
      const row = gateway.data.recharges[0]!
      await keys.press('k')
      await waitFor(() => expect(row.status).toBe(gateway.data.words.paid))
      // A status that the console does not know is not that of a payment.
      await (gateway.switches.words === 'known' ? heading('Offline recharge complete') : said(/Not received yet/))
      gateway.outcome = 'success'
    },
    /** By the merchant's number, which is all that the gateway looks up. */
    async lookUpByNumber() {
      await keys.openList('/transaction/payout')
      await keys.press('gg')
      await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'FX-1000' }))
      await keys.press('i')
      await screen.findByRole('dialog', { name: 'Payout receipt' })
      await keys.press('{Escape}')
      await waitFor(() => expect(focusedRow()?.row).toBe(1))
      await keys.openList('/transaction/payin')
      await keys.press('ggj')
      await waitFor(() => expect(focusedRow()).toEqual({ row: 2, number: 'FO-1001' }))
      await keys.run('Simulate payin')
      await waitFor(() => expect(asked('POST /api/simulation/payin')).toHaveLength(1))
      expect(gateway.data.payins[1]).toMatchObject({ merchantOrderNo: 'FO-1001', status: gateway.data.words.paid })
    },
    async changeCallbackUrl() {
      await keys.run('Edit public key and callback URLs')
      await expectSaved(() => keys.type('payinNotifyAddress', `https://shop.example/in${SUBMIT}`))
      expect(asked('POST /api/merchant/secret').at(-1)?.fields).toMatchObject({ payinNotifyAddress: 'https://shop.example/in' })
    },
    async resetSecret() {
      // Where the reply to the reset lacks the secret, the next read has it.
      await resetKey('Reset secret', 'new-f0re1gn5ecret')
    },
    async resetKeyPair() {
      await resetKey('Reset platform key pair', gateway.switches.parts === 'whole' ? 'MIIEvQIBADAN' : null)
    },
    async changeIpLists() {
      await keys.go('/merchant/iplist')
      await screen.findByText('203.0.113.7')
      await keys.type('apiWhiteIp', '10.0.0.0/8{Enter}')
      await keys.press(SUBMIT)
      await confirmSetting('wrong')
      if (['coded', 'inside'].includes(gateway.switches.errors)) await said('Wrong password')
      else {
        if (explains) await said(WRONG_SECRET)
        else {
          await said(/Your lists are still here/)
          await focusedOn('Check status')
          await keys.press('{Enter}')
          await said(/^Checked: your changes are not saved/)
        }
        await keys.press(SUBMIT)
      }
      await expectSaved(() => confirmSetting(SECRET))
      expect(asked('POST /api/merchant/ip-list').at(-1)?.fields.apiWhiteIp).toBe('203.0.113.7,198.51.100.2,10.0.0.0/8')
    },
    async changePasswordAfterRefusal() {
      await savedNoticeGone()
      await keys.run('Go to Change password')
      await keys.type('oldPwd', 'not my password')
      await keys.type('newPassword', 'Paydesk-Demo2')
      await keys.type('confirmPwd', 'Paydesk-Demo2{Enter}')
      await said(WRONG_PASSWORD)
      expect(screen.queryByText('Saved')).toBeNull()
      await flows.changePassword()
    },
    async changePassword() {
      await keys.run('Go to Change password')
      await keys.type('oldPwd', PASSWORD)
      await keys.type('newPassword', 'Paydesk-Demo2')
      await expectSaved(() => keys.type('confirmPwd', 'Paydesk-Demo2{Enter}'))
    },
  }
  return { keys, said, asked, withdraw, flows }
}

/** The gateway of the test, and what a user does in front of it. */
export type SeedUser = ReturnType<typeof seedUser>
export type FlowName = keyof SeedUser['flows']
