import { asBody, type Body } from './asBody.ts'

/** Containers within each other: `{ data: { data: { list: [] } } }` is the deepest that is known. */
const DEEPEST = 4

/** The rows of a reply, in `item`, `list` or the data itself, or in the same below `data`; null when there is no list. */
export function rowsIn(data: unknown): unknown[] | null {
  let value = data
  for (let depth = 0; depth < DEEPEST; depth++) {
    if (Array.isArray(value)) return value
    const body = asBody(value)
    if (body === null) return null
    value = [body.item, body.list].find(Array.isArray) ?? body.item ?? body.data
  }
  return null
}

/** What an envelope may say besides its content. */
const ENVELOPE = new Set(
  'status code success ok message msg error errorCode errorMessage requestId traceId timestamp time path paginator data item'.split(
    ' ',
  ),
)

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null

/**
 * The one thing that a reply is about: its `item` or `data`, or the reply itself. Null for an envelope without content, whose status is
 * not that of an order. `isContent` tells a thing that has a field `data` of its own.
 */
export function contentOf(reply: unknown, isContent: (body: Body) => boolean): unknown {
  let value = reply
  for (let depth = 0; depth < DEEPEST; depth++) {
    const body = asBody(value)
    if (body === null || isContent(body)) return value
    const inner = [body.item, body.data].find(isContainer)
    if (inner === undefined) return Object.keys(body).every((name) => ENVELOPE.has(name)) ? null : body
    value = inner
  }
  return value
}
