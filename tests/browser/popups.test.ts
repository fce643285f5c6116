import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './app.ts'
import { framesWithoutFocus, watchFocus } from './focusWatch.ts'

test('Every popup of a button opens by Enter, closes by Escape, and returns the focus', async ({ open }) => {
  const { page, press, faults, settled } = await open({ as: 'merchant' })
  await page.getByRole('button', { name: 'More filters' }).press('Enter')
  const openers = page.locator('button[aria-haspopup]:visible')
  const names = await openers.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent),
  )
  expect(names.length).toBeGreaterThan(5)
  for (const [index, name] of names.entries()) {
    const opener = openers.nth(index)
    const isFocused = () => opener.evaluate((button) => button === document.activeElement)
    const isOpen = () => opener.getAttribute('aria-expanded')
    await opener.focus()
    await press('Enter')
    await expect.poll(isOpen, { message: `${name} opens` }).toBe('true')
    await settled()
    expect(await isFocused(), `${name} has the focus inside`).toBe(false)
    await press('Escape')
    await expect.poll(isOpen, { message: `${name} closes` }).toBe('false')
    await expect.poll(isFocused, { message: `${name} has the focus back` }).toBe(true)
  }
  expect(faults).toEqual([])
})

test('A dialog that closes with its page leaves the focus to the next page', async ({ open }) => {
  const { page, focus, settled } = await open({ as: 'merchant', at: '/transaction/payin' })
  const go = (hash: string) => page.evaluate((to) => location.assign(to), hash)
  await go('#/merchant/secret')
  await settled()
  await page.locator('#main').focus()
  await go('#/merchant/secret?do=reveal')
  await expect.poll(focus).toMatch(/^textbox/)
  await go('#/transaction/payin')
  await settled()
  await expect.poll(focus).toBe('row 1')
})

test('A dialog that replaces the palette returns the focus to where the palette was opened', async ({ open }) => {
  const { page, press, focus } = await open({ as: 'merchant', at: '/transaction/payin?dates=all' })
  await expect.poll(focus).toBe('row 1')
  await press('Control+k')
  await page.getByRole('combobox', { name: /^Order number/ }).waitFor()
  await press('Control+/')
  await expect.poll(focus).toBe('searchbox Search shortcuts and commands')
  await press('Escape')
  await expect.poll(focus).toBe('row 1')
})

test('A dialog over the popup of days, also one from the palette, returns the focus to the popup, where Tab goes on', async ({
  open,
}) => {
  const { page, press, focus } = await open({ as: 'merchant' })
  const shortcuts = 'searchbox Search shortcuts and commands'
  await page.getByRole('button', { name: /^Date Range/ }).press('Enter')
  await expect.poll(focus).toBe('button Last 7 days')
  await press('Tab')
  expect(await focus()).toBe('button Today')
  await press('Control+/')
  await expect.poll(focus).toBe(shortcuts)
  await press('Escape')
  await expect.poll(focus).toBe('button Today')
  await press('Tab')
  expect(await focus()).toBe('button Yesterday')
  await press('Control+k')
  await expect.poll(focus).toMatch(/^combobox/)
  await press('Control+/')
  await expect.poll(focus).toBe(shortcuts)
  await press('Escape')
  await expect.poll(focus).toMatch(/^dialog/)
  await press('Tab')
  expect(await focus()).toBe('button Last 7 days')
})

test('A dialog that opens within a frame takes the focus from the page without a frame in between', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin?dates=all' })
  const { page, press, focus, settled } = app
  await press('g n')
  await expect.poll(focus).toMatch(/^tab/)
  await press('Escape')
  await expect.poll(focus).toMatch(/^row/)
  await watchFocus(app)
  for (let round = 0; round < 5; round++) {
    await page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('[data-command="notices.open"]')!
      return new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          button.click()
          resolve()
        })
      })
    })
    await expect.poll(focus).toMatch(/^tab/)
    await press('Escape')
    await settled()
  }
  expect(await framesWithoutFocus(app)).toEqual([])
})

