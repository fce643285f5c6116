import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall, InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { transitionPayout } from '../../server/payouts/payouts.ts'
import { databases } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'
import { refusalOf, signingClientOf } from '../money.ts'
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
    gateway = await openGateway(db, { environment: { SIMULATION: 'on' } })
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

  const itemOf = (reply: LightMyRequestResponse) => reply.json<{ item: Row }>().item
  const statusOf = async ({ merchantNo, kind, id }: OrderRecord) =>
    (await db.one<{ status: string }>(sql`
      select status from orders where merchant_no = ${merchantNo} and kind = ${kind} and id = ${id}`))!.status

  describe('a merchant’s number that is the platform number of another merchant’s order', () => {
    test('a receipt is of the order with both numbers, and refused for the one number', async () => {
      const named = await payout(SHOP, 'NAMED')
      const naming = await payout(OTHER, named.id)
      const ask = (input: InputOf<typeof calls.payoutReceipt>, token = staff) => gateway.ask(calls.payoutReceipt, input, token)
      for (const { id: platOrderNo, merchantOrderNo } of [named, naming]) {
        const reply = await ask({ merchantOrderNo, platOrderNo })
        expect(itemOf(reply)).toMatchObject({ merchantOrderNo, platOrderNo })
        expect(itemOf(await ask({ merchantOrderNo: platOrderNo, platOrderNo }))).toEqual(itemOf(reply))
      }
      expect(refusalOf(await ask({ merchantOrderNo: named.id }))).toEqual([409, 'ORDER_AMBIGUOUS'])
      expect((await ask({ merchantOrderNo: named.id })).json<{ message: string }>().message).toContain('other number')
      expect(itemOf(await ask({ merchantOrderNo: naming.id })).platOrderNo).toBe(naming.id)
      expect(refusalOf(await ask({ merchantOrderNo: 'NAMED', platOrderNo: naming.id }))).toEqual([404, 'ORDER_NOT_FOUND'])
      expect(refusalOf(await ask({ merchantOrderNo: 'NAMED', platOrderNo: 'NAMED' }))).toEqual([404, 'ORDER_NOT_FOUND'])
      // Each merchant has one order with the number.
      const own = [
        await ask({ merchantOrderNo: named.id }, await gateway.signIn(SHOP)),
        await ask({ merchantOrderNo: named.id }, await gateway.signIn(OTHER)),
      ]
      expect(own.map((reply) => itemOf(reply).platOrderNo)).toEqual([named.id, naming.id])
    })

    test.each(['payin', 'payout'] as const)(
      'a simulated %s is the order with both numbers, and none for the one number',
      async (direction) => {
        const create = async (no: string, merchantOrderNo: string) => {
          const request = { merchant: (await merchantByNo(db, no))!, merchantOrderNo }
          return direction === 'payin'
            ? createTestPayin(db, gateway.world, request)
            : createTestPayout(db, gateway.world, request)
        }
        const named = await create(SHOP, `PAID-${direction}`)
        const naming = await create(CHAIN, named.id)
        const before = [await statusOf(named), await statusOf(naming)]
        const call = direction === 'payin' ? calls.simulatePayin : calls.simulatePayout
        const ask = (input: { merchantOrderNo: string; platOrderNo?: string }) => gateway.ask(call, input, staff)
        expect(refusalOf(await ask({ merchantOrderNo: named.id }))).toEqual([409, 'ORDER_AMBIGUOUS'])
        expect(refusalOf(await ask({ merchantOrderNo: named.merchantOrderNo, platOrderNo: naming.id }))).toEqual([
          404,
          'ORDER_NOT_FOUND',
        ])
        expect([await statusOf(named), await statusOf(naming)]).toEqual(before)
        // As a row's actions send them.
        const paid = await ask({ merchantOrderNo: naming.merchantOrderNo, platOrderNo: naming.id })
        expect(paid.json<{ item: { order: Row } }>().item.order.platOrderNo).toBe(naming.id)
        expect([await statusOf(named), await statusOf(naming)]).toEqual([before[0], 'SUCCESS'])
      },
    )

    test('a payin is not simulated for a number that a recharge has, and a recharge with both numbers is', async () => {
      const recharge = async (no: string, merchantOrderNo: string) => {
        const client = await signingClientOf(gateway, no)
        const reply = await client.ask(calls.rechargeOnline, { merchantOrderNo, payAmount: '100000.00', payChannel: 'VA_BCA' })
        return itemOf(reply).platOrderNo
      }
      const id = await recharge(SHOP, 'TOP-UP')
      await createTestPayin(db, gateway.world, { merchant: (await merchantByNo(db, OTHER))!, merchantOrderNo: 'TOP-UP' })
      const ask = (input: { merchantOrderNo: string; platOrderNo?: string }) => gateway.ask(calls.simulatePayin, input, staff)
      expect(refusalOf(await ask({ merchantOrderNo: 'TOP-UP' }))).toEqual([409, 'ORDER_AMBIGUOUS'])
      await recharge(OTHER, id)
      expect(refusalOf(await ask({ merchantOrderNo: id }))).toEqual([409, 'ORDER_AMBIGUOUS'])
      const paid = await ask({ merchantOrderNo: 'TOP-UP', platOrderNo: id })
      expect(paid.json<{ item: { order: Row } }>().item.order.platOrderNo).toBe(id)
    })

    test('every call with an id is for the order with this platform number', async () => {
      const named = await gateway.payin(SHOP, 'WITH-ID', 'SUCCESS')
      const naming = await gateway.payin(OTHER, named.id, 'SUCCESS')
      const asked = async (call: AnyCall, input: object) => (await gateway.ask(call, input, staff)).json()
      for (const { id } of [named, naming]) {
        expect(await asked(calls.payinTrail, { id })).toMatchObject({ item: { order: { id } } })
        expect(await asked(calls.reviewOrder, { id, review: 'RECONCILED' })).toMatchObject({ item: { id } })
        expect(await asked(calls.addNote, { id, text: 'Seen' })).toMatchObject({ item: { id, notes: 1 } })
        expect(await asked(calls.assignOrder, { id, assignedTo: 'ME' })).toMatchObject({ item: { id } })
      }
    })
  })
})

interface Row {
  platOrderNo: string
}
