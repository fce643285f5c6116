/** In what a gateway may differ where the specification says nothing. */
export interface Switches {
  /** Whether lists say how many rows there are. */
  totals: boolean
  ids: 'text' | 'number' | 'none'
  /** Where the rows of a list are. */
  container: 'item' | 'data.item' | 'data.list' | 'bare' | 'double'
  /** The answer to a path that the gateway does not know. */
  unknownPaths: 404 | 401
  /** Whether statuses, channels and types are words of its own. */
  words: 'known' | 'own'
  /** Whether times have a zone. Without one they are times of Jakarta. */
  times: 'zoned' | 'zoneless'
  /** Whether replies have the fields that the specification describes without naming them. */
  parts: 'whole' | 'absent'
  amounts: 'text' | 'number'
  /** Sent in full to every call, masked except to a reveal, or never. */
  secrets: 'full' | 'masked' | 'withheld'
  /** `coded`: status and code of their own; `plain`: 400 with error and message; `inside`: refusals in a 200; else no JSON. */
  errors: 'coded' | 'plain' | 'inside' | 'text' | 'html'
  filters: 'heeded' | 'ignored'
  /** Whether the menu list names pages, besides the type of the account. */
  menus: 'named' | 'none'
  /** Milliseconds before each answer. */
  delay: number
}

export const USUAL: Switches = {
  totals: true,
  ids: 'text',
  container: 'data.item',
  unknownPaths: 404,
  words: 'known',
  times: 'zoned',
  parts: 'whole',
  amounts: 'text',
  secrets: 'full',
  errors: 'coded',
  filters: 'heeded',
  menus: 'named',
  delay: 0,
}

/** A gateway that differs wherever it can. */
export const BAREST: Switches = {
  totals: false,
  ids: 'none',
  container: 'bare',
  unknownPaths: 401,
  words: 'own',
  times: 'zoneless',
  parts: 'absent',
  amounts: 'number',
  secrets: 'full',
  errors: 'plain',
  filters: 'ignored',
  menus: 'none',
  delay: 0,
}

/** Gateways that differ in one thing, by its name; then all at once. */
export const VARIANTS: readonly (readonly [name: string, switches: Switches])[] = [
  ['as usual', USUAL],
  ['without totals', { ...USUAL, totals: false }],
  ['with ids that are numbers', { ...USUAL, ids: 'number' }],
  ['without ids', { ...USUAL, ids: 'none' }],
  ['with rows in item', { ...USUAL, container: 'item' }],
  ['with rows in data.list', { ...USUAL, container: 'data.list' }],
  ['with bare rows', { ...USUAL, container: 'bare' }],
  ['with rows wrapped twice', { ...USUAL, container: 'double' }],
  ['that answers 401 to paths it does not know', { ...USUAL, unknownPaths: 401 }],
  ['with words of its own', { ...USUAL, words: 'own' }],
  ['with times without a zone', { ...USUAL, times: 'zoneless' }],
  ['with absent parts', { ...USUAL, parts: 'absent' }],
  ['with amounts that are numbers', { ...USUAL, amounts: 'number' }],
  ['with 400 for every error', { ...USUAL, errors: 'plain' }],
  ['with errors inside successes', { ...USUAL, errors: 'inside' }],
  ['with errors as text', { ...USUAL, errors: 'text' }],
  ['with errors as pages', { ...USUAL, errors: 'html' }],
  ['that ignores filters', { ...USUAL, filters: 'ignored' }],
  ['with a menu list of types only', { ...USUAL, menus: 'none' }],
  ['that is slow', { ...USUAL, delay: 30 }],
  ['that differs in everything', BAREST],
]
