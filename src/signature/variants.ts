import { isEmpty, type Signable, signedText } from '#contract/signing.ts'
import { toHalfWidth } from './readRequest.ts'

/** The steps of making a signature. */
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

export interface Secrets {
  secret: string
  /** The previous secret; empty when there is none. */
  oldSecret: string
}

const utf8 = new TextEncoder()
const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The recipe of the gateway. */
export const RIGHT: Omit<Recipe, 'secret'> = {
  isOmitted: (_, value) => isEmpty(value),
  order: byCodePoint,
  write: (_, value) => value,
  join: ['', ''],
  wrap: (text, secret) => secret + text + secret,
  bytes: (text) => utf8.encode(text),
  digest: 'sha256',
}

interface NamedChange {
  mistake: string
  change: Partial<Recipe>
}

/** A typical mistake that makes a signature invalid. The last two are made in the encoding of the hash. */
export type Mistake = ReturnType<typeof stepsFor>[number][number]['mistake'] | 'spacesLost' | 'lowerCase' | 'base64'

/** A mistake as a change of the right recipe. */
export interface Variant extends NamedChange {
  mistake: Mistake
}

const AMOUNT = /^-?\d+$/
const CENTS = /^(-?\d+)\.0+$/
const writeEach = (write: (value: string) => string): Partial<Recipe> => ({ write: (_, value) => write(value) })
const placeSecret = (wrap: Recipe['wrap']): Partial<Recipe> => ({ wrap })
// A plus sign that was decoded to a space: before a phone number, or before the zone of a time.
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
 * The mistakes by step. A signature has at most one mistake per step. Likely steps come first, because the first explanation
 * is reported.
 */
export function stepsFor({ secret, oldSecret }: Secrets) {
  return [
    [
      ...(oldSecret === '' || oldSecret === secret ? [] : [{ mistake: 'oldSecret', change: { secret: oldSecret } } as const]),
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
  ] as const satisfies readonly (readonly NamedChange[])[]
}

/** Variants with spaces at the ends of one field that were signed, but trimmed before sending. */
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

// Characters outside Latin-1 become a question mark.
const latin1 = (text: string): Uint8Array => Uint8Array.from(unitsOf(text), (unit) => (unit > 0xff ? 0x3f : unit))

const utf16 = (text: string): Uint8Array => Uint8Array.from(unitsOf(text).flatMap((unit) => [unit & 0xff, unit >> 8]))

/** The text that a recipe hashes, including the secret. */
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

/** The names of the fields that a variant signs differently from the right recipe. */
export function affectedFields({ change: { write, isOmitted, order } }: Variant, fields: Signable): readonly string[] {
  const names = Object.keys(fields).filter((key) => key !== '_sign')
  const signed = names.filter((key) => !RIGHT.isOmitted(key, fields[key]))
  if (write !== undefined) return signed.filter((key) => write(key, signedText(fields[key])) !== signedText(fields[key]))
  if (isOmitted !== undefined) return names.filter((key) => isOmitted(key, fields[key]) !== RIGHT.isOmitted(key, fields[key]))
  if (order === undefined) return []
  const wrong = signed.toSorted(order)
  // Name only the first field out of order; all after it may be shifted too.
  return signed
    .toSorted(RIGHT.order)
    .filter((key, place) => key !== wrong[place])
    .slice(0, 1)
}
