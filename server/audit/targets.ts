import { type Sql, sql } from '../db/sql.ts'

/** Of which kind the order or record with this number is, as `kind`; no row where the merchant has none. */
export const selectTargetKind = (merchantNo: Sql, number: Sql): Sql => sql`
  select o.kind
    from orders o
   where o.merchant_no = ${merchantNo} and o.kind in ('PAYIN', 'PAYOUT', 'USDT_PAYIN', 'USDT_PAYOUT') and o.id = ${number}
   union all
  select r.type
    from record r
   where r.merchant_no = ${merchantNo} and r.id = ${number}
   limit 1`

/** A text as the number of an order or a record; null where it cannot be one. */
export const parseNumber = (text: Sql): Sql => sql`case when ${text} ~ '^[0-8][0-9]{18}$' then (${text})::bigint end`
