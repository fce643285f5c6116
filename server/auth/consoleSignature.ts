import { SIGN_TOLERANCE_MS, type Signable, signatureOf } from '#contract/signing.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'
import { equalInConstantTime, sha256 } from './credentials.ts'

/** The signature fields of a call from the console, signed with the session's token. */
export interface ConsoleSignature {
  _timestamp: string
  _sign: string
}

/**
 * Throws SIGN_EXPIRED when the timestamp is more than five minutes off, and SIGN_INVALID when the input was not signed with
 * the session's token. A receipt file is not part of the signature.
 */
export function checkSignature(
  { receipt: _, ...input }: ConsoleSignature & { receipt?: unknown },
  token: string,
  now: number,
): void {
  const age = Math.abs(Number(input._timestamp) - now)
  if (!(age <= SIGN_TOLERANCE_MS)) throw new Refusal('SIGN_EXPIRED')
  const signable: Signable = { ...input }
  if (!equalInConstantTime(signatureOf(signable, token, sha256), String(input._sign))) throw new Refusal('SIGN_INVALID')
}

/** Marks the signature as used. False when it was used before. */
export const tryConsumeSignature = async (
  tx: Transaction,
  merchantNo: string,
  { _sign }: ConsoleSignature,
  now: number,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into used_signature (merchant_no, signature, at) values (${merchantNo}, ${_sign}, ${new Date(now)})
        on conflict do nothing`)) === 1
