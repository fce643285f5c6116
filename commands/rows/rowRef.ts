import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { CheckoutOrder, PayOrder } from '#contract/rows/orders.ts'

/** Which of the order lists a row stands in; says by which calls it is found, notified and moved. */
export type OrderKind = 'payin' | 'payout' | 'checkout' | 'usdtPayin' | 'usdtPayout' | 'agentPayin' | 'agentPayout'

/** Money that a merchant put in, took out or handed on. */
export type MovementKind = 'recharge' | 'withdraw' | 'transfer'

/** What is found by a number of its own, an amount or a name. */
export type SearchableKind = OrderKind | MovementKind

/** What a list can hold: orders, records of money that came, went or changed hands, movements, days, and merchants. */
export type RowKind = SearchableKind | 'entry' | 'day' | 'agentDay' | 'agentMerchant' | 'subMerchant'

/** A row on the screen. */
export interface RowRef {
  readonly kind: RowKind
  readonly row: ListedRow
}

/** An order on the screen. */
export interface OrderRef {
  readonly kind: OrderKind
  readonly order: PayOrder & Partial<CheckoutOrder>
}

/** Enough of a row to find it again: the id it has in its list, and the number it is known by. */
export interface RowIdentity<Kind extends RowKind = RowKind> {
  readonly kind: Kind
  readonly id: string
  readonly number: string
}

export type OrderIdentity = RowIdentity<OrderKind>
