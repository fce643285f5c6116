import { Provider } from 'jotai'
import { useEffect } from 'react'
import { isSignedIn } from '#contract/authority.ts'
import { Keys } from '../keyboard/Keys.ts'
import { ConsoleProvider } from '../useConsole.tsx'
import type { Core } from '../useCore.tsx'
import { Overlays } from './Overlays.tsx'
import { Router } from './Router.tsx'
import { Shell } from './shell/Shell.tsx'
import { createConsole } from './wiring/createConsole.ts'
import type { Reports } from './wiring/reports.ts'

interface WorkspaceProps {
  core: Core
  reports: Reports
  /** Opens the palette at once: a guest has pressed its key. */
  opensPalette?: boolean
}

/** Keys, palette, toasts, and the screens of a signed-in user. */
export function Workspace({ core, reports, opensPalette = false }: WorkspaceProps) {
  const console = consoleOf(core)
  useEffect(() => {
    if (opensPalette) console.scope().app.openPalette('all')
  }, [console, opensPalette])
  return (
    <Provider store={console.atoms}>
      <ConsoleProvider console={console}>
        <Keys />
        {isSignedIn(core.permissions) && <Router frame={Shell} reports={reports} />}
        <Overlays />
      </ConsoleProvider>
    </Provider>
  )
}

// React may render several times before mounting, and creating a console calls the gateway at once.
const consoles = new WeakMap<Core, ReturnType<typeof createConsole>>()

function consoleOf(core: Core): ReturnType<typeof createConsole> {
  const desk = consoles.get(core) ?? createConsole(core, window)
  consoles.set(core, desk)
  return desk
}
