/** `_sign` and `_timestamp`: how a request proves that its sender holds the key. Both sides sign with this code. */

/** Upper- or lower-case hex digest of text as UTF-8. SHA-256 everywhere; a parameter because the scheme is older than that. */
export type Hash = (text: string) => string

export type Signable = Record<string, unknown>

/** What is signed: empty values dropped, keys in code-point order, each key directly followed by its value. */
export function stringToSign(params: Signable): string {
  return Object.keys(params)
    .filter((key) => key !== '_sign' && !isEmpty(params[key]))
    .sort()
    .map((key) => key + signedText(params[key]))
    .join('')
}

/** What is neither signed nor sent. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A value as it is signed. */
export const signedText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The signature of the parameters as they stand: the key around the joined text, hashed, in upper case. */
export const signatureOf = (params: Signable, apiKey: string, hash: Hash): string =>
  hash(apiKey + stringToSign(params) + apiKey).toUpperCase()

/** The parameters with `_timestamp` (milliseconds since 1970) and `_sign` added and empty values dropped. */
export function sign<Params extends Signable>(
  params: Params,
  apiKey: string,
  { hash, now }: { hash: Hash; now: number },
): Signable {
  const kept = Object.fromEntries(Object.entries(params).filter(([, value]) => !isEmpty(value)))
  const stamped = { ...kept, _timestamp: String(now) }
  return { ...stamped, _sign: signatureOf(stamped, apiKey, hash) }
}

/** How far `_timestamp` may be from the gateway's clock, in milliseconds. */
export const SIGN_TOLERANCE_MS = 5 * 60_000
