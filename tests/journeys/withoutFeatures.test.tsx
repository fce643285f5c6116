import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FEATURES, FEATURES_HEADER } from '#contract/features.ts'
import { sql } from '../../server/db/sql.ts'
import { cellText, columnTitles, listLoaded, numberIn, rows, startApp, type TestApp } from '../app.tsx'
import { type Endpoint, respondWith, startEndpoint } from '../endpoint.ts'
import { type ContractGateway, contractGateway } from '../foreign/contract/contractGateway.ts'
import { creditAccount } from '../money.ts'

const MERCHANT = 'M10000001'
const NEXT = '{Control>}{Enter}{/Control}'

let app: TestApp
let front: ContractGateway
let endpoint: Endpoint
beforeAll(async () => {
  endpoint = await startEndpoint()
  app = await startApp({
    orders: 60,
    front(own) {
      front = contractGateway(own)
      return front.fetch
    },
  })
  await creditAccount(app.gateway.db, app.gateway.ids, MERCHANT, 10_000_000_000n)
  await app.gateway.db.run(sql`update merchant set payin_notify_address = ${endpoint.address} where merchant_no = ${MERCHANT}`)
})
afterAll(async () => {
  await app.close()
  await endpoint.close()
})
afterEach(() => {
  app.network = null
  endpoint.received.length = 0
  endpoint.answer = respondWith(200, 'SUCCESS')
})

/** Everything so far was asked for in the words of the documented calls. */
function expectDocumented() {
  expect(front.undocumented).toEqual([])
  expect(front.undocumentedFields).toEqual([])
}

const press = (keys: string) => app.user.keyboard(keys)
const row = (number: string) => rows().find((one) => numberIn(one) === number)
const record = () => screen.getByRole('region', { name: 'Record' })
const entriesIn = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

async function run(command: string) {
  await press('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: /./ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await app.user.paste(command)
  await screen.findByRole('option', { name: new RegExp(`^${command}`) })
  await press('{Enter}')
}

test('An order is drawn from its row, without a request, and without callbacks', async () => {
  await app.gateway.payin(MERCHANT, 'ROW-1', 'SUCCESS')
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  const asked = app.calls.length
  await press('{Enter}')
  await screen.findByRole('region', { name: 'Record' })
  const tabs = await within(record()).findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Details', 'Timeline', 'Raw'])
  await press(']')
  const timeline = await screen.findByRole('tabpanel', { name: 'Timeline' })
  await waitFor(() => expect(timeline.textContent).toMatch(/Created Time.*SuccessStatus/s))
  expect(app.calls.slice(asked).filter((call) => !call.startsWith('POST /api/client') && !call.includes('notices'))).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  expectDocumented()
})

test('The menu, the address and the keys of what is absent are not there', async () => {
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  expect(entriesIn(screen.getByRole('navigation', { name: 'Main menu' }))).not.toContain('Callbacks')
  window.location.hash = '#/dev-center/callbacks'
  await screen.findByText('This page does not exist')
  window.location.hash = '#/settings/history'
  await screen.findByText('This page does not exist')
  expectDocumented()
})

test.each([
  ['W-TAKEN', respondWith(200, 'SUCCESS'), /callback acknowledged/, 'Notified'],
  ['W-FAILED', respondWith(500, 'out of order'), /callback sent, not acknowledged yet/, 'Notifying'],
])('w says what is known of the callback of %s', async (number, answer, said, status) => {
  endpoint.answer = answer
  await app.gateway.payin(MERCHANT, number, 'SUCCESS')
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  await press('w')
  await screen.findAllByText(said)
  await waitFor(() => expect(cellText(row(number), 'Notify Status')).toBe(status))
  expectDocumented()
})

test('w tells that a callback was accepted where the gateway tells nothing else', async () => {
  await app.gateway.payin(MERCHANT, 'W-NOTHING', 'SUCCESS')
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  app.network = async (path, pass) => (path.endsWith('/notify') ? Response.json({ status: 'ok', item: null }) : pass())
  await press('w')
  await screen.findAllByText(/: the gateway accepted the callback$/)
})

test('A withdrawal is not on hold, and its page follows its status in the list to the end', async () => {
  await app.openAs('merchant')
  await press('nw')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('payAmount'))
  await press(`1500000${NEXT}`)
  await screen.findByRole('heading', { name: /^Review (withdrawal|transfer|recharge)$/ })
  await press(`Paydesk-Money1${NEXT}`)
  await screen.findByRole('heading', { name: /^Withdrawal (accepted|on its way)$/ })
  expect(screen.queryByText(/canceled/)).toBeNull()
  await app.gateway.db.run(sql`update record set status = 'SUCCESS' where merchant_no = ${MERCHANT} and type = 'WITHDRAW'`)
  await screen.findByRole('heading', { name: 'Withdrawal complete' }, { timeout: 10_000 })
  const read = () => app.calls.filter((call) => call === 'POST /api/transaction/merchant-withdraw').length
  const before = read()
  await press('gi')
  await listLoaded()
  expect(read()).toBe(before)
  expectDocumented()
})

