import { useRef } from 'react'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'

interface LeaveDialogProps {
  open: boolean
  onStay(): void
  onLeave(): void
  labels: { title: string; text: string; stay: string; leave: string }
}

/** Confirms leaving a form with unsaved input. The initial focus is on staying. */
export function LeaveDialog({ open, onStay, onLeave, labels }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog
      open={open}
      onBack={onStay}
      title={labels.title}
      width={400}
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} onClick={onStay}>
            {labels.stay}
          </Button>
          <Button variant="danger" onClick={onLeave}>
            {labels.leave}
          </Button>
        </>
      }
    >
      {labels.text}
    </AlertDialog>
  )
}
