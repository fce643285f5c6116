import { createPublicKey, generateKeyPair as generate, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { SecretChange } from '#contract/shapes/credentials.ts'
import { changeAuthority } from '../auth/authority.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { column, type RowOf, selectList } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { HOUR } from '../wib.ts'
import { MERCHANT_COLUMNS, type MerchantRow } from './merchants.ts'

const generateKeyPair = promisify(generate)

export const MASK = '****'

/** The masked secret: only its last four characters are visible. */
export const masked = (secret: string): string => MASK + secret.slice(-4)

/** A new API secret: 256 random bits as hex. */
export const newSecret = (): string => randomBytes(32).toString('hex')

/**
 * Replaces the merchant's secret and returns the new one. The current secret stays valid for `overlapHours`; an older one
 * becomes invalid at once. The row lock serializes concurrent calls, so the last one wins.
 */
export async function replaceSecret(tx: Transaction, merchantNo: string, now: number, overlapHours: number): Promise<string> {
  const secret = newSecret()
  const current = await tx.one<{ old: string | null }>(sql`
    select api_secret as old from merchant where merchant_no = ${merchantNo} for update`)
  const old = overlapHours === 0 ? null : (current?.old ?? null)
  const until = old === null ? null : new Date(now + overlapHours * HOUR)
  await changeAuthority(tx, merchantNo, sql`api_secret = ${secret}`)
  await tx.run(sql`
    insert into merchant_key as kept (merchant_no, old_secret, old_secret_until, update_time)
    values (${merchantNo}, ${old}, ${until}, ${new Date(now)})
        on conflict (merchant_no) do update
       set old_secret = excluded.old_secret, old_secret_until = excluded.old_secret_until,
           old_secret_used_time = case when excluded.old_secret is null then null else kept.secret_used_time end,
           secret_used_time = null, update_time = excluded.update_time`)
  return secret
}

/** A new RSA key pair in PEM. RSA is supported on every platform. Generating it is slow, so do it outside of transactions. */
export const newKeyPair = (): Promise<{ publicKey: string; privateKey: string }> =>
  generateKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Stores the public key of the merchant's new key pair. The private key is not stored; a lost one requires a new pair. */
export const replaceKeyPair = (tx: Transaction, merchantNo: string, publicKey: string, now: number): Promise<number> =>
  tx.run(sql`
    insert into merchant_key (merchant_no, plat_public_key, update_time) values (${merchantNo}, ${publicKey}, ${new Date(now)})
        on conflict (merchant_no) do update
       set plat_public_key = excluded.plat_public_key, update_time = excluded.update_time`)

/** Sets whether calls must be signed with the header. Returns the detail of the audit event; null when nothing changed. */
export async function requireSignatureHeader(
  tx: Transaction,
  merchantNo: string,
  isRequired: boolean,
  now: number,
): Promise<Record<'before' | 'after', { signatureHeader: SecretChange['signatureHeader'] }> | null> {
  const changed = await changeAuthority(
    tx,
    merchantNo,
    sql`signature_header_required = ${isRequired}`,
    sql`signature_header_required <> ${isRequired}`,
  )
  if (changed === 0) return null
  await tx.run(sql`
    insert into merchant_key (merchant_no, update_time) values (${merchantNo}, ${new Date(now)})
        on conflict (merchant_no) do update set update_time = excluded.update_time`)
  const [before, after] = isRequired ? (['OPTIONAL', 'REQUIRED'] as const) : (['REQUIRED', 'OPTIONAL'] as const)
  return { before: { signatureHeader: before }, after: { signatureHeader: after } }
}

const PUBLIC_KEY = /^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=\n]+-----END PUBLIC KEY-----$/

/** The normalized public key; null when the text is no public key, above all when it is a private key, or is too weak. */
export function readPublicKey(text: string): string | null {
  const pem = text.replaceAll('\r\n', '\n').trim()
  if (!PUBLIC_KEY.test(pem)) return null
  try {
    const key = createPublicKey(pem)
    return isStrong(key) ? key.export({ type: 'spki', format: 'pem' }).toString() : null
  } catch {
    return null
  }
}

const isStrong = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa'
    ? (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    : STRONG_TYPES.includes(asymmetricKeyType ?? '')

const STRONG_TYPES = ['ed25519', 'ec']

/** The stored keys of a merchant, apart from its current secret. All are null before the first one is set. */
const KEYS = {
  merchantPublicKey: column.optionalText,
  platPublicKey: column.optionalText,
  oldSecret: column.optionalText,
  oldSecretUntil: column.optionalTime,
  secretUsedTime: column.optionalTime,
  oldSecretUsedTime: column.optionalTime,
  updateTime: column.optionalTime,
}

type MerchantWithKeys = MerchantRow & RowOf<typeof KEYS>

/**
 * The merchant and its keys, read at once: a rotation between two reads would make the old secret look like the current one. An expired
 * old secret is left out.
 */
export async function merchantWithKeys(db: Queries, merchantNo: string, now: number): Promise<MerchantWithKeys | undefined> {
  const row = await db.one<MerchantWithKeys>(sql`
    select ${MERCHANT_COLUMNS}, ${selectList('k', KEYS)}
      from merchant
      left join merchant_key k on k.merchant_no = ${merchantNo}
     where merchant.merchant_no = ${merchantNo}`)
  const isExpired = !row?.oldSecretUntil || row.oldSecretUntil.getTime() <= now
  return row && isExpired ? { ...row, oldSecret: null, oldSecretUntil: null, oldSecretUsedTime: null } : row
}

// The time of last use is written at most this often, to avoid a write per call.
const LAST_USED_RESOLUTION_MS = 60_000

/**
 * Updates the secret's time of last use, which shows whether the old secret is still needed. Does nothing when the keys have changed since
 * they were read: the secret may not be the current one any more.
 */
export async function recordSecretUse(
  db: Queries,
  secret: 'new' | 'old',
  { merchantNo, secretUsedTime, oldSecretUsedTime, updateTime }: MerchantWithKeys,
  now: number,
): Promise<void> {
  const lastUsed = secret === 'new' ? secretUsedTime : oldSecretUsedTime
  if (lastUsed !== null && now - lastUsed.getTime() < LAST_USED_RESOLUTION_MS) return
  const column = secret === 'new' ? sql`secret_used_time` : sql`old_secret_used_time`
  await db.run(sql`
    insert into merchant_key as kept (merchant_no, ${column}) values (${merchantNo}, ${new Date(now)})
        on conflict (merchant_no) do update set ${column} = excluded.${column}
     where kept.update_time is not distinct from ${updateTime}`)
}

/** The secrets of a merchant, and whether the current secret was ever used. */
export interface SigningSecrets {
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | string | null
  used: boolean
}

/**
 * The secrets that sign a callback, the most likely one first. After a rotation, the merchant is assumed to verify with the
 * old secret until it has used the new one itself.
 */
export function callbackSecrets(
  { secret, oldSecret, oldSecretUntil, used }: SigningSecrets,
  now: number,
): [string, ...string[]] {
  if (oldSecret === null || oldSecretUntil === null || new Date(oldSecretUntil).getTime() <= now) return [secret]
  return used ? [secret, oldSecret] : [oldSecret, secret]
}
