import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { CheckoutOrder, PayOrder } from '#contract/rows/orders.ts'

/** The order list a row belongs to. It determines the calls that find, notify and change it. */
export type OrderRowKind = 'payin' | 'payout' | 'checkout' | 'usdtPayin' | 'usdtPayout' | 'agentPayin' | 'agentPayout'

/** A recharge, withdraw or transfer of a merchant. */
export type MovementKind = 'recharge' | 'withdraw' | 'transfer'

/** Kinds that can be searched by number, amount or name. */
export type SearchableKind = OrderRowKind | MovementKind

/** All kinds of rows a list can hold: orders, movements, ledger entries, days and merchants. */
export type RowKind = SearchableKind | 'entry' | 'day' | 'agentDay' | 'agentMerchant' | 'subMerchant'

export interface RowRef {
  readonly kind: RowKind
  readonly row: ListedRow
}

export interface OrderRef {
  readonly kind: OrderRowKind
  readonly order: PayOrder & Partial<CheckoutOrder>
}

/** Identifies a row without its data: its id in the list, and the number shown to the user. */
export interface RowIdentity<Kind extends RowKind = RowKind> {
  readonly kind: Kind
  readonly id: string
  readonly number: string
}

/** Identifies an order, by the merchant's own number as well where it is known. */
export interface OrderIdentity<Kind extends RowKind = OrderRowKind> extends RowIdentity<Kind> {
  readonly merchantOrderNo?: string | null
}
