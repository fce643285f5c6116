import { isEmpty, type Signable, signedText } from '#contract/signing.ts'
import { latin1, rewriteJson, utf8, utf8WithMark, utf16 } from './encodings.ts'
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
  digest: 'sha256' | 'md5' | 'sha1' | 'sha512' | 'hmac'
  /** What a null is written as where it is not omitted. */
  nullText: string
  /** Whether `_sign` was among the fields, still empty. */
  signsSign: boolean
}

export interface Secrets {
  secret: string
  /** The previous secret; empty when there is none. */
  oldSecret: string
}

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The recipe of the gateway. */
export const RIGHT: Omit<Recipe, 'secret'> = {
  isOmitted: (_, value) => isEmpty(value),
  order: byCodePoint,
  write: (_, value) => value,
  join: ['', ''],
  wrap: (text, secret) => secret + text + secret,
  bytes: utf8,
  digest: 'sha256',
  nullText: '',
  signsSign: false,
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

/** What is read from a file or an environment often has them at its end. */
export const PADDINGS_OF_A_SECRET = ['\n', '\r\n', ' '].map((end) => (secret: string) => secret + end)

const isPlainAmount = (key: string, value: string): boolean => isAmount(key) && /^\d+(\.\d+)?$/.test(value)

/** A number as languages print a float: 150000.0, and 1.5E7 from ten million on in Java. */
const float = (value: string): string => (Number.isInteger(Number(value)) ? `${Number(value)}.0` : String(Number(value)))
const scientific = (value: string): string => {
  const [digits = '', exponent = ''] = Number(value).toExponential().split('e+')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`
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
      ...PADDINGS_OF_A_SECRET.map((pad) => ({ mistake: 'secretPadded', change: { secret: pad(secret) } }) as const),
    ],
    [
      { mistake: 'emptyKept', change: { isOmitted: () => false } },
      ...['null', 'None'].map(
        (nullText) =>
          ({
            mistake: 'nullSigned',
            change: { nullText, isOmitted: (_: string, value: unknown) => value !== null && isEmpty(value) },
          }) as const,
      ),
      { mistake: 'signSigned', change: { signsSign: true } },
    ],
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
      ...[float, scientific].map(
        (print) =>
          ({
            mistake: 'amountAsFloat',
            change: { write: (key: string, value: string) => (isPlainAmount(key, value) ? print(value) : value) },
          }) as const,
      ),
      { mistake: 'fullWidth', change: writeEach(toHalfWidth) },
      { mistake: 'encodedTwice', change: writeEach(decodedOnce) },
      { mistake: 'trimmed', change: writeEach((value) => value.trim()) },
      ...rewriteJson.map((rewrite) => ({ mistake: 'nestedReencoded', change: writeEach(rewrite) }) as const),
      {
        mistake: 'timestampSeconds',
        change: { write: (key, value) => (key === '_timestamp' ? value.slice(0, -3) : value) },
      },
    ],
    [{ mistake: 'timestampLeftOut', change: { isOmitted: (key, value) => key === '_timestamp' || isEmpty(value) } }],
    [{ mistake: 'pairs', change: { join: ['=', '&'] } }],
    [
      { mistake: 'secretAtEnd', change: placeSecret((text, key) => text + key) },
      { mistake: 'secretInFront', change: placeSecret((text, key) => key + text) },
      { mistake: 'secretAfterAmpersand', change: placeSecret((text, key) => `${text}&${key}`) },
      { mistake: 'secretAsField', change: placeSecret((text, key) => `${text}&key=${key}`) },
      { mistake: 'textLineBreak', change: placeSecret((text, key) => `${key}${text}${key}\n`) },
      { mistake: 'hmac', change: { digest: 'hmac', wrap: (text) => text } },
    ],
    [
      { mistake: 'latin1', change: { bytes: latin1 } },
      { mistake: 'utf16', change: { bytes: utf16 } },
      { mistake: 'byteOrderMark', change: { bytes: utf8WithMark } },
    ],
    [
      { mistake: 'md5', change: { digest: 'md5' } },
      { mistake: 'otherHash', change: { digest: 'sha1' } },
      { mistake: 'otherHash', change: { digest: 'sha512' } },
    ],
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

/** The text that a recipe hashes, including the secret. */
export function textToHash(
  { secret, isOmitted, order, write, join: [between, after], wrap, nullText, signsSign }: Recipe,
  fields: Signable,
): string {
  const { _sign, ...others } = fields
  const named: [string, unknown][] = Object.entries(others).filter(([key, value]) => !isOmitted(key, value))
  const joined = (signsSign ? [...named, ['_sign', ''] as [string, unknown]] : named)
    .sort(([one], [other]) => order(one, other))
    .map(([key, value]) => key + between + write(key, value == null ? nullText : signedText(value)))
    .join(after)
  return wrap(joined, secret)
}

/** Whether a variant can change the hashed text of these fields. Most of them cannot, so that the search stays short. */
export function changesText(variant: Variant, fields: Signable): boolean {
  const { write, isOmitted, bytes } = variant.change
  if (bytes === latin1) return /[^\0-\x7f]/.test(JSON.stringify(fields))
  return (write === undefined && isOmitted === undefined) || affectedFields(variant, fields).length > 0
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
