import { calls } from '#contract/calls.ts'
import { PATTERNS } from '#contract/rules.ts'

/** The address of the API documentation: as the gateway names it where that can be opened, else the gateway's own page. */
export const documentAddress = (named: string | null | undefined, page: string): string =>
  named != null && URL.canParse(named, page) && PATTERNS.url.test(new URL(named, page).href) ? named : calls.docs.path
