import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { nextFrame } from './app.ts'

/** Elements that pass the focus on at once and need no visible focus. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]'

type Rules = Pick<RunOptions, 'runOnly' | 'rules'>

// The dark theme changes only colours: `light-dark()` accepts no other values, and no style sheet queries the scheme or the language
// otherwise. So one language shows the colours of all. axe skips texts of one character, which Chinese has many of.
const COLOUR_LOCALE = 'en'
const COLOURS = ['color-contrast', 'link-in-text-block']
const COLOUR_RULES: Rules = { runOnly: COLOURS }
const OTHER_RULES: Rules = { rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) }

/** Loads axe into the current page, until the next load. */
export const loadAxe = (page: Page): Promise<void> => page.evaluate(axe.source)

/** The violations that axe finds in a part of the page without the excluded parts, and duplicate ids. */
export async function findViolations(
  part: Locator,
  { rules = {}, excluded = [] }: { rules?: Rules; excluded?: string[] } = {},
): Promise<string[]> {
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

/** Checks everything in the language that stands for all, in both themes; in other languages all but colours. */
export async function findViolationsOfThemes(
  page: Page,
  part: Locator,
  { locale, excluded = [] }: { locale: string; excluded?: string[] },
): Promise<string[]> {
  if (locale !== COLOUR_LOCALE) return findViolations(part, { rules: OTHER_RULES, excluded })
  const found = await findViolations(part, { excluded })
  await page.emulateMedia({ colorScheme: 'dark' })
  await nextFrame(page)
  const inDark = await findViolations(part, { rules: COLOUR_RULES, excluded })
  await page.emulateMedia({ colorScheme: 'light' })
  await nextFrame(page)
  return [...found, ...inDark.map((one) => `dark: ${one}`)]
}
