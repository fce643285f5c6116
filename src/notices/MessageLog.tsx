import { useSyncExternalStore } from 'react'
import { formatTime } from '../format/dates.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useT } from '../useConsole.tsx'
import { useCore } from '../useCore.tsx'
import styles from './MessageLog.module.css'
import panel from './NoticesPanel.module.css'

/** All toasts since the page was loaded, newest first: they disappear too fast to be read reliably. */
export function MessageLog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useT()
  const { toasts } = useCore()
  const log = useSyncExternalStore(toasts.subscribe, () => toasts.log)
  return (
    <Dialog open={open} onClose={onClose} title={t('log.title')}>
      {log.length === 0 ? (
        <p className={panel.empty}>{t('log.empty')}</p>
      ) : (
        <ol>
          {log.map(({ id, at, tone, title, text, times }) => (
            <li key={id} className={styles.entry} data-tone={tone}>
              <time className="faint small">{formatTime(new Date(at).toISOString())}</time>
              <p>
                {title !== undefined && <strong className={styles.title}>{title} </strong>}
                {text}
                {times > 1 && <span className="faint small"> ×{times}</span>}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
