import { useSelector } from '@xstate/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isSignedIn, type Permissions } from '#contract/authority.ts'
import type { HasFeature } from '#contract/features.ts'
import { type WithTexts, withTexts } from '../loading/withTexts.tsx'
import { Brand } from '../ui/Brand.tsx'
import { type Core, CoreProvider, useT } from '../useCore.tsx'
import { ErrorBoundary, OverlayBoundary } from './ErrorBoundary.tsx'
import { screenAt } from './guard.ts'
import { type FrameProps, Router, useDocumentTitle } from './Router.tsx'
import { screens } from './screens.ts'
import type { Reports } from './wiring/reports.ts'

interface AppProps {
  core: Core
  reports: Reports
}

const Desk = withTexts(async () => (await import('./Workspace.tsx')).Workspace, 'desk')

/** The parts rendered first: the workspace or the guest page, then the screen. */
export function firstParts(permissions: Permissions, target: string, hasFeature: HasFeature) {
  const place = screenAt(target, permissions, hasFeature)
  const parts: Partial<WithTexts<object>>[] = [
    ...(isSignedIn(permissions) ? [Desk] : []),
    ...(place === null ? [] : [screens[place]]),
  ]
  return {
    volumes: parts.flatMap(({ volume }) => volume ?? []),
    /** Starts loading all chunks, and waits for the first. Failed chunks are loaded again when rendered. */
    async fetch(): Promise<void> {
      const [outermost] = parts.map(({ fetch }) => fetch?.().catch(() => {}))
      await outermost
    },
  }
}

/** The whole console. During sign-in and sign-out nothing of any screen is rendered or fetched. */
export function App({ core, reports }: AppProps) {
  // Permissions are read at page load. Until the reload, a newly signed-in user would be treated as a guest.
  const isMoving = useSelector(
    core.session,
    (snapshot) => snapshot.matches('entering') || snapshot.matches('signedIn') !== isSignedIn(core.permissions),
  )
  return (
    <CoreProvider core={core}>
      <ErrorBoundary onCrash={reports.crash}>
        {isMoving ? (
          <Waiting />
        ) : isSignedIn(core.permissions) ? (
          <Desk core={core} reports={reports} />
        ) : (
          <Guest core={core} reports={reports} />
        )}
      </ErrorBoundary>
    </CoreProvider>
  )
}

/** Shown until the page reloads. */
function Waiting() {
  const t = useT()
  return (
    <main className="waiting" aria-busy="true">
      <Brand size={28} />
      <p role="status">{t('app.loading')}</p>
    </main>
  )
}

/** A guest loads only the sign-in page. Palette and toasts are loaded when there is something to show. */
function Guest({ core, reports }: AppProps) {
  const hasToasts = useSyncExternalStore(core.toasts.subscribe, () => core.toasts.log.length > 0)
  const isAsked = usePaletteKey()
  return (
    <>
      <Router frame={GuestFrame} reports={reports} />
      <OverlayBoundary resetKey={isAsked}>
        {(hasToasts || isAsked) && <Desk core={core} reports={reports} opensPalette={isAsked} />}
      </OverlayBoundary>
    </>
  )
}

/** The frame of guest pages. The sign-in page has its own. */
function GuestFrame({ place, title, children }: FrameProps) {
  useDocumentTitle(title, useT())
  if (place === 'login') return children
  return (
    <main className="outside ringless" id="main" tabIndex={-1}>
      <h1 className="sr-only">{title}</h1>
      {children}
    </main>
  )
}

/** Whether the palette's key has been pressed; after that the workspace handles it. */
function usePaletteKey(): boolean {
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    if (isPressed) return
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
      event.preventDefault()
      setPressed(true)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [isPressed])
  return isPressed
}
