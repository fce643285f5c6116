import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Database } from '../../server/db/database.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { transitionPayout } from '../../server/payouts/payouts.ts'
import { databases } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'
import { refusalOf } from '../money.ts'
import { createTestPayin, createTestPayout } from '../shop.ts'

const SHOP = 'M00000001'
const OTHER = 'M00000002'
const CHAIN = 'M00000003'

describe.each(databases)('a number that several merchants use on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let staff: string

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db)
    await gateway.account(SHOP)
    await gateway.account(OTHER)
    await gateway.account(CHAIN, { kind: 'umerchant' })
    await gateway.account('M00000005', { kind: 'staff' })
    for (const no of [SHOP, OTHER, CHAIN]) {
      const order = await createTestPayin(db, gateway.world, {
        merchant: (await merchantByNo(db, no))!,
        amount: 4_000_000_000n,
      })
      await db.tx((tx) => transitionPayin(tx, gateway.world, order, 'SUCCESS'))
    }
    staff = await gateway.signIn('M00000005')
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  async function payout(no: string, merchantOrderNo: string): Promise<OrderRecord> {
    const merchant = (await merchantByNo(db, no))!
    const order = await createTestPayout(db, gateway.world, { merchant, merchantOrderNo })
    await db.tx((tx) => transitionPayout(tx, gateway.world, order, 'PROCESSING'))
    return db.tx((tx) => transitionPayout(tx, gateway.world, order, 'SUCCESS'))
  }

  test.each([
    ['in one currency', OTHER],
    ['in two', CHAIN],
  ])('is ambiguous for staff %s; the platform number is not', async (_what, second) => {
    const number = `TWICE-${second}`
    const [one, other] = [await payout(SHOP, number), await payout(second, number)]
    const ask = (row: AnyCall, input: object) => gateway.ask(row, input, staff)
    for (const reply of [
      await ask(calls.payoutReceipt, { merchantOrderNo: number }),
      await ask(calls.payoutTrail, { id: number }),
      await ask(calls.payoutAction, { id: number, action: 'check' }),
    ]) {
      expect(refusalOf(reply)).toEqual([409, 'ORDER_AMBIGUOUS'])
    }
    for (const { id } of [one, other]) {
      const reply = await ask(calls.payoutReceipt, { merchantOrderNo: id })
      expect(reply.json<{ item: { platOrderNo: string } }>().item.platOrderNo).toBe(id)
    }
    const own = await gateway.ask(calls.payoutReceipt, { merchantOrderNo: number }, await gateway.signIn(SHOP))
    expect(own.json<{ item: { platOrderNo: string } }>().item.platOrderNo).toBe(one.id)
  })
})
