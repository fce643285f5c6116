/** A request as it goes over the wire: where it goes, and what it sends. */
interface Http {
  url: string
  body: string
  /** What the body is said to be; null where nothing is said. */
  type: string | null
}

const FIRST_LINE = /^(?:GET|POST|PUT|PATCH|DELETE)\s+(\S+)/
const TYPE = /^content-type:[ \t]*(.*?)\r?$/im

/** Reads what a log or a client of HTTP has written down; null for any other text. */
export function readHttp(text: string): Http | null {
  const url = FIRST_LINE.exec(text)?.[1]
  if (url === undefined) return null
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const body = rest.join('\n').trim()
  return { url, body, type: body === '' ? null : (TYPE.exec(head)?.[1] ?? null) }
}
