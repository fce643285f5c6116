import { asBody, type Body } from './asBody.ts'

/** Containers within each other: `{ data: { data: { list: [] } } }` is the deepest that is known. */
const DEEPEST = 4

/** The content of a reply inside its containers, and the body that holds it. The content is null where a container is. */
function unwrap(reply: unknown): { content: unknown; body: Body } {
  let found: ReturnType<typeof unwrap> = { content: reply, body: {} }
  for (let depth = 1; depth < DEEPEST; depth++) {
    const body = asBody(found.content)
    if (body === null) break
    const inner = [body.item, body.list, body.data]
    found = { content: inner.find(Array.isArray) ?? inner.find(asBody) ?? inner.find((one) => one === null), body }
  }
  return found
}

/**
 * The rows of a reply, in `item`, `list` or the data itself, or in the same below `data`, and the body that holds them. They are null
 * when there is no list. A list that is null is empty, unless something beside it may speak of an error.
 */
export function rowsIn(reply: unknown): { rows: unknown[] | null; body: Body } {
  const { content, body } = unwrap(reply)
  const rows = content === null && Object.values(body).every(isNeutral) ? [] : content
  return { rows: Array.isArray(rows) ? rows : null, body }
}

const isNeutral = (value: unknown): boolean => typeof value === 'object' || [0, true, 'ok'].some((one) => one === value)

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
