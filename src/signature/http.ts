/** The parsed parts of a raw HTTP request. */
interface Http {
  url: string
  body: string
  /** The content type; null without a body or a header. */
  type: string | null
}

const FIRST_LINE = /^(?:GET|POST|PUT|PATCH|DELETE)\s+(\S+)/
const TYPE = /^content-type:[ \t]*(.*?)\r?$/im

/** Parses a raw HTTP request, as in a log; null for any other text. */
export function readHttp(text: string): Http | null {
  const url = FIRST_LINE.exec(text)?.[1]
  if (url === undefined) return null
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const body = rest.join('\n').trim()
  return { url, body, type: body === '' ? null : (TYPE.exec(head)?.[1] ?? null) }
}
