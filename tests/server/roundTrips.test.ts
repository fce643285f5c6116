import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { databases, isPostgres } from '../databases.ts'
import { openGateway, SECRET, type TestGateway } from '../gateway.ts'
import { creditAccount, type SigningClient, setTxnPassword, signingClientOf, TXN_PASSWORD } from '../money.ts'

const SHOP = 'M10000001'
const OTHER = 'M10000002'
const TO_BANK = { bankCode: '014', receiveAccount: '5271038864', receiveName: 'Siti Rahma' }

/** On a network with a millisecond of latency, each is a millisecond of a lock on the account. A changed count must be meant. */
describe.each(databases.filter(isPostgres))('round trips to $name of', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let client: SigningClient
  const query = vi.spyOn(pg.Client.prototype, 'query')

  beforeAll(async () => {
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

  const openCall = (row: typeof calls.openPayin | typeof calls.openPayout, merchantOrderNo: string, more: object) => {
    const fields = { merchantNo: SHOP, merchantOrderNo, payAmount: '50000.00', ...more }
    return gateway.ask(row, sign(fields, SECRET, { hash: sha256, now: gateway.clock.now() }) as never)
  }
  const payin = (number: string) => openCall(calls.openPayin, number, { payChannel: 'VA_BCA' })
  const payout = (number: string) => openCall(calls.openPayout, number, TO_BANK)
  const withdraw = (merchantOrderNo: string) =>
    client.ask(calls.withdraw, {
      merchantOrderNo,
      payAmount: '50000.00',
      bankCode: '014',
      accountNumber: '5271038864',
      accountHoldName: 'Siti Rahma',
      txnPwd: TXN_PASSWORD,
    })
  const transfer = (merchantOrderNo: string) =>
    client.ask(calls.transfer, { merchantOrderNo, payAmount: '50000.00', receiveMerchantNo: OTHER, txnPwd: TXN_PASSWORD })

  /** Counts the statements of the second of two like calls: the first one reads what later ones know. */
  async function tripsOf(work: (number: string) => Promise<{ statusCode: number; body: string }>): Promise<number> {
    const count = async (number: string) => {
      query.mockClear()
      const { statusCode, body } = await work(number)
      expect(statusCode, body).toBe(200)
      return query.mock.calls.length
    }
    await count(`${work.name}-1`)
    return count(`${work.name}-2`)
  }

  test.each<[string, number, (number: string) => ReturnType<typeof payin>]>([
    ['a payin', 13, payin],
    ['a repeated payin', 9, () => payin('payin-1')],
    ['a payout', 16, payout],
    ['a withdraw', 21, withdraw],
    ['a transfer', 21, transfer],
  ])('%s: %i', async (_, trips, work) => {
    expect(await tripsOf(work)).toBe(trips)
  })
})
