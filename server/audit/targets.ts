import { type Sql, sql, trusted } from '../db/sql.ts'
import { ID_FORMAT } from '../ids.ts'

/** Selects the kind of the merchant's order or movement with this number, as `kind`; no row when there is none. */
export const selectTargetKind = (merchantNo: Sql, number: Sql): Sql => sql`
  select o.kind
    from orders o
   where o.merchant_no = ${merchantNo} and o.kind in ('PAYIN', 'PAYOUT', 'USDT_PAYIN', 'USDT_PAYOUT') and o.id = ${number}
   union all
  select r.type
    from record r
   where r.merchant_no = ${merchantNo} and r.id = ${number}
   limit 1`

/** SQL that converts text to the number of an order or a movement; null when it cannot be one. */
export const parseNumber = (text: Sql): Sql =>
  sql`case when ${text} ~ ${trusted(`'${ID_FORMAT.source}'`)} then (${text})::bigint end`
