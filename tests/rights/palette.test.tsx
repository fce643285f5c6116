import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { startApp, type TestApp } from '../app.tsx'
import { ACCOUNTS, type Account } from './addresses.ts'
import { type Offer, offers } from './offers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]

const TOGGLE = '{Control>}k{/Control}'

/** All rows of the palette for this text: id -> label. */
async function paletteRows(text: string): Promise<Map<string, string>> {
  await app.user.keyboard(TOGGLE)
  const field = await screen.findByRole('combobox', { name: /./ })
  // The script may still be loading. The focus is set once the field is there.
  await waitFor(() => expect(document.activeElement).toBe(field))
  if (text !== '') await app.user.paste(text)
  await waitFor(() => expect(field).toHaveProperty('value', text))
  // Moving to the last row renders all rows before it.
  while (options().length < Number(options()[0]?.getAttribute('aria-setsize') ?? 0)) await app.user.keyboard('{ArrowUp}')
  const rows = options().map((row): [string, string] => [row.dataset.value ?? '', row.textContent])
  await app.user.keyboard(TOGGLE)
  await waitFor(() => expect(options()).toEqual([]))
  return new Map(rows)
}

/** Reasons that exclude a command for an account in every context. */
const NEVER = /For other account types|Missing permission|You are not signed in|This account has no balance/

const TYPED = commands.filter(({ listing }) => listing === 'typed').map(({ id }) => id)

/** Opens a screen that offers no context for commands. */
async function openWithoutContext(person: Account) {
  if (person === 'guest') return app.openAsGuest()
  await app.openAs(person)
  window.location.hash = '/result/success'
  await waitFor(() => expect(document.title).toBe('Result - Paydesk'))
  // The notices are loaded.
  await screen.findByRole('button', { name: /^\d+ notices$/ })
}

test.for(ACCOUNTS)('The palette offers %s exactly the expected commands', { timeout: 180_000 }, async (person) => {
  await openWithoutContext(person)
  const found = new Map<string, Offer>()
  for (const id of (await paletteRows(':')).keys()) found.set(id, 'yes')
  // A guest has no `?why` page.
  const blocked = person === 'guest' ? new Map<string, string>() : await paletteRows('?why')
  for (const [row, why] of blocked) found.set(row.replace(/^why /, ''), NEVER.test(why) ? '.' : 'here')
  for (const id of TYPED) if ((await paletteRows(id)).has(id)) found.set(id, 'typed')
  const lines = offers.map(({ id }) => `${id} ${found.get(id) ?? '.'}`)
  expect(lines).toEqual(offers.map(({ id, byAccount }) => `${id} ${byAccount[person]}`))
})

test('The table lists every command of the palette', () => {
  expect(offers.map(({ id }) => id)).toEqual(commands.filter(({ listing }) => listing !== 'key').map(({ id }) => id))
})
