/** Conditions under the names of a filter. All must match; several values of one are alternatives. */
export interface Conditions {
  readonly [field: string]: string | readonly string[] | undefined
}

/** Alternatives and groups of conditions: `{"any":[{"is":{"status":"FAILED"}},{"is":{"minAmount":"1000"}}]}`. */
export type FilterTree =
  | { readonly any: readonly FilterTree[] }
  | { readonly all: readonly FilterTree[] }
  | { readonly not: FilterTree }
  | { readonly is: Conditions }

/** The limits of a tree in a request: nested groups, conditions, and characters of its text. */
export const MAX_TREE_DEPTH = 6
export const MAX_TREE_CONDITIONS = 50
export const MAX_TREE_TEXT = 8_000

/** What a tree amounts to, from the results of its parts. */
interface Fold<Result> {
  is(conditions: Conditions): Result
  any(parts: readonly Result[]): Result
  all(parts: readonly Result[]): Result
  not(part: Result): Result
}

export function foldTree<Result>(tree: FilterTree, fold: Fold<Result>): Result {
  if ('is' in tree) return fold.is(tree.is)
  if ('not' in tree) return fold.not(foldTree(tree.not, fold))
  const parts = ('any' in tree ? tree.any : tree.all).map((part) => foldTree(part, fold))
  return 'any' in tree ? fold.any(parts) : fold.all(parts)
}

/** The tree with other conditions. */
export const mapConditions = (tree: FilterTree, change: (conditions: Conditions) => Conditions): FilterTree =>
  foldTree<FilterTree>(tree, {
    is: (conditions) => ({ is: change(conditions) }),
    any: (any) => ({ any }),
    all: (all) => ({ all }),
    not: (not) => ({ not }),
  })

/** Every group of conditions of the tree. */
export const conditionsIn = (tree: FilterTree): readonly Conditions[] =>
  foldTree<readonly Conditions[]>(tree, {
    is: (conditions) => [conditions],
    any: (parts) => parts.flat(),
    all: (parts) => parts.flat(),
    not: (part) => part,
  })

/** Whether a tree is within the limits of a request. */
export const isWithinLimits = (tree: FilterTree): boolean => parseFilterTree(formatFilterTree(tree)) !== null

const countOf = (tree: FilterTree): number =>
  conditionsIn(tree).reduce((sum, conditions) => sum + Object.keys(conditions).length, 0)

/** Reads the text of a tree. Null when it is none or exceeds the limits; the names of its conditions are not checked. */
export function parseFilterTree(text: string): FilterTree | null {
  if (text.length > MAX_TREE_TEXT) return null
  try {
    const tree = readTree(JSON.parse(text), MAX_TREE_DEPTH)
    return tree !== null && countOf(tree) <= MAX_TREE_CONDITIONS ? tree : null
  } catch {
    return null
  }
}

/** The text of a tree, with the conditions of a group in alphabetical order. */
export const formatFilterTree = (tree: FilterTree): string =>
  JSON.stringify(mapConditions(tree, (conditions) => Object.fromEntries(Object.entries(conditions).sort())))

/** The text of a tree with other conditions; null for what is no tree. */
export function changeConditions(text: Conditions[string], change: (conditions: Conditions) => Conditions): string | null {
  const tree = typeof text === 'string' ? parseFilterTree(text) : null
  return tree === null ? null : formatFilterTree(mapConditions(tree, change))
}

function readTree(value: unknown, depth: number): FilterTree | null {
  if (depth === 0 || typeof value !== 'object' || value === null) return null
  const [[name, inside] = [], another] = Object.entries(value)
  if (another !== undefined) return null
  if (name === 'is') return isConditions(inside) ? { is: inside } : null
  if (name === 'not') {
    const not = readTree(inside, depth - 1)
    return not === null ? null : { not }
  }
  if ((name !== 'any' && name !== 'all') || !Array.isArray(inside) || inside.length === 0) return null
  const parts = inside.map((part) => readTree(part, depth - 1))
  if (!parts.every((part) => part !== null)) return null
  return name === 'any' ? { any: parts } : { all: parts }
}

const isConditions = (value: unknown): value is Conditions =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((one) => [one].flat().every((item) => typeof item === 'string'))
