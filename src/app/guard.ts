import { isServed, startRoute } from '#commands/navigation/menu.ts'
import { type RouteId, routeAt, routes } from '#commands/navigation/routes.ts'
import { canEnter, isSignedIn, type Permissions } from '#contract/authority.ts'
import type { HasFeature } from '#contract/features.ts'
import { formatAddress, parseAddress } from '../state/location.ts'

/** What an address resolves to: a screen, a redirect, or an exception page. */
export type Resolution = { screen: RouteId } | { redirect: string } | { exception: 403 | 404 }

export const LOGIN = routes.login.path

const isUnder = (path: string, family: string): boolean => path === family || path.startsWith(`${family}/`)

/**
 * `/user` is for guests, `/exception` for all users; other routes need a session with the route's authority and permission, and a
 * gateway with the route's feature.
 */
export function resolveAddress(target: string, permissions: Permissions, hasFeature: HasFeature): Resolution {
  const { path } = parseAddress(target)
  const place = routeAt(path)
  if (isUnder(path, '/exception')) return place === null ? { exception: 404 } : { screen: place }
  if (isUnder(path, '/user')) {
    // Another tab may have signed in.
    if (isSignedIn(permissions)) return { redirect: afterLogin(target, permissions) }
    return place === null ? { redirect: LOGIN } : { screen: place }
  }
  if (!isSignedIn(permissions)) return { redirect: loginFor(target) }
  if (path === '/') return start(permissions, hasFeature)
  if (place === null || !isServed(place, hasFeature)) return { exception: 404 }
  return canEnter(permissions, routes[place]) ? { screen: place } : { exception: 403 }
}

/** The screen an address leads to after all redirects; null for an exception page. */
export function screenAt(target: string, permissions: Permissions, hasFeature: HasFeature): RouteId | null {
  const verdict = resolveAddress(target, permissions, hasFeature)
  if ('redirect' in verdict) return screenAt(verdict.redirect, permissions, hasFeature)
  return 'screen' in verdict ? verdict.screen : null
}

function start(permissions: Permissions, hasFeature: HasFeature): Resolution {
  const place = startRoute(permissions, hasFeature)
  return place === null ? { exception: 403 } : { redirect: routes[place].path }
}

/**
 * The sign-in address that returns to the target. An address that is a sign-in page already is returned unchanged, not nested.
 */
export function loginFor(target: string): string {
  const { path } = parseAddress(target)
  if (isUnder(path, '/user')) return target
  return path === '/' ? LOGIN : formatAddress(LOGIN, new URLSearchParams({ redirect: target }))
}

/**
 * The address after sign-in: the redirect if it is one of the console's routes that the account may enter, else the start page.
 * Another account may have signed out there.
 */
export function afterLogin(login: string, permissions: Permissions): string {
  const redirect = parseAddress(login).query.get('redirect') ?? '/'
  const { path } = parseAddress(redirect)
  const place = routeAt(path)
  if (place === null || place === 'login') return '/'
  return isUnder(path, '/exception') || canEnter(permissions, routes[place]) ? redirect : '/'
}
