import { type Sql, sql, trusted, when } from '../server/db/sql.ts'
import { firstIdOf } from '../server/ids.ts'
import type { OrderScope } from '../server/orders/orderFilter.ts'
import { ORDER_JOINS, WIRE_ORDER } from '../server/orders/orderRow.ts'
import { addDays } from '../server/wib.ts'

/** Hand-written statements with the same answers as the gateway's queries, in the fewest steps. */

const of = ({ merchantNos }: OrderScope, column: Sql): Sql =>
  merchantNos === 'all' ? sql`true` : sql`${column} = any (${merchantNos}::text[])`

/** What a page is narrowed to, if anything. */
interface BareFilter {
  days?: readonly [first: string, last: string]
  status?: string
}

/** Rows and total of a page, by offset. */
export const barePage = (scope: OrderScope, offset: number, limit: number, filter: BareFilter = {}): Sql => sql`
  select ${WIRE_ORDER}, (${bareTotal(scope, filter)}) as total
    from orders o ${ORDER_JOINS}
   where o.kind = ${scope.kind} and ${of(scope, sql`o.merchant_no`)} ${when(filter.status, sql`and o.status = ${filter.status}`)}
         ${createdIn(filter)}
   order by o.id desc
   limit ${limit} offset ${offset}`

const createdIn = ({ days }: BareFilter): Sql =>
  days === undefined ? sql`` : sql`and o.id >= ${firstIdOf(days[0])} and o.id < ${firstIdOf(addDays(days[1], 1))}`

/** The same for a page with a known first row (keyset). */
export const bareKeyedPage = (scope: OrderScope, first: string, limit: number): Sql => sql`
  select ${WIRE_ORDER}, (${bareTotal(scope)}) as total
    from orders o ${ORDER_JOINS}
   where o.kind = ${scope.kind} and ${of(scope, sql`o.merchant_no`)} and o.id <= ${first}
   order by o.id desc
   limit ${limit}`

const bareTotal = (scope: OrderScope, filter: BareFilter = {}): Sql => sql`
  select sum(n)::float8
    from (select n from order_day where ${counted(scope, filter)} union all select n from order_delta where ${counted(scope, filter)}) f`

const counted = (scope: OrderScope, { days, status }: BareFilter): Sql => sql`
  ${of(scope, sql`merchant_no`)} and kind = ${scope.kind} ${when(status, sql`and status = ${status}`)}
  ${when(days, sql`and day between ${days?.[0]}::date and ${days?.[1]}::date`)}`

/** An order by merchant or channel order number, with its history. */
export const bareJump = (scope: OrderScope, number: string): Sql =>
  bareOrder(scope, sql`(lower(o.merchant_order_no) = lower(${number}) or lower(o.pay_order_no) = lower(${number}))`)

/** The same by platform order number. */
export const barePlatformJump = (scope: OrderScope, id: string): Sql => bareOrder(scope, sql`o.id = ${id}`)

const bareOrder = ({ merchantNos, kind }: OrderScope, condition: Sql): Sql => sql`
  select ${WIRE_ORDER},
         (select json_agg(json_build_object('at', at, 'status', status, 'text', text) order by step)
            from order_move v where v.merchant_no = o.merchant_no and v.order_id = o.id) as moves
    from orders o ${ORDER_JOINS}
   where o.merchant_no = any (${merchantNos}::text[]) and o.kind = ${kind} and ${condition}`

/** Counts and sums by status for a range of days. */
export const bareSummary = (scope: OrderScope, days: readonly [string, string]): Sql => sql`
  select status, sum(n)::float8 as n, sum(amount)::text as amount, sum(fee)::text as fee
    from (
           select status, n, amount, fee from order_day where ${counted(scope, { days })}
            union all
           select status, n, amount, fee from order_delta where ${counted(scope, { days })}
         ) f
   group by status`

