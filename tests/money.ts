import type { LightMyRequestResponse } from 'fastify'
import type { AnyCall, InputOf } from '#contract/call.ts'
import type { Currency } from '#contract/money.ts'
import { sign } from '#contract/signing.ts'
import { hashPassword, sha256 } from '../server/auth/credentials.ts'
import type { Database } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import type { Ids } from '../server/ids.ts'
import { entriesOf, post } from '../server/ledger/ledger.ts'
import { CHEAP, type TestGateway } from './gateway.ts'

export const TXN_PASSWORD = sha256('Money1')
const txnPasswordHash = hashPassword(TXN_PASSWORD, CHEAP)

/** Lets the merchant move money with `TXN_PASSWORD`. */
export const giveTxnPassword = async (db: Database, merchantNo: string): Promise<number> =>
  db.run(sql`update merchant set txn_password_hash = ${await txnPasswordHash} where merchant_no = ${merchantNo}`)

/** Puts money on the account, in minor units, as a paid order would. */
export function fund(
  db: Database,
  ids: Ids,
  merchantNo: string,
  amount: bigint,
  { at = new Date(0), currency = 'IDR' }: { at?: Date; currency?: Currency } = {},
): Promise<void> {
  const orderId = ids.next()
  const cause = { merchantNo, currency, orderId, merchantOrderNo: `FUND-${orderId}`, attempt: 1, at }
  return db.tx((tx) => post(tx, ids, entriesOf('payinPaid', cause, { amount })))
}

/** What the account holds: available, then what is frozen on its way out. */
export async function balance(db: Database, merchantNo: string): Promise<[available: bigint, payoutFreeze: bigint]> {
  const row = await db.one<{ available: string; frozen: string }>(sql`
    select available, payout_freeze as frozen from account where merchant_no = ${merchantNo}`)
  return [BigInt(row!.available), BigInt(row!.frozen)]
}

/** Where the input of a signed call carries its proof. */
type Content<Row extends AnyCall> = Omit<InputOf<Row>, '_timestamp' | '_sign' | 'txnPwd'> & { txnPwd?: string }

export interface Purse {
  token: string
  /** Makes a signed call; a key only where one is given. */
  ask<Row extends AnyCall>(row: Row, content: Content<Row>, options?: AskOptions): Promise<LightMyRequestResponse>
  /** The input of such a call. */
  signed<Row extends AnyCall>(content: Content<Row>, now?: number): InputOf<Row>
}

interface AskOptions {
  key?: string
  /** When it is signed. */
  now?: number
}

/** The merchant, signed in, with the token to sign with. */
export async function purseOf(gateway: TestGateway, merchantNo: string): Promise<Purse> {
  const token = await gateway.signIn(merchantNo)
  const signed: Purse['signed'] = (content, now = gateway.clock.now()) => {
    const { receipt, ...rest } = content as { receipt?: unknown }
    return { ...sign(rest, token, { hash: sha256, now }), ...(receipt !== undefined && { receipt }) } as never
  }
  return {
    token,
    signed,
    ask(row, content, { key, now } = {}) {
      const request = gateway.ask(row, signed(content, now), token, key === undefined ? {} : withKey(row.body, token, key))
      return Promise.resolve(request)
    },
  }
}

/** Options of a request replace its headers as a whole. */
export const withKey = (body: AnyCall['body'], token: string, key: string) => ({
  headers: {
    'accept-language': 'en',
    'merchant-token': token,
    'content-type': body === 'json' ? 'application/json;charset=UTF-8' : 'application/x-www-form-urlencoded;charset=UTF-8',
    'idempotency-key': key,
  },
})

/** Status and code of a refusal. */
export const refusalOf = (reply: LightMyRequestResponse): [number, string] => [
  reply.statusCode,
  reply.json<{ error: string }>().error,
]
