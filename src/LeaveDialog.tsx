import { ConfirmDialog } from './ui/ConfirmDialog.tsx'
import { useT } from './useConsole.tsx'

/** Confirms leaving a form with unsaved input. */
export function LeaveDialog({ open, onStay, onLeave }: { open: boolean; onStay(): void; onLeave(): void }) {
  const t = useT()
  return (
    <ConfirmDialog
      open={open}
      title={t('form.leave.title')}
      width={400}
      back={t('form.leave.stay')}
      confirm={t('form.leave.leave')}
      onBack={onStay}
      onConfirm={onLeave}
    >
      {t('form.leave.text')}
    </ConfirmDialog>
  )
}
