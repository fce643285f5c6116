import { existsSync } from 'node:fs'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/**
 * Where the browser of the tests is: `CHROMIUM` when set, else an installed one, else the one an npm package carries. That one is
 * unpacked when it is first asked for, and two that unpack it at once break it for each other.
 */
export async function chromiumPath(): Promise<string> {
  const installed = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path))
  return installed ?? (await packaged.executablePath())
}

/** Of the switches that the package suggests none is taken: some of them turn off what is tested here. */
export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
