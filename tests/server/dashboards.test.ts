import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall, InputOf, OutputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { type Currency, toText } from '#contract/money.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { DaySummary, Summary } from '#contract/rows/dashboards.ts'
import type { Day } from '#contract/rows/scalars.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { dayOf, timeOf } from '../../server/ids.ts'
import { balanceOf } from '../../server/merchants/accountInfo.ts'
import { demoAccounts, seedDemo } from '../../server/seed/seed.ts'
import { addDays, DAY } from '../../server/wib.ts'
import { withCitus } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'

const TODAY = '2026-11-21'
const YESTERDAY = addDays(TODAY, -1)
const NOW = Date.parse(`${TODAY}T16:40:00+07:00`)
const SHOP = ['M10000001', 'M10000002', 'M10000003']
const BROUGHT = ['M10000001', 'M10000008', 'M10000009', 'M10000010']
const DAYS = [-6, -5, -4, -3, -2, -1, 0].map((days) => addDays(TODAY, days))

describe.each(withCitus)('figures on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    db = await open()
    await seedDemo(db, { now: NOW, orders: 1_200 })
    gateway = await openGateway(db, { clock: new StandingClock(NOW) })
    // Includes deltas that are not aggregated yet.
    await gateway.payin('M10000001', 'NOW-1', 'SUCCESS')
    await gateway.payin('M10000002', 'NOW-2')
    await gateway.payin('M10000008', 'NOW-3', 'FAILED')
    await gateway.payin('M10000005', 'NOW-4', 'SUCCESS')
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
  const refused = async <Row extends AnyCall>(row: Row, input: InputOf<Row>, who: string) => {
    const reply = await gateway.ask(row, input, tokens[who])
    return [reply.statusCode, reply.json<ErrorBody>().error]
  }

  interface Counted {
    id: string
    direction: 'PAYIN' | 'PAYOUT'
    status: string
    amount: string
    fee: string
    completed: Date | null
  }

  /** The expected figures of some days, computed from the orders; with `until`, of those created and paid before it. */
  async function recount(
    merchantNos: string[] | 'all',
    days: readonly Day[],
    currency: Currency = 'IDR',
    until = Number.POSITIVE_INFINITY,
  ): Promise<Summary> {
    const orders = await db.all<Counted>(sql`
      select id, replace(kind, 'USDT_', '') as direction, status, amount, fee, complete_time as completed
        from orders
       where currency = ${currency} and (${merchantNos === 'all'} or merchant_no = any (${merchantNos === 'all' ? [] : merchantNos}))`)
    const made = orders.filter(({ id }) => days.includes(dayOf(id)) && timeOf(id) < until)
    const of = (direction: string) => made.filter((order) => order.direction === direction)
    const paid = (direction: string, statuses: string[]) =>
      of(direction).filter(({ status, completed }) => statuses.includes(status) && Number(completed) < until)
    const total = (some: Counted[], name: 'amount' | 'fee') =>
      toText(
        some.reduce((all, order) => all + BigInt(order[name]), 0n),
        currency,
      )
    const paidIn = paid('PAYIN', ['SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'])
    const paidOut = paid('PAYOUT', ['SUCCESS'])
    return {
      totalPayinCount: of('PAYIN').length,
      totalPayinAmount: total(of('PAYIN'), 'amount'),
      successPayinCount: paidIn.length,
      successPayinAmount: total(paidIn, 'amount'),
      payinFee: total(of('PAYIN'), 'fee'),
      totalPayoutCount: of('PAYOUT').length,
      totalPayoutAmount: total(of('PAYOUT'), 'amount'),
      successPayoutCount: paidOut.length,
      successPayoutAmount: total(paidOut, 'amount'),
      payoutFee: total(of('PAYOUT'), 'fee'),
    }
  }

  const recountDays = (merchantNos: string[] | 'all', days: readonly Day[], currency?: Currency): Promise<DaySummary[]> =>
    Promise.all(days.map(async (date) => ({ date, ...(await recount(merchantNos, [date], currency)) })))

  test.each<[string, string[] | 'all', Currency]>([
    ['merchant', SHOP, 'IDR'],
    ['submerchant', ['M10000002'], 'IDR'],
    ['usdt', ['M10000005'], 'USDT'],
    ['staff', 'all', 'IDR'],
  ])('today, yesterday and the week of %s equal the orders', async (who, merchantNos, currency) => {
    const balance = merchantNos === 'all' ? null : await balanceOf(db, { merchantNo: merchantNos[0]!, currency })
    const { payinFee: _, payoutFee: __, ...soFar } = await recount(merchantNos, [YESTERDAY], currency, NOW - DAY)
    expect(await ask(calls.dashboard, {}, who)).toEqual({
      date: TODAY,
      currency,
      today: await recount(merchantNos, [TODAY], currency),
      yesterday: await recount(merchantNos, [YESTERDAY], currency),
      yesterdaySoFar: { ...soFar, until: `${YESTERDAY}T16:40:00+07:00` },
      balance,
      merchantCount: merchantNos === 'all' ? null : merchantNos.length,
    })
    expect(await ask(calls.dailyChart, {}, who)).toEqual(await recountDays(merchantNos, DAYS, currency))
  })

  test('a day of the chart equals the list summary of that day', async () => {
    const [day] = (await ask(calls.dailyChart, {}, 'merchant')).slice(-2)
    const filter = { startDate: day!.date, endDate: day!.date }
    const { byStatus: _, ...payins } = await ask(calls.payinCount, filter, 'merchant')
    const { byStatus: __, ...payouts } = await ask(calls.payoutCount, filter, 'merchant')
    expect(day).toEqual({ date: day!.date, ...payins, ...payouts })
  })

  test('days without orders are zero', async () => {
    await gateway.account('M00000001')
    const reply = await gateway.ask(calls.dailyChart, {}, await gateway.signIn('M00000001'))
    expect(reply.json()).toEqual({ status: 'ok', item: await recountDays([], DAYS) })
  })

  test('an agent sees its merchants together, per day', async () => {
    const range = { startDate: DAYS[0]!, endDate: TODAY }
    expect(await ask(calls.agentDashboard, {}, 'agent')).toEqual({
      range,
      merchantCount: 4,
      summary: await recount(BROUGHT, DAYS),
    })
    const days = (await recountDays(BROUGHT, DAYS)).toReversed()
    expect(await ask(calls.agentLatest, {}, 'agent')).toEqual(
      days.map(({ date, ...summary }) => ({ date, merchantNo: null, merchantName: null, ...summary })),
    )
  })

  test('an agent sees one merchant in a given range', async () => {
    const range = { startDate: '2026-11-10', endDate: '2026-11-12' }
    const days = ['2026-11-12', '2026-11-11', '2026-11-10']
    const input = { ...range, merchantNo: 'M10000008' }
    const summary = await recount(['M10000008'], days)
    const each = await recountDays(['M10000008'], days)
    expect(await ask(calls.agentDashboard, input, 'agent')).toEqual({ range, merchantCount: 1, summary })
    expect(await ask(calls.agentLatest, input, 'agent')).toEqual(
      each.map(({ date, ...figures }) => ({ date, merchantNo: 'M10000008', merchantName: 'Garuda Game', ...figures })),
    )
    const data = await ask(calls.agentMerchantData, input, 'agent')
    expect({ summary: data.summary, days: data.days }).toEqual({ summary, days: each })
    expect(data.merchant).toMatchObject({ merchantNo: 'M10000008', type: 'NORMAL', payinNotifyAddress: null })
  })

  test('an agent sees several merchants together', async () => {
    const merchantNo = ['M10000010', 'M10000008']
    const days = [TODAY]
    const input = { startDate: TODAY, endDate: TODAY, merchantNo }
    const summary = await recount(merchantNo, days)
    expect(await ask(calls.agentDashboard, input, 'agent')).toMatchObject({ merchantCount: 2, summary })
    const [row] = await ask(calls.agentLatest, input, 'agent')
    expect(row).toMatchObject({ date: TODAY, merchantNo: 'M10000008,M10000010', ...summary })
    expect(await refused(calls.agentLatest, { ...input, merchantNo: [...merchantNo, 'M10000004'] }, 'agent')).toEqual([
      404,
      'MERCHANT_NOT_FOUND',
    ])
  })

  test('a range may be open-ended and is at most a year long', async () => {
    const rangeOf = async (input: { startDate?: string; endDate?: string }) => {
      const { range } = await ask(calls.agentDashboard, input, 'agent')
      return [range.startDate, range.endDate]
    }
    expect(await rangeOf({ startDate: '2026-11-01' })).toEqual(['2026-11-01', TODAY])
    expect(await rangeOf({ endDate: '2026-11-07' })).toEqual(['2026-11-01', '2026-11-07'])
    expect(await rangeOf({ startDate: '2025-11-21', endDate: TODAY })).toEqual(['2025-11-21', TODAY])
    expect(await ask(calls.agentLatest, { startDate: '2025-11-21' }, 'agent')).toHaveLength(366)
    for (const range of [
      { startDate: '2025-11-20' },
      { startDate: '2026-11-02', endDate: '2026-11-01' },
      { startDate: '2026-02-30', endDate: TODAY },
    ]) {
      expect(await refused(calls.agentLatest, range, 'agent')).toEqual([422, 'RANGE_INVALID'])
    }
  })

  test('a merchant of another agent or of no agent is not found', async () => {
    for (const merchantNo of ['M10000004', 'M10000002', 'M40400000']) {
      expect(await refused(calls.agentDashboard, { merchantNo }, 'agent')).toEqual([404, 'MERCHANT_NOT_FOUND'])
      expect(await refused(calls.agentLatest, { merchantNo }, 'agent')).toEqual([404, 'MERCHANT_NOT_FOUND'])
      expect(await refused(calls.agentMerchantData, { merchantNo }, 'agent')).toEqual([404, 'MERCHANT_NOT_FOUND'])
    }
  })

  test('banks are those of the country, and USDT has none', async () => {
    const banks = await ask(calls.merchantBanks, {}, 'merchant')
    expect(banks.slice(0, 2)).toEqual([
      { bankCode: '002', bankName: 'BRI', status: 'ACTIVE' },
      { bankCode: '008', bankName: 'Mandiri', status: 'ACTIVE' },
    ])
    expect(await ask(calls.merchantBanks, {}, 'usdt')).toEqual([])
  })
})
