import { SIGN_TOLERANCE_MS } from '#contract/signing.ts'
import { hex } from './diagnose.ts'
import type { SignedHeader } from './readRequest.ts'
import type { Secrets } from './variants.ts'

const HEADER = /^\s*t=(\d+(?:\.\d+)?)\s*((?:,\s*v1=[^,]*)+)$/

const utf8 = new TextEncoder()

/** Signs the content of a call like the gateway, and compares it with the header. Null when the header has not its form. */
export function diagnoseHeader(
  { header, content }: SignedHeader,
  { secret, oldSecret }: Secrets,
  { hmac, now }: { hmac: (key: Uint8Array, bytes: Uint8Array) => Uint8Array; now: number },
) {
  const [, t, values] = HEADER.exec(header) ?? []
  if (t === undefined) return null
  const sent = values!
    .split(',')
    .slice(1)
    .map((value) => value.trim().slice('v1='.length))
  const text = `${t}.${content}`
  const v1 = (by: string, signed = text) => hex(hmac(utf8.encode(by), utf8.encode(signed)))
  // A body from a here-document or a file often ends with a line break.
  const isBy = (by: string) => by !== '' && (sent.includes(v1(by)) || sent.includes(v1(by, `${text}\n`)))
  const offsetMs = Number(t) * 1_000 - now
  return {
    text,
    v1: isBy(secret) && !sent.includes(v1(secret)) ? v1(secret, `${text}\n`) : v1(secret),
    sent: sent.join(', '),
    verdict: isBy(secret) ? ('right' as const) : isBy(oldSecret) ? ('explained' as const) : ('unexplained' as const),
    /** The time of the header minus now; null when the gateway accepts it. */
    offsetMs: Math.abs(offsetMs) <= SIGN_TOLERANCE_MS ? null : offsetMs,
  }
}
