import type { CommonKey } from '#locales/messages.ts'
import type { Argument } from '../command.ts'
import { currentOrder } from '../conditions.ts'
import type { OrderIdentity, OrderKind, OrderRef, RowIdentity, RowKind, SearchableKind } from '../rows/rowRef.ts'

export const orderIdentityOf = ({ kind, order: { id, platOrderNo } }: OrderRef): OrderIdentity => ({
  kind,
  id,
  number: platOrderNo,
})

/** An order as the value of an argument: text, so that it can wait in a machine and be compared. */
export const orderValue = ({ kind, id, number }: RowIdentity): string => `${kind}/${id}/${number}`

/** The order an argument's value stands for. Throws for text that `orderValue` did not write. */
export function parseOrderValue(value: string | undefined): OrderIdentity {
  const [kind, id, number] = value?.split('/') ?? []
  if (kind === undefined || id === undefined || number === undefined) throw new Error(`"${value}" is no order`)
  return { kind: kind as OrderKind, id, number }
}

/** Whether it asks for an order, and orders of this kind will do. */
export const acceptsOrderKind = (argument: Argument | undefined, kind: RowKind): boolean =>
  argument !== undefined && 'order' in argument.ask && argument.ask.order.some((one) => one === kind)

interface OrderArgument {
  kinds: readonly SearchableKind[]
  /** Looked up by any of its numbers, or by the account it is paid to. */
  by?: 'number' | 'account'
  prompt?: CommonKey
  /** The orders it can be done to. Where it is left out, the one under the cursor is never meant without asking. */
  fits?(ref: OrderRef): boolean
}

/** The argument `order`: found by its number, or the one under the cursor when it is of the kind and fits. */
export const orderArgument = ({ kinds, by = 'number', prompt = 'argument.order', fits }: OrderArgument): Argument => ({
  name: 'order',
  prompt,
  ask: { order: kinds, by, fits: (ref) => kinds.includes(ref.kind) && fits?.(ref) !== false },
  ...(fits === undefined
    ? {}
    : {
        defaultValue(scope) {
          const ref = currentOrder(scope)
          return ref !== null && kinds.includes(ref.kind) && fits(ref) ? orderValue(orderIdentityOf(ref)) : null
        },
      }),
})
