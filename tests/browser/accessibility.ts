import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { nextFrame } from './app.ts'

/** Elements that pass the focus on at once and need no visible focus. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]'

type Rules = Pick<RunOptions, 'runOnly'>

// The dark theme changes only colours: `light-dark()` accepts no other values, and no style sheet queries the scheme otherwise.
const COLOUR_RULES: Rules = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Loads axe into the current page, until the next load. */
export const loadAxe = (page: Page): Promise<void> => page.evaluate(axe.source)

/** The violations that axe finds in a part of the page, and duplicate ids. */
export async function findViolations(part: Locator, rules: Rules = {}): Promise<string[]> {
  const { violations, twice } = await part.evaluate(
    async (include, [exclude, rules]) => {
      const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
      const { violations }: AxeResults = await Object(window).axe.run(
        { include, exclude: [exclude] },
        // Style sheets are preloaded for one rule alone, which is off: `css-orientation-lock`.
        { ...rules, resultTypes: ['violations'], elementRef: false, preload: { assets: ['media'] } },
      )
      return { violations, twice: ids.filter((id, index) => ids.indexOf(id) !== index) }
    },
    [FOCUS_GUARD, rules] as const,
  )
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`)),
    ...twice.map((id) => `duplicate id ${id}`),
  ]
}

/** Checks the light and the dark theme. */
export async function findViolationsInBothThemes(page: Page, part: Locator): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await nextFrame(page)
    found.push(
      ...(await findViolations(part, colorScheme === 'dark' ? COLOUR_RULES : {})).map((one) => `${colorScheme}: ${one}`),
    )
  }
  return found
}
