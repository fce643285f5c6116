import { setTimeout } from 'node:timers/promises'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { sql } from '../../server/db/sql.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { NOTICE_MS } from '../../src/notices/toasts.ts'
import { startApp, type TestApp } from '../app.tsx'
import { creditAccount } from '../money.ts'
import { idlePoll } from './idlePoll.ts'

const MERCHANT = 'M10000001'
const BRANCH = 'M10000002'
const SECRET = 'Paydesk-Money1'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await creditAccount(app.gateway.db, app.gateway.ids, MERCHANT, 10_000_000_000n)
  await app.gateway.db.run(sql`delete from open_recharge`)
})
afterAll(async () => {
  expect(await brokenLedger(app.gateway.db)).toEqual([])
  await app.close()
})

const press = (keys: string) => app.user.keyboard(keys)
const heading = (name: string | RegExp) => screen.findByRole('heading', { name })
const nameOf = (element: Element | null): string =>
  (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent) ?? ''
const focused = (name: string | RegExp) => waitFor(() => expect(nameOf(document.activeElement)).toMatch(name))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
/** The accessible description of a field. */
const described = (input: HTMLInputElement): string =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const next = '{Control>}{Enter}{/Control}'
const records = (type: string) =>
  app.gateway.db.all<{ status: string; amount: string }>(sql`
    select status, amount::text from record where merchant_no = ${MERCHANT} and type = ${type} and remark = 'journey'`)

test.each(['/result/success', '/result/fail'])('%s without a result claims neither success nor failure', async (address) => {
  await app.openAs('merchant')
  window.location.hash = address
  await heading('Nothing to show yet')
  await heading('Result')
  expect(screen.getByRole('main').textContent).not.toMatch(/success|fail/i)
  await focused('Back to home')
  const links = within(screen.getByRole('main')).getAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ hash }) => hash)).toEqual([
    '#/',
    '#/account/withdraw',
    '#/account/transfer-merchant',
    '#/account/recharge',
  ])
})

test('A withdraw by keyboard: Enter reviews it, and Enter in the password sends it once', async () => {
  await app.openAs('merchant')
  await press('nw')
  await focused('Amount')
  await press('1.5jt')
  await screen.findByText('1,500,000.00 IDR · one million five hundred thousand')
  await app.tabTo(screen.getByRole('textbox', { name: 'Remark (optional)' }))
  await press('journey{Enter}')
  await heading('Review withdrawal')
  await focused('Review withdrawal')
  screen.getByText('one million five hundred thousand')
  // Read out with the heading: what is paid, and to which account.
  const summary = document.getElementById(document.activeElement!.getAttribute('aria-describedby')!)!.textContent
  expect(summary).toMatch(/^1,500,000\.00 IDR.*Account Number\d{5}/)
  // Enter on the heading confirms nothing, and the password is required.
  await press('{Enter}')
  await press(next)
  await waitFor(() => expect(described(field('Transaction password'))).toBe('Required'))
  expect(app.calls.filter((call) => call.endsWith(calls.withdraw.path))).toEqual([])
  await focused('Transaction password')
  await press(`${SECRET}{Enter}${next}`)
  await heading(/^Withdrawal /)
  expect(app.address()).toBe('/result/success')
  await focused('New withdrawal')
  expect(app.calls.filter((call) => call.endsWith(calls.withdraw.path))).toHaveLength(1)
  expect(await records('WITHDRAW')).toMatchObject([{ amount: '150000000' }])
})

