import { isUtf8 } from 'node:buffer'
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SIGNATURE_HEADER, signedHead } from '#contract/signing.ts'
import { Refusal } from '../refusal.ts'
import { SECOND } from '../wib.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the body of a merchant API call. */
    rawBody: Buffer | null
  }
}

/** The header of a call, unverified, and the content that it must sign. */
export interface SignedContent {
  header: string
  content: Buffer
}

/**
 * Parses JSON as before, and keeps its bytes for the signature. Refuses bytes that are not UTF-8: they would be stored with
 * replacement characters in names and remarks.
 */
export function keepRawBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('rawBody', null)
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body
    if (!isUtf8(body)) return done(new Refusal('BAD_REQUEST', { reason: 'notUtf8' }))
    parse(request, body.toString(), done)
  })
}

export function signedContent({ method, originalUrl, headers, rawBody }: FastifyRequest): SignedContent | null {
  const header = headers[SIGNATURE_HEADER.toLowerCase()]
  if (typeof header !== 'string') return null
  return { header, content: Buffer.concat([Buffer.from(signedHead(method, originalUrl)), rawBody ?? Buffer.alloc(0)]) }
}

/** The time, in milliseconds, and the signatures of a header; null when it has not exactly one time. */
export function readSignatureHeader(header: string): { time: number; seconds: string; signatures: string[] } | null {
  const parts = header.split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
  const [seconds = '', ...others] = valuesOf('t')
  if (!/^\d{1,12}(\.\d{1,9})?$/.test(seconds) || others.length > 0) return null
  return { time: Number(seconds) * SECOND, seconds, signatures: valuesOf('v1') }
}

/** Lower-case hex. */
export const headerSignature = (secret: string, seconds: string, content: string | Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(content).digest('hex')

/** The header over the content, with a signature of each secret. */
export function signatureHeader(content: string | Buffer, secrets: readonly string[], now: number): string {
  const seconds = String(Math.floor(now / SECOND))
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${headerSignature(secret, seconds, content)}`)].join(',')
}
