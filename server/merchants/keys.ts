import { createPublicKey, generateKeyPair as generate, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { HOUR } from '../wib.ts'

const generateKeyPair = promisify(generate)

export const MASK = '****'

/** As much of a secret as may be shown. */
export const masked = (secret: string): string => MASK + secret.slice(-4)

/** What a merchant signs its calls with: 256 random bits as hex. */
export const newSecret = (): string => randomBytes(32).toString('hex')

/**
 * Gives the merchant another secret; the one of now goes on signing for so many hours, and the one before that no
 * longer. Two at once make two secrets, of which the later one holds.
 */
export async function replaceSecret(tx: Transaction, merchantNo: string, now: number, overlapHours: number): Promise<string> {
  const secret = newSecret()
  const held = await tx.one<{ old: string | null }>(sql`
    select api_secret as old from merchant where merchant_no = ${merchantNo} for update`)
  const old = overlapHours === 0 ? null : (held?.old ?? null)
  const until = old === null ? null : new Date(now + overlapHours * HOUR)
  await tx.run(sql`update merchant set api_secret = ${secret} where merchant_no = ${merchantNo}`)
  await tx.run(sql`
    insert into merchant_key as kept (merchant_no, old_secret, old_secret_until, update_time)
    values (${merchantNo}, ${old}, ${until}, ${new Date(now)})
        on conflict (merchant_no) do update
       set old_secret = excluded.old_secret, old_secret_until = excluded.old_secret_until,
           old_secret_used_time = case when excluded.old_secret is null then null else kept.secret_used_time end,
           secret_used_time = null, update_time = excluded.update_time`)
  return secret
}

/** A new pair of keys in PEM. RSA, because every platform a shop may run on reads it. Takes its time: not inside a transaction. */
export const newKeyPair = (): Promise<{ publicKey: string; privateKey: string }> =>
  generateKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Keeps the public part of the merchant's new pair; the private one is kept nowhere, and who loses it makes another pair. */
export const replaceKeyPair = (tx: Transaction, merchantNo: string, publicKey: string, now: number): Promise<number> =>
  tx.run(sql`
    insert into merchant_key (merchant_no, plat_public_key, update_time) values (${merchantNo}, ${publicKey}, ${new Date(now)})
        on conflict (merchant_no) do update
       set plat_public_key = excluded.plat_public_key, update_time = excluded.update_time`)

const PUBLIC_KEY = /^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=\n]+-----END PUBLIC KEY-----$/

/** The public key as it is kept, or null when the text is none; a private key, above all, is none. */
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
  asymmetricKeyType === 'rsa' ? (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 : STRONG.includes(asymmetricKeyType ?? '')

const STRONG = ['ed25519', 'ec']

/** What is kept of a merchant's keys beside the secret of now. */
export interface MerchantKeyRow {
  merchantPublicKey: string | null
  platPublicKey: string | null
  oldSecret: string | null
  oldSecretUntil: Date | null
  secretUsedTime: Date | null
  oldSecretUsedTime: Date | null
  updateTime: Date | null
}

const NONE: MerchantKeyRow = {
  merchantPublicKey: null,
  platPublicKey: null,
  oldSecret: null,
  oldSecretUntil: null,
  secretUsedTime: null,
  oldSecretUsedTime: null,
  updateTime: null,
}

/** The merchant's keys; an old secret only as long as it signs. */
export async function merchantKeys(db: Queries, merchantNo: string, now: number): Promise<MerchantKeyRow> {
  const kept = await db.one<MerchantKeyRow>(sql`
    select merchant_public_key as "merchantPublicKey", plat_public_key as "platPublicKey", old_secret as "oldSecret",
           old_secret_until as "oldSecretUntil", secret_used_time as "secretUsedTime",
           old_secret_used_time as "oldSecretUsedTime", update_time as "updateTime"
      from merchant_key
     where merchant_no = ${merchantNo}`)
  if (kept === undefined) return NONE
  const over = kept.oldSecretUntil === null || kept.oldSecretUntil.getTime() <= now
  return over ? { ...kept, oldSecret: null, oldSecretUntil: null, oldSecretUsedTime: null } : kept
}

// How old the note of a secret's last use may get: one write a minute, not one a call.
const LAST_USED_RESOLUTION_MS = 60_000

/** Notes that a secret was used, so that one sees when the old one is no longer needed. */
export async function recordSecretUse(
  db: Queries,
  merchantNo: string,
  secret: 'new' | 'old',
  { secretUsedTime, oldSecretUsedTime }: MerchantKeyRow,
  now: number,
): Promise<void> {
  const noted = secret === 'new' ? secretUsedTime : oldSecretUsedTime
  if (noted !== null && now - noted.getTime() < LAST_USED_RESOLUTION_MS) return
  const column = secret === 'new' ? sql`secret_used_time` : sql`old_secret_used_time`
  await db.run(sql`
    insert into merchant_key (merchant_no, ${column}) values (${merchantNo}, ${new Date(now)})
        on conflict (merchant_no) do update set ${column} = excluded.${column}`)
}

/** The secrets of a merchant, and whether the one of now was ever used. */
export interface SigningSecrets {
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | string | null
  used: boolean
}

/**
 * What the merchant is to know a callback by, the likeliest first: it goes on expecting the old secret until it signs
 * with the new one itself, and none is lost on the way.
 */
export function callbackSecrets(
  { secret, oldSecret, oldSecretUntil, used }: SigningSecrets,
  now: number,
): [string, ...string[]] {
  if (oldSecret === null || oldSecretUntil === null || new Date(oldSecretUntil).getTime() <= now) return [secret]
  return used ? [secret, oldSecret] : [oldSecret, secret]
}
