import type { Command } from './command.ts'
import type { Registry } from './registry.ts'
import type { OrderRef, Scope } from './scope.ts'

/** What may be taken from the cursor is about that order; what asks for one anyway looks for another. */
const acts = ({ arguments: [first] = [] }: Command, ref: OrderRef): boolean =>
  first?.given !== undefined && 'order' in first.ask && first.ask.fits(ref)

/** What can be done with this order, by who is signed in: each of these takes it as its argument `order`. */
export const commandsFor = (ref: OrderRef, registry: Registry, scope: Scope): Command[] =>
  registry.offered(scope).filter((command) => command.id === 'order.jump' || acts(command, ref))