test('Marks are kept in this browser, are told of once, and outlive a sign-out', async () => {
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  const number = numberIn(rows()[0]!)
  // The column appears with the first mark.
  expect(columnTitles()).not.toContain('Reconciliation')
  await press('e')
  await screen.findByText(/^This gateway stores no marks/)
  await waitFor(() => expect(cellText(row(number), 'Reconciliation')).toBe('Reconciled'))
  expect(screen.queryByRole('combobox', { name: /^Mark/ })).toBeNull()

  await app.reloadAfter(() => run('Sign out'))
  await app.signIn('merchant')
  window.location.hash = '#/transaction/payin'
  await listLoaded()
  await waitFor(() => expect(cellText(row(number), 'Reconciliation')).toBe('Reconciled'))
  await app.reloadAfter(() => run('Sign out'))
  window.history.replaceState(null, '', '#/user/login')
  await app.load()
  await app.signIn('submerchant')
  window.location.hash = '#/transactionsub/payin-sub'
  await listLoaded()
  expect(columnTitles()).not.toContain('Reconciliation')
  expectDocumented()
})

test('The passcode is turned on for the next sign-in, without an authenticator', async () => {
  await app.openAs('usdt')
  window.location.hash = '#/merchant-usdt/info'
  await app.user.click(await screen.findByRole('button', { name: 'Turn on' }))
  const asked = await screen.findByRole('dialog', { name: 'Turn on two-step verification' })
  expect(asked.textContent).toContain('your next sign-in shows a code to scan')
  await app.user.click(within(asked).getByRole('button', { name: 'Turn on' }))
  await screen.findByText('Two-step verification is on')
  expectDocumented()
})

test('A password is changed without a history to look it up in', async () => {
  await app.openAs('agent')
  window.location.hash = '#/settings/password'
  await app.user.type(await screen.findByLabelText('Current login password'), 'Paydesk-Demo1')
  await app.user.type(screen.getByLabelText('New password'), 'Paydesk-Demo2')
  await app.user.type(screen.getByLabelText('New password again'), `Paydesk-Demo2${NEXT}`)
  await waitFor(() => expect(app.calls).toContain('POST /api/merchant/reset-pwd'))
  await screen.findByText(/changed|saved/i)
  expectDocumented()
})

test('Staff turn a passcode off by number alone', async () => {
  await app.openAs('staff')
  window.location.hash = `#/plat/otp?who=${MERCHANT}&act=off`
  expect(await screen.findByText(/can’t search accounts/)).toBeTruthy()
  expect(screen.queryByLabelText('Reason')).toBeNull()
  await app.user.type(await screen.findByLabelText(`Type ${MERCHANT}`, { exact: false }), `${MERCHANT}${NEXT}`)
  await waitFor(() => expect(app.calls).toContain('POST /api/plat/merchant/reset-otp-status'))
  expectDocumented()
})

test('What a session learns later appears without a reload', async () => {
  await app.openAs('merchant', { address: '/transaction/payin' })
  await listLoaded()
  const menu = () => entriesIn(screen.getByRole('navigation', { name: 'Main menu' }))
  expect(menu()).not.toContain('Callbacks')
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path !== '/api/merchant/info') return reply
    const headers = new Headers(reply.headers)
    headers.set(FEATURES_HEADER, FEATURES.join(', '))
    return new Response(reply.body, { status: reply.status, headers })
  }
  window.location.hash = '#/merchant/info'
  await waitFor(() => expect(menu()).toContain('Callbacks'))
})
