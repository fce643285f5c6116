import type { Command } from '../command.ts'
import type { Registry } from '../registry.ts'
import type { OrderRef, RowRef } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'
import { orderOf } from './orderKinds.ts'

/** What may be taken from the cursor is about that order; what asks for one anyway looks for another. */
const acts = ({ arguments: [first] = [] }: Command, ref: OrderRef): boolean =>
  first?.defaultValue !== undefined && 'order' in first.ask && first.ask.fits(ref)

/** What takes something from the cursor is about such a row only where there is something to take. */
const takes = ({ rowKinds: about, arguments: [first] = [] }: Command, ref: RowRef, scope: Scope): boolean =>
  about?.includes(ref.kind) === true && first?.defaultValue?.(scope) !== ''

/** What can be done with this row, whatever it is, by who is signed in; an order is given as the argument `order`. */
export const commandsForRow = (ref: RowRef, registry: Registry, scope: Scope): Command[] => {
  const order = orderOf(ref)
  return order === null
    ? registry.offered(scope).filter((command) => takes(command, ref, scope))
    : commandsForOrder(order, registry, scope).filter(({ id }) => id !== 'order.jump')
}

/** What can be done with this order, by who is signed in: each of these takes it as its argument `order`. */
export const commandsForOrder = (ref: OrderRef, registry: Registry, scope: Scope): Command[] =>
  registry.offered(scope).filter((command) => command.id === 'order.jump' || acts(command, ref))

/** The same with what was found, order or record. */
export function commandsForSearchResult(ref: RowRef, registry: Registry, scope: Scope): Command[] {
  const order = orderOf(ref)
  return order === null
    ? registry.offered(scope).filter(({ id }) => id === 'order.jump')
    : commandsForOrder(order, registry, scope)
}
