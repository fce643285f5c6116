import type { ApiError } from './errors.ts'

/** The side effects of a failed call. */
export interface ErrorEffects {
  /** Shows the error; errors about money stay until dismissed. */
  notify(error: ApiError, shown: { stays: boolean }): void
  clearCookies(): void
  logout(): void
  redirect(path: '/exception/403' | '/exception/404' | '/exception/500'): void
}

/** The error options of a call. */
export interface ErrorPolicy {
  /** End the session on a 401. */
  logout: boolean
  /** Go to an exception page: only for the first load of a whole screen. */
  redirects: boolean
  /** Show nothing. A 401 still ends the session. */
  quiet: boolean
  /** The call would have moved money. */
  money: boolean
}

/** The side effects of a failed call, in this order, before its caller gets the error. */
export function applyErrorPolicy(error: ApiError, asked: ErrorPolicy, effects: ErrorEffects): void {
  if (error.status !== 401 && !asked.quiet) effects.notify(error, { stays: asked.money })
  if (error.status === 401 || error.status === 502) effects.clearCookies()
  if (error.status === 401) {
    if (asked.logout) effects.logout()
    return
  }
  const page = asked.redirects ? exceptionPage(error.status) : null
  if (page !== null) effects.redirect(page)
}

function exceptionPage(status: number): '/exception/403' | '/exception/404' | '/exception/500' | null {
  if (status === 403) return '/exception/403'
  if (status >= 404 && status <= 421) return '/exception/404'
  if (status >= 500 && status <= 504) return '/exception/500'
  return null
}
