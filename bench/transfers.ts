import { confirmed } from '../server/auth/authority.ts'
import { runOnce } from '../server/http/idempotency.ts'
import type { MerchantRow } from '../server/merchants/merchants.ts'
import { transfer } from '../server/movements/sendMoney.ts'
import { TERMS } from '../server/movements/terms.ts'
import { bareTransfer } from './bare.ts'
import { withMerchants } from './benchMerchants.ts'
import type { Fixture } from './fixture.ts'
import { measureRates } from './rates.ts'

const AMOUNT = 1_000_000n

interface Transfer {
  from: MerchantRow
  to: MerchantRow
}

/** Measures transfers between a thousand accounts, and from and to one account. */
export const measureTransfers = (fixture: Fixture): Promise<void> =>
  withMerchants(fixture, (merchants) => {
    const anyone = () => Math.floor(Math.random() * merchants.length)
    const between = (from: number): Transfer => {
      const to = (from + 1 + Math.floor(Math.random() * (merchants.length - 1))) % merchants.length
      return { from: merchants[from]!, to: merchants[to]! }
    }
    const pair = { bare: (one: Transfer) => sendBare(fixture, one), gateway: (one: Transfer) => send(fixture, one) }
    return measureRates('Transfers', fixture, pair, {
      'one hot account': () => turned(between(0)),
      [`${merchants.length} accounts`]: () => between(anyone()),
    })
  })

const turned = (one: Transfer): Transfer => (Math.random() < 0.5 ? one : { from: one.to, to: one.from })

async function sendBare({ db, gateway: { ids, clock } }: Fixture, { from, to }: Transfer): Promise<void> {
  const now = new Date(clock.now())
  const numbers = [ids.next(), ids.next(), ids.next()] as const
  await db.run(bareTransfer({ from: from.merchantNo, to: to.merchantNo, amount: AMOUNT, ids: numbers, now }))
}

/** Does what the route does after authentication. */
async function send({ db, gateway: { ids, clock } }: Fixture, { from, to }: Transfer): Promise<void> {
  const merchantOrderNo = ids.next()
  const world = { ids, clock, holdSeconds: 0, simulation: true, terms: TERMS }
  const request = { merchantNo: from.merchantNo, key: merchantOrderNo, hash: Buffer.of(0), now: clock.now() }
  const wish = { merchantOrderNo, receiveMerchantNo: to.merchantNo, payAmount: '10000.00' }
  await runOnce(
    confirmed(db, { merchant: from, session: null }),
    request,
    async (tx) => (await transfer(tx, world, from, wish)).movement.id,
  )
}
