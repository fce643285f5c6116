import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode, RefObject } from 'react'
import styles from './Dialog.module.css'
import { useFocusRestoration } from './focus/useFocusRestoration.ts'

interface AlertDialogProps {
  open: boolean
  /** Called on Escape. */
  onBack(): void
  title: string
  children: ReactNode
  footer: ReactNode
  width: number
  initialFocus: RefObject<HTMLElement | null>
}

/** A modal question. A click outside does not close it. */
export function AlertDialog({ open, onBack, title, children, footer, width, initialFocus }: AlertDialogProps) {
  const finalFocus = useFocusRestoration(open)
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onBack()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={styles.dialog} style={{ width }} data-layer="dialog" {...{ initialFocus, finalFocus }}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
          </header>
          <Base.Description className={styles.body} render={<div />}>
            {children}
          </Base.Description>
          <footer className={styles.foot}>{footer}</footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
