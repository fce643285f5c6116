import { expect } from 'vitest'
import { test } from './app.ts'

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
