import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { keymap } from '#commands/keyboard/keymap.ts'
import { build } from '../tests/browser/build.ts'
import { chromiumPath, isFault, launchChromium } from '../tests/browser/chromium.ts'
import type { Dice } from '../tests/dice.ts'
import { startGateway } from './gatewayProcess.ts'
import type { Result, Task } from './region.ts'

/** The accounts of the demo by their digit on the sign-in page. */
const ACCOUNTS = Object.entries({ merchant: '1', submerchant: '3', usdt: '4', agent: '5', staff: '6', restricted: '7' })
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 420, height: 800 },
]
/** Milliseconds that each answer takes longer. */
const LATENCIES = [0, 80, 400]
const ORDERS = '3000'
const STEPS_A_ROUND = 80
/** Steps between two looks at the page. */
const STEPS_A_LOOK = 4
/** Milliseconds in which the page must become as it should be. */
const SETTLES_MS = 8_000
const MAX_ESCAPES = 12

const CODES: Record<string, string> = {
  mod: 'Control',
  ctrl: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  enter: 'Enter',
  escape: 'Escape',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  space: 'Space',
  home: 'Home',
  end: 'End',
  pagedown: 'PageDown',
  pageup: 'PageUp',
  arrowdown: 'ArrowDown',
  arrowup: 'ArrowUp',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  contextmenu: 'ContextMenu',
}

/** `mod+shift+z` as the driver names it. */
const pressOf = (keys: string): string =>
  keys
    .split(/\+(?=.)/)
    .map((key) => CODES[key] ?? key.replace(/^f(?=\d)/, 'F'))
    .join('+')

/** Every shortcut of the console, as the keys to press. */
const SHORTCUTS = [...new Set(Object.values(keymap).flatMap((layer) => Object.keys(layer)))].map((keys) =>
  keys.split(' ').map(pressOf),
)
const COMMON = 'Enter Escape Tab Shift+Tab ArrowDown ArrowUp Space Control+k Control+Enter Backspace'.split(' ')
const WORDS = (
  'pay payout status:failed amount:>=50k budi 1234 150000 INV- language dark theme withdraw transfer recharge ' +
  'note view columns sort export key merchant today callback 新 *0001 ?why'
).split(' ')

/** One step of a typist: the keys that it presses, or the text that it types. */
function rollStep(roll: Dice): { text: string } | { keys: readonly string[] } {
  const kind = roll(10)
  if (kind < 4) return { keys: SHORTCUTS[roll(SHORTCUTS.length)]! }
  if (kind < 8) return { keys: [COMMON[roll(COMMON.length)]!] }
  return { text: WORDS[roll(WORDS.length)]! }
}

/**
 * Signs in with an account of the demo and presses shortcuts, common keys and words by chance, slower and faster than the page keeps
 * up, near the gateway and far from it. The focus is never lost or hidden, no text is missing, the page is never wider than its window,
 * nothing throws, and Escape always leads out of everything.
 */
export async function tortureByTypist({ target, roll, isOver }: Task): Promise<Result> {
  const dist = mkdtempSync(join(tmpdir(), 'paydesk-typist-'))
  let browser: Browser | undefined
  const failures: string[] = []
  let [rounds, steps] = [0, 0]
  try {
    await build(dist)
    const settings = { ...target.environment, SEED: 'demo', SEED_ORDERS: ORDERS, TRAFFIC: '30' }
    const gateway = await startGateway(settings, { program: [GATEWAY, dist] })
    try {
      browser = await launchChromium(await chromiumPath())
      do {
        const round = await typeAtRandom(browser, gateway.address, roll)
        failures.push(...round.failures)
        steps += round.steps
        rounds++
      } while (!isOver(rounds))
      if (gateway.hasEnded()) failures.push(`The gateway ended by itself: ${gateway.errors()}`)
    } finally {
      await browser?.close()
      await gateway.kill()
    }
  } finally {
    rmSync(dist, { recursive: true, force: true })
  }
  return { tried: steps, failures, figures: `${rounds} sessions` }
}

const GATEWAY = new URL('../tests/browser/gateway.ts', import.meta.url).pathname

