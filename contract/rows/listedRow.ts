import type { AccountDay, AgentDay } from './dashboards.ts'
import type { AccountEntry } from './ledger.ts'
import type { SubMerchant } from './merchants.ts'
import type { Movement } from './movements.ts'
import type { CheckoutOrder, PayOrder } from './orders.ts'

/** Success rates of a day, computed by the console. */
interface Rates {
  payinSuccessRate: string
  payoutSuccessRate: string
}

type Listed = PayOrder | CheckoutOrder | Movement | AccountEntry | AccountDay | (AgentDay & Rates) | SubMerchant

type KeyOf<Row> = Row extends unknown ? keyof Row : never
type ValueOf<Row, Key> = Row extends unknown ? (Key extends keyof Row ? Row[Key] : never) : never

export type RowField = Exclude<KeyOf<Listed>, 'history'>

/** A row of any list: an id and some of the fields. */
export type ListedRow = { readonly id: string } & {
  readonly [Key in Exclude<KeyOf<Listed>, 'id'>]?: ValueOf<Listed, Key>
}
