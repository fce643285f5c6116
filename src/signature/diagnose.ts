import { isEmpty, SIGN_TOLERANCE_MS, type Signable, signatureOf, stringToSign } from '#contract/signing.ts'
import { base64, hex, isHex, utf8 } from './encodings.ts'
import {
  affectedFields,
  changesText,
  lostSpaceVariants,
  type Mistake,
  type Recipe,
  RIGHT,
  type Secrets,
  stepsFor,
  textToHash,
  type Variant,
} from './variants.ts'

type HashName = Exclude<Recipe['digest'], 'hmac'>

/** The hash functions, and HMAC with them. */
export interface Algorithms {
  digests: Readonly<Record<HashName, (bytes: Uint8Array) => Uint8Array>>
  hmacs: Readonly<Record<HashName, (key: Uint8Array, bytes: Uint8Array) => Uint8Array>>
}

/** Whether the gateway accepts the timestamp of a request. */
export interface Timestamp {
  kind: 'fine' | 'missing' | 'unreadable' | 'seconds' | 'early' | 'late'
  /** The timestamp minus now, in milliseconds. */
  offsetMs: number
}

export type Diagnosis = ReturnType<typeof diagnose>

// More mistakes at once are unlikely. The limit keeps the search within a few milliseconds.
const MAX_MISTAKES = 3

/** Signs the fields like the gateway, and finds out how the given signature was made. */
export function diagnose(fields: Signable, secrets: Secrets, { now, ...algorithms }: Algorithms & { now: number }) {
  const hash = (text: string) => hex(algorithms.digests.sha256(RIGHT.bytes(text)))
  const sign = signatureOf(fields, secrets.secret, hash)
  const sent = isEmpty(fields._sign) ? null : String(fields._sign).trim()
  const explanation = sent === null || sent === sign ? NONE : explain(fields, sent, secrets, algorithms)
  const affected = explanation?.variants.map((variant) => [variant.mistake, affectedFields(variant, fields)]) ?? []
  const fieldsByMistake: Partial<Record<Mistake, readonly string[]>> = Object.fromEntries(affected)
  return {
    /** The joined fields, without the secret. */
    joined: stringToSign(fields),
    /** The right signature. */
    sign,
    /** The given signature; null when there is none. */
    sent,
    verdict: verdictOf(sent, sign, explanation),
    /** The fewest mistakes that lead to the given signature. */
    mistakes: explanation === null ? [] : [...explanation.variants.map(({ mistake }) => mistake), ...explanation.encoding],
    /** The affected fields, for mistakes that concern fields. */
    fieldsByMistake,
    timestamp: timestampOf(fields._timestamp, now),
    /** Name that the gateway expects -> name that the request uses. */
    misnamedFields: misnamed(fields),
    /** Fields with a number or a boolean instead of a string. */
    nonTextFields: Object.keys(fields).filter((key) => typeof fields[key] === 'number' || typeof fields[key] === 'boolean'),
    emptyFields: Object.keys(fields).filter((key) => key !== '_sign' && isEmpty(fields[key])),
  }
}

type Verdict = 'unsigned' | 'right' | 'explained' | 'unexplained'

function verdictOf(sent: string | null, sign: string, explanation: Explanation | null): Verdict {
  if (sent === null) return 'unsigned'
  if (sent === sign) return 'right'
  return explanation === null ? 'unexplained' : 'explained'
}

interface Explanation {
  variants: readonly Variant[]
  /** Mistakes in the encoding of the hash. */
  encoding: readonly Mistake[]
}

const NONE: Explanation = { variants: [], encoding: [] }

