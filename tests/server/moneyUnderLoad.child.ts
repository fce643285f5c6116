import { calls } from '#contract/calls.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { installQueue } from '../../server/callbacks/queue.ts'
import { openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { sql } from '../../server/db/sql.ts'
import { openGateway, SECRET } from '../gateway.ts'
import { creditAccount, setTxnPassword, signingClientOf, TXN_PASSWORD } from '../money.ts'

/**
 * Runs a gateway on the folder with merchants that make concurrent transfers and payouts until it is killed. Prints the
 * number of each transfer and payout after its reply.
 */
const [dir = '', round = '1'] = process.argv.slice(2)
const LANES = 4
const SHOPS = ['M00000001', 'M00000002']

const db = await openDatabase({ dir })
await migrate(db)
await installQueue(db)
// Uses a new node each time, as a restarted gateway does.
const gateway = await openGateway(db, { node: Number(round) })
if ((await db.one(sql`select from merchant where merchant_no = ${SHOPS[0]}`)) === undefined) {
  for (const no of SHOPS) {
    await gateway.account(no)
    await setTxnPassword(db, no)
    await creditAccount(db, gateway.ids, no, 1_000_000_000_000n)
  }
}
const purses = await Promise.all(SHOPS.map((no) => signingClientOf(gateway, no)))
process.stdout.write('open\n')
for (let lane = 0; lane < LANES; lane++) {
  void repeat(lane, transfer)
  void repeat(lane, payout)
}

async function repeat(lane: number, work: (from: number, number: string) => Promise<number>): Promise<void> {
  for (let n = 0; ; n++) {
    const number = `${work.name}-${round}-${lane}-${n}`
    const status = await work(lane % SHOPS.length, number)
    if (status !== 200) throw new Error(`${number} was answered ${status}`)
    process.stdout.write(`${number}\n`)
  }
}

async function transfer(from: number, merchantOrderNo: string): Promise<number> {
  const content = { merchantOrderNo, receiveMerchantNo: SHOPS[1 - from]!, payAmount: '20000.00', txnPwd: TXN_PASSWORD }
  return (await purses[from]!.ask(calls.transfer, content)).statusCode
}

async function payout(from: number, merchantOrderNo: string): Promise<number> {
  const receiver = { bankCode: '014', receiveAccount: '5271038864', receiveName: 'Siti Rahma' }
  const fields = { merchantNo: SHOPS[from]!, merchantOrderNo, payAmount: '25000.00', ...receiver }
  return (await gateway.ask(calls.openPayout, sign(fields, SECRET, { hash: sha256, now: Date.now() }) as never)).statusCode
}
