import { calls } from '#contract/calls.ts'
import { type Signable, sign } from '#contract/signing.ts'
import { sha256 } from '../server/auth/credentials.ts'
import type { Database } from '../server/db/database.ts'
import type { Dice } from '../tests/dice.ts'
import { openGateway, SECRET } from '../tests/gateway.ts'
import { creditAccount, setTxnPassword, TXN_PASSWORD } from '../tests/money.ts'
import { ask, type Reply } from './client.ts'

export const SHOPS = ['M00000001', 'M00000002', 'M00000003', 'M00000004']

/** Makes the merchants, each with this balance in minor units, and the further accounts. */
export async function createShops(db: Database, credit: bigint, notifyAddress: string | null = null): Promise<void> {
  const gateway = await openGateway(db)
  for (const no of SHOPS) {
    await gateway.account(no, { notifyAddress })
    await setTxnPassword(db, no)
    await creditAccount(db, gateway.ids, no, credit)
  }
  await gateway.close()
}

export type WriteKind = 'payin' | 'payout' | 'withdraw' | 'transfer'

/** A request that moves money. Its merchant order number is its idempotency key, too. */
export interface Write {
  kind: WriteKind
  number: string
  merchantNo: string
  /** `20000.00` */
  amount: string
  /** The other merchant of a transfer. */
  receiver: string
}

const KINDS: readonly WriteKind[] = ['payin', 'payout', 'withdraw', 'transfer']

/** A random write of a random merchant. */
export function rollWrite(roll: Dice, number: string, merchantNo = SHOPS[roll(SHOPS.length)]!): Write {
  const others = SHOPS.filter((no) => no !== merchantNo)
  return {
    kind: KINDS[roll(KINDS.length)]!,
    number,
    merchantNo,
    amount: `${(roll(40) + 2) * 10_000}.00`,
    receiver: others[roll(others.length)]!,
  }
}

const ACCOUNT = '5271038864'
const HOLDER = 'Siti Rahma'

/** Sends the write: as the console with a session's token, or as the merchant's system with its secret. */
export function send(address: string, write: Write, token: string, secret = SECRET): Promise<Reply> {
  const { kind, number: merchantOrderNo, merchantNo, amount: payAmount, receiver } = write
  const content = { merchantOrderNo, payAmount }
  const signed = (fields: Signable, key: string) => sign({ ...content, ...fields }, key, { hash: sha256, now: Date.now() })
  const idempotencyKey = merchantOrderNo
  if (kind === 'payin') {
    return ask(address, calls.openPayin, signed({ merchantNo, payChannel: 'VA_BCA' }, secret), { idempotencyKey })
  }
  if (kind === 'payout') {
    const fields = { merchantNo, bankCode: '014', receiveAccount: ACCOUNT, receiveName: HOLDER }
    return ask(address, calls.openPayout, signed(fields, secret), { idempotencyKey })
  }
  const call = kind === 'withdraw' ? calls.withdraw : calls.transfer
  const fields =
    kind === 'withdraw' ? { bankCode: '014', accountNumber: ACCOUNT, accountHoldName: HOLDER } : { receiveMerchantNo: receiver }
  return ask(address, call, signed({ ...fields, txnPwd: TXN_PASSWORD }, token), { token, idempotencyKey })
}

/** The id that the reply gives to what the write made. */
export const idOf = ({ body }: Reply): string | undefined => body.item?.platOrderNo ?? body.item?.id
