import { keyOf, orderIn, orderValue } from '#commands/orderArgument.ts'
import type { OrderKind, OrderRef, Scope } from '#commands/scope.ts'
import type { Page } from '#machines/palette/page.ts'

/** The order a task is about, as far as it is on the screen or was found a moment ago; null where only its number is known. */
export function subjectOf(pages: readonly Page<OrderKind>[], scope: Scope): OrderRef | null {
  const value = pages.at(-1)?.task?.given.order
  if (value === undefined) return null
  const found = pages.flatMap(({ hits, subject }) => (subject === null ? hits : [subject, ...hits]))
  const { number } = orderIn(value)
  const shown = [scope.detail?.order ?? [], scope.list?.row ?? [], scope.list?.known(number) ?? []].flat()
  return [...found, ...shown].find((ref) => orderValue(keyOf(ref)) === value) ?? null
}
