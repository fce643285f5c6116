import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { startConsole, type TestConsole } from '../app.tsx'
import { field, focused, focusedOn } from './keyboardUser.ts'
import { type SeedGateway, seedGateway } from './seed/seedGateway.ts'
import { SECRET } from './seed/session.ts'
import { BAREST, type Switches, USUAL } from './seed/switches.ts'
import { seedUser } from './seedUser.ts'

// What a gateway does not say is left out of a screen, or said to be missing.

let app: TestConsole
let gateway: SeedGateway

async function start(switches: Switches) {
  gateway = seedGateway(switches)
  app = await startConsole(gateway.fetch)
  onTestFinished(() => app.close())
  const { keys, said } = seedUser(app, gateway)
  return { keys, said }
}

const NO_FIGURE = '–'
const figures = (name: string) => screen.findByRole('region', { name })

test('Figures that a gateway does not say have no place above a list', { timeout: 60_000 }, async () => {
  const { keys } = await start(BAREST)
  await app.openAs('merchant')
  await keys.openList('/transaction/payin')
  await waitFor(() => expect(gateway.asked.some(({ call }) => call === 'POST /api/transaction/payin-count')).toBe(true))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Filter totals' })).toBeNull())
  await keys.openList('/account/detail')
  const balances = await figures('Filter totals')
  await waitFor(() => expect(balances.textContent).toContain('9,000,000.00'))
  expect(balances.textContent).not.toContain(NO_FIGURE)
  expect(within(balances).queryByText('Payin Freeze')).toBeNull()
})

test('Limits and fees that a gateway does not say have no line beside a money form', { timeout: 60_000 }, async () => {
  const { keys } = await start(BAREST)
  await app.openAs('merchant')
  await keys.go('/account/withdraw')
  const panel = await screen.findByRole('complementary', { name: 'Balance and limits' })
  expect(panel.textContent).toBe('Available9,000,000.00 IDRRecipient gets–')
})

test('A dashboard without days has no chart, and no key for it', { timeout: 60_000 }, async () => {
  const { keys, said } = await start(BAREST)
  await app.openAs('merchant')
  await said('Available')
  await waitFor(() => expect(screen.queryByRole('button', { name: /table/i })).toBeNull())
  const frozen = screen.getByText('Payin Freeze').parentElement!
  expect(frozen.textContent).not.toContain('IDR')
  await keys.press('T')
  await said('No figures to chart')
})

test('The console names its edition, and the account by what is known of it', { timeout: 60_000 }, async () => {
  await start(BAREST)
  await app.openAs('merchant')
  const bar = screen.getByRole('contentinfo')
  expect(bar.textContent).toContain('Demo edition · Indonesia · 1.0.0 · 0004')
  // Whether the gateway moves real money is for the gateway to say.
  expect(within(bar).queryByText('Sandbox')).toBeNull()
  await app.tabTo(screen.getByRole('button', { name: /^Account menu/ }))
  await app.user.keyboard('{Enter}')
  const menu = await screen.findByRole('menu')
  expect(menu.firstElementChild!.textContent).toBe('F100')
})

test('An agent reads that a merchant has no figures here', { timeout: 60_000 }, async () => {
  const { keys } = await start(BAREST)
  await app.openAs('agent')
  await keys.openList('/merchant-list-a')
  await keys.press('{Enter}')
  const merchant = await figures('Merchant figures')
  await within(merchant).findByText('Not available here')
  expect(within(merchant).queryByRole('table')).toBeNull()
})

test('The passcode of an account is not said to be absent where the gateway does not tell', { timeout: 60_000 }, async () => {
  const { keys, said } = await start(BAREST)
  await app.openAs('merchant')
  await keys.go('/merchant/info')
  await said('This gateway doesn’t say whether it’s on')
})

/** The text of the secret on the screen of keys. */
const shownSecret = () => document.querySelector('code')?.textContent
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function enterPassword({ keys }: Awaited<ReturnType<typeof start>>) {
  await waitFor(() => expect(focused()).toBe(field('txnPwd')))
  await keys.press(`${SECRET}{Enter}`)
}

async function resetSecret(user: Awaited<ReturnType<typeof start>>) {
  await user.keys.run('Reset secret')
  await screen.findByRole('dialog', { name: 'Reset secret' })
  await user.keys.type('merchantNo', 'F100{Enter}')
  await enterPassword(user)
}

test('A secret that a gateway sends in full is masked until it is revealed', { timeout: 60_000 }, async () => {
  const user = await start(USUAL)
  await app.openAs('merchant')
  await user.keys.go('/merchant/secret')
  await waitFor(() => expect(shownSecret()).toBe('****cret'))
  await user.keys.run('Reveal secret')
  await enterPassword(user)
  await waitFor(() => expect(shownSecret()).toBe('f0re1gn5ecret'))
})

test('A new secret that is not in the reply to a reset can be revealed', { timeout: 60_000 }, async () => {
  const user = await start({ ...USUAL, secrets: 'masked' })
  await app.openAs('merchant')
  await resetSecret(user)
  await user.said(/^The secret was reset\..* close this and reveal it\.$/)
  expect(screen.queryByRole('button', { name: /^(Copy|Download)/ })).toBeNull()
  await focusedOn('Close')
  await user.keys.press('{Enter}')
  await closed()
  expect(shownSecret()).toBe('********')
  await user.keys.run('Reveal secret')
  await enterPassword(user)
  await waitFor(() => expect(shownSecret()).toBe('new-f0re1gn5ecret'))
})

test('A gateway that never sends its secret is named as the one to ask', { timeout: 60_000 }, async () => {
  const user = await start({ ...USUAL, secrets: 'withheld' })
  await app.openAs('merchant')
  await resetSecret(user)
  await user.said(/doesn’t send the new one\. Ask the gateway’s operator for it\.$/)
  expect(screen.queryByRole('button', { name: /^(Copy|Download)/ })).toBeNull()
  await focusedOn('Close')
  await user.keys.press('{Enter}')
  await closed()
  expect(shownSecret()).toBe(NO_FIGURE)
  expect(screen.queryByRole('button', { name: 'Reveal' })).toBeNull()
  await user.keys.run('Reveal secret')
  await enterPassword(user)
  await user.said('This gateway doesn’t send the secret in full. Ask the gateway’s operator for it.')
})

test('A reset without an answer is not said to be made by a gateway that does not tell', { timeout: 60_000 }, async () => {
  const user = await start({ ...USUAL, secrets: 'withheld' })
  await app.openAs('merchant')
  app.network = async (_path, pass) => {
    const reply = await pass()
    if (gateway.asked.at(-1)?.call === 'POST /api/merchant/secret') throw new TypeError('Failed to fetch')
    return reply
  }
  await resetSecret(user)
  await focusedOn('Check status')
  await user.keys.press('{Enter}')
  await user.said('This gateway doesn’t say whether the reset was done. Ask its operator before you reset again.')
})
