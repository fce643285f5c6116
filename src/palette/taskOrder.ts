import { currentRow } from '#commands/conditions.ts'
import { orderIdentityOf, orderValue, parseOrderValue } from '#commands/orders/orderArgument.ts'
import { orderOf } from '#commands/rows/kinds.ts'
import type { OrderRef, SearchableKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import type { Page } from '#machines/palette/page.ts'

/** The order given to the task, from the palette's hits or the visible rows; null when only its number is known. */
export function taskOrder(pages: readonly Page<SearchableKind>[], scope: Scope): OrderRef | null {
  const value = pages.at(-1)?.task?.given.order
  if (value === undefined) return null
  const found = pages
    .flatMap(({ hits, subject }) => (subject === null ? hits : [subject, ...hits]))
    .flatMap((hit) => orderOf(hit) ?? [])
  const { number } = parseOrderValue(value)
  const visible = [currentRow(scope) ?? [], scope.list?.row ?? [], scope.list?.findLoaded(number) ?? []]
    .flat()
    .flatMap((ref) => orderOf(ref) ?? [])
  return [...found, ...visible].find((ref) => orderValue(orderIdentityOf(ref)) === value) ?? null
}
