import { useRef } from 'react'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useT } from '../../../useConsole.tsx'

interface LockoutDialogProps {
  open: boolean
  ip: string
  onBack(): void
  onAnyway(): void
}

/** Warns, before saving, that the list excludes the current address of the user. The initial focus is on going back. */
export function LockoutDialog({ open, ip, onBack, onAnyway }: LockoutDialogProps) {
  const t = useT()
  const back = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog
      open={open}
      onBack={onBack}
      title={t('settings.ips.lockoutTitle')}
      width={440}
      initialFocus={back}
      footer={
        <>
          <Button ref={back} onClick={onBack}>
            {t('settings.back')}
          </Button>
          <Button variant="danger" onClick={onAnyway}>
            {t('settings.ips.anyway')}
          </Button>
        </>
      }
    >
      {t('settings.ips.lockout', { ip })}
    </AlertDialog>
  )
}