/** Keys that open a dialog or menu from a row. */
const OPENED = ['a', 'Enter a', '?', 'g n', 'z c', 'Control+k', '#']
const UNNAMED = /^(body|generic|group|\w+ ?)$/

/** Whether no element behind the open dialog can get the focus: it is inert, or hidden and gives the focus back. */
const isPageInert = (page: Page) =>
  page.evaluate(() => {
    const root = document.getElementById('root')!
    if (root.inert || root.ariaHidden !== 'true') return root.inert
    const before = document.activeElement
    root.querySelector('button')!.focus()
    return document.activeElement === before
  })

test('Tab and Shift+Tab in every popup and dialog keep the focus on a named control', async ({ open }) => {
  const { page, press, focus, settled } = await open({ as: 'merchant' })
  await page.getByRole('button', { name: 'More filters' }).press('Enter')
  const openers = page.locator('button[aria-haspopup]:visible')
  const lost: string[] = []
  const check = async (what: string) => {
    await settled()
    const now = await focus()
    const isInGrid = /^(row|head)/.test(now)
    if (!isInGrid && UNNAMED.test(now)) lost.push(`${what}: ${now}`)
    return now
  }
  const many = await openers.count()
  expect(many).toBeGreaterThan(5)
  for (let index = 0; index < many; index++) {
    const opener = openers.nth(index)
    const name = await opener.getAttribute('aria-label')
    const isOpen = () => opener.getAttribute('aria-expanded')
    for (const key of ['Tab', 'Shift+Tab']) {
      await opener.focus()
      await press('Enter')
      await expect.poll(isOpen, { message: `${name} opens` }).toBe('true')
      await settled()
      await press(key)
      await check(`${name} after ${key}`)
      while ((await isOpen()) === 'true') {
        await press(key)
        await check(`${name} after ${key}s`)
      }
    }
  }
  for (const keys of OPENED) {
    for (const key of ['Tab', 'Shift+Tab']) {
      await page
        .locator('[role="grid"] [tabindex="0"][role="gridcell"], [role="grid"] [tabindex="0"][role="rowheader"]')
        .focus()
      await press(keys)
      await expect.poll(focus).not.toMatch(/^(row|region)/)
      expect([keys, await isPageInert(page)]).toEqual([keys, !keys.endsWith('a')])
      await press(key)
      const now = await check(`${keys} after ${key}`)
      // A menu closes and returns the focus; a dialog cycles.
      if (keys.endsWith('a')) expect([keys, key, now]).toEqual([keys, key, expect.stringMatching(/^(row|region)/)])
      else await press(key)
      await check(`${keys} after two ${key}`)
      await press('Escape Escape')
      await settled()
      expect([keys, await isPageInert(page)]).toEqual([keys, false])
    }
  }
  expect(lost).toEqual([])
})

test('Nothing shows around the search field of the shortcuts while they scroll', async ({ open }) => {
  const { page, press } = await open({ as: 'merchant' })
  await press('?')
  const search = page.getByRole('searchbox', { name: 'Search shortcuts and commands' })
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  const covers = await search.evaluate((field) => {
    const head = field.parentElement!
    const body = head.parentElement!
    body.scrollTop = 400
    const { left, right, top: from } = body.getBoundingClientRect()
    const to = field.getBoundingClientRect().bottom
    const points: boolean[] = []
    for (let y = from + 1; y < to; y += 2)
      for (const x of [left + 2, left + 40, (left + right) / 2, right - 40])
        points.push(head.contains(document.elementFromPoint(x, y)))
    return { isScrolled: body.scrollTop === 400, points: points.length, covered: points.filter(Boolean).length }
  })
  expect(covers.isScrolled).toBe(true)
  expect(covers.points).toBeGreaterThan(40)
  expect(covers.covered).toBe(covers.points)
})
