import { expect } from 'vitest'
import { CHORD_LIMIT_MS } from '../../src/preferences.ts'
import { test } from './desk.ts'

const ELSEWHERE = { as: 'merchant', at: '/exception/trigger' } as const

test('g and i lead to the list from anywhere', async ({ open }) => {
  const desk = await open(ELSEWHERE)
  await desk.press('g i')
  await expect.poll(desk.focus).toBe('row 1')
  expect(desk.address()).toBe('/transaction/payin')
})

test('a pause after the first key shows what can follow it', async ({ open }) => {
  const { page, press } = await open(ELSEWHERE)
  await press('g')
  await page.getByRole('contentinfo').getByText('Go to Payin').waitFor()
  await press('Escape')
  await page.getByRole('contentinfo').getByText('Go to Payin').waitFor({ state: 'detached' })
})

test('a second key that leads nowhere says so, and does nothing that it does alone', async ({ open }) => {
  const desk = await open({ as: 'merchant' })
  const { page, press, focus } = desk
  await press('g j')
  await page.getByRole('contentinfo').getByText('no such key').waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'g j: no such key' }).count()).toBe(1)
  expect(await focus()).toBe('row 1')
  await press('j')
  await expect.poll(focus).toBe('row 2')
})

test('a second key that comes too late begins anew', async ({ open }) => {
  const desk = await open({ as: 'merchant', chordLimit: CHORD_LIMIT_MS })
  const { page, press, focus } = desk
  const hint = page.getByRole('contentinfo').getByText('Go to Payin')
  await press('j g')
  await hint.waitFor()
  await hint.waitFor({ state: 'detached' })
  await press('g')
  await hint.waitFor()
  expect(await focus()).toBe('row 2')
})

const INTERRUPTIONS: [what: string, interrupt: string][] = [
  ['the window loses the focus', 'blur'],
  ['the pointer is pressed', 'pointerdown'],
]

test.for(INTERRUPTIONS)('a chord is forgotten when %s', async ([, event], { open }) => {
  const desk = await open({ as: 'merchant' })
  const { page, press, focus } = desk
  await press('j g')
  await page.evaluate((type) => window.dispatchEvent(new Event(type)), event)
  await press('g')
  expect(await focus()).toBe('row 2')
  await press('g')
  await expect.poll(focus).toBe('row 1')
})

test('a count that no move takes says so', async ({ open }) => {
  const { page, press } = await open({ as: 'merchant' })
  await press('3 r')
  await page.getByRole('contentinfo').getByText('no such key').waitFor()
})
