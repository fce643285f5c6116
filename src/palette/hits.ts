import { orderValue } from '#commands/orders/orderArgument.ts'
import { hasNumbers, type Numbers } from '#commands/rows/hasNumbers.ts'
import { identityOf } from '#commands/rows/kinds.ts'
import type { RowRef, SearchableKind } from '#commands/rows/rowRef.ts'
import type { ListScope } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Hit, Search } from '#machines/palette/page.ts'

/** A found order or movement as a palette hit, with the task that opens it. */
export function toHit(ref: RowRef & { readonly kind: SearchableKind }): Hit<SearchableKind> {
  const value = orderValue(identityOf(ref))
  const task = {
    command: 'order.jump',
    given: { order: value },
    missingArguments: [],
    confirm: null,
    showsAnswer: false,
    newTab: false,
  }
  return { kind: ref.kind, row: ref.row, value, task }
}

/** Hits among the loaded rows of the open list. `isCertain` for a platform number, which is unique; merchant numbers are not. */
export function localHits(
  search: Search<SearchableKind>,
  list: ListScope | null,
): { hits: Hit<SearchableKind>[]; isCertain: boolean } {
  const kind = search.kinds.find((one) => one === list?.kind)
  if (search.by !== 'number' || list === null || kind === undefined) return { hits: [], isCertain: false }
  const found = list.findLoaded(search.text)
  return {
    hits: found.map(({ row }) => toHit({ kind, row })),
    isCertain: found.some(({ row }) => row.platOrderNo === search.text),
  }
}

const SEARCHED_NUMBER = {
  number: 'orderNo',
  tail: 'orderTail',
  account: 'account',
  hash: 'payOrderNo',
} as const satisfies Record<string, keyof Numbers>

/** Whether a row is one of those that were searched for. A gateway may not send accounts and hashes, which then cannot be checked. */
export function isWanted(row: ListedRow, { by, text }: Search<SearchableKind>): boolean {
  const isFound = hasNumbers(row, { [SEARCHED_NUMBER[by]]: text })
  return isFound ?? (by === 'account' || by === 'hash')
}

/** Many orders have the same last digits; callers mostly ask about a recent one. */
export const newestFirst = ({ row: one }: Hit<SearchableKind>, { row: other }: Hit<SearchableKind>): number =>
  (other.createTime ?? '').localeCompare(one.createTime ?? '')
