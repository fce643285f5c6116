import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { type BaseLocationHook, Redirect, useLocation, Router as Wouter } from 'wouter'
import { type RouteId, routes } from '#commands/navigation/routes.ts'
import type { GuestKey } from '#locales/messages.ts'
import { Exception } from '../screens/Exception.tsx'
import { type HashLocation, parseAddress, useAddress } from '../state/location.ts'
import { useCore, useT } from '../useCore.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { judge } from './guard.ts'
import { screens } from './screens.ts'

/** What stands around a screen. */
export type Frame = ComponentType<{ place: RouteId; title: string; children: ReactNode }>

interface RouterProps {
  location: HashLocation
  frame: Frame
  /** A page is looked at: its path and its title. */
  onView(path: string, title: string): void
  onCrash(error: unknown): void
}

type RouteProps = Omit<RouterProps, 'location'>

/** Draws what the address means for who is there. */
export const Router = ({ location, ...route }: RouterProps) => (
  <Wouter hook={hookOver(location)}>
    <Route {...route} />
  </Wouter>
)

const hooks = new WeakMap<HashLocation, BaseLocationHook>()

/** wouter's view of our address: the query stays inside the hash. One hook a location, or every draw would start anew. */
function hookOver(location: HashLocation): BaseLocationHook {
  const hook: BaseLocationHook = hooks.get(location) ?? (() => [useAddress(location), location.go])
  hooks.set(location, hook)
  return hook
}

function Route(route: RouteProps) {
  const { permissions } = useCore()
  const [target] = useLocation()
  const { path } = parseAddress(target)
  const verdict = judge(target, permissions)
  // One that leads to another is another: each goes where it leads once.
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
  // A guest is led to no place whose title he has no text for.
  const title = t(routes[place].title as GuestKey)

  useEffect(() => onView(path, title), [path, title, onView])
  // The screen before has taken the focus with it. One that wants it elsewhere than at its beginning will put it there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what it is about
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus()
  }, [path])

  // Another address is another try: what crashed stays behind.
  return (
    <Around place={place} title={title}>
      <ErrorBoundary key={path} onCrash={onCrash}>
        {children}
      </ErrorBoundary>
    </Around>
  )
}
