import { isEmpty, type Signable, signedText } from '#contract/signing.ts'
import { toHalfWidth } from './readRequest.ts'

/** One classic way to make a signature that the gateway refuses. */
export type Mistake =
  | 'oldSecret'
  | 'secretLineBreak'
  | 'emptyKept'
  | 'orderIgnoresCase'
  | 'orderAsSent'
  | 'urlEncoded'
  | 'decimalsSigned'
  | 'decimalsSent'
  | 'fullWidth'
  | 'plusSent'
  | 'encodedTwice'
  | 'trimmed'
  | 'spacesLost'
  | 'timestampLeftOut'
  | 'pairs'
  | 'secretInFront'
  | 'secretAtEnd'
  | 'secretAfterAmpersand'
  | 'secretAsField'
  | 'latin1'
  | 'utf16'
  | 'md5'
  | 'lowerCase'
  | 'base64'

/** How a signature is made, step by step. */
export interface Recipe {
  secret: string
  isOmitted(key: string, value: unknown): boolean
  order(one: string, other: string): number
  write(key: string, value: string): string
  join: readonly [between: string, after: string]
  wrap(text: string, secret: string): string
  bytes(text: string): Uint8Array
  digest: 'sha256' | 'md5'
}

/** What must be known to make the mistakes. */
export interface Secrets {
  secret: string
  /** The secret before this one. */
  oldSecret: string
}

const utf8 = new TextEncoder()
const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** As the gateway does it. */
export const RIGHT: Omit<Recipe, 'secret'> = {
  isOmitted: (_, value) => isEmpty(value),
  order: byCodePoint,
  write: (_, value) => value,
  join: ['', ''],
  wrap: (text, secret) => secret + text + secret,
  bytes: (text) => utf8.encode(text),
  digest: 'sha256',
}

/** What one mistake makes of the right way. */
export interface Variant {
  mistake: Mistake
  change: Partial<Recipe>
}

const AMOUNT = /^-?\d+$/
const CENTS = /^(-?\d+)\.0+$/
const writeEach = (write: (value: string) => string): Partial<Recipe> => ({ write: (_, value) => write(value) })
const placeSecret = (around: Recipe['wrap']): Partial<Recipe> => ({ wrap: around })
// In front of a telephone number, and of the zone of a time.
const DECODED_PLUS = /^ (?=\d)|(?<=\d) (?=\d\d:?\d\d$)/g

function decodedOnce(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const isAmount = (key: string): boolean => /amount|fee|price|money/i.test(key)

/**
 * The mistakes of each step; a signature is made with one of them at most. The likelier steps stand first, because what
 * explains a signature first is what is told.
 */
export function stepsFor({ secret, oldSecret }: Secrets): readonly (readonly Variant[])[] {
  return [
    [
      ...(oldSecret === '' || oldSecret === secret ? [] : [{ mistake: 'oldSecret' as const, change: { secret: oldSecret } }]),
      { mistake: 'secretLineBreak', change: { secret: `${secret}\n` } },
    ],
    [{ mistake: 'emptyKept', change: { isOmitted: () => false } }],
    [
      { mistake: 'orderIgnoresCase', change: { order: (one, other) => byCodePoint(one.toLowerCase(), other.toLowerCase()) } },
      { mistake: 'orderAsSent', change: { order: () => 0 } },
    ],
    [
      { mistake: 'plusSent', change: writeEach((value) => value.replace(DECODED_PLUS, '+')) },
      { mistake: 'urlEncoded', change: writeEach(encodeURIComponent) },
      { mistake: 'urlEncoded', change: writeEach((value) => new URLSearchParams({ v: value }).toString().slice(2)) },
      {
        mistake: 'decimalsSigned',
        change: { write: (key, value) => (isAmount(key) && AMOUNT.test(value) ? `${value}.00` : value) },
      },
      { mistake: 'decimalsSent', change: { write: (key, value) => (isAmount(key) ? value.replace(CENTS, '$1') : value) } },
      { mistake: 'fullWidth', change: writeEach(toHalfWidth) },
      { mistake: 'encodedTwice', change: writeEach(decodedOnce) },
      { mistake: 'trimmed', change: writeEach((value) => value.trim()) },
    ],
    [{ mistake: 'timestampLeftOut', change: { isOmitted: (key, value) => key === '_timestamp' || isEmpty(value) } }],
    [{ mistake: 'pairs', change: { join: ['=', '&'] } }],
    [
      { mistake: 'secretAtEnd', change: placeSecret((text, key) => text + key) },
      { mistake: 'secretInFront', change: placeSecret((text, key) => key + text) },
      { mistake: 'secretAfterAmpersand', change: placeSecret((text, key) => `${text}&${key}`) },
      { mistake: 'secretAsField', change: placeSecret((text, key) => `${text}&key=${key}`) },
    ],
    [
      { mistake: 'latin1', change: { bytes: latin1 } },
      { mistake: 'utf16', change: { bytes: utf16 } },
    ],
    [{ mistake: 'md5', change: { digest: 'md5' } }],
  ]
}

/** Spaces at the ends of one field, that somebody typed and a form or a framework took away before it was sent. */
export const lostSpaceVariants = (fields: Signable): readonly Variant[] =>
  Object.keys(fields)
    .filter((key) => !PROTOCOL_FIELDS.has(key) && !isEmpty(fields[key]))
    .flatMap((name) =>
      PADDINGS.map((pad) => ({
        mistake: 'spacesLost',
        change: { write: (key, value) => (key === name ? pad(value) : value) },
      })),
    )

const PROTOCOL_FIELDS: ReadonlySet<string> = new Set(['_sign', '_timestamp'])
const PADDINGS = [(value: string) => `${value} `, (value: string) => ` ${value}`, (value: string) => ` ${value} `]

const unitsOf = (text: string): number[] => text.split('').map((unit) => unit.charCodeAt(0))

// What it has no sign for becomes a question mark.
const latin1 = (text: string): Uint8Array => Uint8Array.from(unitsOf(text), (unit) => (unit > 0xff ? 0x3f : unit))

const utf16 = (text: string): Uint8Array => Uint8Array.from(unitsOf(text).flatMap((unit) => [unit & 0xff, unit >> 8]))

/** The text that a recipe hashes. */
export function textToHash(
  { secret, isOmitted, order, write, join: [between, after], wrap }: Recipe,
  fields: Signable,
): string {
  const joined = Object.entries(fields)
    .filter(([key, value]) => key !== '_sign' && !isOmitted(key, value))
    .sort(([one], [other]) => order(one, other))
    .map(([key, value]) => key + between + write(key, value == null ? '' : signedText(value)))
    .join(after)
  return wrap(joined, secret)
}

/** The names of the fields that a variant signs otherwise than they are to be. */
export function affectedFields({ change: { write, isOmitted, order } }: Variant, fields: Signable): readonly string[] {
  const names = Object.keys(fields).filter((key) => key !== '_sign')
  const signed = names.filter((key) => !RIGHT.isOmitted(key, fields[key]))
  if (write !== undefined) return signed.filter((key) => write(key, signedText(fields[key])) !== signedText(fields[key]))
  if (isOmitted !== undefined) return names.filter((key) => isOmitted(key, fields[key]) !== RIGHT.isOmitted(key, fields[key]))
  if (order === undefined) return []
  const wrong = signed.toSorted(order)
  // From the first that stands elsewhere all others do.
  return signed
    .toSorted(RIGHT.order)
    .filter((key, place) => key !== wrong[place])
    .slice(0, 1)
}
