import { SIGN_TOLERANCE_MS, signatureOf } from '#contract/signing.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { masked, merchantKeys, recordSecretUse } from '../merchants/keys.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { equalInConstantTime, sha256 } from './credentials.ts'

/** A call of the merchant API. Everything in it was signed, also what nobody here knows. */
export interface SignedRequest {
  merchantNo: string
  _timestamp: string
  _sign: string
}

/** Who signed a call, and which of its secrets with: the end of it, which tells one from another and opens nothing. */
export interface Signer {
  merchant: MerchantRow
  secretHint: string
}

/**
 * The merchant who signed, with its secret or with the one before it while that still holds. A number that nobody has and
 * a signature that does not fit are refused alike.
 */
export async function verifyMerchantSignature(db: Queries, input: SignedRequest, now: number): Promise<Signer> {
  const { merchantNo, _timestamp, _sign } = input
  if (Math.abs(Number(_timestamp) - now) > SIGN_TOLERANCE_MS) throw new Refusal('SIGN_EXPIRED')
  const merchant = await merchantByNo(db, merchantNo)
  const keys = await merchantKeys(db, merchantNo, now)
  const fits = (secret: string | null = null) =>
    equalInConstantTime(signatureOf({ ...input }, secret ?? '', sha256), _sign) && secret !== null && secret !== ''
  const [byNew, byOld] = [fits(merchant?.apiSecret), fits(keys.oldSecret)]
  if (merchant === undefined || !(byNew || byOld)) throw new Refusal('SIGN_INVALID')
  await recordSecretUse(db, merchantNo, byNew ? 'new' : 'old', keys, now)
  return { merchant, secretHint: masked((byNew ? merchant.apiSecret : keys.oldSecret)!) }
}

/** A signature counts once; asking again for the same order needs a new one. */
export async function consumeSignature(tx: Queries, { merchantNo, _sign }: SignedRequest, now: number): Promise<void> {
  const fresh = await tx.run(sql`
    insert into used_signature (merchant_no, signature, at) values (${merchantNo}, ${_sign}, ${new Date(now)})
        on conflict do nothing
  `)
  if (fresh === 0) throw new Refusal('SIGN_REPLAYED')
}

/** Forgets signatures that are too old to be accepted anyway. */
export const sweepSignatures = (db: Queries, now: number): Promise<number> =>
  db.run(sql`delete from used_signature where at < ${new Date(now - 3 * SIGN_TOLERANCE_MS)}`)
