import { useSelector } from '@xstate/react'
import { useAtomValue } from 'jotai'
import { APP } from '../../appIdentity.ts'
import { ListStatus } from '../../lists/ListStatus.tsx'
import { useCommandsLoaded } from '../../loading/withCommandRuntime.tsx'
import { withTexts } from '../../loading/withTexts.tsx'
import { isSandboxAtom } from '../../state/user.ts'
import { useValue } from '../../state/value.ts'
import { EmptyFallback, lazyComponent } from '../../ui/lazyComponent.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useIsConnectionLost } from '../../useCore.tsx'
import type { FrameProps } from '../Router.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import bar from './StatusBar.module.css'
import { TopBar } from './TopBar.tsx'
import { useKeysOnArrival } from './useKeysOnArrival.ts'

/** The frame of all signed-in screens: sidebar, top bar, status bar. */
export function Shell({ place, title, children }: FrameProps) {
  const areCommandsLoaded = useCommandsLoaded()
  useKeysOnArrival(place)
  return (
    <div className={styles.shell}>
      <SkipToMain />
      <Sidebar place={place} />
      <div className={styles.column}>
        <TopBar place={place} title={title} />
        <main className={styles.main} id="main" tabIndex={-1} aria-labelledby="title">
          {children}
          {areCommandsLoaded && <GettingStarted place={place} />}
        </main>
        <StatusBar />
      </div>
    </div>
  )
}

/** The first stop of Tab: past the menu. A button and not a link, because the hash is the console's address. */
function SkipToMain() {
  const t = useT()
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
      {t('app.skip')}
    </button>
  )
}

// These show key bindings and are loaded with the command runtime.
const hints = () => import('../../keyboard/hints/hints.ts')
const KeyHints = lazyComponent(async () => (await hints()).KeyHints, EmptyFallback)
const PrefixHint = lazyComponent(async () => (await hints()).PrefixHint, EmptyFallback)
const GettingStarted = lazyComponent(async () => (await hints()).GettingStarted, EmptyFallback)
const NextKeys = lazyComponent(async () => (await hints()).NextKeys, EmptyFallback)

const RunStatusText = withTexts(async () => (await import('../../runs/RunStatus.tsx')).RunStatus, 'runs', EmptyFallback)

/** Bulk runs that are not over. */
function RunStatus() {
  const { runs } = useConsole()
  const isSome = useValue(runs.live).length + useValue(runs.unfinished).length > 0
  return isSome ? <RunStatusText /> : null
}

const NewestHold = withTexts(async () => (await import('./NewestHold.tsx')).NewestHold, 'money', EmptyFallback)

/** A withdraw or transfer that can be taken back. */
function HoldStatus() {
  const isSome = useSelector(useConsole().hold, ({ context }) => context.held.length > 0)
  return isSome ? <NewestHold /> : null
}

/** Prefix keys, cursor position and selection of the list; connection, version, time zone and sandbox. */
function StatusBar() {
  const t = useT()
  const areCommandsLoaded = useCommandsLoaded()
  const isSandbox = useAtomValue(isSandboxAtom)
  const isLost = useIsConnectionLost()
  return (
    <footer className={bar.foot}>
      {areCommandsLoaded && <NextKeys />}
      <div className={bar.bar}>
        <div className={bar.work}>
          {areCommandsLoaded && <PrefixHint />}
          <ListStatus />
        </div>
        <RunStatus />
        <HoldStatus />
        {areCommandsLoaded && <KeyHints />}
        {isLost && (
          <span className="medium bad nowrap" role="status">
            {t('app.offline')}
          </span>
        )}
        <span className={bar.identity}>{t('app.identity', APP)}</span>
        <span className={bar.fact}>{t('app.zone')}</span>
        {isSandbox && <span className={bar.sandbox}>{t('app.sandbox')}</span>}
      </div>
    </footer>
  )
}
