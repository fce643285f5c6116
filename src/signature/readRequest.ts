import type { Signable } from '#contract/signing.ts'
import { type HttpRequest, readCurl, readHttp } from './httpRequest.ts'

/** The fields of a request as the gateway reads them, and the format of the pasted text. */
export interface ReadRequest {
  form: 'curl' | 'http' | 'json' | 'form' | 'query'
  fields: Signable
  /** The actual and the declared format of the body, if known. */
  body?: { isJson: boolean; type: string }
  /** Present with the signature header. */
  signed?: SignedHeader
  /** Whether the gateway sent it to a merchant. */
  isCallback?: boolean
}

/** The signature header of a request, and what it signs. */
export interface SignedHeader {
  header: string
  request: SignedRequest
}

export interface SignedRequest {
  method: string
  url: string
  /** The path with the query. */
  target: string
  body: string
  isCallback: boolean
}

/**
 * Parses a pasted request: a curl command, a raw HTTP request, JSON, a form body, a query string or a URL. Full-width
 * characters and line breaks are corrected if the text cannot be parsed with them. Null when no fields are found.
 */
export const readRequest = (text: string): ReadRequest | null => read(text.trim()) ?? read(toHalfWidth(text).trim())

function read(text: string): ReadRequest | null {
  if (/^curl\s/i.test(text)) return fromHttp('curl', readCurl(text))
  const http = readHttp(text)
  if (http !== null) return fromHttp('http', http)
  if (text.startsWith('{')) return found('json', jsonOf(text))
  if (/^(https?:\/)?\/|^\?/.test(text)) return found('query', pairsOf(queryOf(text)))
  return found('form', pairsOf(text))
}

function fromHttp(form: ReadRequest['form'], { method, url, body, type, signature, isCallback }: HttpRequest) {
  const isJson = body.trimStart().startsWith('{')
  // The query of a callback is part of the merchant's address.
  const query = isCallback ? {} : pairsOf(queryOf(url))
  const read = found(form, { ...query, ...(isJson ? jsonOf(body) : pairsOf(body)) })
  if (read === null) return null
  const target = url.replace(/^https?:\/\/[^/?]*/i, '').replace(/#.*$/s, '')
  // curl sends the data of a GET in the query.
  const data = method === 'GET' && body !== '' ? `?${body}` : ''
  const request = { method, url: url + data, target: target + data, body: data === '' ? body : '', isCallback }
  return {
    ...read,
    isCallback,
    ...(type !== null && { body: { isJson, type: type.split(';')[0]!.trim().toLowerCase() } }),
    ...(signature !== null && { signed: { header: signature, request } }),
  }
}

const found = (form: ReadRequest['form'], fields: Signable | null): ReadRequest | null =>
  fields === null || Object.keys(fields).length === 0 ? null : { form, fields }

/** Replaces full-width characters by half-width ones, and typographic quotes by straight ones. */
export const toHalfWidth = (text: string): string =>
  text
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u3000\u00a0]/g, ' ')
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")

const LINE_BREAK = /\s*[\r\n]+\s*/g

function jsonOf(text: string): Signable | null {
  for (const one of [text, text.replace(LINE_BREAK, '')]) {
    try {
      const value: unknown = JSON.parse(one)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Signable
    } catch {
      // Retry without line breaks, or not JSON at all.
    }
  }
  return null
}

function queryOf(url: string): string {
  const cut = url.indexOf('?')
  return cut < 0 ? '' : url.slice(cut + 1).replace(/#.*$/s, '')
}

const NAME = /^[A-Za-z_][\w.[\]-]*$/

/** Joins lines to one. A line that starts with `name=` starts a new field; any other line continues the previous one. */
const joinLines = (text: string): string =>
  text.replace(/\s*[\r\n]+\s*(&?)(?=([A-Za-z_][\w.[\]-]*=)?)/g, (_, sign: string, name?: string) =>
    sign === '&' || name !== undefined ? '&' : '',
  )

function pairsOf(text: string): Signable | null {
  const fields: Record<string, string | string[]> = {}
  for (const pair of joinLines(text.trim()).split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decoded(pair.slice(0, cut))
    if (cut < 0 || !NAME.test(name)) return null
    const value = decoded(pair.slice(cut + 1))
    const before = fields[name]
    fields[name] = before === undefined ? value : [before, value].flat()
  }
  return fields
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
