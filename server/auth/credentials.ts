import { type Argon2Parameters, argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Secret, TOTP } from 'otpauth'

// OWASP's setting for argon2id with 19 MiB: two passes, one lane. About 35 ms of one core.
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

/**
 * The text kept for a password: argon2id with a salt of its own, over the hex digest the console sends. What it costs, memory
 * in KiB, is kept with it, so that a later setting leaves the passwords of before as they are.
 */
export async function hashPassword(sha256Hex: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive({ ...cost, message: sha256Hex, nonce: salt, tagLength: TAG_BYTES })
  return kept(cost, salt, tag)
}

const kept = ({ memory, passes, parallelism }: typeof COST, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const KEPT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

// Belongs to nobody: what an unknown login name is compared with, so that it takes as long as a known one.
const DECOY = kept(COST, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

/** Whether the digest is the password's; false for `undefined`, in the same time. */
export async function verifyPassword(sha256Hex: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = KEPT.exec(hash ?? DECOY) ?? []
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

/** SHA-256 as lower-case hex: what the console makes of typed text, and what signatures are hashed with. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Equality of two texts in a time that does not tell where they differ. */
export const equalInConstantTime = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())

const ISSUER = 'Paydesk'
const STEP_SECONDS = 30

/** A new passcode secret, 160 bits as base32. */
export const newPasscodeSecret = (): string => new Secret({ size: 20 }).base32

const passcodes = (username: string, secret: string): TOTP =>
  new TOTP({ issuer: ISSUER, label: username, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })

/** The `otpauth://` address an authenticator is set up with. */
export const passcodeUrl = (username: string, secret: string): string => passcodes(username, secret).toString()

/** The passcode of this moment. */
export const passcodeAt = (secret: string, now: number): string => passcodes('', secret).generate({ timestamp: now })

/** The time step the code belongs to, at most one from now; null when the code is wrong. */
export function timeStepOf(code: string, secret: string, now: number): number | null {
  const delta = passcodes('', secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta
}
