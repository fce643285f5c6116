import { SIGN_TOLERANCE_MS, type Signable, signatureOf } from '#contract/signing.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { insertOnce } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { masked, merchantWithKeys, recordSecretUse } from '../merchants/keys.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { SECOND } from '../wib.ts'
import { equalInConstantTime, sha256 } from './credentials.ts'
import { headerSignature, readSignatureHeader, type SignedContent } from './signatureHeader.ts'

/** The signature fields of a call. A call from the console is signed with the session's token. */
export interface Signature {
  _timestamp: string
  _sign: string
}

/** A call of the merchant API. Without the header, the signature covers every field, including unknown ones. */
export interface SignedRequest extends Partial<Signature> {
  merchantNo: string
}

/** The merchant that signed a call, the masked secret it used, and the signature, which is valid once. */
export interface Signer {
  merchant: MerchantRow
  secretHint: string
  signature: string
}

/** The time of a signature in milliseconds, and the signature if it was made with the secret. */
interface Proof {
  time: number
  signedWith(secret: string): string | null
}

/**
 * Throws SIGN_EXPIRED when the timestamp is more than five minutes off, and SIGN_INVALID when the input was not signed with
 * the session's token. A receipt file is not part of the signature.
 */
export function checkSignature({ receipt: _, ...input }: Signature & { receipt?: unknown }, token: string, now: number): void {
  checkTime(Number(input._timestamp), now)
  const signable: Signable = { ...input }
  if (!equalInConstantTime(signatureOf(signable, token, sha256), String(input._sign))) throw new Refusal('SIGN_INVALID')
}

/**
 * Verifies the header, or the fields without one, against the merchant's secret, and against its old secret while that is still
 * valid. Throws SIGN_EXPIRED for a time out of range, SIGN_INVALID for a wrong signature as well as for an unknown merchant, and
 * SIGN_HEADER_REQUIRED for signed fields where the merchant requires the header.
 */
export async function verifyMerchantSignature(
  db: Queries,
  input: SignedRequest,
  signed: SignedContent | null,
  now: number,
): Promise<Signer> {
  const { merchantNo } = input
  const proof = signed === null ? fieldProof(input) : headerProof(signed)
  checkTime(proof.time, now)
  const merchant = await merchantWithKeys(db, merchantNo, now)
  const match = (secret: string | null = null) => {
    const signature = proof.signedWith(secret ?? '')
    return secret === null || secret === '' ? null : signature
  }
  const [byNew, byOld] = [match(merchant?.apiSecret), match(merchant?.oldSecret)]
  const signature = byNew ?? byOld
  if (merchant === undefined || signature === null) throw new Refusal('SIGN_INVALID')
  if (signed === null && merchant.signatureHeaderRequired) throw new Refusal('SIGN_HEADER_REQUIRED')
  const isCurrent = byNew !== null
  await recordSecretUse(db, isCurrent ? 'new' : 'old', merchant, now)
  return { merchant, secretHint: masked((isCurrent ? merchant.apiSecret : merchant.oldSecret)!), signature }
}

function fieldProof(input: SignedRequest): Proof {
  const { _timestamp, _sign } = input
  const missing = (['_timestamp', '_sign'] as const).filter((name) => input[name] === undefined)
  if (_timestamp === undefined || _sign === undefined)
    throw new Refusal('VALIDATION_FAILED', {
      fields: Object.fromEntries(missing.map((name) => [name, 'rule.required'])),
      reason: 'unsigned',
    })
  return {
    time: Number(_timestamp),
    signedWith: (secret) => (equalInConstantTime(signatureOf({ ...input }, secret, sha256), _sign) ? _sign : null),
  }
}

function headerProof({ header, content }: SignedContent): Proof {
  const read = readSignatureHeader(header)
  if (read === null) throw new Refusal('SIGN_INVALID', { reason: 'signatureHeaderForm' })
  return {
    time: read.time,
    signedWith(secret) {
      const expected = headerSignature(secret, read.seconds, content)
      return read.signatures.some((signature) => equalInConstantTime(expected, signature)) ? expected : null
    },
  }
}

function checkTime(time: number, now: number): void {
  if (Math.abs(time - now) <= SIGN_TOLERANCE_MS) return
  const seconds = Math.round((time - now) / SECOND)
  throw new Refusal('SIGN_EXPIRED', { detail: { offset: `${seconds < 0 ? '−' : '+'}${Math.abs(seconds)} s` } })
}

/** Marks the signature as used. False when it was used before. */
export const consumeSignature = (
  db: Queries | Transaction,
  merchantNo: string,
  signature: string,
  now: number,
): Promise<boolean> =>
  insertOnce(
    db,
    sql`insert into used_signature (merchant_no, signature, at) values (${merchantNo}, ${signature}, ${new Date(now)})`,
  )

export const sweepSignatures = (db: Queries, now: number): Promise<number> =>
  db.run(sql`delete from used_signature where at < ${new Date(now - 3 * SIGN_TOLERANCE_MS)}`)
