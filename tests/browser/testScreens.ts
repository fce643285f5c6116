import { expect } from 'vitest'
import type { Locale } from '#locales/messages.ts'
import { type Account, screensOf } from '../rights/addresses.ts'
import { findViolationsOfThemes, loadAxe } from './accessibility.ts'
import { test } from './app.ts'
import { findLayoutFaults, SIZES } from './layout.ts'

/** Height of a window with few rows: axe checks every cell of every row, and rows are alike. */
const LOW_WINDOW = 500

/** Width of the smallest laptop in CSS pixels: texts of other languages are cut there first. */
const NARROWEST = 1024

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
 * Runs in the page: whether each row in view is loaded. Below the view one may stay late, if its page began with rows of the page
 * before: other tests add rows.
 */
const isEachRowInViewLoaded = (): boolean =>
  Array.from(document.querySelectorAll('[role=row][data-late]')).every((row) => {
    const grid = row.closest('[role=grid]')
    return grid !== null && row.getBoundingClientRect().top >= grid.getBoundingClientRect().bottom
  })

/** Checks all screens of all accounts in this language. Each language has a test file, so that they run in parallel. */
export function testScreensIn(locale: Locale): void {
  test.for(Object.entries(SCREENS))(
    `The screens of %s are accessible and whole in ${locale}`,
    { timeout: 240_000 },
    async (one, { open }) => {
      const [person, screens] = one as [Account, readonly string[]]
      const as = person === 'guest' ? {} : { as: person }
      const { page, settled, address } = await open({ ...as, locale, height: LOW_WINDOW })
      await loadAxe(page)
      const found: [address: string, faults: string[]][] = []
      for (const [nth, screen] of screens.entries()) {
        await page.evaluate((hash) => location.assign(hash), `#${screen}`)
        await settled()
        await page.waitForFunction(isEachRowInViewLoaded)
        expect(address().split('?')[0]).toBe(screen)
        const violations = await findViolationsOfThemes(page, page.locator('html'), {
          locale,
          excluded: nth === 0 ? [] : [MENU_ENTRIES],
        })
        const sizes = locale === 'en' ? SIZES : SIZES.filter(({ width }) => width === NARROWEST)
        const faults = [...violations, ...(await findLayoutFaults(page, sizes))]
        if (faults.length > 0) found.push([screen, faults])
      }
      expect(found).toEqual([])
    },
  )
}