test('The form shows what an amount does to the balance, and one key fills it in from the last ones', async () => {
  await app.openAs('merchant')
  await press('nw')
  await focused('Amount')
  const panel = await screen.findByRole('complementary', { name: 'Balance and limits' })
  const line = (title: string) => within(panel).getByText(title).nextElementSibling?.textContent ?? ''
  expect([line('Recipient gets'), line('Balance after')]).toEqual(['–', '–'])
  await press('600jt')
  await waitFor(() => expect(line('Recipient gets')).toBe('600,000,000.00'))
  expect(line('Left to the maximum')).toBe('-100,000,000.00')
  const recent = await screen.findByRole('region', { name: 'Recent' })
  const [last, before] = within(recent).getAllByRole('button')
  // The withdrawal of the test before, then one of the demo.
  expect(last?.textContent).toContain('1,500,000.00 IDR')
  const refill = '{Control>}{ArrowUp}{/Control}'
  await press(refill)
  await waitFor(() => expect(field('Amount').value).toBe('1,500,000.00'))
  expect(document.activeElement).toBe(field('Amount'))
  expect(field('Remark (optional)').value).toBe('journey')
  expect(last?.getAttribute('aria-pressed')).toBe('true')
  await press(refill)
  await waitFor(() => expect(before?.getAttribute('aria-pressed')).toBe('true'))
  // With the mouse.
  await app.user.click(last!)
  await waitFor(() => expect(field('Amount').value).toBe('1,500,000.00'))
  expect(document.activeElement).toBe(field('Amount'))
  await app.user.click(within(screen.getByRole('region', { name: 'Accounts you’ve paid' })).getAllByRole('button')[0]!)
  await press('{Enter}')
  await heading('Review withdrawal')
  await press('{Escape}{Escape}')
  await focused('Keep editing')
  await press('{Tab}{Enter}')
})

test.each([
  ['FROZEN', 'Frozen', true],
  ['PAYOUT_SUSPENDED', 'Payout suspended', false],
])('An account in %s reads before anything is typed what it cannot pay', async (status, word, isRechargeClosed) => {
  const move = (to: string) => app.gateway.db.run(sql`update merchant set status = ${to} where merchant_no = ${MERCHANT}`)
  await app.openAs('merchant')
  await move(status)
  try {
    await press('nw')
    await screen.findByText(`Your account’s status is “${word}”.`)
    screen.getByText(/It can’t send money/)
    expect(screen.queryByLabelText('Amount')).toBeNull()
    await press('nr')
    if (isRechargeClosed) await screen.findByText(/It can’t be recharged/)
    else await focused('Amount')
    await press('{Escape}')
    window.location.hash = '/account/withdraw'
    await screen.findByText(/It can’t send money/)
    await move('ACTIVE')
    await app.tabTo(screen.getByRole('button', { name: 'Retry' }))
    await press('{Enter}')
    await focused('Amount')
  } finally {
    await move('ACTIVE')
  }
})

test('Enter in an incomplete form goes to the first missing field, and says so', async () => {
  await app.openAs('merchant')
  await press('nt')
  await focused('Receiver')
  await press(`${BRANCH}{Tab}{Tab}no amount{Enter}`)
  await waitFor(() => expect(document.activeElement).toBe(field('Amount')))
  expect(described(field('Amount'))).toMatch('Required')
  expect(screen.queryByRole('heading', { name: 'Review transfer' })).toBeNull()
  await press('25rb{Enter}')
  await heading('Review transfer')
  // An empty form for the next test.
  await press('{Escape}{Escape}')
  await focused('Keep editing')
  await press('{Tab}{Enter}')
})

test('A held Enter neither skips the review nor confirms it', async () => {
  await app.openAs('merchant')
  await press('nt')
  await focused('Receiver')
  await press(`${BRANCH}{Tab}25rb`)
  await press('{Enter>5/}')
  await heading('Review transfer')
  await press(SECRET)
  await focused('Transaction password')
  const repeated = createEvent.keyDown(document.activeElement!, { key: 'Enter', repeat: true })
  fireEvent(document.activeElement!, repeated)
  expect(repeated.defaultPrevented).toBe(true)
  await press('{Control>}{Enter>5/}{/Control}')
  await heading(/^Transfer /)
  expect(app.calls.filter((call) => call.endsWith(calls.transfer.path))).toHaveLength(1)
})

