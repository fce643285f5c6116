/** Position of a page in its result; `totalCount` is absent on gateways that do not count. */
export interface Paginator {
  page: number
  limit: number
  offset: number
  totalCount?: number
}

export interface Item<T> {
  status: 'ok'
  item: T
}

/** A successful reply with rows. Without totals, `item` may hold one row more than requested, as a sign that there are more. */
export interface Rows<T> {
  status: 'ok'
  item: T[]
  paginator: Paginator
  /** Sums over all rows, for lists that have them. */
  summary?: object
}

/** Every reply outside 200-299. `error` is an `ErrorCode`, `message` is in the caller's language. */
export interface ErrorBody {
  status: 'error'
  error: ErrorCode
  message: string
  /** Input field -> message key, for errors of a field. */
  fields?: Record<string, string>
  requestId: string
}

/** Error code -> HTTP status. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  SIGN_INVALID: 400,
  SIGN_EXPIRED: 400,
  SIGN_REPLAYED: 400,
  SIGN_HEADER_REQUIRED: 400,
  UNAUTHENTICATED: 401,
  errorPwd: 401,
  OTP_INVALID: 401,
  OTP_EXPIRED: 401,
  FORBIDDEN: 403,
  ACCOUNT_DISABLED: 403,
  LOGIN_IP_DENIED: 403,
  API_IP_DENIED: 403,
  NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  MERCHANT_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ORDER_STATE_CONFLICT: 409,
  DUPLICATE_ORDER_NO: 409,
  ORDER_AMBIGUOUS: 409,
  USERNAME_TAKEN: 409,
  OPEN_RECHARGE_EXISTS: 409,
  REQUEST_RUNNING: 409,
  NOTIFY_IN_FLIGHT: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  RANGE_INVALID: 422,
  AMOUNT_OUT_OF_RANGE: 422,
  INSUFFICIENT_BALANCE: 422,
  SAME_MERCHANT: 422,
  TXN_PWD_NOT_SET: 422,
  pwdCompareError: 422,
  IDEMPOTENCY_MISMATCH: 422,
  NOTIFY_ADDRESS_MISSING: 422,
  NOTIFY_ADDRESS_DISABLED: 422,
  TOO_MANY_TRIES: 429,
  TOO_MANY_REQUESTS: 429,
  NOTIFY_TOO_SOON: 429,
  INTERNAL: 500,
  GATEWAY_UNREACHABLE: 502,
  GATEWAY_ANSWER_LOST: 502,
  UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
  SIMULATION_DISABLED: 503,
  GATEWAY_TIMEOUT: 504,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS | 'EXCEPTION_TRIGGER'
