import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Locale } from '#locales/messages.ts'
import { payin } from './orders.ts'
import { active, input, rows } from './paletteQueries.ts'
import { renderConsole } from './renderConsole.tsx'

const ORDERS = [payin('2611210815300000001'), payin('2611210815300000002', { status: 'PENDING' })]
const TOGGLE = '{Control>}k{/Control}'
/** To the last row, which renders all rows before it. */
const TO_LAST = '{Control>}{ArrowDown}{/Control}'
const RECENT = { kind: 'payin', id: '9', number: '2611210815300009999' } as const

const group = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map((row) => row.querySelector('.sr-only')?.textContent)
const tips = () => within(screen.getByRole('dialog')).queryAllByRole('button')

test('an empty query shows what was used last, what fits here, and the screens', async () => {
  const { user } = await renderConsole({ listed: ORDERS, recents: [RECENT] })
  await user.keyboard(TOGGLE)
  expect(Array.from(document.querySelectorAll('[cmdk-group-heading]'), (one) => one.textContent)).toEqual([
    'Recent',
    'Suggested',
    'Go to',
  ])
  expect(group('Recent')).toEqual(['2611210815300009999, Payin'])
  expect(group('Suggested')).toEqual([
    'Focus filters, List, /',
    'Notify payin, 2611210815300000001, Orders, w',
    'Mark as reconciled, then next, 2611210815300000001, Orders, e',
    'Jump to order, Orders',
    'Reconcile a statement, Orders, g e',
  ])
  // The rows that do not fit into the window are rendered on the way to them.
  await user.keyboard(TO_LAST)
  expect(group('Go to')).toContain('Go to Payout, Go to, g o')
  expect(rows()).not.toContain('About, Console')
})

test('the suggestions follow the selection, and leave out what is under Recent', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard(`x${TOGGLE}`)
  expect(group('Suggested')).toEqual([
    'Sum of selection, Selection, +',
    'Notify selected orders, 1 selected, Selection, w',
    'Mark selected orders as reconciled, 1 selected, Selection, e',
    'Export selected rows, List',
    'Find rows that add up to an amount, Selection, =',
  ])
  await user.keyboard(`{Enter}${TOGGLE}`)
  expect(group('Recent')).toEqual(['Sum of selection, Selection, +'])
  expect(group('Suggested')).toHaveLength(5)
  expect(group('Suggested')).not.toContain('Sum of selection, Selection, +')
})

test('an empty list suggests what brings rows', async () => {
  const { user } = await renderConsole({ listed: [] })
  await user.keyboard(TOGGLE)
  expect(group('Suggested').slice(0, 3)).toEqual(['Reset filters, List', 'This month, List, t m', 'This year, List, t y'])
})

test('an account is offered only what it may do', async () => {
  const { user } = await renderConsole({ as: 'delegate', listed: ORDERS })
  await user.keyboard(TOGGLE)
  const suggested = group('Suggested')
  expect(suggested.length).toBeGreaterThanOrEqual(3)
  expect(suggested.filter((row) => /Notify|Mark|balance/i.test(row ?? ''))).toEqual([])
})

test('a colon lists every command, by key or typed', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard(`:${TO_LAST}`)
  const byKey = rows()
  expect(byKey).toContain('Edit filter fields, List, f')
  expect(byKey).toContain('About, Console')
  await user.keyboard(`{Escape}${TOGGLE}:${TO_LAST}`)
  expect(rows()).toEqual(byKey)
  await user.keyboard('abou')
  expect(active()).toBe('About, Console')
})

test('the last line names the characters that narrow a search, and each fills itself in', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard(TOGGLE)
  expect(tips().map((tip) => tip.textContent)).toEqual(['*last digits', '#orders', ':commands', '?help'])
  await user.click(tips()[0]!)
  expect(input().value).toBe('*')
  expect(document.activeElement).toBe(input())
  await waitFor(() =>
    expect(screen.getAllByText('Any of its numbers, or * and at least the last 4 characters.')).not.toEqual([]),
  )
  expect(tips()).toEqual([])
  await user.keyboard('{Escape}')
  expect(tips()).toHaveLength(4)
})

