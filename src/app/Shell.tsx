import type { ReactNode } from 'react'
import { type PlaceId, places } from '#commands/places.ts'
import { useT } from '../useConsole.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TopBar } from './TopBar.tsx'

/** What stands around every screen: side bar, top bar, status bar. */
export function Shell({ place, children }: { place: PlaceId; children: ReactNode }) {
  const t = useT()
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={focusMain}>
        {t('app.skip')}
      </button>
      <Sidebar place={place} />
      <div className={styles.column}>
        <TopBar title={t(places[place].title)} />
        <main className={styles.main} id="main" tabIndex={-1}>
          {children}
        </main>
        <StatusBar />
      </div>
    </div>
  )
}

// No anchor: the hash is the address of the console.
const focusMain = () => document.getElementById('main')?.focus()
