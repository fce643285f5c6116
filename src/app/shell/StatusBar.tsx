import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { APP } from '../../appIdentity.ts'
import { ListStatus } from '../../lists/ListStatus.tsx'
import { useCommandsLoaded } from '../../loading/withCommandRuntime.tsx'
import { EmptyFallback, lazyComponent } from '../../ui/lazyComponent.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { isSandboxAtom } from '../wiring/sandbox.ts'
import styles from './StatusBar.module.css'

// These show key bindings and are loaded with the command runtime.
const KeyHints = lazyComponent(async () => (await import('../../keyboard/KeyHints.tsx')).KeyHints, EmptyFallback)
const PrefixHint = lazyComponent(async () => (await import('../../keyboard/PrefixHint.tsx')).PrefixHint, EmptyFallback)
const NextKeys = lazyComponent(async () => (await import('../../keyboard/PrefixHint.tsx')).NextKeys, EmptyFallback)
// Holds are fetched after the first rows, and their key comes with the command runtime.
const HoldStatus = lazyComponent(async () => (await import('./HoldStatus.tsx')).HoldStatus, EmptyFallback)

/** Pending keys, cursor position and selection of the list; connection, version, time zone and sandbox. */
export function StatusBar() {
  const t = useT()
  const { connection } = useConsole()
  const areCommandsLoaded = useCommandsLoaded()
  const isSandbox = useAtomValue(isSandboxAtom)
  const isLost = useSyncExternalStore(connection.subscribe, () => connection.isLost)
  return (
    <footer className={styles.foot}>
      {areCommandsLoaded && <NextKeys />}
      <div className={styles.bar}>
        <div className={styles.work}>
          {areCommandsLoaded && <PrefixHint />}
          <ListStatus />
        </div>
        {areCommandsLoaded && <HoldStatus />}
        {areCommandsLoaded && <KeyHints />}
        {isLost && (
          <span className="medium bad nowrap" role="status">
            {t('app.offline')}
          </span>
        )}
        <span className={styles.identity}>{t('app.identity', APP)}</span>
        <span className={styles.fact}>{t('app.zone')}</span>
        {isSandbox && <span className={styles.sandbox}>{t('app.sandbox')}</span>}
      </div>
    </footer>
  )
}
