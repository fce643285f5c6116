import { existsSync } from 'node:fs'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/**
 * The browser of the tests: `CHROMIUM` when set, else an installed one, else the one an npm package carries. Of the switches
 * that the package suggests none is taken: some of them turn off what is tested here.
 */
export async function launchChromium(): Promise<Browser> {
  const installed = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path))
  const executablePath = installed ?? (await packaged.executablePath())
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
}
