import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import styles from './Dialog.module.css'
import { useFocusRestoration } from './focus/useFocusRestoration.ts'
import { IconButton } from './IconButton.tsx'
import { withKeys } from './Kbd.tsx'
import { useUiText } from './uiText.ts'

export interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  footer?: ReactNode
  width?: number
  /** Initial focus; the close button by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Focus after closing; the previously focused element by default. */
  finalFocus?: () => HTMLElement | null
}

/** A modal dialog: it traps the focus, Escape closes it, and the focus returns afterwards. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, width = 560, initialFocus, finalFocus } = props
  const t = useUiText()
  const returned = useFocusRestoration(open)
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup
          className={styles.dialog}
          style={{ width }}
          data-layer="dialog"
          {...(initialFocus === undefined ? {} : { initialFocus })}
          finalFocus={finalFocus ?? returned}
        >
          <header className={styles.head}>
            <Base.Title className="title">{title}</Base.Title>
            <Base.Close render={<IconButton icon={X} label={t('app.close')} title={withKeys(t('app.close'), 'escape')} />} />
          </header>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
