/** `_sign` and `_timestamp` prove that the sender holds the key. Both sides sign with this code. */

/** Hex digest of UTF-8 text, in either case. SHA-256 today; a parameter because the scheme allows others. */
export type Hash = (text: string) => string

export type Signable = Record<string, unknown>

/** The signed text: empty values dropped, keys in code-point order, each followed directly by its value. */
export function stringToSign(params: Signable): string {
  return Object.keys(params)
    .filter((key) => key !== '_sign' && !isEmpty(params[key]))
    .sort()
    .map((key) => key + signedText(params[key]))
    .join('')
}

/** Empty values are neither signed nor sent. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export const signedText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Signature of the parameters: key, joined text and key, hashed, in upper case. */
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

/**
 * The header of the merchant API and of callbacks: `t=<seconds since 1970>,v1=<hex>`. The seconds may have a fraction. `v1` is the
 * HMAC-SHA256, with the secret, of `t`, a dot and the signed content; it is repeated for each secret during a rotation.
 */
export const SIGNATURE_HEADER = 'Paydesk-Signature'

/** What the header of a call signs, before the bytes of its body. The target is the path with the query, as it is sent. */
export const signedHead = (method: string, target: string): string => `${method} ${target}\n`

/** Largest difference between the time of a signature and the gateway's clock, in milliseconds. */
export const SIGN_TOLERANCE_MS = 5 * 60_000
