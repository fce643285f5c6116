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

/** Form encoding: null and undefined are dropped, arrays repeat their key, objects are JSON text. */
export const formBody = (values: Readonly<Record<string, unknown>>): string => new URLSearchParams(pairsOf(values)).toString()

const pairsOf = (values: Readonly<Record<string, unknown>>): [key: string, text: string][] =>
  Object.entries(values).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [key, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  )

/** Trims texts and drops empty values: undefined, null, '' and empty arrays. 0 and false stay. */
export function stripEmpty<Values extends Readonly<Record<string, unknown>>>(values: Values): Partial<Values> {
  const trimmed = Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
  return Object.fromEntries(trimmed.filter(([, value]) => !isEmpty(value))) as Partial<Values>
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Distributes a flat input to path, query and body as the call defines. */
export function placeFields(call: AnyCall, input: object) {
  const rest: Record<string, unknown> = { ...input }
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(take(name))))
  if (call.query === 'all') return { path, query: rest, fields: {} }
  const query = Object.fromEntries(call.query.map((name) => [name, take(name)]))
  return { path, query, fields: rest }
}
