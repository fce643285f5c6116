import { isEmpty, SIGN_TOLERANCE_MS, type Signable, signatureOf, stringToSign } from '#contract/signing.ts'
import {
  type Known,
  type Mistake,
  type Recipe,
  RIGHT,
  spacesLost,
  stepsFor,
  textBy,
  touched,
  type Variant,
} from './variants.ts'

export type Digests = Readonly<Record<Recipe['digest'], (bytes: Uint8Array) => Uint8Array>>

/** Whether the gateway will take the time of a request. */
export interface Stamp {
  kind: 'fine' | 'missing' | 'unreadable' | 'seconds' | 'early' | 'late'
  /** Milliseconds between it and now. */
  off: number
}

/** What is the matter with a signature. */
export interface Diagnosis {
  /** The fields as they are joined, without the secret. */
  joined: string
  /** The signature they should have. */
  sign: string
  /** The one they have; null where they have none. */
  sent: string | null
  verdict: 'unsigned' | 'right' | 'explained' | 'unexplained'
  /** Made on the way to the signature that was sent: as few as explain it. */
  mistakes: readonly Mistake[]
  /** The fields that a mistake was made in, where it is one of fields. */
  places: Readonly<Partial<Record<Mistake, readonly string[]>>>
  stamp: Stamp
  /** What the gateway looks for under a name of its own -> the name it stands under. */
  misnamed: Readonly<Record<string, string>>
  /** Fields that are no text. */
  untexted: readonly string[]
  /** Fields with nothing in them. */
  empty: readonly string[]
}

interface World {
  digests: Digests
  now: number
}

// More of them at once nobody makes, and the search stays within a few milliseconds.
const MOST_MISTAKES = 3

/** Signs the fields as the gateway does, and finds out how the signature they came with was made. */
export function diagnose(fields: Signable, known: Known, { digests, now }: World): Diagnosis {
  const hash = (text: string) => hex(digests.sha256(RIGHT.bytes(text)))
  const sign = signatureOf(fields, known.secret, hash)
  const sent = isEmpty(fields._sign) ? null : String(fields._sign).trim()
  const made = sent === null || sent === sign ? NONE : explained(fields, sent, known, digests)
  return {
    joined: stringToSign(fields),
    sign,
    sent,
    verdict: sent === null ? 'unsigned' : sent === sign ? 'right' : made === null ? 'unexplained' : 'explained',
    mistakes: made === null ? [] : [...made.variants.map(({ mistake }) => mistake), ...made.written],
    places: Object.fromEntries((made?.variants ?? []).map((variant) => [variant.mistake, touched(variant, fields)])),
    stamp: stampOf(fields._timestamp, now),
    misnamed: misnamed(fields),
    untexted: Object.keys(fields).filter((key) => typeof fields[key] === 'number' || typeof fields[key] === 'boolean'),
    empty: Object.keys(fields).filter((key) => key !== '_sign' && isEmpty(fields[key])),
  }
}

interface Made {
  variants: readonly Variant[]
  /** In writing the hash down. */
  written: readonly Mistake[]
}

const NONE: Made = { variants: [], written: [] }

/** The fewest mistakes that lead to the signature; null where none do. */
function explained(fields: Signable, sent: string, known: Known, digests: Digests): Made | null {
  for (const variants of guesses(fields, known)) {
    const recipe: Recipe = Object.assign({ ...RIGHT, secret: known.secret }, ...variants.map(({ change }) => change))
    const digest = digests[recipe.digest](recipe.bytes(textBy(recipe, fields)))
    const written = asWritten(digest, sent)
    if (written !== null) return { variants, written }
  }
  return null
}

/** Ways it may have been made, the likelier first. Spaces can be missing in any field, which makes many ways of each. */
function* guesses(fields: Signable, known: Known): Generator<readonly Variant[]> {
  const steps = stepsFor(known)
  for (let count = 0; count <= MOST_MISTAKES; count++) yield* choices(steps, count)
  for (const lost of spacesLost(fields)) yield [lost]
  for (const made of choices(steps, 1)) for (const lost of spacesLost(fields)) yield [...made, lost]
}

/** The mistakes in writing this digest down as it was sent; null where it is another. */
function asWritten(digest: Uint8Array, sent: string): Mistake[] | null {
  const right = hex(digest).toUpperCase()
  if (sent === right) return []
  if (sent.toUpperCase() === right) return ['lowerCase']
  return sent === btoa(String.fromCharCode(...digest)) ? ['base64'] : null
}

/** Every way to make so many mistakes, one of a step at most. */
function* choices(steps: readonly (readonly Variant[])[], count: number, from = 0): Generator<readonly Variant[]> {
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

const LIKE: Record<string, RegExp> = { _sign: /^(sign|signature)$/, _timestamp: /^(timestamp|time|ts)$/ }

function misnamed(fields: Signable): Record<string, string> {
  const missing = Object.entries(LIKE).filter(([name]) => isEmpty(fields[name]))
  const found = missing.map(([name, like]) => [
    name,
    Object.keys(fields).find((key) => key !== name && like.test(key.replace(/[^a-z]/gi, '').toLowerCase())),
  ])
  return Object.fromEntries(found.filter(([, key]) => key !== undefined))
}

function stampOf(value: unknown, now: number): Stamp {
  if (isEmpty(value)) return { kind: 'missing', off: 0 }
  const text = String(value).trim()
  if (!/^\d+$/.test(text)) return { kind: 'unreadable', off: 0 }
  const off = Number(text) - now
  if (Math.abs(off) <= SIGN_TOLERANCE_MS) return { kind: 'fine', off }
  // A time of today in seconds is one of January 1970 in milliseconds.
  if (text.length === 10) return { kind: 'seconds', off }
  return { kind: off < 0 ? 'late' : 'early', off }
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
