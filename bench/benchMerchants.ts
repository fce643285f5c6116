import { sql, trusted } from '../server/db/sql.ts'
import { upkeep } from '../server/db/upkeep.ts'
import { entriesOf, post } from '../server/ledger/ledger.ts'
import { type MerchantRow, merchantByNo } from '../server/merchants/merchants.ts'
import type { Fixture } from './fixture.ts'

const MERCHANTS = 1_000

/** Runs the work with merchants that have a balance, besides those of the demo, and removes what it wrote. */
export async function withMerchants(fixture: Fixture, work: (merchants: MerchantRow[]) => Promise<void>): Promise<void> {
  await remove(fixture)
  await work(await add(fixture))
  await remove(fixture)
}

async function add({ db, gateway: { ids, clock } }: Fixture): Promise<MerchantRow[]> {
  await db.run(sql`
    insert into merchant (merchant_no, kind, name, username, password_hash, currency, fee_type, fee_rate, api_secret,
                          create_time)
    select 'B' || n, 'normal', 'Bench ' || n, 'bench' || n, 'nobody signs in', 'IDR', 'RATE', 0.01, 'secret', now()
      from generate_series(1, ${MERCHANTS}::int) n`)
  await db.run(
    sql`insert into account (merchant_no, currency) select merchant_no, currency from merchant where merchant_no like 'B%'`,
  )
  const merchants = await Promise.all(Array.from({ length: MERCHANTS }, (_, n) => merchantByNo(db, `B${n + 1}`)))
  const at = new Date(clock.now())
  const entries = merchants.flatMap((merchant) => {
    const orderId = ids.next()
    const cause = {
      merchantNo: merchant!.merchantNo,
      currency: 'IDR',
      orderId,
      merchantOrderNo: orderId,
      attempt: 1,
      at,
    } as const
    return entriesOf('rechargePaid', cause, { amount: 10n ** 15n })
  })
  await db.tx((tx) => post(tx, ids, entries))
  return merchants.map((merchant) => merchant!)
}

const TABLES = [
  'ledger',
  'record',
  'orders',
  'order_move',
  'order_delta',
  'expiry',
  'change_note',
  'audit',
  'used_signature',
  'idempotency',
  'account',
  'merchant',
]

/** Restores the demo data. */
async function remove({ db }: Fixture): Promise<void> {
  for (const table of TABLES) await db.run(sql`delete from ${trusted(table)} where merchant_no like 'B%'`)
  if (db.engine === 'embedded') await upkeep(db)
}
