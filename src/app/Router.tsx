import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { type BaseLocationHook, Redirect, useLocation, Router as Wouter } from 'wouter'
import { type RouteId, routes } from '#commands/navigation/routes.ts'
import type { GuestKey } from '#locales/messages.ts'
import { Exception } from '../screens/Exception.tsx'
import { type HashLocation, parseAddress, useAddress } from '../state/location.ts'
import { useCore, useT } from '../useCore.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { resolveAddress } from './guard.ts'
import { screens } from './screens.ts'

/** The props of the frame around a screen. */
export interface FrameProps {
  place: RouteId
  title: string
  children: ReactNode
}

interface RouterProps {
  location: HashLocation
  frame: ComponentType<FrameProps>
  /** A page view: its path and title. */
  onView(path: string, title: string): void
  onCrash(error: unknown): void
}

type RouteProps = Omit<RouterProps, 'location'>

/** Renders the screen of the address, given the user's permissions. */
export function Router({ location, ...route }: RouterProps) {
  const [hook] = useState(() => hookOver(location))
  return (
    <Wouter hook={hook}>
      <Route {...route} />
    </Wouter>
  )
}

/** Adapts the hash location to wouter: the query stays inside the hash. */
const hookOver =
  (location: HashLocation): BaseLocationHook =>
  () => [useAddress(location), location.go]

function Route(route: RouteProps) {
  const { permissions } = useCore()
  const [target] = useLocation()
  const { path } = parseAddress(target)
  const verdict = resolveAddress(target, permissions)
  // Keyed by target, so that a chain of redirects follows each step once.
  if ('redirect' in verdict) return <Redirect key={verdict.redirect} to={verdict.redirect} replace />
  if ('exception' in verdict) {
    return (
      <Page path={path} place={`exception.${verdict.exception}`} {...route}>
        <Exception code={verdict.exception} />
      </Page>
    )
  }
  return (
    <Page path={path} place={verdict.screen} {...route}>
      {createElement(screens[verdict.screen])}
    </Page>
  )
}

interface PageProps extends RouteProps {
  path: string
  place: RouteId
  children: ReactNode
}

function Page({ path, place, frame: Around, onView, onCrash, children }: PageProps) {
  const t = useT()
  // Guests reach no route without a title in the guest texts.
  const title = t(routes[place].title as GuestKey)

  useEffect(() => onView(path, title), [path, title, onView])
  // The previous screen took the focus with it. A screen that wants the focus elsewhere moves it later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what it is about
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus()
  }, [path])

  // Keyed by path: navigating away resets a crashed screen.
  return (
    <Around place={place} title={title}>
      <ErrorBoundary key={path} onCrash={onCrash}>
        {children}
      </ErrorBoundary>
    </Around>
  )
}
