import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { ElementHandle, Page } from 'playwright-core'
import type { Locale } from '#locales/messages.ts'
import { LOCALES } from '../../src/i18n.ts'
import { type BrowserApp, nextFrame } from './app.ts'

/** Elements that pass the focus on at once and need no visible focus. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]'

type Rules = Pick<RunOptions, 'runOnly' | 'rules'>

// Themes and forced colours change only colours, and no style sheet queries the language: one language shows the colours of all.
// axe skips texts of one character, which Chinese has many of.
const COLOUR_LOCALE = 'en'
const COLOURS = ['color-contrast', 'link-in-text-block']
const ONLY_COLOURS: Rules = { runOnly: COLOURS }
const NO_COLOURS: Rules = { rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) }

const OTHER_LOCALES = (Object.keys(LOCALES) as Locale[]).filter((locale) => locale !== COLOUR_LOCALE)

/** Loads axe into the current page, until the next load. */
export const loadAxe = (page: Page): Promise<void> => page.evaluate(axe.source)

/** The violations that axe finds in a part of the page without the excluded parts, and duplicate ids. */
async function findViolations(part: ElementHandle<Element>, rules: Rules, excluded: readonly string[]): Promise<string[]> {
  const { violations, twice } = await part.evaluate(
    async (include, [exclude, rules]) => {
      const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
      const { violations }: AxeResults = await Object(window).axe.run(
        { include, exclude },
        // Style sheets are preloaded for one rule alone, which is off: `css-orientation-lock`.
        { ...rules, resultTypes: ['violations'], elementRef: false, preload: { assets: ['media'] } },
      )
      return { violations, twice: ids.filter((id, index) => ids.indexOf(id) !== index) }
    },
    [[FOCUS_GUARD, ...excluded], rules] as const,
  )
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`)),
    ...twice.map((id) => `duplicate id ${id}`),
  ]
}

const LOOKS = {
  dark: { colorScheme: 'dark' },
  'forced light': { forcedColors: 'active', colorScheme: 'light' },
  'forced dark': { forcedColors: 'active', colorScheme: 'dark' },
} as const

const USUAL = { colorScheme: 'light', forcedColors: 'none' } as const

/**
 * Checks a part of an English page in all languages, in both themes and with forced colours. The page stays as it is: language and
 * theme change in place, as when another tab changes the language.
 */
export async function findViolationsInAllLooks(
  app: BrowserApp,
  part: ElementHandle<Element>,
  excluded: readonly string[] = [],
): Promise<string[]> {
  const { page } = app
  const found = await findViolations(part, {}, excluded)
  for (const [name, look] of Object.entries(LOOKS)) {
    await page.emulateMedia(look)
    await nextFrame(page)
    found.push(...(await findViolations(part, ONLY_COLOURS, excluded)).map((one) => `${name}: ${one}`))
  }
  await page.emulateMedia(USUAL)
  for (const locale of OTHER_LOCALES) {
    await speak(app, locale)
    found.push(...(await findViolations(part, NO_COLOURS, excluded)).map((one) => `${locale}: ${one}`))
  }
  await speak(app, COLOUR_LOCALE)
  return found
}

/** Changes the language as another tab would. */
async function speak({ page, settled }: BrowserApp, locale: Locale): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('currentLocaleKey', newValue)
    dispatchEvent(new StorageEvent('storage', { key: 'currentLocaleKey', newValue }))
  }, locale)
  await page.locator(`html[lang="${LOCALES[locale].tag}"]`).waitFor({ state: 'attached' })
  await settled()
}
