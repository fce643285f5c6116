import { expect } from 'vitest'
import { type RouteId, routeIds, routes } from '#commands/navigation/routes.ts'
import { type Effect, WALKS } from '../commands/pressedControls.ts'
import { en } from '../texts.ts'
import { type BrowserApp, test } from './app.ts'

const OVERLAY = '[role=menu]:visible, [data-layer="palette"]:visible, [data-layer="dialog"]:visible'

/** Resolves when the effect of a press is there. */
async function happens({ page, address }: BrowserApp, effect: Exclude<Effect, { call: string }>) {
  if (effect instanceof RegExp) await expect.poll(address).toMatch(effect)
  else if (typeof effect === 'string') await page.locator(effect).filter({ visible: true }).first().waitFor()
  else await expect.poll(() => effect(page)).toBe(true)
}

async function press(app: BrowserApp, controls: readonly string[], effect: Effect) {
  const { page } = app
  const isCall = typeof effect === 'object' && 'call' in effect
  const called = isCall ? page.waitForRequest((request) => request.url().includes(`/api${effect.call}`)) : null
  for (const control of controls) await page.locator(control).first().click()
  if (isCall) await called
  else await happens(app, effect)
}

test.for(['merchant', 'agent', 'staff'] as const)(
  'Controls that are found by their names run their commands: buttons, menus, bars and tabs of %s',
  {
    timeout: 240_000,
  },
  async (person, { open }) => {
    const app = await open({ as: person })
    const { page, settled } = app
    const failed: string[] = []
    for (const { at, keys = '', presses } of WALKS.filter(({ as = 'merchant' }) => as === person)) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.evaluate((hash) => location.assign(hash), `#${at}`)
      const discard = page.getByRole('button', { name: 'Discard' })
      if (await discard.count()) await discard.click()
      await settled()
      if (keys !== '') {
        // A key that comes before the rows, or while the focus moves to them, finds no row.
        await page.locator('[role=grid]:not([aria-busy=true]) [role=row]:not([data-late])').nth(1).waitFor()
        const cell = page.locator('role=grid >> [tabindex="0"]').first()
        await expect
          .poll(() => cell.focus().then(() => cell.evaluate((element) => element === document.activeElement)))
          .toBe(true)
      }
      for (const key of keys.split(' ').filter(Boolean)) {
        await page.keyboard.press(key)
        await page.waitForTimeout(60)
      }
      for (const [ids, controls, effect] of presses) {
        await press(app, [controls].flat(), effect).catch((cause: Error) =>
          failed.push(`${at} ${ids}: ${cause.message.split('\n')[0]}`),
        )
        // Closes what has opened: it would cover the next control. Escape clears the text of the palette first.
        for (let nth = 0; nth < 3 && (await page.locator(OVERLAY).count()) > 0; nth++) await page.keyboard.press('Escape')
      }
    }
    expect(failed).toEqual([])
  },
)

test.for(['merchant', 'submerchant', 'usdt', 'agent', 'staff'] as const)(
  'Each entry of the menu opens its screen: %s',
  async (as, { open }) => {
    const app = await open({ as })
    const { page, address } = app
    // The name of the company above the menu leads to the start page.
    const entries = page.getByRole('navigation').locator('a:not([href="#/"])')
    const many = await entries.count()
    expect(many).toBeGreaterThan(3)
    for (let nth = 0; nth < many; nth++) {
      const entry = entries.nth(nth)
      const path = (await entry.getAttribute('href'))!.replace(/^.*#/, '')
      const id = routeIds.find((one) => routes[one].path === path) as RouteId
      await page
        .getByRole('navigation')
        .getByRole('link', { name: new RegExp(`^${en[routes[id].title as keyof typeof en]}`) })
        .first()
        .click()
      await expect.poll(address).toContain(path)
    }
  },
)
