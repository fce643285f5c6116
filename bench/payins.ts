import { confirmed } from '../server/auth/authority.ts'
import { openPayin } from '../server/merchantApi/newOrders.ts'
import type { MerchantRow } from '../server/merchants/merchants.ts'
import { barePayin } from './barePayin.ts'
import { withMerchants } from './benchMerchants.ts'
import type { Fixture } from './fixture.ts'
import { measureRates } from './rates.ts'

const AMOUNT = 15_000_000n
const CHANNEL = 'VA_BCA'

/** Measures the creation of payins by a thousand merchants, and by one. */
export const measurePayins = (fixture: Fixture): Promise<void> =>
  withMerchants(fixture, (merchants) => {
    const pair = {
      bare: (merchant: MerchantRow) => createBare(fixture, merchant),
      gateway: (merchant: MerchantRow) => create(fixture, merchant),
    }
    return measureRates('Payins created', fixture, pair, {
      'one merchant': () => merchants[0]!,
      [`${merchants.length} merchants`]: () => merchants[Math.floor(Math.random() * merchants.length)]!,
    })
  })

const createBare = ({ db, gateway: { ids, clock } }: Fixture, { merchantNo, name }: MerchantRow): Promise<number> =>
  db.run(
    barePayin({ merchantNo, name, channel: CHANNEL, amount: AMOUNT, id: ids.next(), auditId: ids.next(), now: clock.now() }),
  )

/** Does what the route does after authentication. */
async function create({ db, gateway }: Fixture, merchant: MerchantRow): Promise<void> {
  const merchantOrderNo = gateway.ids.next()
  const client = { merchant, secretHint: '****', signature: merchantOrderNo, address: '127.0.0.1' }
  const input = { merchantNo: merchant.merchantNo, merchantOrderNo, payAmount: '150000.00', payChannel: CHANNEL }
  await confirmed(db, { merchant, session: null }).tx((tx) => openPayin(tx, gateway, input, client))
}
