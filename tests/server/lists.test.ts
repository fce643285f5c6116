import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { FoundRows } from '#contract/rows/lookup.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { LookupQuery } from '#contract/shapes/lookup.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { withCitus } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'

describe.each(withCitus)('lists on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db)
    await gateway.account('M00000001', { agentNo: 'M00000005' })
    await gateway.account('M00000002', { kind: 'subMerchant', parentNo: 'M00000001' })
    await gateway.account('M00000003')
    await gateway.account('M00000004', { kind: 'umerchant' })
    await gateway.account('M00000005', { kind: 'delegate' })
    await gateway.account('M00000006', { kind: 'staff' })
    for (let n = 1; n <= 12; n++) await gateway.payin('M00000001', `A-${n}`)
    await gateway.payin('M00000002', 'B-1', 'SUCCESS')
    await gateway.payin('M00000003', 'C-1')
    await gateway.payin('M00000003', 'A-1')
    await gateway.payin('M00000004', 'U-1')
    for (const no of ['1', '2', '3', '4', '5', '6']) tokens[no] = await gateway.signIn(`M0000000${no}`)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const numbersOf = (reply: { json(): unknown }) =>
    (reply.json() as { item: Complete<PayOrder>[] }).item.map((order) => order.merchantOrderNo)

  test('a page reports its position', async () => {
    const first = await gateway.ask(calls.payinList, {}, tokens[1])
    expect(first.json()).toMatchObject({ status: 'ok', paginator: { page: 1, limit: 10, offset: 0, totalCount: 13 } })
    expect(numbersOf(first)).toHaveLength(10)
    const second = await gateway.ask(calls.payinList, { page: '2' }, tokens[1])
    expect(second.json()).toMatchObject({ paginator: { page: 2, limit: 10, offset: 10, totalCount: 13 } })
    expect(numbersOf(second)).toEqual(['A-3', 'A-2', 'A-1'])
  })

  test('the offset wins over the page number', async () => {
    const reply = await gateway.ask(calls.payinList, { offset: '12', limit: '10', page: '1' }, tokens[1])
    expect(numbersOf(reply)).toEqual(['A-1'])
    expect(reply.json()).toMatchObject({ paginator: { page: 1, offset: 12 } })
  })

  test('an account sees the orders in its scope', async () => {
    const all = { limit: '100' }
    const seen = async (no: string, row: 'payinList' | 'usdtPayinList' | 'agentPayinList') =>
      [...new Set(numbersOf(await gateway.ask(calls[row], all, tokens[no])).map((number) => number[0]))].join('')
    expect(await seen('1', 'payinList')).toBe('BA')
    expect(await seen('2', 'payinList')).toBe('B')
    expect(await seen('3', 'payinList')).toBe('AC')
    expect(await seen('4', 'usdtPayinList')).toBe('U')
    expect(await seen('5', 'agentPayinList')).toBe('A')
    expect(await seen('6', 'payinList')).toBe('ACB')
    expect(await seen('6', 'usdtPayinList')).toBe('U')
  })

  test('filtering by a foreign merchant finds nothing', async () => {
    expect(numbersOf(await gateway.ask(calls.payinList, { merchantNo: 'M00000003' }, tokens[1]))).toEqual([])
    expect(numbersOf(await gateway.ask(calls.payinList, { merchantNo: 'M00000002' }, tokens[1]))).toEqual(['B-1'])
  })

  test('a foreign order is not found, neither its history nor for actions', async () => {
    const { item } = (await gateway.ask(calls.payinList, { merchantOrderNo: 'C-1' }, tokens[3])).json<{
      item: Complete<PayOrder>[]
    }>()
    const id = item[0]!.id
    const replies = [
      await gateway.ask(calls.payinTrail, { id }, tokens[1]),
      await gateway.ask(calls.payinTrail, { id: 'C-1' }, tokens[1]),
      await gateway.ask(calls.payinNotify, { id }, tokens[1]),
      await gateway.ask(calls.payinAction, { id, action: 'close' }, tokens[1]),
      // The rupiah calls do not include USDT orders, not even for staff.
      await gateway.ask(calls.payinNotify, { id: 'U-1' }, tokens[6]),
      await gateway.ask(calls.usdtPayinNotify, { id }, tokens[6]),
    ]
    expect(replies.map((reply) => [reply.statusCode, reply.json<{ error: string }>().error])).toEqual(
      Array.from({ length: 6 }, () => [404, 'ORDER_NOT_FOUND']),
    )
  })

  test('a number of several merchants is ambiguous for staff', async () => {
    const reply = await gateway.ask(calls.payinTrail, { id: 'A-1' }, tokens[6])
    expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([409, 'ORDER_AMBIGUOUS'])
  })

  test('an agent sees no payer accounts and remarks, and cannot search by receive account', async () => {
    await db.run(sql`update orders set remark = 'Budi, 0812 3456' where merchant_no = 'M00000001'`)
    const { item } = (await gateway.ask(calls.agentPayinList, {}, tokens[5])).json<{ item: Complete<PayOrder>[] }>()
    expect(item[0]).toMatchObject({
      mobile: null,
      remark: null,
      payerAccountNumber: null,
      platAccountId: null,
      merchantNo: 'M00000001',
    })
    const { accountNumber, payerName } = item[0]!
    const found = async (filter: object) =>
      (await gateway.ask(calls.agentPayinList, filter, tokens[5]))
        .json<{ item: Complete<PayOrder>[] }>()
        .item.map(({ id }) => id)
    expect(await found({ payerName: payerName!.toUpperCase() })).toContain(item[0]!.id)
    expect(await found({ accountNumber: accountNumber! })).toContain(item[0]!.id)
    const byAccount = await gateway.ask(calls.agentPayoutList, { receiveAccount: '1234567890' }, tokens[5])
    expect([byAccount.statusCode, byAccount.json<{ error: string }>().error]).toEqual([422, 'VALIDATION_FAILED'])
    const merchants = (await gateway.ask(calls.agentMerchants, {}, tokens[5])).json<{ item: object[] }>().item
    expect(merchants).toMatchObject([{ merchantNo: 'M00000001', payinNotifyAddress: null }])
  })

  test('figures, channels and choices follow the scope of the caller', async () => {
    const count = (await gateway.ask(calls.payinCount, {}, tokens[1])).json<{ item: object }>().item
    expect(count).toMatchObject({ totalPayinCount: 13, successPayinCount: 1, successPayinAmount: '150000.00' })
    const channels = async (no: string) =>
      (await gateway.ask(calls.payChannels, {}, tokens[no]))
        .json<{ item: { payChannel: string }[] }>()
        .item.map((row) => row.payChannel)
    expect(await channels('1')).toContain('VA_BCA')
    expect(await channels('4')).toEqual(['USDT_TRC20', 'USDT_ERC20', 'USDT_BEP20'])
    const choices = (await gateway.ask(calls.merchantChoices, {}, tokens[1])).json<{
      item: { merchantNo: string; self: boolean }[]
    }>().item
    expect(choices.map(({ merchantNo, self }) => [merchantNo, self])).toEqual([
      ['M00000001', true],
      ['M00000002', false],
    ])
  })

  test('a virtual account finds its orders', async () => {
    const order = await gateway.payin('M00000002', 'VA-1')
    const found = await gateway.ask(calls.vaNumber, { accountNumber: order.accountNumber! }, tokens[1])
    expect(numbersOf(found)).toEqual(['VA-1'])
    expect(numbersOf(await gateway.ask(calls.vaNumber, { accountNumber: order.accountNumber! }, tokens[3]))).toEqual([])
    expect((await gateway.ask(calls.vaNumber, { accountNumber: 'BCA' }, tokens[1])).statusCode).toBe(422)
  })

  const lookUp = async (rounds: LookupQuery['rounds'], account: string) => {
    const reply = await gateway.ask(calls.lookUp, { rounds }, tokens[account])
    if (reply.statusCode !== 200) return reply.statusCode
    const { item } = reply.json<{ item: FoundRows[] }>()
    return item.map(({ list, rows }) => [list, ...rows.map(({ merchantOrderNo }) => merchantOrderNo)])
  }

  test('a number is looked up in several lists, each round only if those before it have no row', async () => {
    const payin = (orderNo: string) => ({ list: 'payinList', orderNo }) as const
    const checkout = (orderNo: string) => ({ list: 'checkoutList', orderNo }) as const
    const payout = (orderNo: string) => ({ list: 'payoutList', orderNo }) as const
    expect(await lookUp([[payout('B-1')], [payin('B-1')]], '1')).toEqual([['payinList', 'B-1']])
    expect(await lookUp([[payin('A-7')], [payin('B-1')]], '1')).toEqual([['payinList', 'A-7']])
    expect(await lookUp([[payin('A-7'), payout('A-7')], [payin('B-1')]], '1')).toEqual([['payinList', 'A-7']])
    expect(await lookUp([[payin('none'), checkout('none')], [payout('none')]], '1')).toEqual([])
    // Orders of another merchant are not found.
    expect(await lookUp([[payin('C-1')]], '1')).toEqual([])
    expect(await lookUp([[payin('C-1')]], '3')).toEqual([['payinList', 'C-1']])
    const { accountNumber, id } = await gateway.payin('M00000001', 'LOOK-1')
    expect(await lookUp([[{ list: 'payinList', accountNumber: accountNumber! }]], '1')).toEqual([['payinList', 'LOOK-1']])
    expect(await lookUp([[{ list: 'payinList', orderTail: id.slice(-8) }]], '1')).toEqual([['payinList', 'LOOK-1']])
  })

  test('a lookup needs the permission of each list, and a number for each', async () => {
    expect(await lookUp([[{ list: 'payinList', orderNo: 'A-7' }], [{ list: 'usdtPayinList', orderNo: 'U-1' }]], '1')).toBe(403)
    expect(await lookUp([[{ list: 'usdtPayinList', orderNo: 'U-1' }]], '4')).toEqual([['usdtPayinList', 'U-1']])
    expect(await lookUp([[{ list: 'payinList' }]], '1')).toBe(422)
    expect(await lookUp([[{ list: 'payinList', status: 'PENDING' } as never]], '1')).toBe(422)
    expect(await lookUp([[{ list: 'subMerchants' as never, orderNo: 'A-7' }]], '1')).toBe(422)
    expect(await lookUp([[]], '1')).toBe(422)
    expect(await lookUp([], '1')).toBe(422)
    expect(await lookUp(Array(12).fill([{ list: 'payinList', orderNo: 'none' }]), '1')).toBe(422)
    expect(await lookUp('payinList' as never, '1')).toBe(422)
  })

  test('a lookup finds the ten newest rows of a list', async () => {
    for (let n = 1; n <= 12; n++) await gateway.payin('M00000003', `N${n}-MANY`)
    const [found] = (await lookUp([[{ list: 'payinList', orderTail: '-MANY' }]], '3')) as string[][]
    expect(found).toEqual(['payinList', ...Array.from({ length: 10 }, (_, n) => `N${12 - n}-MANY`)])
  })

  test('close and check change the status when allowed and are audited', async () => {
    const { id } = await gateway.payin('M00000001', 'CLOSE-1')
    const checked = await gateway.ask(calls.payinAction, { id, action: 'check' }, tokens[1])
    expect(checked.json()).toMatchObject({ item: { status: 'PENDING' } })
    const closed = await gateway.ask(calls.payinAction, { id, action: 'close' }, tokens[1])
    expect(closed.json()).toMatchObject({ item: { status: 'CLOSED' } })
    const again = await gateway.ask(calls.payinAction, { id, action: 'close' }, tokens[1])
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      409,
      'An order with status “Closed” can’t become “Closed”',
    ])
    const { actions, moves } = (await gateway.ask(calls.payinTrail, { id }, tokens[1])).json<{
      item: { actions: { action: string; actor: string; text: string }[]; moves: { status: string }[] }
    }>().item
    expect(actions.map(({ action, actor, text }) => [action, actor, text])).toEqual([
      ['check', 'm00000001', 'PENDING → PENDING'],
      ['close', 'm00000001', 'PENDING → CLOSED'],
    ])
    expect(moves.map(({ status }) => status)).toEqual(['CREATED', 'PENDING', 'CLOSED'])
  })

  describe.each([
    ['item', (body: Body) => body.item, (body: Body) => body.paginator?.totalCount],
    ['data.item', (body: Body) => (body.data as Nested).item, (body: Body) => (body.data as Nested).totalCount],
    ['data.list', (body: Body) => (body.data as Nested).list, (body: Body) => (body.data as Nested).totalCount],
    ['data', (body: Body) => body.data as Complete<PayOrder>[], (body: Body) => body.paginator?.totalCount],
  ] as const)('in the shape %s', (shape, rowsOf, totalOf) => {
    test.each(['on', 'off'])('with totals %s', async (totals) => {
      const other = await openGateway(db, { environment: { LIST_SHAPE: shape, LIST_TOTALS: totals }, node: 2 })
      const body = async (input: object) =>
        (await other.ask(calls.payinList, { merchantNo: 'M00000001', endDate: '2026-01-01', ...input }, tokens[1])).json<Body>()
      const everything = { endDate: undefined, orderTail: undefined, limit: '5' }
      const page = (await other.ask(calls.payinList, everything as never, tokens[1])).json<Body>()
      expect(rowsOf(page)).toHaveLength(totals === 'on' ? 5 : 6)
      expect(totalOf(page) === undefined).toBe(totals === 'off')
      const uncounted = (await other.ask(calls.payinList, { ...everything, totals: 'none' } as never, tokens[1])).json<Body>()
      expect([rowsOf(uncounted)!.length, totalOf(uncounted)]).toEqual([6, undefined])
      expect(rowsOf(await body({}))).toEqual([])
      await other.close()
    })
  })
})

interface Nested {
  item?: Complete<PayOrder>[]
  list?: Complete<PayOrder>[]
  totalCount?: number
}

interface Body {
  item?: Complete<PayOrder>[]
  data?: Complete<PayOrder>[] | Nested
  paginator?: { totalCount?: number }
}