test('An empty required field shows an error', async () => {
  await app.openAs('merchant')
  await press('nw')
  await focused('Amount')
  expect(field('Amount').getAttribute('aria-invalid')).toBe('false')
  await press('{Tab}')
  await waitFor(() => expect(described(field('Amount'))).toMatch('Required'))
  expect(field('Amount').getAttribute('aria-invalid')).toBe('true')
  expect(field('Account Number').getAttribute('aria-invalid')).toBe('false')
})

test('A wrong transaction password is an error of its field, and the form keeps its input', async () => {
  await app.openAs('merchant')
  await press('nt')
  await focused('Receiver')
  await press(`${BRANCH}{Tab}`)
  await press('25rb{Tab}')
  await waitFor(() => expect(field('Amount').value).toBe('25,000.00'))
  await press('journey')
  await press(next)
  await heading('Review transfer')
  // Typed while the heading has the focus.
  await press(`wrong{Enter}`)
  await waitFor(() => expect(described(field('Transaction password'))).toBe('Wrong password'))
  expect(document.activeElement).toBe(field('Transaction password'))
  expect(field('Transaction password').value).toBe('')
  // Said once: by no notice, too.
  expect(screen.getAllByText('Wrong password')).toHaveLength(1)
  await press(`${SECRET}{Enter}`)
  await heading(/^Transfer /)
  screen.getByText(`Toko Nusantara Bandung · ${BRANCH}`)
  expect(await records('TRANSFER_OUT')).toHaveLength(1)
})

