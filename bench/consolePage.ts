import type { Browser, BrowserContext, Page } from 'playwright-core'
import { demoAccounts } from '../server/seed/seed.ts'
import type { Fixture } from './fixture.ts'
import { installProbe } from './probe.ts'
import { withoutStream } from './withoutStream.ts'

/** The console signed in as staff, with the payin list of all days open, and an empty page in the same browser. */
export interface ConsolePage {
  page: Page
  empty: Page
  /** Loads the list from the start, until its first rows and all preloads have arrived. */
  load(): Promise<void>
  close(): Promise<void>
}

export const VIEWPORT = { width: 1440, height: 900 }

export async function openConsolePage(browser: Browser, { address }: Fixture): Promise<ConsolePage> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  await context.addInitScript(installProbe)
  const page = await openSignedIn(context, address)
  const load = async () => {
    await page.bringToFront()
    // A hash change alone would not reload the document.
    await page.goto('about:blank')
    await page.goto(listAddress(address))
    await page.evaluate(() => probe.firstRow)
    await page.waitForLoadState('networkidle')
  }
  await load()
  return { page, empty: await context.newPage(), load, close: () => context.close() }
}

/** The list's address, where a guest signs in first. */
export const listAddress = (address: string): string => `${address}/#/transaction/payin?dates=all`

export type Account = Pick<(typeof demoAccounts)[number], 'username' | 'password'>

/** The published demo account of this name. */
export const demoAccount = (name: string): Account => demoAccounts.find(({ username }) => username === name)!

const STAFF = demoAccount('staff')

/** Opens the list in English, signed in. */
export async function openSignedIn(context: BrowserContext, address: string, account: Account = STAFF): Promise<Page> {
  await context.addInitScript(withoutStream)
  const page = await context.newPage()
  await page.goto(listAddress(address))
  await page.evaluate(() => localStorage.setItem('currentLocaleKey', 'en'))
  await signIn(page, account)
  return page
}

/** Signs in by keyboard, from the sign-in page to the first row of the list. */
export async function signIn(page: Page, { username, password }: Account = STAFF): Promise<void> {
  await page.getByRole('textbox').first().waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.locator('[role=row] [role=rowheader]').first().waitFor()
}
