import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Shortcuts } from '../../src/keyboard/Shortcuts.tsx'
import { ConsoleProvider } from '../../src/useConsole.tsx'
import { createTestConsole, type TestConsoleOptions } from './testConsole.ts'

async function openSheet(options: TestConsoleOptions = {}) {
  const { console } = await createTestConsole(options)
  render(
    <ConsoleProvider console={console}>
      <Shortcuts open onClose={() => {}} />
    </ConsoleProvider>,
  )
  return { user: userEvent.setup(), search: await screen.findByRole('searchbox', { name: 'Find a key or a command' }) }
}

const block = (name: string) => within(screen.getByRole('region', { name }))
const lines = () =>
  Array.from(document.querySelectorAll('dt'), (line) => `${line.textContent}: ${line.nextElementSibling?.textContent}`)

test('shortcuts are listed by layer and section, with all keys of a command in one line', async () => {
  await openSheet()
  expect(screen.getAllByRole('region').map((region) => region.querySelector('h3')?.textContent)).toEqual([
    'Everywhere',
    'On the dashboard',
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
    'Copy the link of this result: Ctrl C',
  ])
  await user.clear(search)
  await user.type(search, 'f2')
  expect(lines()).toEqual(['Look into the cell: F2'])
  await user.clear(search)
  await user.type(search, 'nothing like it')
  expect(lines()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('No key matches “nothing like it”')
})

test('only permitted commands are listed', async () => {
  const { user, search } = await openSheet({ as: 'delegate' })
  await user.type(search, 'payin')
  expect(lines()).toEqual(['Go to Payin: gi'])
})
