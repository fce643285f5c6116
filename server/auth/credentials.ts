import { type Argon2Parameters, argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Secret, TOTP } from 'otpauth'

// OWASP's argon2id parameters with 19 MiB: two passes, one lane. Takes about 35 ms on one core.
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

/**
 * The stored hash of a password: salted argon2id over the hex digest that the console sends. The hash contains its cost
 * parameters (memory in KiB), so that existing hashes stay valid when the parameters change.
 */
export async function hashPassword(sha256Hex: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive({ ...cost, message: sha256Hex, nonce: salt, tagLength: TAG_BYTES })
  return formatHash(cost, salt, tag)
}

const formatHash = ({ memory, passes, parallelism }: typeof COST, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const HASH_FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

// An unknown login name is verified against this hash, so that it takes as long as a known one.
const DECOY_HASH = formatHash(COST, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

/** Whether the digest matches the hash. False for an undefined hash, in the same time. */
export async function verifyPassword(sha256Hex: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = HASH_FORMAT.exec(hash ?? DECOY_HASH) ?? []
  if (salt === undefined || tag === undefined) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive({
    message: sha256Hex,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** SHA-256 as lower-case hex. The console sends passwords in this form; signatures use it too. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const equalInConstantTime = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())

const ISSUER = 'Paydesk'
const STEP_SECONDS = 30

/** A new TOTP secret: 160 bits as base32. */
export const newPasscodeSecret = (): string => new Secret({ size: 20 }).base32

const totp = (username: string, secret: string): TOTP =>
  new TOTP({ issuer: ISSUER, label: username, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })

/** The `otpauth://` URL that sets up an authenticator app. */
export const passcodeUrl = (username: string, secret: string): string => totp(username, secret).toString()

/** The passcode at a time. `now` is in milliseconds since 1970. */
export const passcodeAt = (secret: string, now: number): string => totp('', secret).generate({ timestamp: now })

/** The time step of a valid code. Accepts the previous, current and next step; null for any other code. */
export function timeStepOf(code: string, secret: string, now: number): number | null {
  const delta = totp('', secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta
}
