import { type Sql, sql } from '../server/db/sql.ts'

/** A payin to create, and the numbers of its rows. */
export interface BarePayin {
  merchantNo: string
  name: string
  channel: string
  amount: bigint
  id: string
  auditId: string
  /** Milliseconds since 1970. */
  now: number
}

/** The time until it expires. */
const HOUR_MS = 3_600_000

/** All writes of a payin's creation in one statement: signature, order with its history, counter, note, expiry and audit. */
export const barePayin = ({ merchantNo, name, channel, amount, id, auditId, now }: BarePayin): Sql => sql`
  with used as (
    insert into used_signature (merchant_no, signature, at) values (${merchantNo}, ${id}::text, ${new Date(now)})
        on conflict do nothing
    returning merchant_no
  ), made as (
    insert into orders (merchant_no, kind, id, merchant_order_no, pay_order_no, status, channel, method, currency, amount, fee_type,
                        fee_rate, plat_account_id, bank_code, account_number, account_name, expiry_minutes, moves, create_time,
                        update_time)
    select merchant_no, 'PAYIN', ${id}::bigint, ${id}::text, 'BCA' || ${id}::text, 'PENDING', ${channel}, 'VIRTUAL_ACCOUNT', 'IDR',
           ${amount}::bigint, 'RATE', 0.01, ${channel} || '-01', '014', '1280' || right(${id}::text, 12), ${name}, 60, 2,
           ${new Date(now)}, ${new Date(now)}
      from used
        on conflict do nothing
    returning merchant_no, kind, id, status, amount
  ), moved as (
    insert into order_move (merchant_no, order_id, step, at, status)
    select merchant_no, id, step, ${new Date(now)}, case step when 2 then status else 'CREATED' end
      from made cross join lateral generate_series(1, 2) step
  ), counted as (
    insert into order_delta (merchant_no, order_id, step, status, kind, day, n, amount, fee)
    select merchant_no, id, 2, status, kind, (${new Date(now)}::timestamptz at time zone 'UTC' + interval '7 hours')::date, 1, amount, 0
      from made
  ), noted as (
    insert into change_note (merchant_no, kind, id, made) select merchant_no, kind, id, true from made
  ), due as (
    insert into expiry (merchant_no, kind, order_id, due_time) select merchant_no, kind, id, ${new Date(now + HOUR_MS)} from made
  )
  insert into audit (merchant_no, id, at, actor_no, actor, address, action, target, detail)
  select merchant_no, ${auditId}::bigint, ${new Date(now)}, merchant_no, 'API', '127.0.0.1', 'payin', id::text,
         jsonb_build_object('before', null, 'after', jsonb_build_object('status', status, 'payAmount', amount, 'channel', ${channel}::text))
    from made`