/** The fewest mistakes that lead to the given signature; null when none do. */
function explain(fields: Signable, sent: string, secrets: Secrets, algorithms: Algorithms): Explanation | null {
  const length = lengthOf(sent)
  if (!Object.values(DIGEST_BYTES).includes(length)) return null
  for (const variants of candidates(fields, secrets)) {
    const recipe: Recipe = Object.assign({ ...RIGHT, secret: secrets.secret }, ...variants.map(({ change }) => change))
    if (DIGEST_BYTES[recipe.digest] !== length) continue
    const encoding = encodingMistakes(digestOf(recipe, fields, algorithms), sent)
    if (encoding !== null) return { variants, encoding }
  }
  return null
}

const DIGEST_BYTES: Readonly<Record<Recipe['digest'], number>> = { sha256: 32, hmac: 32, md5: 16, sha1: 20, sha512: 64 }

/** The bytes of a signature in hex or Base64; 0 of other text, which no mistake makes. */
function lengthOf(sent: string): number {
  if (isHex(sent)) return sent.length / 2
  return /^[\w+/]+={0,2}$/.test(sent) ? Math.floor((sent.replaceAll('=', '').length * 3) / 4) : 0
}

/** The digest of the fields by a recipe. */
export function digestOf(recipe: Recipe, fields: Signable, { digests, hmacs }: Algorithms): Uint8Array {
  const bytes = recipe.bytes(textToHash(recipe, fields))
  return recipe.digest === 'hmac' ? hmacs.sha256(utf8(recipe.secret), bytes) : digests[recipe.digest](bytes)
}

/** Candidate sets of mistakes, most likely first. Lost spaces come last, because each field adds several variants. */
function* candidates(fields: Signable, secrets: Secrets): Generator<readonly Variant[]> {
  const steps = stepsFor(secrets).map((step) => step.filter((variant) => changesText(variant, fields)))
  for (let count = 0; count <= MAX_MISTAKES; count++) yield* choices<Variant>(steps, count)
  for (const lost of lostSpaceVariants(fields)) yield [lost]
  for (const made of choices<Variant>(steps, 1)) for (const lost of lostSpaceVariants(fields)) yield [...made, lost]
}

/** The encoding mistakes between this digest and the given signature; null when it is another digest. */
function encodingMistakes(digest: Uint8Array, sent: string): Mistake[] | null {
  const right = hex(digest).toUpperCase()
  if (sent === right) return []
  if (sent.toUpperCase() === right) return ['lowerCase']
  return sent === base64(digest) ? ['base64'] : null
}

/** All sets of `count` mistakes, with at most one mistake per step. */
export function* choices<One>(steps: readonly (readonly One[])[], count: number, from = 0): Generator<readonly One[]> {
  if (count === 0) {
    yield []
    return
  }
  for (let at = from; at <= steps.length - count; at++) {
    for (const variant of steps[at]!) {
      for (const rest of choices(steps, count - 1, at + 1)) yield [variant, ...rest]
    }
  }
}

const MISNAMED: Record<string, RegExp> = { _sign: /^(sign|signature)$/, _timestamp: /^(timestamp|time|ts)$/ }

function misnamed(fields: Signable): Record<string, string> {
  const missing = Object.entries(MISNAMED).filter(([name]) => isEmpty(fields[name]))
  const found = missing.map(([name, like]) => [
    name,
    Object.keys(fields).find((key) => key !== name && like.test(key.replace(/[^a-z]/gi, '').toLowerCase())),
  ])
  return Object.fromEntries(found.filter(([, key]) => key !== undefined))
}

function timestampOf(value: unknown, now: number): Timestamp {
  if (isEmpty(value)) return { kind: 'missing', offsetMs: 0 }
  const text = String(value).trim()
  if (!/^\d+$/.test(text)) return { kind: 'unreadable', offsetMs: 0 }
  const offsetMs = Number(text) - now
  if (Math.abs(offsetMs) <= SIGN_TOLERANCE_MS) return { kind: 'fine', offsetMs }
  // Ten digits are seconds instead of milliseconds.
  if (text.length === 10) return { kind: 'seconds', offsetMs }
  return { kind: offsetMs < 0 ? 'late' : 'early', offsetMs }
}
