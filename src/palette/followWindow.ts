import { NARROW } from '../state/preferences.ts'
import type { Console } from '../useConsole.tsx'

/** Announces that the connection is back. The status bar says while it is lost. */
export function announceReconnection({ announcer, connection, i18n }: Pick<Console, 'announcer' | 'connection' | 'i18n'>) {
  let wasLost = connection.isLost
  return connection.subscribe(() => {
    if (wasLost && !connection.isLost) announcer.polite(i18n.t('app.online'))
    wasLost = connection.isLost
  })
}

/** Collapses the sidebar in a window that becomes narrow, by resizing or by zoom, until it is wide again. */
export function collapseWhenNarrow({ resetSidebar }: Console['preferences'], page: Window) {
  const narrow = page.matchMedia(`(max-width: ${NARROW - 1}px)`)
  narrow.addEventListener('change', resetSidebar)
  return () => narrow.removeEventListener('change', resetSidebar)
}
