import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { useFocusRestoration } from './focus/useFocusRestoration.ts'

interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  closeLabel: string
  children: ReactNode
  footer?: ReactNode
  width?: number
  /** Initial focus; the close button by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Focus after closing; the previously focused element by default. */
  finalFocus?: () => HTMLElement | null
}

/** A modal dialog: it traps the focus, Escape closes it, and the focus returns afterwards. */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  children,
  footer,
  width = 560,
  initialFocus,
  finalFocus,
}: DialogProps) {
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
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<Button variant="icon" aria-label={closeLabel} />}>
              <X size={16} strokeWidth={1.5} />
            </Base.Close>
          </header>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
