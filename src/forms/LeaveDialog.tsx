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
export function LeaveDialog({ open, onStay, onLeave, labels: words }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog
      open={open}
      onBack={onStay}
      title={words.title}
      width={400}
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} onClick={onStay}>
            {words.stay}
          </Button>
          <Button look="danger" onClick={onLeave}>
            {words.leave}
          </Button>
        </>
      }
    >
      {words.text}
    </AlertDialog>
  )
}
