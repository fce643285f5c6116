import { expect } from 'vitest'
import { type Account, screensOf } from '../rights/addresses.ts'
import { findViolationsInAllLooks, loadAxe } from './accessibility.ts'
import { test } from './app.ts'
import { layoutFaults } from './layout.ts'

/** Height of a window with few rows: axe checks every cell of every row, and rows are alike. */
const LOW_WINDOW = 500

/** The entries of the menu are those of the account on each of its screens. */
const MENU_ENTRIES = 'nav:not(#main *) > *'

/** The screens that the merchant account does not cover. */
const screensBeyondMerchant = (person: Account): string[] =>
  screensOf(person).filter((screen) => !screensOf('merchant').includes(screen))

const SCREENS: Record<Account, readonly string[]> = {
  guest: screensOf('guest'),
  merchant: screensOf('merchant'),
  submerchant: screensBeyondMerchant('submerchant'),
  usdt: screensBeyondMerchant('usdt'),
  agent: screensBeyondMerchant('agent'),
  staff: screensOf('staff'),
  restricted: ['/transaction/payin'],
}

/**
 * Checks all screens of these accounts in every look. Two files share the accounts, so that they run in parallel; each account loads
 * the page once.
 */
export function testScreensOf(accounts: readonly Account[]): void {
  test.for(accounts)(
    'The screens of %s are accessible in all languages and looks, and fit every window',
    { timeout: 480_000 },
    async (person, { open }) => {
      const as = person === 'guest' ? {} : { as: person }
      const app = await open({ ...as, locale: 'en', height: LOW_WINDOW })
      const { page, settled, address } = app
      await loadAxe(page)
      const found: [address: string, violations: string[]][] = []
      for (const [nth, screen] of SCREENS[person].entries()) {
        await page.evaluate((hash) => location.assign(hash), `#${screen}`)
        await settled()
        // A row that is still loading has no text.
        await page.waitForFunction(() =>
          Array.from(document.querySelectorAll('[role=rowheader]')).every((head) => head.textContent !== ''),
        )
        expect(address().split('?')[0]).toBe(screen)
        const html = (await page.$('html'))!
        const violations = [
          ...(await findViolationsInAllLooks(app, html, nth === 0 ? [] : [MENU_ENTRIES])),
          ...(await layoutFaults(app)),
        ]
        if (violations.length > 0) found.push([screen, violations])
      }
      expect(found).toEqual([])
    },
  )
}
