import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { CheckoutOrder } from '#contract/rows/orders.ts'
import type { OpenPayin } from '#contract/shapes/merchantReplies.ts'
import { type Signable, sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { databases } from '../databases.ts'
import { openGateway, SECRET, StandingClock, type TestGateway } from '../gateway.ts'

const SHOP = 'M00000001'
const BRANCH = 'M00000002'
const OTHER = 'M00000003'

describe.each(databases)('the checkout list on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
  const created: OpenPayin[] = []

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    await gateway.account(SHOP)
    await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: SHOP })
    await gateway.account(OTHER)
    await gateway.account('M00000005', { kind: 'staff' })
    for (const [merchantNo, number, payChannel] of [
      [SHOP, 'C-1', 'EW_OVO'],
      [SHOP, 'C-2', 'VA_BCA'],
      [SHOP, 'C-3', 'QRIS'],
      [BRANCH, 'C-4', 'EW_DANA'],
      [OTHER, 'C-5', 'EW_OVO'],
    ] as const) {
      const fields: Signable = { merchantNo, merchantOrderNo: number, payAmount: '150000.00', payChannel }
      const reply = await gateway.ask(calls.openPayin, sign(fields, SECRET, { hash: sha256, now: clock.now() }) as never)
      created.push(reply.json<{ item: OpenPayin }>().item)
    }
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  async function list(who: string, filter: object = {}): Promise<{ rows: [string, string][]; total: number | undefined }> {
    const reply = await gateway.ask(calls.checkoutList, filter, await gateway.signIn(who))
    const { item, paginator } = reply.json<{ item: Complete<CheckoutOrder>[]; paginator: { totalCount?: number } }>()
    return { rows: item.map(({ merchantOrderNo, checkoutUrl }) => [merchantOrderNo, checkoutUrl]), total: paginator.totalCount }
  }
  const pageOf = (number: string) => created.find(({ merchantOrderNo }) => merchantOrderNo === number)!.payUrl!

  test('the list contains redirect payins with their payment page', async () => {
    expect(await list(SHOP)).toEqual({
      rows: [
        ['C-4', pageOf('C-4')],
        ['C-1', pageOf('C-1')],
      ],
      total: 2,
    })
    expect(created.map(({ payUrl }) => payUrl === null)).toEqual([false, true, true, false, false])
  })

  test('the list follows the scope: a sub-merchant sees its own payins, staff see all', async () => {
    expect((await list(BRANCH)).rows.map(([number]) => number)).toEqual(['C-4'])
    expect((await list('M00000005')).rows.map(([number]) => number)).toEqual(['C-5', 'C-4', 'C-1'])
    expect(await list(SHOP, { merchantNo: OTHER })).toEqual({ rows: [], total: 0 })
  })

  test('filters apply, and a method without a payment page matches nothing', async () => {
    expect((await list(SHOP, { payChannel: 'EW_OVO' })).rows).toEqual([['C-1', pageOf('C-1')]])
    expect((await list(SHOP, { payMethod: ['EWALLET', 'QRIS'] })).rows.map(([number]) => number)).toEqual(['C-4', 'C-1'])
    expect(await list(SHOP, { payMethod: 'QRIS' })).toEqual({ rows: [], total: 0 })
  })
})
