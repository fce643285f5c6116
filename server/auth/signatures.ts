import { SIGN_TOLERANCE_MS, type Signable, signatureOf } from '#contract/signing.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { masked, merchantKeys, recordSecretUse } from '../merchants/keys.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { equalInConstantTime, sha256 } from './credentials.ts'

/** The signature fields of a call. A call from the console is signed with the session's token. */
export interface Signature {
  _timestamp: string
  _sign: string
}

/** A call of the merchant API. The signature covers every field, including unknown ones. */
export interface SignedRequest extends Signature {
  merchantNo: string
}

/** The merchant that signed a call, and the masked secret it used. */
export interface Signer {
  merchant: MerchantRow
  secretHint: string
}

/**
 * Throws SIGN_EXPIRED when the timestamp is more than five minutes off, and SIGN_INVALID when the input was not signed with
 * the session's token. A receipt file is not part of the signature.
 */
export function checkSignature({ receipt: _, ...input }: Signature & { receipt?: unknown }, token: string, now: number): void {
  checkTimestamp(input, now)
  const signable: Signable = { ...input }
  if (!equalInConstantTime(signatureOf(signable, token, sha256), String(input._sign))) throw new Refusal('SIGN_INVALID')
}

/**
 * Verifies the signature against the merchant's secret, and against its old secret while that is still valid. Throws
 * SIGN_EXPIRED for a timestamp out of range, and SIGN_INVALID for a wrong signature as well as for an unknown merchant.
 */
export async function verifyMerchantSignature(db: Queries, input: SignedRequest, now: number): Promise<Signer> {
  const { merchantNo, _sign } = input
  checkTimestamp(input, now)
  const merchant = await merchantByNo(db, merchantNo)
  const keys = await merchantKeys(db, merchantNo, now)
  const matches = (secret: string | null = null) =>
    equalInConstantTime(signatureOf({ ...input }, secret ?? '', sha256), _sign) && secret !== null && secret !== ''
  const [matchesNew, matchesOld] = [matches(merchant?.apiSecret), matches(keys.oldSecret)]
  if (merchant === undefined || !(matchesNew || matchesOld)) throw new Refusal('SIGN_INVALID')
  await recordSecretUse(db, merchantNo, matchesNew ? 'new' : 'old', keys, now)
  return { merchant, secretHint: masked((matchesNew ? merchant.apiSecret : keys.oldSecret)!) }
}

function checkTimestamp({ _timestamp }: Signature, now: number): void {
  if (!(Math.abs(Number(_timestamp) - now) <= SIGN_TOLERANCE_MS)) throw new Refusal('SIGN_EXPIRED')
}

/** Marks the signature as used. False when it was used before. */
export const consumeSignature = async (db: Queries, merchantNo: string, { _sign }: Signature, now: number): Promise<boolean> =>
  (await db.run(sql`
    insert into used_signature (merchant_no, signature, at) values (${merchantNo}, ${_sign}, ${new Date(now)})
        on conflict do nothing`)) === 1

export const sweepSignatures = (db: Queries, now: number): Promise<number> =>
  db.run(sql`delete from used_signature where at < ${new Date(now - 3 * SIGN_TOLERANCE_MS)}`)
