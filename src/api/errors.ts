/** What a call failed with: the gateway's answer, or that there was none. */
export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** The gateway's code; `NETWORK_ERROR` or `TIMEOUT` when there was no answer. */
  readonly code: string
  /** Input field -> message key. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, when the gateway said so. */
  readonly retryAfter: number | null
  /** Whether somebody else answered than the one who was asked. */
  readonly isRedirected: boolean

  constructor(
    message: string,
    {
      status,
      code,
      fields = {},
      retryAfter = null,
      isRedirected = false,
    }: Pick<ApiError, 'status' | 'code'> & Partial<Pick<ApiError, 'fields' | 'retryAfter' | 'isRedirected'>>,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
    this.isRedirected = isRedirected
  }

  /** Whether it was decided. After a fault or no answer nobody knows what was done, and while it is being done neither. */
  get isAnswer(): boolean {
    // A success that cannot be read says nothing of what was done.
    return this.status >= 300 && this.status < 500 && this.code !== 'REQUEST_RUNNING'
  }
}

/** A gateway that does not know a call says so; that is no news about what was asked for. */
export const isUnknownCall = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 404 || cause.status === 405) && !KNOWN_MISSES.has(cause.code)

const KNOWN_MISSES = new Set(['ORDER_NOT_FOUND', 'RECORD_NOT_FOUND', 'MERCHANT_NOT_FOUND'])

/** The call was stopped because nobody wants its answer any more; that is no error to show. */
export class Aborted extends Error {}

// The codes whose meaning everybody knows are said in the same words everywhere; others keep the server's own.
const WORDED = new Set([200, 201, 202, 204, 400, 401, 403, 404, 406, 410, 422, 500, 502, 503, 504])

interface ErrorParts {
  status: number
  statusText: string
  /** The body, when it could be read. */
  body: unknown
  retryAfter: string | null
  isRedirected: boolean
}

/** The error of a reply: its message from the body, else the fixed wording, else the status text. */
export function errorOf({ status, statusText, body, retryAfter, isRedirected }: ErrorParts): ApiError {
  const { message, error, fields } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const worded = `Server response ${status}`
  const text = isText(message) ? message : WORDED.has(status) || statusText === '' ? worded : statusText
  return new ApiError(text, {
    status,
    code: isText(error) ? error : text,
    ...(isTexts(fields) ? { fields } : {}),
    isRedirected,
    retryAfter: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')
