import axe, { type AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './desk.ts'

/** Whatever gives the focus on as soon as it gets it need not be seen. */
const PASSED_THROUGH = '[data-base-ui-focus-guard]'

/** What axe finds in a part of the page, as it stands, that keeps somebody out, or nearly so. */
async function barriers(part: Locator): Promise<string[]> {
  const { violations } = await part.evaluate(
    (include, exclude): Promise<AxeResults> =>
      Object(window).axe.run({ include, exclude: [exclude] }, { resultTypes: ['violations'] }),
    PASSED_THROUGH,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))
}

/** Every cell of every row is looked at, and one row is like another: a low window has few. */
const LOW = 500

const LOOKS = [
  ['zh', 'light'],
  ['zh', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
] as const

const whole = (page: Page) => page.locator('html')
// A notice on the screen is a dialog as well, to whoever drew it.
const dialog = (page: Page) => page.getByRole('dialog').and(page.locator('[data-layer]'))
const menu = (page: Page) => page.getByRole('menu')
const record = (page: Page) => page.locator('[data-layer="detail"]')

/** What is opened from a row by these keys, and the part of the page that is new then. */
const OPENED: [what: string, keys: string, part: (page: Page) => Locator][] = [
  ['the list, with chosen rows', 'j J', whole],
  ['their sum', 'J +', dialog],
  ['the palette', 'Control+k', dialog],
  ['the keys', '?', dialog],
  ['the columns', 'z c', dialog],
  ['the notices', 'g n', dialog],
  ['actions of a row', 'a', menu],
  ['an order', 'Enter', record],
  ['its timeline', 'Enter ]', record],
  ['its callbacks', 'Enter ] ]', record],
  ['its raw text', 'Enter ] ] ]', record],
]

/** Pages that are led to by their address. */
const PAGES: [what: string, address: string][] = [
  ['payouts', '/transaction/payout?dates=all'],
  ['checkouts', '/transaction/checkout-list?dates=all'],
  ['a list without rows', '/transaction/payin?minAmount=1.23&maxAmount=1.23'],
  ['an address that leads nowhere', '/nowhere/at/all'],
  ['a page of somebody else', '/transaction/payin-a'],
]

/** Lists of others. */
const THEIRS: [as: 'usdt' | 'agent', address: string][] = [
  ['usdt', '/transactionusdt/payout?dates=all'],
  ['agent', '/transaction/payout-a?dates=all'],
]

test.for(LOOKS)('nobody is kept out: %s, %s', async ([locale, theme], { open }) => {
  const found: [what: string, barred: string[]][] = []
  const look = async (what: string, part: Locator) => {
    const barred = await barriers(part)
    if (barred.length > 0) found.push([what, barred])
  }
  const guest = await open({ locale, theme })
  await guest.page.evaluate(axe.source)
  await look('the sign-in page', whole(guest.page))

  const { page, press, type, focus, settled } = await open({ as: 'merchant', locale, theme, height: LOW })
  await page.evaluate(axe.source)
  for (const [what, keys, part] of OPENED) {
    await press(keys)
    await part(page).waitFor()
    await settled()
    await look(what, part(page))
    await press('Escape')
    await expect.poll(focus).toMatch(/^row/)
  }
  await press('/')
  await expect.poll(focus).toMatch(/^combobox/)
  await type('nope:1 status:')
  await page.getByRole('option').first().waitFor()
  await look('the text of the filter, with a fault and what is offered', whole(page))
  await press('Escape Escape')
  for (const [what, address] of PAGES) {
    await page.evaluate((hash) => location.assign(hash), `#${address}`)
    await settled()
    await look(what, whole(page))
  }
  await page.evaluate((hash) => location.assign(hash), '#/transaction/payout?dates=all&status=SUCCESS')
  await settled()
  await press('i')
  await dialog(page).waitFor()
  await settled()
  await look('a receipt', dialog(page))
  for (const [as, at] of THEIRS) {
    const other = await open({ as, at, locale, theme, height: LOW })
    await other.page.evaluate(axe.source)
    await look(at, whole(other.page))
  }
  expect(found).toEqual([])
})
