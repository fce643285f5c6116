import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { AccountDay, AccountSums } from '#contract/rows/dashboards.ts'
import type { AccountEntry } from '#contract/rows/ledger.ts'
import type { PagedEntries } from '#contract/shapes/ledger.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { aggregateAccountDays } from '../../server/ledger/accountDays.ts'
import { wrongAccountDays } from '../../server/ledger/checks.ts'
import { ENTRY_COLUMNS } from '../../server/ledger/statementRoutes.ts'
import { processMovements } from '../../server/movements/movementWorker.ts'
import { TERMS } from '../../server/movements/terms.ts'
import { databases } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'
import { creditAccount, refusalOf, setTxnPassword, signingClientOf, TXN_PASSWORD } from '../money.ts'

const HOUR = 3_600_000
const OWNER = 'M00000001'
const SUB = 'M00000002'

interface Page {
  item: Complete<AccountEntry>[]
  paginator: { totalCount?: number }
}

describe.each(databases)('statements on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let token: string
  let subToken: string
  const clock = new StandingClock(Date.parse('2026-11-19T22:00:00+07:00'))

  // Three days: payins on each, a transfer and a withdraw on the second, a recharge on the last.
  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock, environment: { SIMULATION: 'on', SESSION_IDLE_MINUTES: '480' } })
    await gateway.account(OWNER)
    await gateway.account(SUB, { kind: 'subMerchant', parentNo: OWNER })
    await gateway.account('M00000003')
    await setTxnPassword(db, OWNER)
    await db.run(sql`update merchant set fee_type = 'RATE', fee_rate = 0.01 where merchant_no = ${OWNER}`)
    await gateway.payin(OWNER, 'P-1', 'SUCCESS')
    await gateway.payin(OWNER, 'P-2')
    clock.advance(4 * HOUR)
    await aggregateAccountDays(db)
    await gateway.payin(OWNER, 'P-3', 'SUCCESS')
    await gateway.payin(OWNER, 'P-4', 'SUCCESS')
    const client = await signingClientOf(gateway, OWNER)
    const gift = {
      merchantOrderNo: 'T-1',
      receiveMerchantNo: SUB,
      payAmount: '50000.00',
      remark: 'Modal',
      txnPwd: TXN_PASSWORD,
    }
    await client.ask(calls.transfer, gift)
    const demand = { bankCode: '014', accountNumber: '5271038864', accountHoldName: 'Toko', txnPwd: TXN_PASSWORD }
    await client.ask(calls.withdraw, { merchantOrderNo: 'W-1', payAmount: '100000.00', ...demand })
    clock.advance(5_000)
    await processMovements(db, { ids: gateway.ids, clock, holdSeconds: 0, simulation: true, terms: TERMS })
    clock.advance(24 * HOUR)
    const again = await signingClientOf(gateway, OWNER)
    await again.ask(calls.rechargeOnline, { merchantOrderNo: 'R-1', payAmount: '70000.00', payChannel: 'VA_BCA' })
    await gateway.ask(calls.simulatePayin, { merchantOrderNo: 'R-1' }, again.token)
    token = again.token
    subToken = await gateway.signIn(SUB)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const detail = async (filter: PagedEntries = {}, as = token) =>
    (await gateway.ask(calls.accountDetail, filter, as)).json<Page>()
  const types = async (filter: PagedEntries) => (await detail(filter)).item.map(({ type }) => type)

  test('a statement lists all ledger rows, newest first, with the four balances before and after', async () => {
    const { item, paginator } = await detail({ limit: '100' })
    expect(paginator.totalCount).toBe(11)
    expect(item.map(({ seq }) => seq)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1'])
    expect(
      item.map(({ type, payAmount, payFee, afterAvailable, afterTotal }) => [
        type,
        payAmount,
        payFee,
        afterAvailable,
        afterTotal,
      ]),
    ).toEqual([
      ['RECHARGE', '70000.00', '0.00', '360500.00', '360500.00'],
      ['WITHDRAW_FEE', '-5000.00', '0.00', '290500.00', '290500.00'],
      ['WITHDRAW', '-100000.00', '5000.00', '290500.00', '295500.00'],
      ['WITHDRAW_FREEZE', '-105000.00', '0.00', '290500.00', '395500.00'],
      ['TRANSFER_OUT', '-50000.00', '0.00', '395500.00', '395500.00'],
      ['PAYIN_FEE', '-1500.00', '0.00', '445500.00', '445500.00'],
      ['PAYIN', '150000.00', '1500.00', '447000.00', '447000.00'],
      ['PAYIN_FEE', '-1500.00', '0.00', '297000.00', '297000.00'],
      ['PAYIN', '150000.00', '1500.00', '298500.00', '298500.00'],
      ['PAYIN_FEE', '-1500.00', '0.00', '148500.00', '148500.00'],
      ['PAYIN', '150000.00', '1500.00', '150000.00', '150000.00'],
    ])
    expect(item[4]).toMatchObject({ merchantOrderNo: 'T-1', remark: 'Modal', beforeAvailable: '445500.00', currency: 'IDR' })
    expect(item[3]).toMatchObject({ beforePayoutFreeze: '0.00', afterPayoutFreeze: '105000.00', beforePayinFreeze: '0.00' })
  })

  test.each<[string, PagedEntries, string[]]>([
    ['by type', { type: ['TRANSFER_OUT', 'RECHARGE'] }, ['RECHARGE', 'TRANSFER_OUT']],
    ['by day', { startDate: '2026-11-19', endDate: '2026-11-19' }, ['PAYIN_FEE', 'PAYIN']],
    ['by type and day', { type: 'PAYIN', startDate: '2026-11-20' }, ['PAYIN', 'PAYIN']],
    ['by absolute amount', { minAmount: '70000', maxAmount: '105000' }, ['RECHARGE', 'WITHDRAW', 'WITHDRAW_FREEZE']],
    ['by number, whatever the day', { orderNo: 't-1', startDate: '2020-01-01', endDate: '2020-01-01' }, ['TRANSFER_OUT']],
    ['by the merchant’s number', { merchantOrderNo: 'p-1' }, ['PAYIN_FEE', 'PAYIN']],
    [
      'by several of the merchant’s numbers',
      { merchantOrderNo: ['T-1', 'w-1', 'none'] },
      ['WITHDRAW_FEE', 'WITHDRAW', 'WITHDRAW_FREEZE', 'TRANSFER_OUT'],
    ],
    [
      'by several numbers of any kind',
      { orderNo: ['r-1', 'T-1'], startDate: '2020-01-01', endDate: '2020-01-01' },
      ['RECHARGE', 'TRANSFER_OUT'],
    ],
    ['by a number and a type', { orderNo: ['p-1', 'w-1'], type: ['PAYIN', 'WITHDRAW'] }, ['WITHDRAW', 'PAYIN']],
    [
      'without some types',
      { notType: ['PAYIN', 'PAYIN_FEE', 'WITHDRAW_FEE', 'WITHDRAW_FREEZE'] },
      ['RECHARGE', 'WITHDRAW', 'TRANSFER_OUT'],
    ],
    ['without a type, on a day', { notType: 'PAYIN', startDate: '2026-11-19', endDate: '2026-11-19' }, ['PAYIN_FEE']],
    ['of an excluded type', { type: 'PAYIN', notType: 'PAYIN' }, []],
    ['by an invalid platform number', { platOrderNo: 'nothing' }, []],
    ['oldest first', { sort: 'createTime.asc', limit: '2' }, ['PAYIN', 'PAYIN_FEE']],
    ['a page far back', { offset: '9', limit: '10' }, ['PAYIN_FEE', 'PAYIN']],
    ['a page far forward', { offset: '10', limit: '10', sort: 'createTime.asc' }, ['RECHARGE']],
    ['a page behind the end', { offset: '11', limit: '10' }, []],
  ])('a statement %s', async (_, filter, found) => {
    expect(await types(filter)).toEqual(found)
  })

  test('pages match a scan for any days and types, before and after aggregation', async () => {
    const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']
    const ranges = [
      {},
      ...days.flatMap((startDate, nth) => [
        { startDate },
        { endDate: startDate },
        ...days.slice(nth).map((endDate) => ({ startDate, endDate })),
      ]),
    ]
    const kinds = [{}, { type: 'PAYIN' }, { type: ['PAYIN_FEE', 'RECHARGE'] }, { type: 'COMMISSION' }] as PagedEntries[]
    const all = (await detail({ limit: '1000' })).item
    for (const sort of ['createTime.desc', 'createTime.asc']) {
      for (const filter of ranges.flatMap((range: PagedEntries) => kinds.map((kind) => ({ ...range, ...kind })))) {
        const { startDate = '', endDate = '9', type } = filter
        const wanted = all
          .filter(({ createTime }) => createTime.slice(0, 10) >= startDate && createTime.slice(0, 10) <= endDate)
          .filter((entry) => type === undefined || [type].flat().includes(entry.type))
          .map(({ seq }) => seq)
        if (sort === 'createTime.asc') wanted.reverse()
        const checkPage = async (offset: number) => {
          const { item, paginator } = await detail({ ...filter, sort, offset: String(offset), limit: '3' })
          expect([item.map(({ seq }) => seq), paginator.totalCount]).toEqual([wanted.slice(offset, offset + 3), wanted.length])
        }
        await Promise.all([0, 1, 2, 5, 11].map(checkPage))
      }
    }
  }, 120_000)

  test.each(['desc', 'asc'])('sorting by signed amount %s orders equal amounts by time', async (direction) => {
    const all = (await detail({ limit: '1000' })).item
    const sign = direction === 'desc' ? -1 : 1
    const wanted = all.toSorted(
      (one, other) => sign * (Number(one.payAmount) - Number(other.payAmount) || Number(one.seq) - Number(other.seq)),
    )
    const sort = `payAmount.${direction}`
    expect((await detail({ sort, limit: '1000' })).item).toEqual(wanted)
    expect((await detail({ sort, offset: '3', limit: '4' })).item).toEqual(wanted.slice(3, 7))
    const fees = await detail({ sort, type: 'PAYIN_FEE', startDate: '2026-11-19' })
    expect(fees.item).toEqual(wanted.filter(({ type }) => type === 'PAYIN_FEE'))
  })

  test('a statement is filtered by tails, whatever the range of days', async () => {
    const { item } = await detail({ merchantOrderNo: 'T-1' })
    const end = item[0]!.platOrderNo.slice(-6)
    const long = { startDate: '2020-01-01', endDate: '2020-01-01' }
    expect((await detail({ orderTail: end, ...long })).item.map(({ platOrderNo }) => platOrderNo)).toEqual([
      item[0]!.platOrderNo,
    ])
    const [recharge] = (await detail({ merchantOrderNo: 'R-1' })).item
    const both = await detail({ orderTail: [end, recharge!.platOrderNo.slice(-7)] })
    expect(both.item.map(({ type }) => type)).toEqual(['RECHARGE', 'TRANSFER_OUT'])
  })

  test('invalid filters are refused', async () => {
    for (const [filter, refusal] of [
      [{ sort: 'payFee.desc' }, 'VALIDATION_FAILED'],
      [{ startDate: '2026-11-21', endDate: '2026-11-20' }, 'RANGE_INVALID'],
      [{ minAmount: '1.001' }, 'VALIDATION_FAILED'],
    ] as const) {
      expect(refusalOf(await gateway.ask(calls.accountDetail, filter, token))).toEqual([422, refusal])
    }
  })

  test('a statement covers the own account only', async () => {
    const { item } = await detail({}, subToken)
    expect(item.map(({ type, merchantOrderNo, remark }) => [type, merchantOrderNo, remark])).toEqual([
      ['TRANSFER_IN', 'T-1', 'Modal'],
    ])
  })

  test('the export equals the statement', async () => {
    for (const filter of [{}, { type: 'PAYIN' }, { sort: 'createTime.asc' }, { sort: 'payAmount.asc' }] as PagedEntries[]) {
      const { item } = await detail({ ...filter, limit: '1000' })
      const file = await gateway.ask(calls.exportDetail, { ...filter, format: 'raw' } as never, token)
      const [header, ...lines] = file.body.trimEnd().split('\r\n')
      expect(header!.split(',')).toHaveLength(ENTRY_COLUMNS.length)
      expect(file.headers).toMatchObject({
        'x-row-count': String(item.length),
        'content-disposition': 'attachment; filename="detail-20261121-020005.csv"',
      })
      const cells = item.map((entry) =>
        ENTRY_COLUMNS.map((name) =>
          name === 'createTime' ? entry[name].slice(0, 19).replace('T', ' ') : (entry[name] ?? ''),
        ).join(','),
      )
      expect(lines).toEqual(cells)
    }
    expect(await db.all(sql`select target, detail from audit where action = 'export' limit 1`)).toEqual([
      { target: 'detail', detail: { filter: {}, rows: 11 } },
    ])
  })

  const daily = async (query: object = {}, as = token) =>
    (await gateway.ask(calls.accountDaily, query, as)).json<{
      item: AccountDay[]
      paginator: { totalCount: number }
      summary: AccountSums
    }>()

  test('the days show created orders, moved money and closing balances', async () => {
    const { item, paginator, summary } = await daily()
    expect(paginator.totalCount).toBe(7)
    expect(item.map(({ date, endingBalance }) => [date, endingBalance])).toEqual([
      ['2026-11-21', '360500.00'],
      ['2026-11-20', '290500.00'],
      ['2026-11-19', '148500.00'],
      ['2026-11-18', '0.00'],
      ['2026-11-17', '0.00'],
      ['2026-11-16', '0.00'],
      ['2026-11-15', '0.00'],
    ])
    expect(item[1]).toEqual({
      date: '2026-11-20',
      totalPayinCount: 2,
      totalPayinAmount: '300000.00',
      successPayinCount: 2,
      successPayinAmount: '300000.00',
      payinFee: '3000.00',
      totalPayoutCount: 0,
      totalPayoutAmount: '0.00',
      successPayoutCount: 0,
      successPayoutAmount: '0.00',
      payoutFee: '0.00',
      rechargeAmount: '0.00',
      withdrawAmount: '100000.00',
      transferInAmount: '0.00',
      transferOutAmount: '50000.00',
      endingBalance: '290500.00',
    })
    expect(summary).toEqual({
      totalPayinCount: 4,
      totalPayinAmount: '600000.00',
      successPayinCount: 3,
      successPayinAmount: '450000.00',
      payinFee: '4500.00',
      totalPayoutCount: 0,
      totalPayoutAmount: '0.00',
      successPayoutCount: 0,
      successPayoutAmount: '0.00',
      payoutFee: '0.00',
      rechargeAmount: '70000.00',
      withdrawAmount: '100000.00',
      transferInAmount: '0.00',
      transferOutAmount: '50000.00',
    })
  })

  test('days are filtered by range and by sub-merchant, within the scope', async () => {
    const part = await daily({ startDate: '2026-11-20', endDate: '2026-11-21', limit: '1', offset: '1' })
    expect(part.item.map(({ date, endingBalance }) => [date, endingBalance])).toEqual([['2026-11-20', '290500.00']])
    expect([part.paginator.totalCount, part.summary.withdrawAmount]).toEqual([2, '100000.00'])
    const [day] = (await daily({ merchantNo: SUB })).item
    expect(day).toMatchObject({ date: '2026-11-21', transferInAmount: '0.00', endingBalance: '50000.00' })
    for (const merchantNo of ['M00000003', 'M00000404']) {
      expect(refusalOf(await gateway.ask(calls.accountDaily, { merchantNo }, token))).toEqual([404, 'MERCHANT_NOT_FOUND'])
    }
  })

  test('days to come have no closing balance, for one account and for several', async () => {
    const range = { startDate: '2026-11-20', endDate: '2026-11-23' }
    for (const [merchantNo, balances] of [
      [OWNER, ['360500.00', '290500.00']],
      [
        [OWNER, SUB],
        ['410500.00', '340500.00'],
      ],
    ] as const) {
      const { item } = await daily({ ...range, merchantNo })
      expect(item.map(({ endingBalance }) => endingBalance)).toEqual([null, null, ...balances])
      expect(item[0]).toMatchObject({ date: '2026-11-23', totalPayinCount: 0, rechargeAmount: '0.00' })
    }
  })

  test('days of several accounts are added up and sorted in both directions', async () => {
    const range = { startDate: '2026-11-20', endDate: '2026-11-21' }
    const [own, sub, both] = [
      await daily({ ...range, merchantNo: OWNER }),
      await daily({ ...range, merchantNo: SUB }),
      // Duplicate merchant numbers count once.
      await daily({ ...range, merchantNo: [OWNER, SUB, OWNER] }),
    ] as const
    expect(both.item.map(({ date, endingBalance }) => [date, endingBalance])).toEqual([
      ['2026-11-21', '410500.00'],
      ['2026-11-20', '340500.00'],
    ])
    const sum = (name: 'transferInAmount' | 'transferOutAmount' | 'totalPayinCount') =>
      [own, sub, both].map(({ summary }) => Number(summary[name]))
    expect(sum('transferInAmount')).toEqual([0, 50_000, 50_000])
    expect(sum('transferOutAmount')).toEqual([50_000, 0, 50_000])
    expect(sum('totalPayinCount')).toEqual([2, 0, 2])
    const upwards = await daily({ ...range, merchantNo: [OWNER, SUB], sort: 'date.asc' })
    expect(upwards.item).toEqual(both.item.toReversed())
    expect(refusalOf(await gateway.ask(calls.accountDaily, { sort: 'payinFee.asc' }, token))).toEqual([
      422,
      'VALIDATION_FAILED',
    ])
    expect(refusalOf(await gateway.ask(calls.accountDaily, { merchantNo: [OWNER, 'M00000003'] }, token))).toEqual([
      404,
      'MERCHANT_NOT_FOUND',
    ])
  })

  test('the figures equal a recount of the ledger before, during and after aggregation', async () => {
    expect(await wrongAccountDays(db)).toEqual([])
    const before = await daily()
    expect(await aggregateAccountDays(db)).toBe(10)
    expect(await aggregateAccountDays(db)).toBe(0)
    expect(await daily()).toEqual(before)
    expect(await wrongAccountDays(db)).toEqual([])
    await gateway.payin(OWNER, 'P-9', 'SUCCESS')
    expect(await wrongAccountDays(db)).toEqual([])
    await Promise.all([
      aggregateAccountDays(db),
      aggregateAccountDays(db),
      gateway.payin(OWNER, 'P-10', 'SUCCESS'),
      aggregateAccountDays(db),
    ])
    await aggregateAccountDays(db)
    expect(await wrongAccountDays(db)).toEqual([])
  })

  test('no ledger row is older than the previous one, even with clock skew', async () => {
    await gateway.account('M00000004')
    for (const at of ['2026-11-19T10:00:00Z', '2026-11-19T09:59:59Z', '2026-11-19T10:00:01Z']) {
      await creditAccount(db, gateway.ids, 'M00000004', 100n, { at: new Date(at) })
    }
    const rows = await db.all<{ at: Date }>(sql`
      select create_time as at from ledger where merchant_no = 'M00000004' order by seq`)
    expect(rows.map(({ at }) => at.toISOString().slice(11, 19))).toEqual(['10:00:00', '10:00:00', '10:00:01'])
  })
})
