import type { Command } from '../command.ts'
import type { Registry } from '../registry.ts'
import { orderOf } from '../rows/kinds.ts'
import type { OrderRef, RowRef } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

/** Whether the command can take this order from the cursor. A command that always asks for an order is about another one. */
const acceptsOrder = ({ arguments: [first] = [] }: Command, ref: OrderRef, { permissions }: Scope): boolean =>
  first?.defaultValue !== undefined && 'order' in first.ask && first.ask.fits(ref, permissions)

/** Whether the command applies to this kind of row and, if it takes an argument from the cursor, finds one there. */
const appliesToRow = ({ rowKinds, arguments: [first] = [] }: Command, ref: RowRef, scope: Scope): boolean =>
  rowKinds?.includes(ref.kind) === true && first?.defaultValue?.(scope) !== ''

/** The commands for a row of any kind that the user may run. An order is passed as the argument `order`. */
export const commandsForRow = (ref: RowRef, registry: Registry, scope: Scope): Command[] => {
  const order = orderOf(ref)
  return order === null
    ? registry.offered(scope).filter((command) => appliesToRow(command, ref, scope))
    : commandsForOrder(order, registry, scope).filter(({ id }) => id !== 'order.jump')
}

/** The commands for an order that the user may run. Each takes it as its argument `order`. */
export const commandsForOrder = (ref: OrderRef, registry: Registry, scope: Scope): Command[] =>
  registry.offered(scope).filter((command) => command.id === 'order.jump' || acceptsOrder(command, ref, scope))

/** The commands for an order or movement in the search results. */
export function commandsForSearchResult(ref: RowRef, registry: Registry, scope: Scope): Command[] {
  const order = orderOf(ref)
  return order === null
    ? registry.offered(scope).filter(({ id }) => id === 'order.jump')
    : commandsForOrder(order, registry, scope)
}
