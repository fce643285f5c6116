import { type Account, screensOf } from '../../rights/addresses.ts'
import type { BrowserApp } from '../app.ts'
import { inspectScreen } from './inspectScreen.ts'

export const PEOPLE = ['merchant', 'submerchant', 'usdt', 'agent', 'staff'] as const

/** All screens of a merchant, and those that the other accounts add. */
const screensFor = (person: Account): string[] =>
  person === 'merchant' ? screensOf(person) : screensOf(person).filter((screen) => !screensOf('merchant').includes(screen))

/** Opens each screen of the account and returns what is wrong with them. `replies` are the texts that the gateway has sent. */
export async function tour({ page, settled }: BrowserApp, person: Account, replies: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const screen of screensFor(person)) {
    await page.evaluate((hash) => location.assign(hash), `#${screen}`)
    await settled()
    faults.push(...(await inspectScreen(page, screen, replies)))
  }
  return faults
}
