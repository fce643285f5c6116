import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPTION_MEMBERS } from '#contract/options.ts'
import { passcodeAt, sha256, timeStepOf, verifyPassword } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { brokenLedger, unexplainedEntries, wrongCounters } from '../../server/ledger/checks.ts'
import { merchantByUsername, scopeOf } from '../../server/merchants/merchants.ts'
import { parseReceipt, type ReceiptFile, receiptUrl } from '../../server/movements/receipts.ts'
import { salesByDay } from '../../server/seed/calendar.ts'
import { Chance } from '../../server/seed/chance.ts'
import { demoAccounts, isDemo, seedDemo } from '../../server/seed/seed.ts'
import { SHOPS } from '../../server/seed/shops.ts'
import { databases } from '../databases.ts'
import { addMerchant } from '../shop.ts'

const NOW = Date.parse('2026-11-21T16:40:00+07:00')
const ORDERS = 8_000

const fingerprints: unknown[] = []

describe.each(databases)('$name: the demo data', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    expect(await isDemo(db)).toBe(false)
    expect(await seedDemo(db, { now: NOW, orders: ORDERS })).toBe(true)
  }, 120_000)
  afterAll(() => db.close())

  const none = async (query: ReturnType<typeof sql>) => expect(await db.all(sql`${query} limit 5`)).toEqual([])

  test('it has the requested number of orders, in every status, some paid late, and is created once', async () => {
    expect(await isDemo(db)).toBe(true)
    expect(await seedDemo(db, { now: NOW, orders: ORDERS })).toBe(false)
    const payins = await db.one(sql`
      select count(*)::int as n, bool_or(late_success) as late from orders where kind in ('PAYIN', 'USDT_PAYIN')`)
    expect(payins).toEqual({ n: ORDERS, late: true })
    const statuses = await db.all<{ status: string }>(sql`
      select distinct status from orders where kind in ('PAYIN', 'USDT_PAYIN')`)
    expect(statuses.map(({ status }) => status).sort()).toEqual([...OPTION_MEMBERS.PayinOrderStatus].sort())
  })

  test('it has about one payout per eight sales, in every status, with retries', async () => {
    const facts = await db.one<{ n: number; payers: number; kinds: string[]; retried: boolean }>(sql`
      select count(*)::int as n, count(distinct merchant_no)::int as payers, array_agg(distinct kind order by kind) as kinds,
             bool_or(attempt > 1) as retried
        from orders where kind in ('PAYOUT', 'USDT_PAYOUT')`)
    expect(facts).toMatchObject({ payers: 8, kinds: ['PAYOUT', 'USDT_PAYOUT'], retried: true })
    expect(facts!.n / ORDERS).toBeGreaterThan(0.09)
    expect(facts!.n / ORDERS).toBeLessThan(0.15)
    const statuses = await db.all<{ status: string }>(sql`
      select distinct status from orders where kind in ('PAYOUT', 'USDT_PAYOUT')`)
    expect(statuses.map(({ status }) => status).sort()).toEqual([...OPTION_MEMBERS.PayoutOrderStatus].sort())
    // Every open payout is scheduled for the worker.
    await none(sql`
      select o.id
        from orders o
        left join payout_due d on d.merchant_no = o.merchant_no and d.kind = o.kind and d.order_id = o.id
       where o.kind in ('PAYOUT', 'USDT_PAYOUT') and (o.status in ('CREATED', 'PROCESSING')) <> (d.due_time > ${new Date(NOW)})`)
  })

  test('the ledger and the counters are consistent', async () => {
    expect(await brokenLedger(db)).toEqual([])
    expect(await wrongCounters(db)).toEqual([])
    // In order of time.
    await none(sql`
      select id
        from (select id, create_time, lag(id) over account as id_before, lag(create_time) over account as time_before
                from ledger window account as (partition by merchant_no order by seq)) row
       where id <= id_before or create_time < time_before`)
  })

  test('every entry of the ledger is explained by an order or a movement', async () => {
    expect(await unexplainedEntries(db)).toEqual([])
    await none(sql`
      select a.merchant_no
        from account a
       where a.payin_freeze <> (select coalesce(sum(amount), 0) from settlement s where s.merchant_no = a.merchant_no)`)
    await none(sql`
      select id from orders
       where fee <> 0 and kind in ('PAYIN', 'USDT_PAYIN') and status not in ('SUCCESS', 'PARTIAL_REFUND', 'REFUNDED')
          or fee <> 0 and kind in ('PAYOUT', 'USDT_PAYOUT') and status in ('FAILED', 'CANCELLED')`)
  })

  test('it has movements of every type and status, both sides of transfers, and some open ones', async () => {
    const distinct = async (column: 'type' | 'status') => {
      const rows = await db.all<Record<string, string>>(
        sql`select distinct ${column === 'type' ? sql`type` : sql`status`} from record`,
      )
      return rows.map((row) => row[column]).sort()
    }
    expect(await distinct('type')).toEqual([...OPTION_MEMBERS.RecordType].sort())
    expect(await distinct('status')).toEqual([...OPTION_MEMBERS.RecordStatus].sort())
    await none(sql`
      select id from record where type in ('TRANSFER_OUT', 'TRANSFER_IN') and status = 'SUCCESS' group by id having count(*) <> 2`)
    // Exactly the open movements are scheduled.
    expect(await db.all(sql`select record_id as id from record_due order by record_id`)).toEqual(
      await db.all(sql`select id from record where complete_time is null order by id`),
    )
    await none(sql`
      select r.id
        from record r
        left join lateral (select status, step, at from order_move m where m.merchant_no = r.merchant_no and m.order_id = r.id
                            order by step desc limit 1) last on true
       where last.status is distinct from r.status or last.step <> r.moves or last.at > ${new Date(NOW)}`)
  })

  test('some offline recharges have receipts', async () => {
    const rows = await db.all<ReceiptFile & { receipt: boolean; number: string }>(sql`
      select r.receipt, r.merchant_order_no as number, f.type, f.content
        from record r
        left join record_receipt f on f.merchant_no = r.merchant_no and f.record_id = r.id
       where r.type = 'RECHARGE_OFFLINE' or r.receipt or f.type is not null`)
    expect(new Set(rows.map(({ receipt }) => receipt))).toEqual(new Set([true, false]))
    for (const { receipt, number, type, content } of rows) {
      expect(type !== null).toBe(receipt)
      if (!receipt) continue
      const file = parseReceipt(receiptUrl({ type, content }))
      expect(file.type).toBe('application/pdf')
      expect(file.content.toString('latin1')).toContain(`(Berita: ${number})`)
    }
  })

  test('the history of every order ends in its status and has nothing in the future', async () => {
    await none(sql`
      select o.id
        from orders o
        join (
          select merchant_no, order_id, count(*) as n, max(step) as last, max(at) as at,
                 (array_agg(status order by step))[1] as first, (array_agg(status order by step desc))[1] as status,
                 bool_and(at >= before) as rising
            from (select *, lag(at, 1, at) over (partition by merchant_no, order_id order by step) as before from order_move) move
           group by merchant_no, order_id
        ) m on m.merchant_no = o.merchant_no and m.order_id = o.id
       where (m.n, m.last, m.status, m.first, m.rising, m.at) is distinct from (o.moves, o.moves, o.status, 'CREATED', true, o.update_time)`)
    await none(sql`
      select id from orders o
       where not exists (select from order_move m where m.merchant_no = o.merchant_no and m.order_id = o.id)`)
    const times = await db.one(sql`
      select max(create_time) <= ${new Date(NOW)} as orders, (select max(at) <= ${new Date(NOW)} from order_move) as moves,
             (select max(create_time) <= ${new Date(NOW)} from ledger) as ledger,
             (select max(at + latency_ms * interval '1 ms') <= ${new Date(NOW)} from callback_attempt) as attempts,
             (select max(at) <= ${new Date(NOW)} from audit) as audit, (select max(at) <= ${new Date(NOW)} from notice) as notices,
             min(create_time) > ${new Date(NOW)}::timestamptz - interval '91 days' as recent
        from orders`)
    expect(times).toEqual({ orders: true, moves: true, ledger: true, attempts: true, audit: true, notices: true, recent: true })
    await none(sql`
      select id from orders
       where left(id::text, 12) <> to_char(create_time at time zone 'UTC' + interval '7 hours', 'YYMMDDHH24MISS')`)
  })

  test('callback attempts match the order columns and the schedule', async () => {
    await none(sql`
      select o.id
        from orders o
        left join (
          select merchant_no, order_id, max(number) as last, count(*) as n, max(at) as at from callback_attempt group by 1, 2
        ) a on a.merchant_no = o.merchant_no and a.order_id = o.id
        left join callback c on c.merchant_no = o.merchant_no and c.order_id = o.id
       where (coalesce(a.last, 0), coalesce(a.n, 0), a.at) is distinct from (o.notify_attempts, o.notify_attempts, o.last_notify_time)
          or o.notify_status <> case c.state when 'DUE' then 'PENDING' when 'DONE' then 'SUCCESS' when 'GIVEN_UP' then 'FAILED' else 'NONE' end
          or c.status <> o.status or (c.state = 'DUE') <> (c.next_time is not null)`)
    const endings = await db.all<{ outcome: string; trigger: string }>(
      sql`select distinct outcome, trigger from callback_attempt order by 1, 2`,
    )
    expect(endings.map(({ outcome, trigger }) => `${outcome} ${trigger}`)).toEqual([
      'ACKNOWLEDGED auto',
      'ACKNOWLEDGED manual',
      'HTTP_ERROR auto',
      'NOT_ACKNOWLEDGED auto',
      'TIMEOUT auto',
      'UNREACHABLE auto',
    ])
    // A refused connection names the host and port that the callback went to.
    await none(sql`
      select order_id
        from callback_attempt
       where error like 'connect ECONNREFUSED %' and split_part(address, '/', 3) <> split_part(error, ' ', 3)`)
    expect(
      await db.one(sql`select count(*)::int as n from callback where state = 'GIVEN_UP' having count(*) > 0`),
    ).toBeDefined()
    // Pending orders have an expiry, and pending callbacks are due.
    await none(sql`
      select o.id from orders o
       where (o.status = 'PENDING') <> exists (select from expiry e where e.merchant_no = o.merchant_no and e.order_id = o.id)`)
  })

  test('sales grow, pause at night, and span four orders of magnitude in price', async () => {
    const facts = await db.one<Record<string, number>>(sql`
      select (count(*) filter (where create_time > ${new Date(NOW)}::timestamptz - interval '7 days') / count(*)::float8) as week,
             (count(*) filter (where create_time > ${new Date(NOW)}::timestamptz - interval '45 days') / count(*)::float8) as half,
             (count(*) filter (where left(right(left(id::text, 12), 6), 2) in ('01', '02', '03', '04')) / count(*)::float8) as night,
             (count(*) filter (where merchant_no = 'M10000001') / count(*)::float8) as main,
             log((max(amount) filter (where currency = 'IDR') / min(amount) filter (where currency = 'IDR'))::numeric)::float8 as span
        from orders`)
    expect(facts!.week).toBeGreaterThan(0.07)
    expect(facts!.week).toBeLessThan(0.13)
    expect(facts!.half).toBeGreaterThan(0.52)
    expect(facts!.night).toBeLessThan(0.07)
    expect(facts!.main).toBeGreaterThan(0.4)
    expect(facts!.span).toBeGreaterThan(3.9)
    await none(
      sql`select merchant_order_no from orders where merchant_order_no !~ '[0-9]{3}$' or merchant_order_no !~ '^[A-Za-z0-9_-]{1,64}$'`,
    )
  })

  test('every published account can sign in and sees only its own data', async () => {
    expect(demoAccounts.map(({ username, kind }) => `${username} ${kind}`)).toEqual([
      'merchant normal',
      'merchant.otp normal',
      'submerchant subMerchant',
      'usdt umerchant',
      'agent delegate',
      'staff staff',
      'restricted normal',
    ])
    const scopes: Record<string, unknown> = {}
    for (const { username, password, kind, otpSecret } of demoAccounts) {
      const account = (await merchantByUsername(db, username))!
      expect(account.kind).toBe(kind)
      expect(await verifyPassword(sha256(password), account.passwordHash)).toBe(true)
      if (account.txnPasswordHash !== null) {
        expect(await verifyPassword(sha256('Paydesk-Money1'), account.txnPasswordHash)).toBe(true)
      }
      expect([account.otpEnabled, account.otpEnrolled, account.otpSecret]).toEqual([!!otpSecret, !!otpSecret, otpSecret])
      if (otpSecret !== null) expect(timeStepOf(passcodeAt(otpSecret, NOW), otpSecret, NOW)).not.toBeNull()
      scopes[username] = await scopeOf(db, account)
    }
    expect(scopes).toEqual({
      merchant: ['M10000001', 'M10000002', 'M10000003'],
      'merchant.otp': ['M10000004'],
      submerchant: ['M10000002'],
      usdt: ['M10000005'],
      agent: ['M10000001', 'M10000008', 'M10000009', 'M10000010'],
      staff: 'all',
      restricted: ['M10000007'],
    })
    expect((await merchantByUsername(db, 'restricted'))?.permissionKeys).toEqual(['transaction', 'payin', 'va_lookup'])
    const others = await db.all<{ hash: string }>(sql`
      select password_hash as hash from merchant where username <> all (${demoAccounts.map(({ username }) => username)}::text[])`)
    expect(others.length).toBeGreaterThan(0)
    for (const { hash } of others) expect(await verifyPassword(sha256('Paydesk-Demo1'), hash)).toBe(false)
  })

  test('it has notices and activities', async () => {
    const notices = await db.all<{ key: string }>(
      sql`select text_key as key from notice where merchant_no in ('M10000001', 'M10000002') order by 1`,
    )
    expect([...new Set(notices.map(({ key }) => key))]).toEqual([
      'callbackFailed',
      'maintenance',
      'passcodeAdvice',
      'settlementDone',
      'welcome',
    ])
    const actions = await db.all<{ action: string }>(sql`select distinct action from audit order by 1`)
    expect(actions.map(({ action }) => action)).toEqual([
      'cancel',
      'check',
      'close',
      'login',
      'notify',
      'recharge',
      'retry',
      'transfer',
      'withdraw',
    ])
  })

  test('the same seed gives the same data in both databases', async () => {
    fingerprints.push(
      await db.one(sql`
        select (select md5(string_agg(o::text, '' order by id)) from (select (orders.*)::text as o, id from orders) o) as orders,
               (select md5(string_agg(l, '' order by merchant_no, seq)) from (select (ledger.*)::text as l, merchant_no, seq from ledger) l) as ledger`),
    )
    expect(fingerprints.at(-1)).toEqual(fingerprints[0])
  })

  test('every shop has an order in the last week, however few orders there are', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const days = [...salesByDay(120, NOW, new Chance(seed))].map(({ sales }) => sales)
      expect(days.flat()).toHaveLength(120)
      expect(new Set(days.slice(-7).flatMap((sales) => sales.map(({ shop }) => shop)))).toEqual(new Set(SHOPS))
    }
  })

  test('another seed gives other data, and a database with merchants is not seeded', async () => {
    const other = await open()
    expect(await seedDemo(other, { now: NOW, orders: 300, seed: 2 })).toBe(true)
    const numbers = (database: Database) => database.all(sql`select amount from orders order by id limit 50`)
    expect(await numbers(other)).not.toEqual(await numbers(db))
    await other.close()
    const empty = await open()
    expect(await seedDemo(empty, { now: NOW, orders: 0 })).toBe(true)
    expect(await empty.one(sql`select count(*)::int as n from orders`)).toEqual({ n: 0 })
    await empty.close()
    const used = await open()
    await addMerchant(used)
    expect(await seedDemo(used, { now: NOW, orders: 300 })).toBe(false)
    expect(await isDemo(used)).toBe(false)
    await used.close()
  })
})
