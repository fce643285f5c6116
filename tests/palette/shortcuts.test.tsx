import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DetailScope } from '#commands/scope.ts'
import { Shortcuts } from '../../src/keyboard/Shortcuts.tsx'
import { ConsoleProvider } from '../../src/useConsole.tsx'
import { payin } from './orders.ts'
import { createTestConsole, type TestConsoleOptions } from './testConsole.ts'

const ORDER = payin('2611210815300000001')

async function openSheet({ withDetail = false, ...options }: TestConsoleOptions & { withDetail?: boolean } = {}) {
  const { console } = await createTestConsole(options)
  if (withDetail) console.activeScopes.enter('detail', { row: { kind: 'payin', row: ORDER } } as DetailScope)
  render(
    <ConsoleProvider console={console}>
      <Shortcuts open onClose={() => {}} />
    </ConsoleProvider>,
  )
  return { user: userEvent.setup(), search: await screen.findByRole('searchbox', { name: 'Search shortcuts and commands' }) }
}

const block = (name: string) => within(screen.getByRole('region', { name }))
const lines = () =>
  Array.from(document.querySelectorAll('dt'), (line) => `${line.textContent}: ${line.nextElementSibling?.textContent}`)

test('shortcuts are listed by layer and section, with all keys of a command in one line', async () => {
  await openSheet()
  expect(screen.getAllByRole('region').map((region) => region.querySelector('h3')?.textContent)).toEqual([
    'Everywhere',
    'On the dashboard',
    'In a statement',
    'In a list',
    'In an order',
    'In a form',
    'In the palette',
  ])
  expect(
    block('In a list')
      .getAllByRole('heading', { level: 4 })
      .map((one) => one.textContent),
  ).toEqual(['This row', 'Selection', 'Orders', 'List', 'Account'])
  expect(lines()).toContain('Next row: ↓j')
  expect(lines()).toContain('Select or deselect row: SpacexShift Space')
  expect(lines()).toContain('Keyboard shortcuts: Ctrl /?')
})

test('shortcuts are searched by word and by key', async () => {
  const { user, search } = await openSheet()
  await user.type(search, 'copy')
  expect(lines()).toEqual([
    'Copy number: yy',
    'Copy row: yr',
    'Copy link: yl',
    'Copy cell: yc',
    'Copy selection or cell: Ctrl C',
    'Copy filters: yq',
    'Copy number: yy',
    'Copy row: yr',
    'Copy link: yl',
    'Copy link to this result: Ctrl C',
    'Copy checkout link: ',
    'Copy available balance: ',
    'Copy platform public key: ',
  ])
  expect(within(screen.getByRole('region', { name: /^No shortcut/ })).getAllByRole('term')).toHaveLength(3)
  await user.clear(search)
  await user.type(search, 'f2')
  expect(lines()).toEqual(['Show cell content: F2'])
  await user.clear(search)
  await user.type(search, 'nothing like it')
  expect(lines()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('No shortcut matches “nothing like it”')
})

test('only permitted commands are listed', async () => {
  const { user, search } = await openSheet({ as: 'delegate' })
  await user.type(search, 'payin')
  expect(lines()).toEqual(['Go to Payin: gi', 'Payins of this merchant: ', 'Payins of this day: ', 'Jump to payin: '])
})

const regions = () => screen.getAllByRole('region').map((region) => region.querySelector('h3')?.textContent)
test('the keys of the open screen come first, then those of every screen', async () => {
  await openSheet({ listed: [ORDER] })
  expect(regions().slice(0, 3)).toEqual(['In a listThis screen', 'Everywhere', 'On the dashboard'])
  const here = Array.from(screen.getAllByRole('region')[0]!.querySelectorAll('dt'), (line) => line.textContent)
  expect(here).toContain('Notify payin')
  expect(here).toContain('Find payin by virtual account')
  // Payins have no receipt.
  expect(here).not.toContain('View recharge receipt')
})

test('an open detail comes before its list', async () => {
  await openSheet({ listed: [ORDER], withDetail: true })
  expect(regions().slice(0, 3)).toEqual(['In an orderThis screen', 'In a listThis screen', 'Everywhere'])
})

test('commands without a key appear only in a search', async () => {
  const { user, search } = await openSheet()
  expect(lines()).not.toContain('About: ')
  await user.type(search, 'sign out')
  expect(lines()).toEqual(['Sign out: '])
  await user.clear(search)
  await user.type(search, 'rupiah')
  expect(screen.getByRole('status').textContent).toBe('No shortcut matches “rupiah”')
})
