import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { OrderTrail, PayOrder } from '#contract/rows/orders.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { withCitus } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'
import { balance, withKey } from '../money.ts'

const SHOP = 'M00000001'
const USDT = 'M00000002'
const STAFF = 'M00000003'
const CLERK = 'M00000004'

describe.each(withCitus)('a payin that was paid with another amount, on $name,', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const tokens: Record<string, string> = {}
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock, environment: { SESSION_IDLE_MINUTES: '480' } })
    await gateway.account(SHOP)
    await gateway.account(USDT, { kind: 'umerchant' })
    await gateway.account(STAFF, { kind: 'staff', permissionKeys: ['plat_payin_exception', 'plat_merchant_status', 'payin'] })
    await gateway.account(CLERK, { kind: 'staff' })
    for (const no of [SHOP, STAFF, CLERK]) tokens[no] = await gateway.signIn(no)
  })
  afterAll(async () => {
    expect(await brokenLedger(db)).toEqual([])
    await gateway.close()
    await db.close()
  })

  let numbers = 0
  const exception = (no = SHOP) => gateway.payin(no, `E-${++numbers}`, 'EXCEPTION')
  const decide = (id: string, action: 'accept' | 'reject', who = STAFF, key = `key-${++numbers}`) =>
    gateway.ask(calls.decidePayin, { id, action }, tokens[who], withKey(calls.decidePayin.body, tokens[who]!, key))
  const itemOf = (reply: { json(): unknown }) => (reply.json() as { item: PayOrder }).item
  const available = async (no = SHOP) => (await balance(db, no))[0]
  const callbacksOf = async (id: string) =>
    (await db.one<{ status: string }>(sql`select notify_status as status from orders where id = ${id}`))!.status

  test.each([
    [SHOP, '75000.00', 7_500_000n],
    [USDT, '50.0000', 50_000_000n],
  ])('is credited to %s with exactly what was paid when it is accepted', async (no, paidAmount, minor) => {
    const { id } = await exception(no)
    const before = await available(no)
    const order = itemOf(await decide(id, 'accept'))
    expect(order).toMatchObject({ id, status: 'SUCCESS', paidAmount, lateSuccess: false })
    const { fee } = (await db.one<{ fee: string }>(sql`select fee from orders where id = ${id}`))!
    expect(await available(no)).toBe(before + minor - BigInt(fee))
    expect(order.completeTime).not.toBeNull()
  })

  test('is final without any money when it is rejected', async () => {
    const { id } = await exception()
    const before = await available()
    expect(itemOf(await decide(id, 'reject'))).toMatchObject({ status: 'FAILED', paidAmount: '75000.00' })
    expect(await available()).toBe(before)
  })

  test('is decided by staff with the permission, and by no other account', async () => {
    const { id } = await exception()
    expect((await decide(id, 'accept', CLERK)).statusCode).toBe(403)
    expect((await decide(id, 'accept', SHOP)).statusCode).toBe(403)
    expect(await callbacksOf(id)).toBe('NONE')
    expect((await decide(id, 'reject')).statusCode).toBe(200)
  })

  test.each([[[]], [['SUCCESS']], [['FAILED']], [['EXPIRED']], [['CLOSED']]] as const)(
    'is the only one that is decided, not one with %j',
    async (statuses) => {
      const { id } = await gateway.payin(SHOP, `O-${++numbers}`, ...statuses)
      const before = await available()
      for (const action of ['accept', 'reject'] as const) {
        const reply = await decide(id, action)
        expect([reply.statusCode, (reply.json() as ErrorBody).error]).toEqual([409, 'ORDER_STATE_CONFLICT'])
      }
      expect(await available()).toBe(before)
    },
  )

  test('takes effect once with one key, and is audited in its history', async () => {
    const { id } = await exception()
    const before = await available()
    const [first, second] = [await decide(id, 'accept', STAFF, 'same'), await decide(id, 'accept', STAFF, 'same')]
    expect([first.statusCode, second.statusCode, first.body === second.body]).toEqual([200, 200, true])
    expect((await decide(id, 'accept')).statusCode).toBe(409)
    expect(await available()).toBeLessThanOrEqual(before + 7_500_000n)
    const trail = (await gateway.ask(calls.payinTrail, { id }, tokens[STAFF])).json<{ item: OrderTrail }>().item
    expect(trail.actions).toMatchObject([{ action: 'accept' }])
    const { detail } = (await db.one<{ detail: object }>(sql`select detail from audit where target = ${id}`))!
    expect(detail).toEqual({ from: 'EXCEPTION', to: 'SUCCESS' })
  })

  test('has one of the decisions that arrive at once', async () => {
    const { id } = await exception()
    const before = await available()
    const replies = await Promise.all((['accept', 'reject', 'accept', 'reject'] as const).map((action) => decide(id, action)))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
    const { status, fee } = (await db.one<{ status: string; fee: string }>(
      sql`select status, fee from orders where id = ${id}`,
    ))!
    expect(await available()).toBe(status === 'SUCCESS' ? before + 7_500_000n - BigInt(fee) : before)
  })

  test('no longer keeps its merchant from being closed', async () => {
    const no = 'M00000010'
    await gateway.account(no)
    const { id } = await exception(no)
    const close = () => gateway.ask(calls.merchantStatus, { merchantNo: no, status: 'CLOSED' }, tokens[STAFF])
    const refused = await close()
    expect([refused.statusCode, (refused.json() as ErrorBody).message]).toEqual([409, expect.stringContaining('“Exception”')])
    expect((await decide(id, 'reject')).statusCode).toBe(200)
    expect((await close()).statusCode).toBe(200)
  })
})
