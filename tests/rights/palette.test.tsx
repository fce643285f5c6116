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

/** Every row of the palette for this text: what it is of, and what it says. */
async function paletteRows(text: string): Promise<Map<string, string>> {
  await app.user.keyboard(TOGGLE)
  const field = await screen.findByRole('combobox', { name: /./ })
  // Its script may have been fetched just now, and the focus comes with the field.
  await waitFor(() => expect(document.activeElement).toBe(field))
  if (text !== '') await app.user.paste(text)
  await waitFor(() => expect(field).toHaveProperty('value', text))
  // With the last one all before it are drawn.
  while (options().length < Number(options()[0]?.getAttribute('aria-setsize') ?? 0)) await app.user.keyboard('{ArrowUp}')
  const rows = options().map((row): [string, string] => [row.dataset.value ?? '', row.textContent])
  await app.user.keyboard(TOGGLE)
  await waitFor(() => expect(options()).toEqual([]))
  return new Map(rows)
}

/** What the palette says of a command that is not for this account at all, and not only not for now. */
const NEVER = /For accounts of another kind|The right is missing|Nobody is signed in|This account has no balance/

const TYPED = commands.filter(({ listing }) => listing === 'typed').map(({ id }) => id)

/** Nothing is open that a command could be about. */
async function openWithoutContext(person: Account) {
  if (person === 'guest') return app.openAsGuest()
  await app.openAs(person)
  window.location.hash = '/result/success'
  await waitFor(() => expect(document.title).toBe('Success - Paydesk'))
  // What can be cleared is here.
  await screen.findByRole('button', { name: /^\d+ notices$/ })
}

test.for(ACCOUNTS)('the palette offers %s what it should, and nothing else', { timeout: 180_000 }, async (person) => {
  await openWithoutContext(person)
  const found = new Map<string, Offer>()
  for (const id of (await paletteRows('')).keys()) found.set(id, 'yes')
  // A guest has no other page to be told about.
  const blocked = person === 'guest' ? new Map<string, string>() : await paletteRows('?why')
  for (const [row, why] of blocked) found.set(row.replace(/^why /, ''), NEVER.test(why) ? '.' : 'here')
  for (const id of TYPED) if ((await paletteRows(id)).has(id)) found.set(id, 'typed')
  const lines = offers.map(({ id }) => `${id} ${found.get(id) ?? '.'}`)
  expect(lines).toEqual(offers.map(({ id, byAccount: whom }) => `${id} ${whom[person]}`))
})

test('the table has a line for every command that can be in the palette', () => {
  expect(offers.map(({ id }) => id)).toEqual(commands.filter(({ listing }) => listing !== 'key').map(({ id }) => id))
})