test('A wrong transaction password is not said again above the form, which has no password', async () => {
  await app.openAs('merchant')
  await press('nw')
  await focused('Amount')
  await press(`75rb${next}`)
  await heading('Review withdrawal')
  await press('wrong{Enter}')
  await waitFor(() => expect(described(field('Transaction password'))).toBe('Wrong password'))
  await press('{Escape}')
  await focused('Amount')
  expect(screen.queryByText('Wrong password')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('An amount above the balance is refused before submission, and its field has the focus', async () => {
  await app.openAs('merchant')
  await press('nw')
  await focused('Amount')
  await press(`400jt${next}`)
  await waitFor(() => expect(described(field('Amount'))).toMatch('exceeds your available'))
  expect(document.activeElement).toBe(field('Amount'))
  await press('{Escape}')
  const dialog = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await focused('Keep editing')
  await press('{Enter}')
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(field('Amount').value).toBe('400,000,000.00')
})

test('An offline recharge shows the account to pay into and three outcomes of a check', async () => {
  await app.openAs('merchant')
  await press('no')
  await focused('Amount')
  await press('2jt{Tab}')
  await press('BCA')
  await screen.findAllByRole('option')
  await press('{ArrowDown}{Enter}{Tab}Budi Santoso{Tab}5271 0388 64')
  const png = new Uint8Array(2048)
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const slip = new File([png], 'slip.png', { type: 'image/png' })
  const choose = (file: File) => fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
  for (const [refused, reason] of [
    [new File(['text'], 'slip.txt', { type: 'text/plain' }), 'Use a JPEG, PNG or PDF file'],
    [new File([new Uint8Array(1024 * 1024 + 1)], 'slip.pdf', { type: 'application/pdf' }), 'The file is over 1 MiB'],
  ] as const) {
    choose(refused)
    await screen.findByText(reason)
    screen.getByText('Not added')
    expect(screen.queryByText(/^Added/)).toBeNull()
  }
  choose(slip)
  await screen.findByText('Added, 2 KiB')
  await press(next)
  await heading(/^Review (withdrawal|transfer|recharge)$/)
  screen.getByText('Added, 2 KiB')
  await press(next)
  await heading('Transfer the money')
  await focused(/^Check for payment/)
  screen.getByText('2,000,000.00 IDR')
  await press('k')
  await screen.findByText(/Not received yet/)
  await app.gateway.db.run(sql`
    update record set first_check_time = first_check_time - interval '10 seconds' where merchant_no = ${MERCHANT}`)
  await press('k')
  await heading('Offline recharge complete')
})

/** Fills and submits the form of an offline recharge, from its amount. */
async function createOffline(amount: string) {
  await press(`${amount}{Tab}`)
  await press('BCA')
  await screen.findAllByRole('option')
  await press('{ArrowDown}{Enter}{Tab}Budi Santoso{Tab}5271038864')
  await press(next)
  await heading(/^Review/)
  await press(next)
  await heading('Transfer the money')
}

/** The list with the offline recharge that can be cancelled. */
const OPEN_OFFLINE = '/transaction/recharge?status=CREATED&type=RECHARGE_OFFLINE&dates=all'

/** Cancels the first row of that list. */
async function cancelInList() {
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
  await press('{Home}')
  await choose(await rowMenu(), 'Cancel recharge')
  await screen.findByRole('alertdialog')
  await press('{Tab}{Enter}')
  await screen.findByText(/^Recharge \S+ canceled$/)
}

test('An unfinished offline recharge is announced, and continued or cancelled for another one', async () => {
  const announce = async () => {
    await app.openAs('merchant')
    await press('no')
    await heading('You have an unfinished recharge')
    await focused('Continue')
  }
  await app.openAs('merchant')
  await press('no')
  await focused('Amount')
  await createOffline('27jt')

  await announce()
  expect(document.getElementById('main')?.textContent).toContain('27,000,000.00 IDR')
  await press('{Escape}')
  await waitFor(() => expect(app.address()).toMatch(/^\/dashboard/))
  await press('no')
  await focused('Continue')
  await press('{Enter}')
  await heading('Transfer the money')

  await announce()
  await app.tabTo(screen.getByRole('button', { name: 'Cancel it and start another' }))
  await press('{Enter}')
  await screen.findByRole('alertdialog', { name: 'Cancel this recharge?' })
  await focused('Keep it')
  await press('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await focused('Cancel it and start another')
  await press('{Enter}')
  await screen.findByRole('alertdialog', { name: 'Cancel this recharge?' })
  await press('{Tab}')
  await focused('Cancel recharge')
  await press('{Enter}')
  await focused('Amount')
  await screen.findByText(/^Recharge \S+ canceled$/)

  // As a command of the list.
  await createOffline('27jt')
  await app.openAs('merchant', { address: OPEN_OFFLINE })
  await cancelInList()
})

test('An offline recharge that is cancelled in its list ends when its form is opened again', async () => {
  await app.openAs('merchant')
  await press('no')
  await focused('Amount')
  await createOffline('28jt')
  window.location.hash = OPEN_OFFLINE
  await screen.findByRole('grid')
  await cancelInList()
  await press('no')
  await heading('Offline recharge canceled')
  expect(app.address()).toBe('/result/success')
  await waitFor(() => expect(document.title).toMatch(/^Canceled/))
})

test('The failed cancellation of an offline recharge is reported until it is read', async () => {
  await app.openAs('merchant')
  await press('no')
  await focused('Amount')
  await createOffline('29jt')
  await app.openAs('merchant')
  await press('no')
  await heading('You have an unfinished recharge')
  const cancelPath = new RegExp(calls.cancelRecord.path.replace(':id', '\\d+'))
  app.network = (path, pass) => (cancelPath.test(path) ? Promise.reject(new TypeError('Failed to fetch')) : pass())
  await app.tabTo(screen.getByRole('button', { name: 'Cancel it and start another' }))
  await press('{Enter}')
  await screen.findByRole('alertdialog', { name: 'Cancel this recharge?' })
  await press('{Tab}{Enter}')
  const notice = () => screen.findByText('Error Message', { selector: 'h2' })
  await notice()
  await setTimeout(NOTICE_MS + 500)
  await notice()
  app.network = null
})

/** Fills and submits the form of an online recharge. */
async function createOnline(amount: string) {
  await press(`${amount}{Tab}QRIS`)
  await screen.findAllByRole('option')
  await press(`{ArrowDown}{Enter}${next}`)
  await heading(/^Review (withdrawal|transfer|recharge)$/)
  await press(next)
  await heading(/^Pay by/)
}

test('An open online recharge is kept while an offline one ends', async () => {
  await app.openAs('merchant')
  await press('nr')
  await focused('Amount')
  await createOnline('55000')
  await press('no')
  await focused('Continue')
  await press('{Enter}')
  await heading('Transfer the money')
  window.location.hash = OPEN_OFFLINE
  await screen.findByRole('grid')
  await cancelInList()
  await press('no')
  await heading('Offline recharge canceled')
  await press('nr')
  await heading(/^Pay by/)
  screen.getByText('55,000.00 IDR')
})

test('An online recharge shows how to pay, and its payment is awaited without keeping the session alive', async () => {
  await app.openAs('merchant')
  await press('nr')
  await focused('Amount')
  await createOnline('50000')
  screen.getByRole('img', { name: 'QR code for the payment' })
  await idlePoll(app, calls.rechargeList.path)
  // The recharge is restored after a reload.
  await app.load()
  await heading(/^Pay by/)
})

test('The result of one movement does not replace the result of another', { timeout: 30_000 }, async () => {
  await app.openAs('merchant')
  await press('nr')
  await focused('Amount')
  await createOnline('60000')
  await press('nw')
  await focused('Amount')
  await press(`30000${next}`)
  await heading(/^Review (withdrawal|transfer|recharge)$/)
  await press(`${SECRET}${next}`)
  await heading(/^Withdrawal /)
  const { number } = (await app.gateway.db.one<{ number: string }>(sql`
    select merchant_order_no as number from record
     where merchant_no = ${MERCHANT} and type = 'RECHARGE_ONLINE' and status = 'CREATED' and amount = 6000000`))!
  await app.gateway.ask(calls.simulatePayin, { merchantOrderNo: number }, localStorage.getItem('token') ?? '')
  await screen.findByText(/^60,000\.00 IDR accepted/, {}, { timeout: 10_000 })
  await heading(/^Withdrawal /)
  expect(app.address()).toBe('/result/success')
})

/** Opens the page of the form again, in the tab with this id or in a new one. */
async function loadForm(tab: string | null) {
  if (tab === null) sessionStorage.removeItem('paydesk.tab')
  else sessionStorage.setItem('paydesk.tab', tab)
  window.history.replaceState(null, '', '#/account/withdraw')
  await app.load()
}

/** Fills in a withdrawal up to its review. */
async function reviewWithdrawal(amount: string) {
  await press('nw')
  await focused('Amount')
  await press(amount)
  await app.tabTo(screen.getByRole('textbox', { name: 'Remark (optional)' }))
  await press(`tabs${next}`)
  await heading('Review withdrawal')
}

async function reviewAmount(amount: string) {
  await focused('Amount')
  await app.user.clear(field('Amount'))
  await app.user.type(field('Amount'), amount)
  await press(next)
  await heading('Review withdrawal')
}

async function confirmWithdrawal() {
  await press(`${SECRET}${next}`)
  await heading(/^Withdrawal /)
}

const TAKEN = /^Not sent: its number is already used for 1,500,000\.00 IDR/
/** Sends a withdrawal of 2,000,000.00 IDR under the number of another one, and then again. */
async function sendUnderTakenNumber() {
  await press(`${SECRET}${next}`)
  await within(screen.getByRole('main')).findByText(TAKEN)
  expect(app.address()).toBe('/account/withdraw')
  expect(await withdrawalsInTabs()).toEqual(['150000000'])
  await focused('Amount')
  await press(next)
  await heading('Review withdrawal')
  await confirmWithdrawal()
  expect(await withdrawalsInTabs()).toEqual(['150000000', '200000000'])
}

/** The amounts sent by the test, smallest first. */
async function withdrawalsInTabs(): Promise<string[]> {
  const rows = await app.gateway.db.all<{ amount: string }>(sql`
    select amount::text from record where merchant_no = ${MERCHANT} and remark = 'tabs' order by record.amount`)
  return rows.map(({ amount }) => amount)
}

describe('Two tabs', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    await app.gateway.db.run(sql`update record set remark = null where remark = 'tabs'`)
    await app.openAs('merchant')
  })

  test('with the same values send two withdrawals, each under its own number', async () => {
    await reviewWithdrawal('1500000')
    const first = sessionStorage.getItem('paydesk.tab')
    await loadForm(null)
    await waitFor(() => expect(field('Amount').value).toBe('1,500,000.00'))
    await reviewAmount('2000000')
    await confirmWithdrawal()
    await loadForm(first)
    await heading('Review withdrawal')
    screen.getByText('one million five hundred thousand')
    await confirmWithdrawal()
    expect(await withdrawalsInTabs()).toEqual(['150000000', '200000000'])
  })

  test('of which one is a copy: what it sends under a taken number is not called a success', async () => {
    await reviewWithdrawal('1500000')
    const draft = localStorage.getItem('paydesk.money.withdraw')!
    await confirmWithdrawal()
    localStorage.setItem('paydesk.money.withdraw', draft)
    await loadForm(sessionStorage.getItem('paydesk.tab'))
    await heading('Review withdrawal')
    await press('{Escape}')
    await reviewAmount('2000000')
    await sendUnderTakenNumber()
  })

  test('of which one sends what the other has edited after a lost request: the request that arrives late is not made twice', async () => {
    await reviewWithdrawal('1500000')
    let arrive: (() => Promise<Response>) | null = null
    app.network = (path, pass) => {
      if (path !== calls.withdraw.path || arrive !== null) return pass()
      arrive = pass
      return Promise.reject(new TypeError('Failed to fetch'))
    }
    await press(`${SECRET}${next}`)
    await focused(/^Check status/)
    await press('{Enter}')
    await screen.findByText(/^No record yet/)
    await app.user.click(screen.getByRole('button', { name: 'Back to the form' }))
    await reviewAmount('2000000')
    await arrive!()
    await loadForm(null)
    await heading('Review withdrawal')
    screen.getByText('two million')
    await sendUnderTakenNumber()
  })
})

test('The account page shows the balances, and each of its actions has a key', async () => {
  await app.openAs('merchant')
  await press('gb')
  await heading('Limits and fees')
  const row = screen.getByRole('row', { name: /^Withdraw/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['10,000.00', '500,000,000.00', '5,000.00'])
  expect(app.address()).toBe('/account/info')
})

test.each([
  ['answered', /^Online recharge/, null],
  ['unreachable', /^$/, () => Promise.reject(new TypeError('Failed to fetch'))],
])('The focus is on the loading account page and is never lost: %s', async (_how, next, answer) => {
  await app.openAs('merchant')
  const { promise, resolve } = Promise.withResolvers<void>()
  app.network = async (path, pass) => {
    if (path !== calls.accountInfo.path) return pass()
    await promise
    return answer === null ? pass() : answer()
  }
  await press('gb')
  await focused('Loading')
  const lost: string[] = []
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body) lost.push(document.body.textContent)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  resolve()
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
  await waitFor(() => expect(document.activeElement?.id === 'main' ? '' : nameOf(document.activeElement)).toMatch(next))
  watch.disconnect()
  expect(lost).toEqual([])
})

test('A form that repeats a movement is filled from it, and invalid values are shown at once', async () => {
  await app.openAs('merchant', { address: '/transaction/withdraw' })
  await screen.findByRole('grid')
  await app.gateway.db.run(sql`
    update record set remark = 'rent', account_name = 'Siti Rahma' where type = 'WITHDRAW'`)
  await app.load()
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
  await press('{Home}')
  await choose(await rowMenu(), 'Repeat withdraw')
  await waitFor(() => expect(app.address()).toBe('/account/withdraw'))
  await waitFor(() => expect(field('Remark (optional)').value).toBe('rent'))
  expect(field('Account Holder').value).toBe('Siti Rahma')
  expect(field('Account Number').value).toMatch(/^\d{5,20}$/)
  expect(field('Bank').value).not.toBe('')
  expect(field('Amount').value).not.toBe('')
  window.location.hash = '#/account/withdraw?accountNumber=12&bankCode=none&amount=5&record=1'
  await waitFor(() => expect(described(field('Account Number'))).toMatch('Enter 5 to 20 digits'))
  expect(described(field('Amount'))).toMatch('Between 10,000.00')
  expect(field('Account Holder').value).toBe('Siti Rahma')
})

test('Repeating a transfer opens the filled form instead of the list of transfers', async () => {
  await app.openAs('merchant')
  window.location.hash = `#/account/transfer-merchant?amount=25000.00&to=${BRANCH}&remark=again`
  await waitFor(() => expect(field('Remark (optional)').value).toBe('again'))
  expect(field('Receiver').value).toBe(BRANCH)
  expect(app.address()).toBe('/account/transfer-merchant')
})

test('A recharge is continued and checked from its row', async () => {
  await app.gateway.db.run(sql`
    update record set status = 'EXPIRED' where merchant_no = ${MERCHANT} and type like 'RECHARGE%' and status in ('CREATED', 'PENDING_CHECK')`)
  await app.gateway.db.run(sql`delete from open_recharge`)
  await app.openAs('merchant')
  await press('nr')
  await focused('Amount')
  await press('70000{Tab}QRIS')
  await screen.findAllByRole('option')
  await press(`{ArrowDown}{Enter}${next}`)
  await heading(/^Review (withdrawal|transfer|recharge)$/)
  await press(next)
  await heading(/^Pay by/)
  // Another browser, without the payment instruction.
  await app.openAs('merchant', { address: '/transaction/recharge?status=CREATED' })
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
  await press('{Home}')
  const menu = await rowMenu()
  expect(within(menu).queryByRole('menuitem', { name: /^Check offline/ })).toBeNull()
  await choose(menu, 'Continue recharge')
  await heading(/^Pay by/)
  await screen.findByRole('img', { name: 'QR code for the payment' })
  expect(app.address()).toBe('/account/recharge?mode=online')
  const { id } = (await app.gateway.db.one<{ id: string }>(sql`
    update record set status = 'PENDING_CHECK'
     where id = (select id from record where merchant_no = ${MERCHANT} and type = 'RECHARGE_OFFLINE' limit 1)
    returning id`))!
  await app.openAs('merchant', { address: '/transaction/recharge?status=PENDING_CHECK&dates=all' })
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
  await press('{Home}')
  await choose(await rowMenu(), 'Check offline recharge')
  await waitFor(() => expect(app.calls).toContain(`POST ${calls.checkRecharge.path.replace(':id', id)}`))
})

/** The menu of the row under the cursor. */
async function rowMenu(): Promise<HTMLElement> {
  await waitFor(() => expect(document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('2'))
  await press('a')
  return screen.findByRole('menu')
}

async function choose(menu: HTMLElement, title: string) {
  const items = () => within(menu).getAllByRole('menuitem')
  const isHere = (item: Element | null) => item?.textContent?.startsWith(title) === true
  // The menu fills while it is open.
  await waitFor(() => expect(items().some(isHere)).toBe(true))
  await waitFor(() => expect(items()).toContain(document.activeElement))
  for (let steps = 0; steps < items().length && !isHere(document.activeElement); steps++) await press('{ArrowDown}')
  expect(isHere(document.activeElement)).toBe(true)
  await press('{Enter}')
}

test('An outdated bookmark and a result page without a result show a message', async () => {
  await app.openAs('agent')
  window.location.hash = '#/form/step-form/result'
  await heading('Nothing to show yet')
  await heading('Result')
  // Until the page is loaded, the title is that of its route.
  expect(screen.queryByRole('heading', { name: 'Success' })).toBeNull()
  expect(document.title).toMatch(/^Result/)
  await focused('Back to home')
})

test('Without a transaction password the form asks to set one first and waits', async () => {
  const { hash } = (await app.gateway.db.one<{ hash: string }>(
    sql`select txn_password_hash as hash from merchant where merchant_no = ${MERCHANT}`,
  ))!
  await app.gateway.db.run(sql`update merchant set txn_password_hash = null where merchant_no = ${MERCHANT}`)
  await app.openAs('merchant')
  await press('nw')
  await focused('Amount')
  await press('75rb')
  const set = await screen.findByRole('link', { name: 'Change transaction password' })
  await app.tabTo(set)
  await press('{Enter}')
  await focused('Current login password')
  expect(app.address()).toBe('/settings/txn-password')
  await press(`Paydesk-Demo1{Tab}{Tab}${SECRET}2`)
  await app.tabTo(field('New password again'))
  await press(`${SECRET}2${next}`)
  await waitFor(() => expect(app.address()).toBe('/account/withdraw'))
  await focused('Amount')
  expect(field('Amount').value).toBe('75,000.00')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Change transaction password' })).toBeNull())
  await app.gateway.db.run(sql`update merchant set txn_password_hash = ${hash} where merchant_no = ${MERCHANT}`)
  await press(next)
  await heading('Review withdrawal')
  await press(`wrong${next}`)
  expect(await screen.findAllByText('Wrong password')).not.toEqual([])
  await press(`${SECRET}${next}`)
  await heading(/^Withdrawal /)
  // The error of the previous attempt is gone.
  await waitFor(() => expect(screen.queryAllByText('Wrong password')).toEqual([]))
})

test('Escape in a form goes one step back, and the status bar says so: out of its field, then to the screen before', async () => {
  const hints = () => document.querySelector('[data-hints]')?.textContent
  await app.openAs('merchant')
  await press('nt')
  await focused('Receiver')
  await press('{Escape}')
  await press('nw')
  await focused('Amount')
  await press('{Escape}')
  expect(document.activeElement?.id).toBe('main')
  expect(hints()).toContain('Escback')
  await press('{Escape}')
  await focused('Receiver')
  await press('{Escape}')
  expect(hints()).toContain('Escback')
  await press('{Escape}')
  await waitFor(() => expect(app.address()).toMatch(/^\/dashboard/))

  // Opened here, so that no screen was before.
  window.location.hash = '#/account/withdraw'
  await app.load()
  await focused('Amount')
  await press('25rb{Escape}')
  await focused('Keep editing')
  await press('{Tab}{Enter}')
  await waitFor(() => expect(app.address()).toMatch(/^\/dashboard/))
  await press('nw')
  await focused('Amount')
  expect(field('Amount').value).toBe('')
})

test('Escape leaves a field of an empty form, and single keys are commands again', async () => {
  await app.openAs('merchant')
  await press('nt')
  await focused('Receiver')
  await press('{Escape}')
  expect(document.activeElement?.id).toBe('main')
  expect(field('Receiver').getAttribute('aria-invalid')).toBe('false')
  await press('2')
  await waitFor(() => expect(app.address()).toBe('/account/transfer-merchant?records=1'))
  await press('gw')
  await waitFor(() => expect(app.address()).toMatch(/^\/transaction\/withdraw/))
})
