import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { focusedRow, numberIn, rows, startApp, type TestApp } from '../app.tsx'
import { announced } from '../liveRegions.ts'

const MERCHANT = 'M10000001'
const NOTE = '/api/transaction/note'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const pane = () => document.querySelector<HTMLElement>('[data-layer="detail"]')!
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New note' })
const notes = () =>
  within(screen.getByRole('list', { name: 'Notes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, ''))
const nameOf = (number: string) =>
  rows()
    .find((one) => numberIn(one) === number)
    ?.querySelector('[role=rowheader]')
    ?.getAttribute('aria-label')
const noticed = (text: string | RegExp) => waitFor(() => expect(screen.queryAllByText(text)).not.toHaveLength(0))

/** Opens the list of payins with new orders, the last one on top. */
async function openPayins(...numbers: string[]) {
  for (const number of numbers) await app.gateway.payin(MERCHANT, number, 'SUCCESS')
  await app.openAs('merchant', { address: '/transaction/payin' })
  await waitFor(() => expect(focusedRow()?.number).toBe(numbers.at(-1)))
}

test('a note is added and an order is taken by keys, and the row shows both', async () => {
  await openPayins('NOTED-1')
  await app.user.keyboard('nn')
  await app.user.keyboard('payer pays tomorrow{Enter}')
  await waitFor(() => expect(nameOf('NOTED-1')).toBe('NOTED-1, Notes 1'))
  await app.user.keyboard('mm')
  await waitFor(() => expect(nameOf('NOTED-1')).toBe('NOTED-1, Notes 1, Assigned to merchant'))
  await app.user.keyboard('u')
  await waitFor(() => expect(nameOf('NOTED-1')).toBe('NOTED-1, Notes 1'))
  await app.user.keyboard('mm')
  await waitFor(() => expect(nameOf('NOTED-1')).toBe('NOTED-1, Notes 1, Assigned to merchant'))

  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(pane()))
  await app.user.keyboard(']]]')
  await waitFor(() =>
    expect(notes()).toEqual([
      'merchant took the order',
      'merchant removed the assignment',
      'merchant took the order',
      'merchantpayer pays tomorrow',
    ]),
  )
  await app.user.keyboard('mx')
  await waitFor(() => expect(notes()[0]).toBe('merchant removed the assignment'))
})

test('undo leaves an order with the colleague that took it since, and says so', async () => {
  await openPayins('TAKEN-1')
  await app.user.keyboard('mm')
  await waitFor(() => expect(nameOf('TAKEN-1')).toBe('TAKEN-1, Assigned to merchant'))
  await app.gateway.db.run(sql`update orders set assigned_to = 'branch' where merchant_order_no = 'TAKEN-1'`)
  await app.user.keyboard('u')
  await noticed('1 skipped: changed since')
  await app.user.keyboard('r')
  await waitFor(() => expect(nameOf('TAKEN-1')).toBe('TAKEN-1, Assigned to branch'))
})

test('a note that was not added stays in the box, over a failure and a closed row', async () => {
  await openPayins('DRAFT-1')
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(pane()))
  await app.user.keyboard(']]]')
  await app.user.type(await box(), 'first line{Enter}second')
  app.network = async (path, pass) => (path.includes(NOTE) ? new Response('', { status: 504 }) : pass())
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await noticed(/stored once/)
  app.network = null
  // Escape goes to the row, then to the list.
  await app.user.keyboard('{Escape}')
  expect(document.activeElement).toBe(pane())
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(pane()).toBeNull())
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(pane()))
  await app.user.keyboard(']]]')
  expect((await box()).value).toBe('first line\nsecond')
  ;(await box()).focus()
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(notes()).toEqual(['merchantfirst line\nsecond']))
  expect((await box()).value).toBe('')
})

test('the button of a note keeps the focus while the note is added', async () => {
  await openPayins('BUTTON-1')
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(pane()))
  await app.user.keyboard(']]]')
  await app.user.type(await box(), 'by the button')
  const { promise, resolve } = Promise.withResolvers<void>()
  app.network = async (path, pass) => {
    if (path.includes(NOTE)) await promise
    return pass()
  }
  await app.user.keyboard('{Tab}')
  const button = screen.getByRole('button', { name: 'Add note' })
  expect(document.activeElement).toBe(button)
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe(button)
  resolve()
  await waitFor(() => expect(notes()).toEqual(['merchantby the button']))
  expect(pane().contains(document.activeElement)).toBe(true)
})

