import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { useFocusRestoration } from './focus/useFocusRestoration.ts'

interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  width: number
  /** Labels of the two buttons; `confirm` is null when there is nothing to confirm. */
  back: string
  confirm: string | null
  variant?: 'danger' | 'primary'
  /** Called on Escape too. */
  onBack(): void
  onConfirm(): void
}

/** A modal question before something is lost or dangerous. A click outside does not close it. The initial focus is on going back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, width, back, confirm, variant = 'danger', onBack, onConfirm } = props
  const initialFocus = useRef<HTMLButtonElement>(null)
  const finalFocus = useFocusRestoration(open)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || onBack()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.scrim} />
        <AlertDialog.Popup className={styles.dialog} style={{ width }} data-layer="dialog" {...{ initialFocus, finalFocus }}>
          <header className={styles.head}>
            <AlertDialog.Title className="title">{title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description className={styles.body} render={<div />}>
            {children}
          </AlertDialog.Description>
          <footer className={styles.foot}>
            <Button ref={initialFocus} onClick={onBack}>
              {back}
            </Button>
            {confirm !== null && (
              <Button variant={variant} onClick={onConfirm}>
                {confirm}
              </Button>
            )}
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
