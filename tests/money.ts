import type { LightMyRequestResponse } from 'fastify'
import type { AnyCall, InputOf } from '#contract/call.ts'
import type { Currency } from '#contract/money.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../server/auth/credentials.ts'
import type { Database } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import type { Ids } from '../server/ids.ts'
import { entriesOf, post } from '../server/ledger/ledger.ts'
import { quickHash, type TestGateway } from './gateway.ts'

export const TXN_PASSWORD = sha256('Money1')
const txnPasswordHash = quickHash(TXN_PASSWORD)

/** Sets the transaction password of the merchant to `TXN_PASSWORD`. */
export const setTxnPassword = async (db: Database, merchantNo: string): Promise<number> =>
  db.run(sql`update merchant set txn_password_hash = ${await txnPasswordHash} where merchant_no = ${merchantNo}`)

/** Credits the account, in minor units, like a paid order. */
export function creditAccount(
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

/** The balances of the account: available and payout freeze. */
export async function balance(db: Database, merchantNo: string): Promise<[available: bigint, payoutFreeze: bigint]> {
  const row = await db.one<{ available: string; frozen: string }>(sql`
    select available, payout_freeze as frozen from account where merchant_no = ${merchantNo}`)
  return [BigInt(row!.available), BigInt(row!.frozen)]
}

/** The signature fields of a signed call. */
type Content<Row extends AnyCall> = Omit<InputOf<Row>, '_timestamp' | '_sign' | 'txnPwd'> & { txnPwd?: string }

export interface SigningClient {
  token: string
  /** Makes a signed call; sends an idempotency key only if given. */
  ask<Row extends AnyCall>(row: Row, content: Content<Row>, options?: AskOptions): Promise<LightMyRequestResponse>
  /** The input of such a call. */
  signed<Row extends AnyCall>(content: Content<Row>, now?: number): InputOf<Row>
}

interface AskOptions {
  key?: string
  /** When it is signed. */
  now?: number
}

/** Signs the merchant in and returns its client with the signing token. */
export async function signingClientOf(gateway: TestGateway, merchantNo: string): Promise<SigningClient> {
  const token = await gateway.signIn(merchantNo)
  const signed: SigningClient['signed'] = (content, now = gateway.clock.now()) => {
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

/** Merges headers, because request options would replace them completely. */
export const withKey = (body: AnyCall['body'], token: string, key: string) => ({
  headers: {
    'accept-language': 'en',
    'merchant-token': token,
    'content-type': body === 'json' ? 'application/json;charset=UTF-8' : 'application/x-www-form-urlencoded;charset=UTF-8',
    'idempotency-key': key,
  },
})

/** The status and error code of a refusal. */
export const refusalOf = (reply: LightMyRequestResponse): [number, string] => [
  reply.statusCode,
  reply.json<{ error: string }>().error,
]
