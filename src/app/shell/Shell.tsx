import { useT } from '../../useConsole.tsx'
import type { FrameProps } from '../Router.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TopBar } from './TopBar.tsx'

/** The frame of all signed-in screens: sidebar, top bar, status bar. */
export function Shell({ place, title, children }: FrameProps) {
  const t = useT()
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={focusMain}>
        {t('app.skip')}
      </button>
      <Sidebar place={place} />
      <div className={styles.column}>
        <TopBar place={place} title={title} />
        <main className={styles.main} id="main" tabIndex={-1}>
          {children}
        </main>
        <StatusBar />
      </div>
    </div>
  )
}

// A button, not an anchor: the hash is the console's address.
const focusMain = () => document.getElementById('main')?.focus()
