import { expect } from 'vitest'
import { type Person, screensOf } from '../rights/addresses.ts'
import { findViolationsInBothThemes, loadAxe } from './accessibility.ts'
import { test } from './app.ts'

/** Every cell of every row is looked at, and one row is like another: a low window has few. */
const LOW_WINDOW = 500

/** What the merchant has as well is looked at there. */
const screensBeyondMerchant = (person: Person): string[] =>
  screensOf(person).filter((screen) => !screensOf('merchant').includes(screen))

const SCREENS: Record<Person, readonly string[]> = {
  guest: screensOf('guest'),
  merchant: screensOf('merchant'),
  submerchant: screensBeyondMerchant('submerchant'),
  usdt: screensBeyondMerchant('usdt'),
  agent: screensBeyondMerchant('agent'),
  staff: screensOf('staff'),
  restricted: ['/transaction/payin'],
}

/** Nobody is kept out of any screen of theirs in this language, by day and by night. A file a language: they take equally long. */
export function testScreensIn(locale: 'zh' | 'en' | 'id' | 'vi'): void {
  test.for(Object.entries(SCREENS))(
    `nobody is kept out of a screen of %s in ${locale}`,
    { timeout: 240_000 },
    async (one, { open }) => {
      const [person, screens] = one as [Person, readonly string[]]
      const as = person === 'guest' ? {} : { as: person }
      const { page, settled, address } = await open({ ...as, locale, height: LOW_WINDOW })
      await loadAxe(page)
      const found: [address: string, barred: string[]][] = []
      for (const screen of screens) {
        await page.evaluate((hash) => location.assign(hash), `#${screen}`)
        await settled()
        expect(address().split('?')[0]).toBe(screen)
        const barred = await findViolationsInBothThemes(page, page.locator('html'))
        if (barred.length > 0) found.push([screen, barred])
      }
      expect(found).toEqual([])
    },
  )
}
