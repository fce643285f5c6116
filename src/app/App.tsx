import { useSelector } from '@xstate/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isSignedIn, type Permissions } from '#contract/authority.ts'
import { type WithTexts, withTexts } from '../loading/withTexts.tsx'
import { Brand } from '../ui/Brand.tsx'
import { type Core, CoreProvider, useT } from '../useCore.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { screenAt } from './guard.ts'
import { OverlayBoundary } from './OverlayBoundary.tsx'
import { Router } from './Router.tsx'
import { screens } from './screens.ts'
import type { Reports } from './wiring/createCore.ts'

interface AppProps {
  core: Core
  reports: Reports
}

const Desk = withTexts('desk', async () => (await import('./Workspace.tsx')).Workspace)

/** What will be drawn first for who is there: the desk, or the page of a guest, then the screen. */
export function firstParts(permissions: Permissions, target: string) {
  const place = screenAt(target, permissions)
  const parts: Partial<WithTexts<object>>[] = [
    ...(isSignedIn(permissions) ? [Desk] : []),
    ...(place === null ? [] : [screens[place]]),
  ]
  return {
    volumes: parts.flatMap(({ volume }) => volume ?? []),
    /** Asks for the scripts of all, and waits for the first. What cannot be had is asked for again when it is drawn. */
    async fetch(): Promise<void> {
      const [outermost] = parts.map(({ fetch }) => fetch?.().catch(() => {}))
      await outermost
    },
  }
}

/** The whole console. While somebody is on the way in or out nothing of any screen is drawn or called. */
export function App({ core, reports }: AppProps) {
  // The page is of who was there when it was loaded. Until it is loaded afresh it would take the one who came for a guest.
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

/** What stands while the page is about to be loaded afresh. */
function Waiting() {
  const t = useT()
  return (
    <main className="waiting" aria-busy="true">
      <Brand size={28} />
      <p role="status">{t('app.loading')}</p>
    </main>
  )
}

/** A guest waits for the sign-in page alone; palette and toasts are fetched when there is something to show in them. */
function Guest({ core, reports }: AppProps) {
  const hasToasts = useSyncExternalStore(core.toasts.subscribe, () => core.toasts.log.length > 0)
  const isAsked = usePaletteKey()
  return (
    <>
      <Router location={core.location} onView={reports.pageView} onCrash={reports.crash} frame={GuestFrame} />
      <OverlayBoundary resetKey={isAsked}>
        {(hasToasts || isAsked) && <Desk core={core} reports={reports} opensPalette={isAsked} />}
      </OverlayBoundary>
    </>
  )
}

/** Whether the palette's key has been pressed; from then on the desk itself listens. */
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
