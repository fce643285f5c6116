import { type ReactNode, type RefObject, useRef } from 'react'
import type { Refusal } from '#machines/submission/submission.ts'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { type Pause, PendingNotice } from '../../../submission/PendingStatus.tsx'
import { useTransactionPassword } from '../../../submission/useTransactionPassword.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import sections from '../../../ui/Sections.module.css'
import { useT } from '../../../useConsole.tsx'
import styles from './settings.module.css'

interface PasswordDialogProps {
  open: boolean
  title: string
  /** Explains the purpose. */
  text: ReactNode
  /** Label of the submit button. */
  submit: string
  isBusy: boolean
  pending?: Pause | null
  refusal: Refusal | null
  onPassword(password: string): void
  onClose(): void
}

/** Asks for the transaction password before a protected action. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { open, title, onClose, isBusy } = props
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={() => isBusy || onClose()} title={title} width={420} initialFocus={field}>
      {open && <PasswordPrompt {...props} fieldRef={field} />}
    </Dialog>
  )
}

type PasswordPromptProps = PasswordDialogProps & { fieldRef: RefObject<HTMLInputElement | null> }

function PasswordPrompt({ text, submit, isBusy, pending = null, refusal, onPassword, onClose, fieldRef }: PasswordPromptProps) {
  const t = useT()
  const password = useTransactionPassword({
    ref: fieldRef,
    label: t('settings.txnPwd'),
    refusal,
    isBusy,
    onPassword,
  })
  return (
    <form className={styles.form} onSubmit={password.submit} noValidate>
      <p className={sections.text}>{text}</p>
      {password.notice}
      {password.field}
      <PendingNotice pending={pending} />
      <div className="actions">
        <Button {...FORM_EXIT} onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button variant="primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
