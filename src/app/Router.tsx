import { type ComponentType, createElement, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { type BaseLocationHook, Redirect, Router as Wouter } from 'wouter'
import { type RouteId, routes } from '#commands/navigation/routes.ts'
import type { GuestKey } from '#locales/messages.ts'
import type { Translate } from '../i18n.ts'
import { Exception } from '../screens/Exception.tsx'
import { type HashLocation, parseAddress, useAddress } from '../state/location.ts'
import { useValue } from '../state/value.ts'
import { useCore, useT } from '../useCore.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { resolveAddress } from './guard.ts'
import { screens } from './screens.ts'
import type { Reports } from './wiring/reports.ts'

export interface FrameProps {
  place: RouteId
  title: string
  children: ReactNode
}

interface RouterProps {
  frame: ComponentType<FrameProps>
  reports: Reports
}

/** Renders the screen of the address, given the user's permissions. */
export function Router(props: RouterProps) {
  const { location } = useCore()
  const [hook] = useState(() => hookOver(location))
  return (
    <Wouter hook={hook}>
      <Route {...props} />
    </Wouter>
  )
}

/** Adapts the hash location to wouter: the query stays inside the hash. */
const hookOver =
  (location: HashLocation): BaseLocationHook =>
  () => [useAddress(location), location.go]

function Route(props: RouterProps) {
  const { features, location, permissions } = useCore()
  useValue(features)
  // wouter's own hook decodes the query, so that a filter by "%25" would change.
  const target = useAddress(location)
  const { path } = parseAddress(target)
  const verdict = resolveAddress(target, permissions, features.has)
  // Keyed by target, so that a chain of redirects follows each step once.
  if ('redirect' in verdict) return <Redirect key={verdict.redirect} to={verdict.redirect} replace />
  if ('exception' in verdict) {
    return (
      <Page path={path} place={`exception.${verdict.exception}`} {...props}>
        <Exception code={verdict.exception} />
      </Page>
    )
  }
  return (
    <Page path={path} place={verdict.screen} {...props}>
      {createElement(screens[verdict.screen])}
    </Page>
  )
}

interface PageProps extends RouterProps {
  path: string
  place: RouteId
  children: ReactNode
}

function Page({ path, place, frame: Around, reports, children }: PageProps) {
  const t = useT()
  // Guests reach no route without a title in the guest texts.
  const title = t(routes[place].title as GuestKey)

  useEffect(() => reports.pageView(path, title), [path, title, reports])
  // The previous screen took the focus with it, or the link in the menu has it. A screen that wants the focus elsewhere moves it later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what it is about
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (activeElement === body || activeElement?.closest('[data-menu]') != null) document.getElementById('main')?.focus()
  }, [path])

  // Keyed by path: navigating away resets a crashed screen.
  return (
    <Around place={place} title={title}>
      <ErrorBoundary key={path} onCrash={reports.crash}>
        {children}
      </ErrorBoundary>
    </Around>
  )
}

export function useDocumentTitle(title: string, t: Translate<'app.name'>): void {
  useEffect(() => {
    document.title = `${title} - ${t('app.name')}`
  }, [title, t])
}
