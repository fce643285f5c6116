import type { Paginator } from '#contract/reply.ts'
import { asBody } from './asBody.ts'

export interface Reply {
  status: number
  /** The body's `item` if present, else the whole body. */
  data: unknown
  paginator: Paginator | undefined
  /** Sums over all rows of a list, where the gateway sends them. */
  summary: unknown
}

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
 * Whether a body is that of an error: some gateways send it with the status of a success. It says `error`, why, and nothing else that
 * a caller could have asked for.
 */
export function isErrorBody(body: unknown): boolean {
  const { status, message, item, data } = asBody(body) ?? {}
  if (status !== 'error' || typeof message !== 'string' || message.trim() === '') return false
  // Some gateways send an empty list, record or text for nothing.
  return ['""', '[]', '{}'].includes(JSON.stringify(item ?? data ?? ''))
}

const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const MAY_HAVE_CONTROLS = /[\u202a-\u202e\u2066-\u2069]|\\u20/

/** Direction controls in what payers and merchants write would show digits and names backwards, and become a visible mark. */
const withoutControls = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(DIRECTION_CONTROLS, '\ufffd') : value

// Numbers that a float may round. Ids and amounts must not be.
const MAY_HAVE_LONG_NUMBERS = /[:[,\s]-?\d[\d.]{15}/
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Long numbers become text. */
const quoteLongNumbers = (json: string): string =>
  json.replace(TEXT_OR_NUMBER, (part) => (part.startsWith('"') || part.length < 16 ? part : `"${part}"`))

/** The parsed JSON; null when the text is not JSON. An empty text is an empty object. */
export function readJson(text: string): { body: unknown } | null {
  if (text.trim() === '') return { body: {} }
  try {
    const exact = MAY_HAVE_LONG_NUMBERS.test(text) ? quoteLongNumbers(text) : text
    return { body: JSON.parse(exact, MAY_HAVE_CONTROLS.test(text) ? withoutControls : undefined) }
  } catch {
    return null
  }
}