test('a note whose row is left before the answer is added, or refused with the reason and kept', async () => {
  await openPayins('LEFT-1')
  const write = async (text: string) => {
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await app.user.keyboard(']]]')
    await app.user.type(await box(), text)
  }
  /** Adds the note, leaves the row, and lets the gateway answer. */
  const addAndLeave = async (answer: (pass: () => Promise<Response>) => Promise<Response>) => {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    app.network = async (path, pass) => {
      if (!path.includes(NOTE)) return pass()
      await left
      return answer(pass)
    }
    await app.user.keyboard('{Control>}{Enter}{/Control}{Escape}{Escape}')
    await waitFor(() => expect(pane()).toBeNull())
    resolve()
  }
  const reopen = async () => {
    app.network = null
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await app.user.keyboard(']]]')
    return (await box()).value
  }
  await write('called')
  await addAndLeave((pass) => pass())
  await waitFor(() => expect(announced()).toBe('Note added'))
  expect(await reopen()).toBe('')
  await waitFor(() => expect(notes()).toEqual(['merchantcalled']))

  await app.user.type(await box(), 'called again')
  const key = () => (JSON.parse(localStorage.getItem('paydesk.notes')!) as { drafts: { idempotencyKey: string }[] }).drafts[0]!
  const sent = key()
  const refused = { status: 'error', error: 'TOO_MANY', message: 'Not now' }
  await addAndLeave(async () => new Response(JSON.stringify(refused), { status: 409 }))
  await noticed('Not now')
  expect(await reopen()).toBe('called again')
  expect(key().idempotencyKey).not.toBe(sent.idempotencyKey)
})

test('a note that was not added outlives an expired session, but not a sign-out', async () => {
  await openPayins('DRAFT-2')
  const openNotes = async () => {
    await waitFor(() => expect(focusedRow()?.number).toBe('DRAFT-2'))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(pane()))
    await app.user.keyboard(']]]')
    return box()
  }
  await app.user.type(await openNotes(), 'called the payer')
  await app.user.keyboard('{Escape}{Escape}')
  await waitFor(() => expect(pane()).toBeNull())
  await app.gateway.db.run(sql`delete from session`)
  await app.reloadAfter(() => app.user.keyboard('r'))
  await app.signIn('merchant')
  expect((await openNotes()).value).toBe('called the payer')

  await app.reloadAfter(async () => {
    await app.user.keyboard('{Control>}k{/Control}sign out')
    await screen.findByRole('option', { name: /^Sign out/ })
    await app.user.keyboard('{Enter}')
  })
  expect(localStorage.getItem('paydesk.notes')).toBeNull()
})

test('what is mine is a filter, a phrase of the palette, and a bulk assignment of the selection', async () => {
  await openPayins('MINE-1', 'MINE-2', 'MINE-3')
  await app.user.keyboard('xjx')
  await app.user.keyboard('mm')
  const panel = await screen.findByRole('region', { name: 'Assign selected orders' })
  await within(panel).findByText('2 orders will be assigned to me')
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(nameOf('MINE-2')).toBe('MINE-2, Assigned to merchant'))
  await app.user.keyboard('{Escape}')
  await app.user.keyboard('/assigned:me{Enter}')
  await waitFor(() =>
    expect(
      rows()
        .map(numberIn)
        .filter((number) => number.startsWith('MINE')),
    ).toEqual(['MINE-3', 'MINE-2']),
  )
  expect(location.hash).toContain('assignedTo=ME')
  await app.user.keyboard('{Control>}k{/Control}my orders{Enter}')
  await waitFor(() => expect(location.hash).toContain('dates=30d'))
  expect(location.hash).toContain('assignedTo=ME')
})

test('staff has notes of its own, and reads none of the merchant', async () => {
  await openPayins('SIDES-1')
  await app.user.keyboard('nn')
  await app.user.keyboard('ours{Enter}')
  await waitFor(() => expect(nameOf('SIDES-1')).toBe('SIDES-1, Notes 1'))
  await app.openAs('staff', { address: '/transaction/payin?orderNo=SIDES-1' })
  await waitFor(() => expect(focusedRow()?.number).toBe('SIDES-1'))
  expect(nameOf('SIDES-1')).toBe('SIDES-1')
  await app.user.keyboard('mp')
  await app.user.keyboard('staff{Enter}')
  await waitFor(() => expect(nameOf('SIDES-1')).toBe('SIDES-1, Assigned to staff'))
})
