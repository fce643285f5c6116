import { calls } from '#contract/calls.ts'
import { PATTERNS } from '#contract/rules.ts'

/** The address of the API documentation: as the gateway names it where that can be opened, else the gateway's own page. */
export function documentAddress(named: string | null | undefined, page: string): string {
  const href = named != null && URL.canParse(named, page) ? new URL(named, page).href : ''
  return PATTERNS.url.test(href) ? href : new URL(calls.docs.path, page).href
}
