import type { AccountDay, AgentDay } from './dashboards.ts'
import type { AccountEntry } from './ledger.ts'
import type { SubMerchant } from './merchants.ts'
import type { Movement } from './movements.ts'
import type { CheckoutOrder, PayOrder } from './orders.ts'

/** Which part of the orders of a day went through, as text: reckoned here, told by nobody. */
interface Rates {
  payinSuccessRate: string
  payoutSuccessRate: string
}

type Listed = PayOrder | CheckoutOrder | Movement | AccountEntry | AccountDay | (AgentDay & Rates) | SubMerchant

type KeyOf<Row> = Row extends unknown ? keyof Row : never
type ValueOf<Row, Key> = Row extends unknown ? (Key extends keyof Row ? Row[Key] : never) : never

/** A field that rows of one list or another have. */
export type RowField = Exclude<KeyOf<Listed>, 'history'>

/** A row of any list: what it is known by, and of all else that rows have, some. */
export type ListedRow = { readonly id: string } & {
  readonly [Key in Exclude<KeyOf<Listed>, 'id'>]?: ValueOf<Listed, Key>
}
