/** The error of a failed call: the gateway's answer, or none. */
export class ApiError extends Error {
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** The gateway's code; `NETWORK_ERROR` or `TIMEOUT` without an answer. */
  readonly code: string
  /** Input field -> message key. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, if the gateway said so. */
  readonly retryAfter: number | null
  /** Whether the request was redirected to another server. */
  readonly isRedirected: boolean
  /** Whether the message is that of the reply, and not words of ours for its status. */
  readonly isExplained: boolean

  constructor(
    message: string,
    {
      status,
      code,
      fields = {},
      retryAfter = null,
      isRedirected = false,
      isExplained = false,
    }: Pick<ApiError, 'status' | 'code'> & Partial<Pick<ApiError, 'fields' | 'retryAfter' | 'isRedirected' | 'isExplained'>>,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
    this.isRedirected = isRedirected
    this.isExplained = isExplained
  }

  /** Whether the body of a success says that the call failed. */
  get isErrorInSuccess(): boolean {
    return this.status >= 200 && this.status < 300 && this.isExplained
  }

  /**
   * Whether the outcome is known. It is unknown after a server fault, without an answer, and while the request is still
   * running.
   */
  get isAnswer(): boolean {
    // A success that cannot be read leaves the outcome unknown.
    return this.status >= 300 && this.status < 500 && this.code !== 'REQUEST_RUNNING'
  }
}

/** Whether the gateway does not support the call. This says nothing about the requested resource. */
export const isUnknownCall = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 404 || cause.status === 405) && !KNOWN_MISSES.has(cause.code)

const KNOWN_MISSES = new Set(['ORDER_NOT_FOUND', 'RECORD_NOT_FOUND', 'MERCHANT_NOT_FOUND'])

/** The call was aborted by its caller. Not an error to show. */
export class Aborted extends Error {}

// Statuses with a fixed message; others use the server's status text.
const WORDED = new Set([200, 201, 202, 204, 400, 401, 403, 404, 406, 410, 422, 500, 502, 503, 504])

/** The error of a reply. Its message comes from the body, else from the fixed messages, else from the status text. */
export function errorOf(response: Response, body: unknown, status = response.status): ApiError {
  const { statusText, headers, redirected } = response
  const retryAfter = headers.get('retry-after')
  const { message, error, fields } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const worded = `Server response ${status}`
  const text = isText(message) ? message : WORDED.has(status) || statusText === '' ? worded : statusText
  return new ApiError(text, {
    status,
    code: isText(error) ? error : text,
    ...(isTexts(fields) ? { fields } : {}),
    isRedirected: redirected,
    isExplained: isText(message),
    retryAfter: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')

type ExceptionPage = `/exception/${403 | 404 | 500}`

export interface ErrorEffects {
  /** Shows the error; errors about money stay until dismissed. */
  notify(error: ApiError, shown: { stays: boolean }): void
  clearCookies(): void
  logout(): void
  redirect(path: ExceptionPage): void
}

export interface ErrorPolicy {
  /** End the session on a 401. */
  logout?: boolean
  /** Go to an exception page: only for the first load of a whole screen. */
  redirects?: boolean
  /**
   * Show nothing: background polls, the best-effort sign-out call, and callers that show errors themselves. A 401 still ends the
   * session.
   */
  quiet?: boolean
  /** The call moves money. */
  money?: boolean
}

/** The side effects of a failed call, in this order, before its caller gets the error. */
export function applyErrorPolicy(error: ApiError, asked: ErrorPolicy, effects: ErrorEffects): void {
  const { logout = false, redirects = false, quiet = false, money = false } = asked
  if (error.status !== 401 && !quiet) effects.notify(error, { stays: money })
  if (error.status === 401 || error.status === 502) effects.clearCookies()
  if (error.status === 401) {
    if (logout) effects.logout()
    return
  }
  const page = redirects ? exceptionPage(error.status) : null
  if (page !== null) effects.redirect(page)
}

function exceptionPage(status: number): ExceptionPage | null {
  if (status === 403) return '/exception/403'
  if (status >= 404 && status <= 421) return '/exception/404'
  if (status >= 500 && status <= 504) return '/exception/500'
  return null
}
