import { Provider } from 'jotai'
import { useEffect } from 'react'
import { isSignedIn } from '#contract/authority.ts'
import { useKeys } from '../keyboard/useKeys.ts'
import { ConsoleProvider, useConsole } from '../useConsole.tsx'
import type { Core } from '../useCore.tsx'
import { Overlays } from './Overlays.tsx'
import { Router } from './Router.tsx'
import { Shell } from './shell/Shell.tsx'
import type { Reports } from './wiring/wireCore.ts'
import { wireDesk } from './wiring/wireDesk.ts'

interface DeskProps {
  core: Core
  reports: Reports
  /** Opened as soon as it is here: a guest has pressed its key. */
  opensPalette?: boolean
}

/** Keys, palette, toasts, and, for who is signed in, the screens in their frame. */
export function Desk({ core, reports, opensPalette = false }: DeskProps) {
  const { console, atoms } = deskOf(core)
  useEffect(() => {
    if (opensPalette) console.scope().app.openPalette('all')
  }, [console, opensPalette])
  return (
    <Provider store={atoms}>
      <ConsoleProvider console={console}>
        <Keys />
        {isSignedIn(core.permissions) && (
          <Router location={core.location} onView={reports.pageView} onCrash={reports.crash} frame={Shell} />
        )}
        <Overlays />
      </ConsoleProvider>
    </Provider>
  )
}

// A draw may be begun several times before it is on the page, and what is wired calls the gateway at once.
const desks = new WeakMap<Core, ReturnType<typeof wireDesk>>()

function deskOf(core: Core): ReturnType<typeof wireDesk> {
  const desk = desks.get(core) ?? wireDesk(core, window)
  desks.set(core, desk)
  return desk
}

function Keys() {
  useKeys(useConsole())
  return null
}
