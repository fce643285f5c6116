import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { SavingContext } from '#machines/settings/savingMachine.ts'
import { useT } from '../../../useConsole.tsx'
import { CheckedNotice, RefusalNotice, UnknownNotice } from './notices.tsx'
import styles from './settings.module.css'
import type { FormStatus } from './useFormStatus.ts'

interface SettingFormProps {
  status: Omit<FormStatus, 'discard' | 'forget'>
  context: Pick<SavingContext<unknown, unknown, unknown>, 'faults' | 'refusal' | 'looked'>
  /** What a look has found. */
  checkedText: string
  /** That nobody knows what came of it, where there are words of its own for that. */
  unknownText?: string
  isBroad?: boolean
  /** What sends it, while it can be sent. */
  actions: ReactNode
  /** What stays under it whatever came of it. */
  foot?: ReactNode
  onKeyDown?(event: KeyboardEvent): void
  children: ReactNode
}

/** A form of the settings: what is known of a try before above its fields, what to do where nothing is below them. */
export function SettingForm(props: SettingFormProps) {
  const { status, context, checkedText, unknownText, isBroad = false, actions, foot, onKeyDown, children } = props
  const t = useT()
  const { form, isUnknown, isLooking, submit, check: look, retry } = status
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