/** The `limit` orders before an id, newest first, as export lines, and the id where the next part starts. */
export const bareLines = (kind: OrderScope['kind'], before: string, count: number): Sql => sql`
  select string_agg(concat(
           ${local('o.create_time')}, ',', o.merchant_no, ',', m.name, ',', o.merchant_order_no, ',', o.id, ',',
           o.pay_order_no, ',', o.method, ',', o.channel, ',', o.currency, ',', o.amount * 0.01, ',',
           o.paid_amount * 0.01, ',', o.fee * 0.01, ',0.00,', o.fee_type, ',', o.status, ',', o.late_success, ',',
           o.account_number, ',', o.account_name, ',', o.bank_code, ',', b.name, ',', o.payer_name, ',', o.payer_account, ',',
           o.mobile, ',', o.receive_account, ',', o.notify_status, ',', o.notify_attempts, ',',
           ${local('o.last_notify_time')}, ',', o.expiry_minutes, ',', o.response_message, ',', o.plat_account_id, ',',
           ${local('o.update_time')}, ',', ${local('o.complete_time')}, ',', o.remark, E'\\r\\n'
         ), '' order by o.id desc) as lines, min(o.id) as last, count(*)::int as n
    from (select * from orders where kind = ${kind} and id < ${before} order by id desc limit ${count}) o ${ORDER_JOINS}`

const local = (column: string): Sql =>
  sql`to_char(${trusted(column)} at time zone 'UTC' + interval '7 hours', 'YYYY-MM-DD HH24:MI:SS')`

/** A transfer to execute: its accounts, amount, and the numbers of the rows it writes. */
export interface BareTransfer {
  from: string
  to: string
  amount: bigint
  ids: readonly [record: string, sent: string, received: string]
  now: Date
}

/**
 * All writes of a transfer in one statement, so one round trip: idempotency key, both movements with their history and notes,
 * balances.
 */
export const bareTransfer = ({ from, to, amount, ids: [id, sent, received], now }: BareTransfer): Sql => sql`
  with held as (
    select from account where currency = 'IDR' and merchant_no in (${from}, ${to}) order by merchant_no for update
  ), asked as (
    insert into idempotency (merchant_no, key, request_hash, answer, at)
    select ${from}, ${id}::text, '\\x00', json_build_object('result', ${id}::text), ${now}
     where (select count(*) from held) = 2
        on conflict do nothing
    returning 1
  ), side as (
    select *
      from (values (${from}, -${amount}::bigint, 'TRANSFER_OUT', ${sent}::bigint, 2),
                   (${to}, ${amount}::bigint, 'TRANSFER_IN', ${received}::bigint, 1)) s (no, delta, type, entry_id, moves)
     where exists (select from asked)
  ), moved as (
    update account a set available = a.available + s.delta, seq = a.seq + 1
      from side s
     where a.merchant_no = s.no and a.currency = 'IDR'
    returning a.*, s.delta, s.type, s.entry_id
  ), kept as (
    insert into record (merchant_no, id, type, merchant_order_no, origin_no, status, currency, amount, payer_account,
                        receive_merchant_no, moves, create_time, update_time, complete_time)
    select no, ${id}::bigint, type, ${id}::text, ${from}, 'SUCCESS', 'IDR', ${amount}::bigint, ${from}, ${to}, moves, ${now},
           ${now}, ${now}
      from side
  ), stepped as (
    insert into order_move (merchant_no, order_id, step, at, status)
    select no, ${id}::bigint, step, ${now}, case step when moves then 'SUCCESS' else 'CREATED' end
      from side cross join lateral generate_series(1, moves) step
  ), noted as (
    insert into change_note (merchant_no, kind, id, made) select no, 'RECORD', ${id}::bigint, true from side
  )
  insert into ledger
  select merchant_no, currency, seq, entry_id, type, 'MERCHANT', ${id}::bigint, 1, ${id}::text, delta, available - delta, available,
         payin_freeze, payin_freeze, payout_freeze, payout_freeze, ${now}
    from moved`
