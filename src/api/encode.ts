import type { AnyCall } from '#contract/call.ts'

/** A query string with its question mark, or an empty string. Empty and null values are dropped; arrays repeat their key. */
export function queryString(values: Readonly<Record<string, unknown>>): string {
  const pairs = pairsOf(values).filter(([, text]) => text !== '')
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`
}

/** Merges the query into a URL that may have one; the new value of a key wins. */
export function withQuery(url: string, values: Readonly<Record<string, unknown>>): string {
  const [path = '', present = ''] = url.split('?')
  return path + queryString({ ...Object.fromEntries(new URLSearchParams(present)), ...values })
}

const CONTENT_TYPE = {
  form: 'application/x-www-form-urlencoded;charset=UTF-8',
  json: 'application/json;charset=UTF-8',
}

export type Encoding = keyof typeof CONTENT_TYPE

/** The body of a request with its content type; a GET has neither. */
export function encodeBody(
  method: string,
  encoding: Encoding,
  values: Readonly<Record<string, unknown>>,
): { headers: Record<string, string>; body?: string } {
  if (method === 'GET') return { headers: {} }
  const body = encoding === 'json' ? JSON.stringify(values) : formBody(values)
  return { headers: { 'Content-Type': CONTENT_TYPE[encoding] }, body }
}

/** Form encoding: null and undefined are dropped, arrays repeat their key, objects are JSON text. */
const formBody = (values: Readonly<Record<string, unknown>>): string => new URLSearchParams(pairsOf(values)).toString()

const pairsOf = (values: Readonly<Record<string, unknown>>): [key: string, text: string][] =>
  Object.entries(values).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [key, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  )

/** Distributes a flat input to path, query and body as the call defines, and names the encoding of the body. */
export function placeFields(call: AnyCall, input: object) {
  const rest: Record<string, unknown> = { ...input }
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const encoding: Encoding = call.body === 'json' ? 'json' : 'form'
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(take(name))))
  if (call.query === 'all') return { path, query: rest, fields: {}, encoding }
  const query = Object.fromEntries(call.query.map((name) => [name, take(name)]))
  return { path, query, fields: rest, encoding }
}
