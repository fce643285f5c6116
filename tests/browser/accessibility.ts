import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { nextFrame } from './app.ts'

/** Whatever gives the focus on as soon as it gets it need not be seen. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]'

type Rules = Pick<RunOptions, 'runOnly'>

// All that the night changes are colours: `light-dark()` knows no other value, and no style sheet asks for the scheme otherwise.
const COLOUR_RULES: Rules = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** In a page that has been loaded; it stays until the next load. */
export const loadAxe = (page: Page): Promise<void> => page.evaluate(axe.source)

/** What axe finds in a part of the page, as it stands, that stands in somebody's way, and the ids that are there twice. */
export async function findViolations(part: Locator, rules: Rules = {}): Promise<string[]> {
  const { violations, twice } = await part.evaluate(
    async (include, [exclude, rules]) => {
      const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
      const { violations }: AxeResults = await Object(window).axe.run(
        { include, exclude: [exclude] },
        { ...rules, resultTypes: ['violations'], elementRef: false },
      )
      return { violations, twice: ids.filter((id, index) => ids.indexOf(id) !== index) }
    },
    [FOCUS_GUARD, rules] as const,
  )
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`)),
    ...twice.map((id) => `the id ${id} is there twice`),
  ]
}

/** The same by day and by night. */
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
