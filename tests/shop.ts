import type { Database } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import { type Ids, seedIds } from '../server/ids.ts'
import { type MerchantRow, merchantByNo } from '../server/merchants/merchants.ts'
import type { OrderRecord, OrderStatus } from '../server/orders/orderRow.ts'
import { createPayin, type PayinRequest, transitionPayin } from '../server/payins/payins.ts'
import type { PaymentContext } from '../server/payments/payments.ts'
import { createPayout, type PayoutRequest } from '../server/payouts/payouts.ts'
import { StandingClock } from './clock.ts'

export interface MerchantFacts {
  merchantNo?: string
  kind?: string
  parentNo?: string
  currency?: 'IDR' | 'USDT'
  status?: string
  feeType?: 'RATE' | 'FIXED' | 'MIXED'
  feeRate?: string
  feeFixed?: bigint
  settleDelayMinutes?: number
}

/** Adds a merchant with an empty account; the fee is 1 % per payin by default. */
export async function addMerchant(db: Database, facts: MerchantFacts = {}): Promise<MerchantRow> {
  const { merchantNo = 'M10000001', currency = 'IDR', feeType = 'RATE', feeRate = '0.01', feeFixed = null } = facts
  await db.run(sql`
    insert into merchant (merchant_no, kind, parent_no, name, username, password_hash, status, currency, fee_type, fee_rate,
                          fee_fixed, settle_delay_minutes, create_time)
    values (${merchantNo}, ${facts.kind ?? 'normal'}, ${facts.parentNo ?? null}, ${`Shop ${merchantNo}`},
            ${merchantNo.toLowerCase()}, 'nobody signs in', ${facts.status ?? 'ACTIVE'}, ${currency}, ${feeType},
            ${feeType === 'FIXED' ? null : feeRate}, ${feeFixed}, ${facts.settleDelayMinutes ?? 0}, now())`)
  await db.run(sql`insert into account (merchant_no, currency) values (${merchantNo}, ${currency})`)
  return (await merchantByNo(db, merchantNo))!
}

/** A payment context with a fixed clock that records the orders with an enqueued callback. */
export interface TestContext extends PaymentContext {
  clock: StandingClock
  enqueued: { id: string; status: OrderStatus }[]
}

export function testContext(now: number | string = '2026-11-21T09:00:00+07:00', ids?: Ids): TestContext {
  const clock = new StandingClock(now)
  const enqueued: TestContext['enqueued'] = []
  return {
    clock,
    ids: ids ?? seedIds(clock),
    enqueued,
    async enqueueCallback(_tx, { id, status }) {
      enqueued.push({ id, status })
    },
  }
}

let numbered = 0

/** A payin of 100,000.00 by BCA; the request overrides the defaults. */
export const createTestPayin = (
  db: Database,
  context: PaymentContext,
  request: Partial<PayinRequest> & Pick<PayinRequest, 'merchant'>,
): Promise<OrderRecord> => {
  const usdt = request.merchant.currency === 'USDT'
  const usual = { merchantOrderNo: `T-${++numbered}`, amount: usdt ? 100_000_000n : 10_000_000n }
  const wanted = { channel: usdt ? 'USDT_TRC20' : 'VA_BCA', ...usual, ...request }
  return db.tx(async (tx) => (await createPayin(tx, context, wanted)).order)
}

/** A paid payin. */
export const createPaidPayin = async (
  db: Database,
  context: PaymentContext,
  request: Partial<PayinRequest> & Pick<PayinRequest, 'merchant'>,
): Promise<OrderRecord> => {
  const order = await createTestPayin(db, context, request)
  return db.tx((tx) => transitionPayin(tx, context, order, 'SUCCESS'))
}

const RECEIVERS = {
  IDR: { channel: 'BANK_ID', bankCode: '014', receiveAccount: '5271038864', receiveName: 'Siti Rahma', amount: 10_000_000n },
  USDT: { channel: 'USDT_TRC20', receiveAccount: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', amount: 100_000_000n },
}

/** A payout of 100,000.00 to an account at BCA; the request overrides the defaults. The balance must cover it. */
export const createTestPayout = (
  db: Database,
  context: PaymentContext,
  request: Partial<PayoutRequest> & Pick<PayoutRequest, 'merchant'>,
): Promise<OrderRecord> => {
  const usual = request.merchant.currency === 'USDT' ? RECEIVERS.USDT : RECEIVERS.IDR
  const wanted = { ...usual, merchantOrderNo: `O-${++numbered}`, ...request }
  return db.tx(async (tx) => (await createPayout(tx, context, wanted)).order)
}
