import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { CHORD_LIMIT_MS } from '../../src/state/preferences.ts'
import { test } from './app.ts'

const ELSEWHERE = { as: 'merchant', at: '/exception/trigger' } as const

test('g i opens the list from any page', async ({ open }) => {
  const app = await open(ELSEWHERE)
  await app.press('g i')
  await expect.poll(app.focus).toBe('row 1')
  expect(app.address()).toBe('/transaction/payin')
})

test('A pause after the first key shows its continuations', async ({ open }) => {
  const { page, press } = await open(ELSEWHERE)
  await press('g')
  await page.getByRole('contentinfo').getByText('Go to Payin').waitFor()
  await press('Escape')
  await page.getByRole('contentinfo').getByText('Go to Payin').waitFor({ state: 'detached' })
})

test('All continuations are fully visible, in a small window too', async ({ open }) => {
  const { page, press } = await open({ as: 'merchant', locale: 'vi' })
  await page.setViewportSize({ width: 1024, height: 700 })
  await press('g')
  const next = page.getByRole('contentinfo').getByRole('listitem')
  await next.first().waitFor()
  expect(await next.count()).toBeGreaterThan(12)
  const cut = () =>
    next.evaluateAll((all) =>
      all
        .filter((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect()
          const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return right > innerWidth || one.scrollWidth > one.clientWidth || !one.contains(onTop)
        })
        .map(({ textContent }) => textContent),
    )
  // The line is fitted again after the window has its size.
  await expect.poll(cut).toEqual([])
})

test('In a small window the sum of the selection and the hint of all keys are whole', async ({ open }) => {
  const { page, press } = await open({ as: 'merchant', locale: 'vi' })
  await page.setViewportSize({ width: 1024, height: 700 })
  await press('x j x j x')
  const sum = page.getByRole('region', { name: 'Các dòng đã chọn' }).getByText(/^[\d,]+\.00$/)
  await sum.waitFor()
  const isWhole = (part: Locator) =>
    part.evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const y = (top + bottom) / 2
      return [left + 1, right - 1].every((x) => one.contains(document.elementFromPoint(x, y)))
    })
  await expect.poll(() => isWhole(sum)).toBe(true)
  const hints = page.locator('[data-hints] > *')
  await expect.poll(() => isWhole(hints.filter({ hasText: '?' }))).toBe(true)
})

test('An unknown second key shows a message and does not run its own command', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, focus } = app
  await press('g J')
  await page.getByRole('contentinfo').getByText('no such shortcut').waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'g J: no such shortcut' }).count()).toBe(1)
  expect(await focus()).toBe('row 1')
  await press('j')
  await expect.poll(focus).toBe('row 2')
})

test('A late second key starts a new chord', async ({ open }) => {
  const app = await open({ as: 'merchant', chordLimit: CHORD_LIMIT_MS })
  const { page, press, focus } = app
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

test.for(INTERRUPTIONS)('A chord is cancelled when %s', async ([, event], { open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, focus } = app
  await press('j g')
  await page.evaluate((type) => window.dispatchEvent(new Event(type)), event)
  await press('g')
  expect(await focus()).toBe('row 2')
  await press('g')
  await expect.poll(focus).toBe('row 1')
})

test('A chord goes on when a list takes the focus, and ends with Tab or in a field', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const { page, press, focus } = app
  const moveFocus = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => (one as HTMLElement).focus())
  await press('j g')
  await moveFocus('[role="row"][aria-rowindex="2"] [role="gridcell"]')
  await press('g')
  await expect.poll(focus).toBe('row 1')
  await press('j g Shift+Tab g')
  expect(await page.getByRole('contentinfo').getByText('no such shortcut').count()).toBe(0)
  await press('Escape')
  await moveFocus('[role="row"][aria-rowindex="3"] [role="gridcell"]')
  const row = await focus()
  await press('g /')
  await press('Escape g')
  expect(await focus()).toBe(row)
})

test('A count before a command that takes none shows a message', async ({ open }) => {
  const { page, press } = await open({ as: 'merchant' })
  await press('3 r')
  await page.getByRole('contentinfo').getByText('no such shortcut').waitFor()
})
