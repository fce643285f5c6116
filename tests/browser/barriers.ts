import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { nextFrame } from './desk.ts'

/** Whatever gives the focus on as soon as it gets it need not be seen. */
const PASSED_THROUGH = '[data-base-ui-focus-guard]'

type Rules = Pick<RunOptions, 'runOnly'>

// All that the night changes are colours: `light-dark()` knows no other value, and no style sheet asks for the scheme otherwise.
const AT_NIGHT: Rules = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** In a page that has been loaded; it stays until the next load. */
export const bringAxe = (page: Page): Promise<void> => page.evaluate(axe.source)

/** What axe finds in a part of the page, as it stands, that stands in somebody's way, and the ids that are there twice. */
export async function barriers(part: Locator, rules: Rules = {}): Promise<string[]> {
  const { violations, twice } = await part.evaluate(
    async (include, [exclude, rules]) => {
      const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
      const { violations }: AxeResults = await Object(window).axe.run(
        { include, exclude: [exclude] },
        { ...rules, resultTypes: ['violations'], elementRef: false },
      )
      return { violations, twice: ids.filter((id, index) => ids.indexOf(id) !== index) }
    },
    [PASSED_THROUGH, rules] as const,
  )
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`)),
    ...twice.map((id) => `the id ${id} is there twice`),
  ]
}

/** The same by day and by night. */
export async function barriersByDayAndNight(page: Page, part: Locator): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await nextFrame(page)
    found.push(...(await barriers(part, colorScheme === 'dark' ? AT_NIGHT : {})).map((one) => `${colorScheme}: ${one}`))
  }
  return found
}
