import { type FilterTree, foldTree, formatFilterTree, parseFilterTree } from '#contract/filterTree.ts'
import type { List } from '../list.ts'
import type { ListWords } from '../listWords.ts'
import { type Condition, conditionsOf } from './conditions.ts'
import type { ListFilter } from './listFilter.ts'

/** A condition for each group that all rows must meet. */
export function groupConditions({ where }: ListFilter, list: List, words: ListWords): Condition[] {
  const tree = typeof where === 'string' ? parseFilterTree(where) : null
  if (tree === null) return []
  const groups = 'all' in tree ? tree.all : [tree]
  return groups.map((group) => {
    const others = groups.filter((one) => one !== group)
    const [only, second] = others
    const left: FilterTree | undefined = second === undefined ? only : { all: others }
    const isExcluded = 'not' in group
    return {
      fields: ['where'],
      title: words.t(isExcluded ? 'filter.except' : 'filter.where'),
      text: treeText(isExcluded ? group.not : group, list, words),
      isIgnored: false,
      where: left && formatFilterTree(left),
    }
  })
}

/** A group as text: conditions joined by a dot, alternatives by "or", brackets where both meet. */
function treeText(tree: FilterTree, list: List, words: ListWords): string {
  const { t } = words
  const joined = (parts: readonly GroupText[], joint: string): GroupText => {
    const [only, second] = parts
    if (only !== undefined && second === undefined) return only
    return { text: parts.map(({ text, isOne }) => (isOne ? text : `(${text})`)).join(joint), isOne: false }
  }
  return foldTree<GroupText>(tree, {
    is: (conditions) =>
      joined(
        conditionsOf(conditions as ListFilter, list, words)
          // The control of days has a text without days too.
          .filter(({ fields }) => !fields.includes('startDate') || conditions.endDate !== undefined)
          .map((one) => ({ text: `${one.title}: ${one.text}`, isOne: true })),
        ' · ',
      ),
    any: (parts) => joined(parts, t('filter.or')),
    all: (parts) => joined(parts, ' · '),
    not: ({ text }) => ({ text: t('filter.not', { text }), isOne: true }),
  }).text
}

interface GroupText {
  readonly text: string
  /** Whether it can stand beside others without brackets. */
  readonly isOne: boolean
}
