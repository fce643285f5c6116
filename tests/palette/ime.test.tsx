import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { payin } from './orders.ts'
import { active, input, isOpen, rows } from './paletteQueries.ts'
import { renderConsole } from './renderConsole.tsx'

const LISTED = [payin('2611210815300000001'), payin('2611210815300000002')]

test.each([
  ['while it composes', { key: 'Enter', isComposing: true }],
  ['as Safari sends it, after the composition has ended', { key: 'Enter', keyCode: 229 }],
  ['as the input method names it', { key: 'Process', code: 'Enter' }],
])('Enter that commits a Chinese word runs nothing: %s', async (_, press) => {
  const { user, did } = await renderConsole({ locale: 'zh' })
  await user.keyboard('{Control>}k{/Control}')
  fireEvent.compositionStart(input())
  fireEvent.change(input(), { target: { value: '关于' } })
  fireEvent.keyDown(input(), press)
  fireEvent.compositionEnd(input())
  expect(did).toEqual([])
  expect(isOpen()).toBe(true)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(did).toEqual(['openAbout']))
})

test('arrows and Escape that belong to the candidate list do not affect the palette', async () => {
  const { user } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}page')
  const before = active()
  fireEvent.keyDown(input(), { key: 'ArrowDown', isComposing: true })
  fireEvent.keyDown(input(), { key: 'Escape', keyCode: 229 })
  expect(active()).toBe(before)
  expect(input().value).toBe('page')
})

test('text under composition is not searched', async () => {
  const { user, seen } = await renderConsole({ orders: LISTED })
  await user.keyboard('{Control>}k{/Control}')
  fireEvent.input(input(), { target: { value: '2611210815300000001' }, isComposing: true })
  expect(rows()[0]).not.toContain('Looking for')
  fireEvent.compositionEnd(input())
  expect(rows()[0]).toBe('Searching for order 2611210815300000001')
  await waitFor(() => expect(seen).toHaveLength(5))
})

test('full-width prefixes equal half-width ones', async () => {
  const { user } = await renderConsole({ listed: LISTED })
  await user.keyboard('{Control>}k{/Control}：２')
  expect(rows()).toEqual(['Go to row 2, List'])
  await user.clear(input())
  await user.keyboard('》ａｂｏｕｔ')
  expect(active()).toBe('About, Console')
})

test('a key taken by an input method still moves the list cursor, by its position', async () => {
  const { list } = await renderConsole({ listed: LISTED })
  fireEvent.keyDown(document.activeElement!, { key: 'Process', code: 'KeyJ', keyCode: 229 })
  expect(list?.cursor()).toBe(1)
})

test('in a text field the key belongs to the input method', async () => {
  const { list } = await renderConsole({ listed: LISTED })
  const filter = document.querySelector<HTMLInputElement>('[aria-label="filter"]')!
  filter.focus()
  fireEvent.keyDown(filter, { key: 'k', code: 'KeyK', ctrlKey: true, keyCode: 229 })
  expect(isOpen()).toBe(false)
  expect(list?.cursor()).toBe(0)
})
