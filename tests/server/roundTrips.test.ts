import pg from 'pg'
import { afterAll, beforeAll, describe, expect, type MockInstance, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Item } from '#contract/reply.ts'
import type { OpenPayin } from '#contract/shapes/merchantReplies.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { databases } from '../databases.ts'
import { openGateway, SECRET, type TestGateway } from '../gateway.ts'
import { creditAccount, type SigningClient, setTxnPassword, signingClientOf, TXN_PASSWORD } from '../money.ts'

const SHOP = 'M10000001'
const OTHER = 'M10000002'
const TO_BANK = { bankCode: '014', receiveAccount: '5271038864', receiveName: 'Siti Rahma' }

type Reply = Promise<{ statusCode: number; body: string }>

/** On a network with a millisecond of latency, each is a millisecond of a lock on the account. A changed count must be meant. */
describe.each(databases)('round trips to the $name database of', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let client: SigningClient
  // Each call of the driver is a round trip: a batch of statements, or a script.
  let query: MockInstance

  beforeAll(async () => {
    query = vi.spyOn(pg.Client.prototype, 'query')
    db = await open()
    gateway = await openGateway(db, { environment: { SIMULATION: 'on', HOLD_SECONDS: '0' } })
    for (const no of [SHOP, OTHER]) {
      await gateway.account(no)
      await setTxnPassword(db, no)
      await creditAccount(db, gateway.ids, no, 100_000_000_000n)
    }
    client = await signingClientOf(gateway, SHOP)
  })
  afterAll(async () => {
    query.mockRestore()
    await gateway.close()
    await db.close()
  })

  const openCall = (row: typeof calls.openPayin | typeof calls.openPayout, merchantOrderNo: string, more: object): Reply => {
    const fields = { merchantNo: SHOP, merchantOrderNo, payAmount: '50000.00', ...more }
    return gateway.ask(row, sign(fields, SECRET, { hash: sha256, now: gateway.clock.now() }) as never)
  }
  const payin = (number: string) => openCall(calls.openPayin, number, { payChannel: 'VA_BCA' })
  const payout = (number: string) => openCall(calls.openPayout, number, TO_BANK)
  const request = (merchantOrderNo: string) => ({ merchantOrderNo, payAmount: '50000.00', txnPwd: TXN_PASSWORD })
  const withdraw = (number: string) =>
    client.ask(
      calls.withdraw,
      { ...request(number), bankCode: '014', accountNumber: '5271038864', accountHoldName: 'Siti Rahma' },
      { key: number },
    )
  const transfer = (number: string) =>
    client.ask(calls.transfer, { ...request(number), receiveMerchantNo: OTHER }, { key: number })
  const recharge = (number: string) =>
    client.ask(calls.rechargeOnline, { ...request(number), payChannel: 'VA_BCA' }, { key: number })
  const payment = (merchantOrderNo: string) =>
    gateway.ask(calls.simulatePayin, { merchantOrderNo, outcome: 'success' }, client.token)

  /** Counts the second of two like calls: the first one reads what later ones know. `prepare` is not counted. */
  async function tripsOf(work: (number: string) => Reply, prepare = async (_: string) => {}): Promise<number> {
    for (const number of [`${work.name}-1`, `${work.name}-2`]) {
      await prepare(number)
      query.mockClear()
      const { statusCode, body } = await work(number)
      expect(statusCode, body).toBe(200)
    }
    return query.mock.calls.length
  }

  test.each<[string, number, (number: string) => Reply]>([
    ['a payin', 3, payin],
    ['a repeated payin', 10, () => payin('payin-1')],
    ['a payout', 3, payout],
    ['a withdraw', 9, withdraw],
    ['a transfer', 8, transfer],
    ['a recharge', 8, recharge],
  ])('%s: %i', async (_, trips, work) => {
    expect(await tripsOf(work)).toBe(trips)
  })

  test('the payment of a payin: 15', async () => {
    const create = async (number: string) => {
      const { item } = JSON.parse((await payin(number)).body) as Item<OpenPayin>
      expect(item.status).toBe('PENDING')
    }
    expect(await tripsOf(payment, create)).toBe(15)
  })
})
