import { canUse, type Permissions } from '#contract/authority.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Argument } from '../command.ts'
import { currentOrder } from '../conditions.ts'
import { identityOf, rowKinds } from '../rows/kinds.ts'
import type { OrderIdentity, OrderRef, OrderRowKind, RowKind, SearchableKind } from '../rows/rowRef.ts'

export const orderIdentityOf = ({ kind, order }: OrderRef): OrderIdentity => ({ ...identityOf({ kind, row: order }), kind })

/** Serializes an order as an argument value. Values are text so that machines can store and compare them. */
export const orderValue = ({ kind, id, number, merchantOrderNo }: OrderIdentity<RowKind>): string =>
  [kind, id, number, merchantOrderNo ?? []].flat().map(encodeURIComponent).join('/')

/** Parses the value of an order argument. Throws for text that `orderValue` did not write. */
export function parseOrderValue(value: string | undefined): OrderIdentity {
  const [kind, id, number, merchantOrderNo = null] = value?.split('/').map(decodeURIComponent) ?? []
  if (kind === undefined || id === undefined || number === undefined) throw new Error(`"${value}" is not an order argument`)
  return { kind: kind as OrderRowKind, id, number, merchantOrderNo }
}

/** Whether the argument accepts orders of this kind. */
export const acceptsOrderKind = (argument: Argument | undefined, kind: RowKind): boolean =>
  argument !== undefined && 'order' in argument.ask && argument.ask.order.some((one) => one === kind)

interface OrderArgument {
  kinds: readonly SearchableKind[]
  /** Looked up by any of its numbers, or by the receiving account. */
  by?: 'number' | 'account'
  prompt?: CommonKey
  /** Which orders the command applies to. Without it, the order under the cursor is never taken without asking. */
  fits?(ref: OrderRef, permissions: Permissions): boolean
}

/** The argument `order`: found by its number, or taken from the cursor if its kind and state fit. */
export const orderArgument = ({ kinds, by = 'number', prompt = 'argument.order', fits }: OrderArgument): Argument => ({
  name: 'order',
  prompt,
  ask: { order: kinds, by, fits: (ref, permissions) => kinds.includes(ref.kind) && fits?.(ref, permissions) !== false },
  ...(fits === undefined
    ? {}
    : {
        defaultValue(scope) {
          const ref = currentOrder(scope)
          return ref !== null && kinds.includes(ref.kind) && fits(ref, scope.permissions)
            ? orderValue(orderIdentityOf(ref))
            : null
        },
      }),
})

/** Orders that users mark, note and assign. */
const ANNOTATED_KINDS: readonly OrderRowKind[] = ['payin', 'payout', 'usdtPayin', 'usdtPayout']

/** An order that the user may mark, note and assign: with the permission to send its callback. */
export const annotatedOrder = (fits = (_: OrderRef) => true): Argument =>
  orderArgument({
    kinds: ANNOTATED_KINDS,
    fits: (ref, permissions) => canUse(permissions, rowKinds[ref.kind].notify?.permission ?? []) && fits(ref),
  })
