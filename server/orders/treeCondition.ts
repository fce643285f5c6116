import Compile from 'typebox/compile'
import { type Conditions, type FilterTree, foldTree, parseFilterTree } from '#contract/filterTree.ts'
import { OrderFilter } from '#contract/shapes/orders.ts'
import { allOf } from '../db/conditions.ts'
import { join, type Sql, sql } from '../db/sql.ts'
import { isUnstorable } from '../http/input.ts'
import { invalidField } from '../refusal.ts'

const validator = Compile(OrderFilter)

/** Throws VALIDATION_FAILED for a text that is no tree, exceeds its limits, or has conditions that the filter does not have. */
export function readTree(text: string): FilterTree {
  const tree = parseFilterTree(text)
  if (tree === null || !foldTree(tree, EVERY)) throw invalidField('where', 'rule.format')
  return tree
}

/** An unknown condition cannot be ignored: as an alternative it would match everything. */
const isFilter = (conditions: Conditions): boolean =>
  Object.keys(conditions).every((name) => name !== 'where' && Object.hasOwn(OrderFilter.properties, name)) &&
  validator.Check(conditions) &&
  !isUnstorable(conditions)

const every = (parts: readonly boolean[]): boolean => parts.every(Boolean)
const EVERY = { is: isFilter, any: every, all: every, not: (part: boolean) => part }

/** The tree as a condition on a row. What is null does not match, so its opposite does. */
export const treeCondition = (tree: FilterTree, conditionsOf: (filter: OrderFilter) => readonly Sql[]): Sql =>
  foldTree<Sql>(tree, {
    is: (conditions) => sql`(${allOf([sql`true`, ...conditionsOf(conditions as OrderFilter)])})`,
    any: (parts) => sql`(${join(parts, sql` or `)})`,
    all: (parts) => sql`(${allOf(parts)})`,
    not: (part) => sql`(${part} is not true)`,
  })
