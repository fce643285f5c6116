import type { Paginator } from '#contract/reply.ts'

export interface Reply {
  status: number
  /** The body's `item` if present, else the whole body. */
  data: unknown
  paginator: Paginator | undefined
  /** Sums over all rows of a list, where the gateway sends them. */
  summary: unknown
}

/** Rows of a list, wherever the gateway puts them. */
export interface Page<Row> {
  rows: Row[]
  /** The total number of rows; null when the gateway does not count. */
  total: number | null
  summary: unknown
}

type Body = Record<string, unknown>

const asBody = (value: unknown): Body | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null

/** `item` counts as present when it is neither null nor undefined: 0, false, '' and [] are answers. */
export function unwrapReply(status: number, body: unknown): Reply {
  const parts = asBody(body)
  const item = parts?.item
  return {
    status,
    data: item ?? body,
    paginator: (asBody(parts?.paginator) ?? undefined) as Paginator | undefined,
    summary: parts?.summary ?? null,
  }
}

/**
 * Rows from `item`, `list` or the data itself, or from the same below a nested `data`. The total comes from the paginator or
 * from next to the rows.
 */
export function toPage<Row>({ data, paginator, summary }: Reply): Page<Row> {
  const outer = asBody(data)
  const inner =
    outer !== null && !Array.isArray(outer.item) && !Array.isArray(outer.list) && 'data' in outer ? outer.data : data
  const parts = asBody(inner)
  const rows = [parts?.item, parts?.list, inner].find(Array.isArray) ?? []
  const total = readTotal(paginator?.totalCount ?? parts?.totalCount)
  return { rows: rows as Row[], total, summary }
}

/** A count as a number or as digits; null when the gateway sends anything else. */
function readTotal(total: unknown): number | null {
  const count = typeof total === 'string' && /^\d+$/.test(total) ? Number(total) : total
  return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : null
}

const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const MAY_HAVE_CONTROLS = /[\u202a-\u202e\u2066-\u2069]|\\u20/

/** Direction controls in what payers and merchants write would show digits and names backwards, and become a visible mark. */
const withoutControls = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(DIRECTION_CONTROLS, '\ufffd') : value

/** The parsed JSON; null when the text is not JSON. An empty text is an empty object. */
export function readJson(text: string): { body: unknown } | null {
  if (text.trim() === '') return { body: {} }
  try {
    return { body: JSON.parse(text, MAY_HAVE_CONTROLS.test(text) ? withoutControls : undefined) }
  } catch {
    return null
  }
}