async function typeAtRandom(browser: Browser, address: string, roll: Dice): Promise<{ failures: string[]; steps: number }> {
  const [account, digit] = ACCOUNTS[roll(ACCOUNTS.length)]!
  const context = await browser.newContext({ viewport: SIZES[roll(SIZES.length)]!, reducedMotion: 'reduce' })
  await context.addInitScript(noteLeavingByTab)
  const page = await context.newPage()
  const latency = LATENCIES[roll(LATENCIES.length)]!
  const network = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 }
  await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', network)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(`crash: ${message}`))
  page.on('console', (message) => isFault(message) && faults.push(message.text()))
  const typed: string[] = []
  let steps = 0
  try {
    await signIn(page, address, digit)
    for (; steps < STEPS_A_ROUND && (await isSignedIn(page)); steps++) {
      const step = rollStep(roll)
      typed.push('text' in step ? JSON.stringify(step.text) : step.keys.join(' '))
      if ('text' in step) await page.keyboard.type(step.text, { delay: roll(3) * 30 })
      else for (const key of step.keys) await page.keyboard.press(key)
      await setTimeout(roll(4) * 60)
      if (steps % STEPS_A_LOOK === 0) await settle(page, faults)
    }
    if (await isSignedIn(page)) await leaveAll(page, faults)
    return { failures: [], steps }
  } catch (cause) {
    const where = await page
      .evaluate(() => `${location.hash}, ${document.activeElement?.outerHTML.slice(0, 160)}`)
      .catch(String)
    const line = `${account} at ${where}, ${latency} ms away: ${(cause as Error).message}, after ${typed.slice(-25).join(', ')}`
    const picture = join(tmpdir(), `paydesk-typist-${Date.now()}.png`)
    await page.screenshot({ path: picture }).catch(() => null)
    return { failures: [`${line}; ${picture}`], steps }
  } finally {
    await context.close()
  }
}

/** Notes in the page when Tab on its last element, or Shift+Tab on its first, has left it for the browser. */
function noteLeavingByTab(): void {
  const noted = Object.assign(window, { hasLeftByTab: false })
  addEventListener('focusin', () => Object.assign(noted, { hasLeftByTab: false }))
  addEventListener('keydown', ({ key }) => {
    const { activeElement: left } = document
    if (key !== 'Tab') return
    requestAnimationFrame(() =>
      Object.assign(noted, { hasLeftByTab: document.activeElement === document.body && left?.isConnected === true }),
    )
  })
}

/** The digit beside the name signs in. */
async function signIn(page: Page, address: string, digit: string): Promise<void> {
  await page.goto(address)
  // Another key is offered before the accounts are there.
  await page.locator('#root kbd').getByText(digit, { exact: true }).waitFor()
  await page.keyboard.press(digit)
  await page.waitForFunction(() => localStorage.getItem('token') !== null && document.querySelector('nav') !== null)
  await page.locator('[aria-busy="false"]').first().waitFor()
}

/** Commands may sign out, or go back to before the console. */
const isSignedIn = (page: Page): Promise<boolean> =>
  page.evaluate(() => origin !== 'null' && localStorage.getItem('token') !== null)

/** Resolves when the page is as it should be; throws what is not, if it stays so. */
async function settle(page: Page, faults: readonly string[]): Promise<void> {
  const until = Date.now() + SETTLES_MS
  for (;;) {
    if (faults.length > 0) throw new Error(faults.join('; '))
    const wrong = await page.evaluate(lookAtPage)
    if (wrong === null) return
    if (Date.now() > until) throw new Error(wrong)
    await setTimeout(100)
  }
}

/** What is wrong with the page; null when nothing is. Runs in the browser. */
function lookAtPage(): string | null {
  const { activeElement: focused, body, documentElement: root } = document
  if (focused === null || focused === body) {
    return (window as unknown as { hasLeftByTab: boolean }).hasLeftByTab ? null : 'the focus is lost'
  }
  if (!focused.checkVisibility({ visibilityProperty: true })) return 'the focus is in something invisible'
  if (focused.closest('[aria-hidden="true"], [inert]') !== null) return 'the focus is hidden from screen readers'
  if (root.scrollWidth > innerWidth + 1) return `the page is ${root.scrollWidth} px wide in a window of ${innerWidth}`
  const missing = /\[[a-z]+(?:\.\w+)+\]|\{\{\w+\}\}|\[object Object\]|\bundefined\b|\bNaN\b/.exec(body.innerText)
  return missing === null ? null : `there is the text ${missing[0]}`
}

/** Escape leads out of every popup, and back to the page. */
async function leaveAll(page: Page, faults: readonly string[]): Promise<void> {
  const isFree = () =>
    page.evaluate(
      () =>
        // The palette is rendered ahead, hidden.
        ![...document.querySelectorAll('[role="alertdialog"], [role="menu"], [aria-modal="true"]')].some(
          (popup) =>
            popup.checkVisibility({ visibilityProperty: true }) && popup.closest('[inert], [aria-hidden="true"]') === null,
        ) && document.activeElement?.closest('#main') != null,
    )
  for (let escapes = 0; escapes < MAX_ESCAPES && !(await isFree()); escapes++) {
    await page.keyboard.press('Escape')
    await setTimeout(150)
  }
  await settle(page, faults)
  if (!(await isFree())) throw new Error(`${MAX_ESCAPES} Escapes do not lead back to the page`)
}
