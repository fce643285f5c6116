import { type Sql, sql, when } from '../server/db/sql.ts'
import { NAMED, ORDER_COLUMNS, ORDER_NAMES } from '../server/queries/order.ts'
import type { OrderScope } from '../server/queries/orders.ts'

/** What one would ask the database by hand, knowing it well: the same answers with the fewest steps. */

const of = ({ merchantNos }: OrderScope, column: Sql): Sql =>
  merchantNos === 'all' ? sql`true` : sql`${column} = any (${merchantNos}::text[])`

/** Rows and total of a page, by counting its way there. */
export const barePage = (scope: OrderScope, offset: number, limit: number): Sql => sql`
  select ${ORDER_COLUMNS}, ${ORDER_NAMES}, (${bareTotal(scope)}) as total
    from orders o ${NAMED}
   where o.kind = ${scope.kind} and ${of(scope, sql`o.merchant_no`)}
   order by o.id desc
   limit ${limit} offset ${offset}`

/** The same of a page whose first row is known. */
export const bareKeyedPage = (scope: OrderScope, first: string, limit: number): Sql => sql`
  select ${ORDER_COLUMNS}, ${ORDER_NAMES}, (${bareTotal(scope)}) as total
    from orders o ${NAMED}
   where o.kind = ${scope.kind} and ${of(scope, sql`o.merchant_no`)} and o.id <= ${first}
   order by o.id desc
   limit ${limit}`

const bareTotal = (scope: OrderScope): Sql => sql`
  select sum(n)::float8
    from (select n from order_day where ${counted(scope)} union all select n from order_delta where ${counted(scope)}) f`

const counted = (scope: OrderScope, days?: readonly [string, string]): Sql => sql`
  ${of(scope, sql`merchant_no`)} and kind = ${scope.kind}
  ${when(days, sql`and day between ${days?.[0]}::date and ${days?.[1]}::date`)}`

/** An order by its own number or its channel's, with its moves. */
export const bareJump = ({ merchantNos, kind }: OrderScope, number: string): Sql => sql`
  select ${ORDER_COLUMNS}, ${ORDER_NAMES},
         (select json_agg(json_build_object('at', at, 'status', status, 'text', text) order by step)
            from order_move v where v.merchant_no = o.merchant_no and v.order_id = o.id) as moves
    from orders o ${NAMED}
   where o.merchant_no = any (${merchantNos}::text[]) and o.kind = ${kind}
     and (lower(o.merchant_order_no) = lower(${number}) or lower(o.pay_order_no) = lower(${number}))`

/** Numbers and sums by status, of some days. */
export const bareSummary = (scope: OrderScope, days: readonly [string, string]): Sql => sql`
  select status, sum(n)::float8 as n, sum(amount)::text as amount, sum(fee)::text as fee
    from (
           select status, n, amount, fee from order_day where ${counted(scope, days)}
            union all
           select status, n, amount, fee from order_delta where ${counted(scope, days)}
         ) f
   group by status`
