import type { ApiError } from './errors.ts'

/** What the world does when a call fails. */
export interface ErrorEffects {
  /** Shows it; what happened to money until it is dismissed. */
  notify(error: ApiError, shown: { stays: boolean }): void
  clearCookies(): void
  logout(): void
  redirect(path: '/exception/403' | '/exception/404' | '/exception/500'): void
}

/** What the call asked for. */
export interface ErrorPolicy {
  /** End the session on a 401. */
  logout: boolean
  /** Go to an exception page: only for the first load of a whole screen. */
  redirects: boolean
  /** Show nothing; a session that is over is over all the same. */
  quiet: boolean
  /** It would have moved money. */
  money: boolean
}

/** What a failed call does before its caller hears of it, in this order. */
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
