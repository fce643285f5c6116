import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall, InputOf, OutputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { sum } from '#contract/money.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { demoAccounts, seedDemo } from '../../server/seed/seed.ts'
import { DAY, HOUR, wibTime } from '../../server/wib.ts'
import { withCitus } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'

const TODAY = '2026-11-21'
const NOW = Date.parse(`${TODAY}T16:40:00+07:00`)
const FROM = Date.parse(`${TODAY}T16:00:00+07:00`) - 23 * HOUR
const { PAYIN, PAYOUT, MOVEMENT } = STATUS_GROUPS

const total = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
/** A time as a filter of orders takes it. */
const minute = (time: string): string => time.slice(0, 19)

describe.each(withCitus)('insights on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    db = await open()
    await seedDemo(db, { now: NOW, orders: 2_000 })
    gateway = await openGateway(db, { clock: new StandingClock(NOW) })
    // Includes deltas that are not aggregated yet, and an order that is too young to wait.
    await gateway.payin('M10000001', 'NOW-1', 'SUCCESS')
    await gateway.payin('M10000002', 'NOW-2')
    await gateway.payin('M10000005', 'NOW-3', 'SUCCESS')
    for (const { username, password } of demoAccounts) {
      const reply = await gateway.ask(calls.login, { username, password: sha256(password) })
      tokens[username] = reply.json<{ data: { token: string } }>().data.token
    }
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const ask = async <Row extends AnyCall>(row: Row, input: InputOf<Row>, who: string) =>
    (await gateway.ask(row, input, tokens[who])).json<{ item: Complete<OutputOf<Row>> }>().item
  /** The rows that a list has with the filter. */
  const listed = async (row: AnyCall, filter: OrderFilter, who: string): Promise<number> =>
    (await gateway.ask(row, { ...filter, limit: '1' }, tokens[who])).json<{ paginator: { totalCount: number } }>().paginator
      .totalCount

  const ORDER_LISTS = {
    merchant: [calls.payinList, calls.payoutList],
    submerchant: [calls.payinList, calls.payoutList],
    usdt: [calls.usdtPayinList, calls.usdtPayoutList],
    staff: [calls.payinList, calls.payoutList],
  } as const

  test.each(['merchant', 'submerchant', 'usdt', 'staff'] as const)(
    'each count of what needs attention of %s is that of the list behind it',
    async (who) => {
      const found = await ask(calls.attention, {}, who)
      const days = { startDate: found.startDate, endDate: found.endDate }
      const before = { createdBefore: minute(found.before) }
      const review = { startDate: found.reviewDate, endDate: found.reviewDate, review: 'NONE' as const }
      const isStaff = who === 'staff'
      for (const [index, [direction, groups]] of (
        [
          ['payins', PAYIN],
          ['payouts', PAYOUT],
        ] as const
      ).entries()) {
        const list = ORDER_LISTS[who][index]!
        const undelivered = {
          ...days,
          status: [...groups.paid],
          notifyStatus: ['PENDING', 'FAILED'] as ('PENDING' | 'FAILED')[],
        }
        expect(found[`${direction}Waiting`]).toBe(await listed(list, { ...days, ...before, status: [...groups.open] }, who))
        expect(found[`${direction}Unacknowledged`]).toBe(await listed(list, undelivered, who))
        const unreconciled = await listed(list, { ...review, status: [...groups.paid] }, who)
        expect(found[`${direction}Unreconciled`]).toBe(isStaff ? null : unreconciled)
      }
      if (who === 'merchant' || isStaff) {
        expect(found.rechargesWaiting).toBe(await listed(calls.rechargeList, { ...days, status: [...MOVEMENT.open] }, who))
      }
      expect(found.addressesDisabled).toBe(0)
      if (isStaff) expect(found.lowBalance).toBeNull()
    },
  )

  test('attention grows with an order that waits, a lost callback and a disabled address, and shrinks with a mark', async () => {
    const before = await ask(calls.attention, {}, 'merchant')
    const day = { startDate: before.reviewDate, endDate: before.reviewDate, status: 'SUCCESS' }
    const reply = await gateway.ask(calls.payinList, { ...day, limit: '1' }, tokens.merchant)
    const { id, merchantNo } = reply.json<{ item: { id: string; merchantNo: string }[] }>().item[0]!
    await gateway.ask(calls.reviewOrder, { id, review: 'RECONCILED' }, tokens.merchant)
    await db.run(sql`update merchant set notify_disabled = true where merchant_no = 'M10000003'`)
    const after = await ask(calls.attention, {}, 'merchant')
    expect(after.payinsUnreconciled).toBe(before.payinsUnreconciled - 1)
    expect(after.addressesDisabled).toBe(1)
    await db.run(sql`update merchant set notify_disabled = false where merchant_no = 'M10000003'`)
    await db.run(sql`update orders set review = null where merchant_no = ${merchantNo} and id = ${id}::bigint`)
  })

  test('a balance below an average day of payouts is low', async () => {
    const { lowBalance } = await ask(calls.attention, {}, 'merchant')
    const account = await db.one<{ available: string }>(sql`select available from account where merchant_no = 'M10000001'`)
    await db.run(sql`update account set available = 1 where merchant_no = 'M10000001'`)
    const low = (await ask(calls.attention, {}, 'merchant')).lowBalance
    await db.run(sql`update account set available = ${account!.available}::bigint where merchant_no = 'M10000001'`)
    expect(lowBalance === null || Number(lowBalance.available) < Number(lowBalance.dailyPayouts)).toBe(true)
    expect(low?.available).toBe('0.01')
    expect(Number(low?.dailyPayouts)).toBeGreaterThan(0)
  })

  test.each(['merchant', 'usdt', 'staff'] as const)('the flow of payins of %s adds up and equals the list', async (who) => {
    const { hours, channels, funnel } = await ask(calls.payinFlow, {}, who)
    const list = ORDER_LISTS[who][0]
    expect(hours).toHaveLength(24)
    expect(hours[0]).toBe(wibTime(FROM))
    const since = { createdFrom: minute(hours[0]!) }
    expect(funnel.created).toBe(await listed(list, since, who))
    expect(funnel.paid).toBe(await listed(list, { ...since, status: [...PAYIN.paid] }, who))
    expect(funnel.notified).toBe(await listed(list, { ...since, status: [...PAYIN.paid], notifyStatus: 'SUCCESS' }, who))
    expect(funnel.created).toBe(funnel.paid + funnel.open + funnel.unpaid + funnel.exception)
    expect(funnel.paid).toBe(funnel.notified + funnel.notifyPending + funnel.notifyFailed + funnel.notifyNone)
    expect(total(channels.flatMap(({ created }) => created))).toBe(funnel.created)
    expect(total(channels.flatMap(({ paid }) => paid))).toBe(funnel.paid)
    const [busiest] = channels
    const hour = busiest!.created.findIndex((count) => count > 0)
    const inHour = { createdFrom: minute(hours[hour]!), createdBefore: minute(wibTime(Date.parse(hours[hour]!) + HOUR)) }
    expect(busiest!.created[hour]).toBe(await listed(list, { ...inHour, payChannel: busiest!.payChannel }, who))
  })

  test('the flow of callbacks counts the attempts of the last 24 hours', async () => {
    const { total: all, hours } = await ask(calls.callbackFlow, {}, 'merchant')
    const attempts = await db.all<{ outcome: string; latency: number }>(sql`
      select outcome, latency_ms as latency
        from callback_attempt
       where merchant_no in ('M10000001', 'M10000002', 'M10000003') and at >= ${new Date(FROM)} and outcome <> 'SENDING'`)
    expect(attempts.length).toBeGreaterThan(0)
    expect(all.ended).toBe(attempts.length)
    expect(all.acknowledged).toBe(attempts.filter(({ outcome }) => outcome === 'ACKNOWLEDGED').length)
    expect(total(hours.map(({ ended }) => ended))).toBe(all.ended)
    const known = attempts.map(({ latency }) => latency).sort((a, b) => a - b)
    expect(all.median).toBeGreaterThanOrEqual(known[0]!)
    expect(all.slow).toBeLessThanOrEqual(known.at(-1)!)
  })

  test('the trend ends with the week of the chart, and the balance with the balance of the account', async () => {
    const trend = await ask(calls.trend, {}, 'merchant')
    expect(trend).toHaveLength(14)
    expect(trend.slice(-7)).toEqual(await ask(calls.dailyChart, {}, 'merchant'))
    const days = await ask(calls.balanceDays, {}, 'merchant')
    expect(days).toHaveLength(30)
    const { total: balance } = await ask(calls.accountInfo, {}, 'merchant')
    expect(days.at(-1)).toEqual({ date: TODAY, endingBalance: balance })
    const statement = await gateway.ask(
      calls.accountDaily,
      { startDate: days[20]!.date, endDate: TODAY, merchantNo: 'M10000001', limit: '50' },
      tokens.merchant,
    )
    const { item } = statement.json<{ item: { date: string; endingBalance: string }[] }>()
    expect(days.slice(20)).toEqual(item.map(({ date, endingBalance }) => ({ date, endingBalance })).toReversed())
    expect(await ask(calls.balanceDays, {}, 'staff')).toEqual([])
  })

  test('the merchants of an agent add up to its total, and each to its days', async () => {
    const range = { startDate: '2026-11-10', endDate: TODAY }
    const merchants = await ask(calls.merchantTrends, range, 'agent')
    const { summary } = await ask(calls.agentDashboard, range, 'agent')
    expect(merchants.map(({ merchantNo }) => merchantNo)).toEqual(['M10000001', 'M10000008', 'M10000009', 'M10000010'])
    for (const field of ['successPayinAmount', 'totalPayoutAmount', 'payinFee'] as const) {
      expect(
        sum(
          merchants.map((one) => one.summary[field]),
          2,
        ),
      ).toBe(summary[field])
      for (const one of merchants)
        expect(
          sum(
            one.days.map((day) => day[field]),
            2,
          ),
        ).toBe(one.summary[field])
    }
    expect(total(merchants.map((one) => one.summary.totalPayinCount))).toBe(summary.totalPayinCount)
    const [only] = await ask(calls.merchantTrends, { ...range, merchantNo: 'M10000008' }, 'agent')
    expect(only).toEqual(merchants[1])
    const refused = await gateway.ask(calls.merchantTrends, { ...range, merchantNo: 'M10000004' }, tokens.agent)
    expect(refused.statusCode).toBe(404)
  })

  test('staff see disabled and failing addresses, falling channels, stopped merchants and movers', async () => {
    const attempt = (merchantNo: string, n: number, outcome: string) => sql`
      insert into callback_attempt (merchant_no, order_id, number, event_id, trigger, address, at, outcome, request)
      values (${merchantNo}, ${n}, 1, 'e', 'auto', 'http://shop.test/in', ${new Date(NOW - HOUR + n)}, ${outcome}, '{}')`
    const addressOf = (merchantNo: string) => sql`
      update merchant set payin_notify_address = 'http://shop.test/in' where merchant_no = ${merchantNo}`
    for (let n = 1; n <= 12; n++) await db.run(attempt('M10000008', n, n % 3 === 0 ? 'ACKNOWLEDGED' : 'TIMEOUT'))
    // Down since a moment ago, and not down for certain.
    for (let n = 1; n <= 20; n++) await db.run(attempt('M10000010', n, n > 17 ? 'TIMEOUT' : 'ACKNOWLEDGED'))
    for (let n = 1; n <= 20; n++) await db.run(attempt('M10000003', n, n > 18 ? 'TIMEOUT' : 'ACKNOWLEDGED'))
    for (const no of ['M10000003', 'M10000008', 'M10000010']) await db.run(addressOf(no))
    await db.run(sql`update merchant set payout_notify_disabled = true where merchant_no = 'M10000004'`)
    await db.run(sql`update merchant set status = 'FROZEN' where merchant_no = 'M10000009'`)
    // Of twelve payins before three hours all were paid, and none since.
    const idAt = (at: number, n: number) => `${wibTime(at).slice(2, 19).replace(/\D/g, '')}999${String(n).padStart(4, '0')}`
    const falling = [
      { kind: 'PAYIN', currency: 'IDR', channel: 'EW_TEST', method: 'EWALLET' },
      { kind: 'USDT_PAYIN', currency: 'USDT', channel: 'USDT_TEST', method: 'CRYPTO' },
    ]
    for (const [index, { kind, currency, channel, method }] of falling.entries())
      for (let n = 1; n <= 24; n++) {
        const id = idAt(n > 12 ? NOW - HOUR : NOW - DAY / 2, index * 24 + n)
        await db.run(sql`
          insert into orders (merchant_no, kind, id, merchant_order_no, status, channel, method, currency, amount, fee_type, moves,
                              create_time, update_time)
          values ('M10000009', ${kind}, ${id}::bigint, ${`FALL-${channel}-${n}`}, ${n > 12 ? 'FAILED' : 'SUCCESS'}, ${channel},
                  ${method}, ${currency}, 100, 'FIXED', 1, now(), now())`)
      }
    const found = await ask(calls.platformHealth, {}, 'staff')
    expect(found.addresses).toEqual([
      expect.objectContaining({ merchantNo: 'M10000004', disabled: true }),
      expect.objectContaining({ merchantNo: 'M10000008', address: 'http://shop.test/in', ended: 12, acknowledged: 4 }),
      expect.objectContaining({ merchantNo: 'M10000010', address: 'http://shop.test/in', ended: 20, acknowledged: 17 }),
    ])
    const counts = { finished: 12, paid: 0, finishedBefore: 12, paidBefore: 12 }
    for (const [call, payChannel, currency] of [
      [calls.payinList, 'EW_TEST', 'IDR'],
      [calls.usdtPayinList, 'USDT_TEST', 'USDT'],
    ] as const) {
      expect(found.channels).toContainEqual({ payChannel, currency, ...counts })
      const filter = { payChannel: [payChannel], createdFrom: found.channelsFrom!.slice(0, 19), limit: '100' }
      const listed = await gateway.ask(call, filter, tokens.staff)
      expect(listed.json<{ item: object[] }>().item).toHaveLength(counts.finished + counts.finishedBefore)
    }
    expect(found.merchants).toEqual([{ merchantNo: 'M10000009', merchantName: 'Sinar Listrik', status: 'FROZEN' }])
    expect([found.moverDate, found.moverBefore]).toEqual(['2026-11-20', '2026-11-13'])
    const paid = await ask(
      calls.payinCount,
      { startDate: found.moverDate, endDate: found.moverDate, merchantNo: found.movers[0]!.merchantNo },
      'staff',
    )
    expect(found.movers[0]!.amount).toBe(paid.successPayinAmount)
    expect((await gateway.ask(calls.platformHealth, {}, tokens.merchant)).statusCode).toBe(403)
  })

  test('a time that does not exist is refused', async () => {
    const refused = await gateway.ask(calls.payinList, { createdFrom: '2026-13-01T10:00' }, tokens.merchant)
    expect([refused.statusCode, refused.json<{ fields: object }>().fields]).toEqual([422, { createdFrom: 'rule.format' }])
  })
})
