import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { SavingContext } from '#machines/settings/savingMachine.ts'
import { useT } from '../../../useConsole.tsx'
import { CheckedNotice, RefusalNotice, UnknownNotice } from './notices.tsx'
import styles from './settings.module.css'
import type { FormStatus } from './useFormStatus.ts'

interface SettingFormProps {
  status: Omit<FormStatus, 'discard' | 'forget'>
  context: Pick<SavingContext<unknown, unknown, unknown>, 'faults' | 'refusal' | 'looked'>
  /** The result of a check. */
  checkedText: string
  /** Replaces the default text for an unknown outcome. */
  unknownText?: string
  isBroad?: boolean
  /** The submit controls, hidden while the outcome is unknown. */
  actions: ReactNode
  /** Always shown below the form. */
  foot?: ReactNode
  onKeyDown?(event: KeyboardEvent): void
  children: ReactNode
}

/** A settings form: the refusal or check result above its fields, the unknown outcome or the controls below. */
export function SettingForm(props: SettingFormProps) {
  const { status, context, checkedText, unknownText, isBroad = false, actions, foot, onKeyDown, children } = props
  const t = useT()
  const { form, isUnknown, isChecking: isLooking, submit, check: look, retry } = status
  return (
    <form
      ref={form}
      className={isBroad ? `${styles.form} ${styles.broad}` : styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={onKeyDown}
      noValidate
    >
      {Object.keys(context.faults).length === 0 && <RefusalNotice refusal={context.refusal} />}
      {context.looked && !isUnknown && <CheckedNotice text={checkedText} />}
      {children}
      {isUnknown && (
        <UnknownNotice text={unknownText ?? t('settings.unknown.kept')} isChecking={isLooking} onCheck={look} onRetry={retry} />
      )}
      {!isUnknown && actions}
      {foot}
    </form>
  )
}
