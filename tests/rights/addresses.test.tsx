import { setTimeout } from 'node:timers/promises'
import { waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { routes } from '#commands/navigation/routes.ts'
import { startApp, startPageLoaded, type TestApp } from '../app.tsx'
import { ACCOUNTS, type Account, type Address, type AddressOutcome, addresses, START_PAGES } from './addresses.ts'

/** Milliseconds without a call after which a page makes none of its own. */
const QUIET_MS = 300

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Calls the console makes in the background on any screen. */
const BACKGROUND_CALLS: readonly string[] = [
  'POST /api/client/page-view',
  'GET /healthz',
  'GET /api/index/demo-accounts',
  'GET /api/index/notices',
  'GET /api/index/events',
]

const foregroundCalls = () => app.calls.filter((call) => !BACKGROUND_CALLS.includes(call))

/** Replaces the address in the address bar. */
function typeAddress(address: string) {
  app.calls.length = 0
  window.location.hash = address
}

/** Resolves when no call has followed the last one for a while. */
async function callsEnded() {
  let seen = -1
  while (seen !== app.calls.length) {
    seen = app.calls.length
    await setTimeout(QUIET_MS)
  }
}

const titled = (title: string) => waitFor(() => expect(document.title).toBe(`${title} - Paydesk`))

const inMain = () => document.querySelector('main')?.textContent ?? ''

const standIn =
  (title: string, words: string) =>
  async (_: Account, { address }: Address) => {
    await titled(`${title} page`)
    await waitFor(() => expect(inMain()).toContain(words))
    expect([app.address(), foregroundCalls()]).toEqual([address, []])
  }

const STAND_INS: Partial<Record<string, string>> = {
  '/exception/403': 'You have no permission to open this page',
  '/exception/404': 'This page does not exist',
  '/exception/500': 'The server reported an error',
}

const proofs: Record<AddressOutcome, (person: Account, row: Address) => Promise<void>> = {
  async screen(_, { address, title, call }) {
    await titled(title!)
    await waitFor(() => expect(inMain()).toContain(STAND_INS[address] ?? ''))
    await waitFor(() => expect(inMain()).not.toBe(''))
    if (call !== null) await waitFor(() => expect(app.calls).toContain(call))
    expect(app.address().split('?')[0]).toBe(address)
  },
  403: standIn('403', STAND_INS['/exception/403']!),
  404: standIn('404', STAND_INS['/exception/404']!),
  async login(_, { address }) {
    const back = address === '/' || address === '/user' ? '' : `?redirect=${encodeURIComponent(address)}`
    await waitFor(() => expect(app.address()).toBe(`/user/login${back}`))
    await titled('Sign in')
    expect(foregroundCalls()).toEqual([])
  },
  async home(person) {
    await waitFor(() => expect(app.address()).toBe(START_PAGES[person as keyof typeof START_PAGES]))
    await startPageLoaded()
    expect(document.querySelector('input[name=password]')).toBeNull()
  },
  async tab(person) {
    const home = START_PAGES[person as keyof typeof START_PAGES]
    await waitFor(() => expect(opened.mock.calls).toEqual([[`${window.location.origin}/docs/`, '_blank', 'noopener']]))
    await waitFor(() => expect(app.address()).toBe(home))
  },
}

const opened = vi.spyOn(window, 'open').mockReturnValue(null)

/** Pages without calls of their own come after the ones that leave calls behind, and those have ended by then. */
const ORDER: readonly AddressOutcome[] = ['home', 'tab', '404', '403', 'login', 'screen']

test.for(ACCOUNTS)('%s: every address leads to the expected result', { timeout: 120_000 }, async (person) => {
  await (person === 'guest' ? app.openAsGuest() : app.openAs(person))
  const inOrder = addresses.toSorted(
    (one, other) => ORDER.indexOf(one.outcomes[person]) - ORDER.indexOf(other.outcomes[person]),
  )
  const wrong: string[] = []
  for (const [nth, row] of inOrder.entries()) {
    opened.mockClear()
    if (row.outcomes[person] !== inOrder[nth - 1]?.outcomes[person]) await callsEnded()
    typeAddress(row.address)
    await proofs[row.outcomes[person]](person, row).catch(({ message }: Error) =>
      wrong.push(`${row.address} is not ${row.outcomes[person]}: ${message.slice(0, 300)}`),
    )
    // Each failed check waits for its timeout.
    if (wrong.length > 2) break
  }
  expect(wrong).toEqual([])
})

test('The table has one line per route and a known result per account', () => {
  const written = addresses.map(({ address }) => address)
  expect(new Set(written).size).toBe(written.length)
  expect(Object.values(routes).filter(({ path }) => !written.includes(path))).toEqual([])
  const words = addresses.flatMap(({ outcomes }) => Object.values(outcomes))
  expect(words.filter((word) => !(word in proofs))).toEqual([])
})
