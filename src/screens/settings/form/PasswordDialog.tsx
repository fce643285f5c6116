import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Faults, Refusal } from '#machines/settings/savingMachine.ts'
import { FORM_EXIT, shouldValidateOnBlur } from '../../../forms/fieldBlur.ts'
import { SecretField } from '../../../forms/SecretField.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import sections from '../../../ui/Sections.module.css'
import { useT } from '../../../useConsole.tsx'
import { faultText } from './faultText.ts'
import { RefusalNotice } from './notices.tsx'
import styles from './settings.module.css'
import { useClearWrongPassword } from './useClearWrongPassword.ts'

interface PasswordDialogProps {
  open: boolean
  title: string
  /** Explains the purpose. */
  text: ReactNode
  label: string
  submit: string
  isBusy: boolean
  faults: Faults
  refusal: Refusal | null
  onPassword(password: string): void
  onClose(): void
}

/** Asks for the transaction password before a protected action. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { open, title, onClose, isBusy } = props
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => isBusy || onClose()}
      title={title}
      closeLabel={t('app.close')}
      width={420}
      initialFocus={field}
    >
      {open && <PasswordPrompt {...props} field={field} />}
    </Dialog>
  )
}

function PasswordPrompt({
  text,
  label,
  submit,
  isBusy,
  faults,
  refusal,
  onPassword,
  onClose,
  field,
}: PasswordDialogProps & { field: Ref }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  useClearWrongPassword(refusal, field, () => setTyped(''))

  function submitForm(event: FormEvent) {
    event.preventDefault()
    setMissing(typed === '')
    if (typed === '') return field.current?.focus()
    if (!isBusy) onPassword(typed)
  }

  const wrong = refusal?.code === 'errorPwd' && typed === '' ? t('errorPwd') : faultText(t, faults.txnPwd)
  return (
    <form className={styles.form} onSubmit={submitForm} noValidate>
      <p className={sections.text}>{text}</p>
      {refusal !== null && refusal.code !== 'errorPwd' && <RefusalNotice refusal={refusal} />}
      <SecretField
        ref={field}
        label={label}
        name="txnPwd"
        value={typed}
        onValue={(value) => {
          setTyped(value)
          setMissing(false)
        }}
        onBlur={(event) => setMissing(typed === '' && shouldValidateOnBlur(event))}
        error={isMissing ? t('rule.required') : wrong}
        autoComplete="off"
        readOnly={isBusy}
        labels={{ show: t('login.showPassword'), hide: t('login.hidePassword') }}
      />
      <div className={styles.actions}>
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

type Ref = { current: HTMLInputElement | null }
