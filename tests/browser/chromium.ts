import { existsSync } from 'node:fs'
import packaged from '@sparticuz/chromium'
import { type Browser, type ConsoleMessage, chromium } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/**
 * Path of the browser for the tests: `CHROMIUM` if set, otherwise an installed one, otherwise that of an npm package. The package
 * unpacks it at the first call, and two concurrent calls break each other.
 */
export async function chromiumPath(): Promise<string> {
  const installed = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path))
  return installed ?? (await packaged.executablePath())
}

/** A page of a test ends before optimized code pays off. Without the optimizing compilers a walk takes a tenth less processor time. */
export const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev']

/** Uses none of the package's default switches: some of them disable features under test. */
export const launchChromium = (executablePath: string, switches: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...switches] })

/** The browser logs every response outside of 200 to 299; the console shows those to the user. */
export const isFault = (message: ConsoleMessage): boolean =>
  message.type() === 'error' && !message.text().startsWith('Failed to load resource')
