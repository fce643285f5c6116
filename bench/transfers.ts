import { sql, trusted } from '../server/db/sql.ts'
import { upkeep } from '../server/db/upkeep.ts'
import { runOnce } from '../server/http/idempotency.ts'
import { entriesOf, post } from '../server/ledger/ledger.ts'
import { type MerchantRow, merchantByNo } from '../server/merchants/merchants.ts'
import { transfer } from '../server/movements/sendMoney.ts'
import { TERMS } from '../server/movements/terms.ts'
import { bareTransfer } from './bare.ts'
import { databaseName, type Fixture } from './fixture.ts'
import { quantile, shuffled } from './samples.ts'
import { figure, print, times, verdict } from './table.ts'

const OF_BARE = 1.5
const CLIENTS = 8
const ACCOUNTS = 1_000
const ROUNDS = 7
const ROUND_MS = 1_000
const AMOUNT = 1_000_000n

type Pair = readonly [from: MerchantRow, to: MerchantRow]
type Way = 'bare' | 'gateway'

/** Measures the throughput of eight clients: transfers between a thousand accounts, and from and to one account. */
export async function measureTransfers(fixture: Fixture): Promise<void> {
  await removeAccounts(fixture)
  const merchants = await addAccounts(fixture)
  const anyone = () => Math.floor(Math.random() * merchants.length)
  const other = (one: number) => (one + 1 + Math.floor(Math.random() * (merchants.length - 1))) % merchants.length
  const pairs: Record<string, () => Pair> = {
    'one hot account': () => turned([merchants[0]!, merchants[other(0)]!]),
    [`${merchants.length} accounts`]: () => {
      const from = anyone()
      return [merchants[from]!, merchants[other(from)]!]
    },
  }
  const rows: string[][] = []
  for (const [name, pair] of Object.entries(pairs)) {
    const done = await rates(fixture, pair)
    const [bare, gateway] = [quantile(done.bare, 0.5), quantile(done.gateway, 0.5)]
    rows.push([name, figure(bare), figure(gateway), times(bare, gateway), verdict(bare / gateway, OF_BARE)])
  }
  await removeAccounts(fixture)
  print(
    `Transfers on ${databaseName(fixture)}: a second, ${CLIENTS} clients`,
    ['', 'bare', 'gateway', 'of bare', 'held to'],
    rows,
  )
}

const turned = ([one, other]: Pair): Pair => (Math.random() < 0.5 ? [one, other] : [other, one])

/** The variants alternate; returns the transfers per second of each round. */
async function rates(fixture: Fixture, pair: () => Pair): Promise<Record<Way, number[]>> {
  const ways: Record<Way, (pair: Pair) => Promise<unknown>> = {
    bare: ([from, to]) => sendBare(fixture, from.merchantNo, to.merchantNo),
    gateway: ([from, to]) => send(fixture, from, to),
  }
  const done: Record<Way, number[]> = { bare: [], gateway: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of shuffled(Object.keys(ways) as Way[])) {
      const began = performance.now()
      let count = 0
      const client = async () => {
        for (; performance.now() < began + ROUND_MS; count++) await ways[way](pair())
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
      done[way].push((count * 1_000) / (performance.now() - began))
    }
  }
  return done
}

async function sendBare({ db, gateway: { ids, clock } }: Fixture, from: string, to: string): Promise<void> {
  const now = new Date(clock.now())
  await db.run(bareTransfer({ from, to, amount: AMOUNT, ids: [ids.next(), ids.next(), ids.next()], now }))
}

/** Does what the route does after authentication. */
async function send({ db, gateway: { ids, clock } }: Fixture, from: MerchantRow, to: MerchantRow): Promise<void> {
  const merchantOrderNo = ids.next()
  const world = { ids, clock, holdSeconds: 0, simulation: true, terms: TERMS }
  const request = { merchantNo: from.merchantNo, key: merchantOrderNo, hash: Buffer.of(0), now: clock.now() }
  const wish = { merchantOrderNo, receiveMerchantNo: to.merchantNo, payAmount: '10000.00' }
  await runOnce(db, request, async (tx) => (await transfer(tx, world, from, wish)).movement.id)
}

/** Merchants of the benchmark with a balance, besides those of the demo. */
async function addAccounts({ db, gateway: { ids, clock } }: Fixture): Promise<MerchantRow[]> {
  await db.run(sql`
    insert into merchant (merchant_no, kind, name, username, password_hash, currency, fee_type, fee_rate, create_time)
    select 'B' || n, 'normal', 'Bench ' || n, 'bench' || n, 'nobody signs in', 'IDR', 'RATE', 0.01, now()
      from generate_series(1, ${ACCOUNTS}::int) n`)
  await db.run(
    sql`insert into account (merchant_no, currency) select merchant_no, currency from merchant where merchant_no like 'B%'`,
  )
  const merchants = await Promise.all(Array.from({ length: ACCOUNTS }, (_, n) => merchantByNo(db, `B${n + 1}`)))
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

const TABLES = ['ledger', 'record', 'order_move', 'idempotency', 'account', 'merchant']

/** Restores the demo data. */
async function removeAccounts({ db }: Fixture): Promise<void> {
  for (const table of TABLES) await db.run(sql`delete from ${trusted(table)} where merchant_no like 'B%'`)
  if (db.engine === 'embedded') await upkeep(db)
}