test('? lists the forms of a query with an example each; Enter fills it in, ready to be replaced', async () => {
  const { user } = await renderConsole({ orders: ORDERS, listed: ORDERS })
  await user.keyboard(`${TOGGLE}?`)
  expect(rows()).toEqual([
    'Order by its last digits, *0001',
    'Search orders only, #0001',
    'Orders by amount, 150,000',
    'Orders by date, start of last7..end of last7',
    'Orders by payer or receiver, toko',
    'Search commands only, :about',
    'Row of this list, :12',
    'Why a command isn’t available, ?why',
  ])
  await user.keyboard('{Enter}')
  expect(input().value).toBe('*0001')
  expect([input().selectionStart, input().selectionEnd]).toEqual([1, 5])
  await waitFor(() => expect(rows()[0]).toMatch(/^2611210815300000001, /))
  await user.keyboard('0002')
  expect(input().value).toBe('*0002')
})

test('words after ? find a form of a query, and ?why still explains', async () => {
  const { user } = await renderConsole({ listed: ORDERS })
  await user.keyboard(`${TOGGLE}?date`)
  expect(rows()).toEqual(['Orders by date, start of last7..end of last7'])
  await user.clear(input())
  await user.keyboard('?wh')
  expect(active()).toBe('Why a command isn’t available, ?why')
  await user.keyboard('{Enter}')
  expect(input().value).toBe('?why')
  expect(rows()).toContain('Undo, Nothing to undo')
})

test.each<Locale>(['zh', 'en', 'id', 'vi', 'es'])('in %s every example finds something', async (locale) => {
  const { user } = await renderConsole({ locale, listed: ORDERS, orders: ORDERS })
  await user.keyboard(`${TOGGLE}?`)
  const count = rows().length
  expect(count).toBe(8)
  for (let at = 0; at < count; at++) {
    await user.clear(input())
    await user.keyboard('?')
    for (let step = 0; step < at; step++) await user.keyboard('{ArrowDown}')
    await user.keyboard('{Enter}')
    const { value } = input()
    // The test console has no real days.
    if (!value.startsWith('start of')) await waitFor(() => expect([value, rows().length]).not.toEqual([value, 0]))
  }
})

test('a USDT merchant gets an amount in dollars', async () => {
  const { user } = await renderConsole({ as: 'umerchant' })
  await user.keyboard(`${TOGGLE}?`)
  expect(rows()).toContain('Orders by amount, 100.00')
})

describe('where the browser tells when the page is idle', () => {
  beforeAll(() => {
    vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
    vi.stubGlobal('cancelIdleCallback', clearTimeout)
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })

  const rendered = () => document.querySelectorAll('[cmdk-item]')
  const isHidden = () => screen.queryByRole('dialog') === null && document.querySelector('[aria-hidden=true] main') === null

  test('the rows of the next opening are rendered before it, hidden', async () => {
    const { user } = await renderConsole({ listed: ORDERS })
    await waitFor(() => expect(rendered()).toHaveLength(13))
    expect(isHidden()).toBe(true)
    const [first] = rendered()
    await user.keyboard(TOGGLE)
    expect(document.activeElement).toBe(input())
    expect(rendered()[0]).toBe(first)
    expect(first?.getAttribute('aria-selected')).toBe('true')
  })

  test('closing leaves nothing of what was typed or scrolled to', async () => {
    const { user } = await renderConsole({ listed: ORDERS })
    await user.keyboard(TOGGLE)
    const opening = rows()
    await user.keyboard(TO_LAST)
    await user.keyboard('theme')
    expect(rows()).not.toEqual(opening)
    await user.keyboard(TOGGLE)
    expect(isHidden()).toBe(true)
    await waitFor(() => expect(rendered()).toHaveLength(13))
    await user.keyboard(TOGGLE)
    expect(input().value).toBe('')
    expect(rows()).toEqual(opening)
  })

  test('an opening offers what fits the selection of now, and not of when it was rendered', async () => {
    const { user } = await renderConsole({ listed: ORDERS })
    await waitFor(() => expect(rendered()).toHaveLength(13))
    await user.keyboard(`x${TOGGLE}`)
    expect(group('Suggested')).toContain('Notify selected orders, 1 selected, Selection, w')
    await user.keyboard(`${TOGGLE}x${TOGGLE}`)
    expect(group('Suggested')).toContain('Notify payin, 2611210815300000001, Orders, w')
    expect(group('Suggested')).not.toContain('Notify selected orders, 1 selected, Selection, w')
  })
})
