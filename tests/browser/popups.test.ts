import { expect } from 'vitest'
import { test } from './desk.ts'

test('whatever opens from a button opens by Enter, closes by Escape, and gives the focus back', async ({ open }) => {
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
