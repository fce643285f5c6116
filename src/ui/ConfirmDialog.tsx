import { type ReactNode, useRef } from 'react'
import { AlertDialog } from './AlertDialog.tsx'
import { Button } from './Button.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  width: number
  /** Labels of the two buttons. */
  back: string
  confirm: string
  onBack(): void
  onConfirm(): void
}

/** Asks before something is lost or dangerous. The initial focus is on going back. */
export function ConfirmDialog({ open, title, children, width, back, confirm, onBack, onConfirm }: ConfirmDialogProps) {
  const backButton = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog
      open={open}
      onBack={onBack}
      title={title}
      width={width}
      initialFocus={backButton}
      footer={
        <>
          <Button ref={backButton} onClick={onBack}>
            {back}
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </AlertDialog>
  )
}
