import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { SavingContext } from '#machines/settings/savingMachine.ts'
import { useT } from '../../useConsole.tsx'
import { Looked, Refused, Unknown } from './Answers.tsx'
import styles from './settings.module.css'
import type { Standing } from './useStanding.ts'

interface SettingFormProps {
  standing: Omit<Standing, 'discard' | 'forget'>
  context: Pick<SavingContext<unknown, unknown, unknown>, 'faults' | 'refusal' | 'looked'>
  /** What a look has found. */
  looked: string
  /** That nobody knows what came of it, where there are words of its own for that. */
  unknown?: string
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
  const { standing, context, looked, unknown, isBroad = false, actions, foot, onKeyDown, children } = props
  const t = useT()
  const { form, isUnknown, isLooking, submit, look, retry } = standing
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
      {Object.keys(context.faults).length === 0 && <Refused refusal={context.refusal} />}
      {context.looked && !isUnknown && <Looked text={looked} />}
      {children}
      {isUnknown && (
        <Unknown text={unknown ?? t('settings.unknown.kept')} isLooking={isLooking} onLook={look} onRetry={retry} />
      )}
      {!isUnknown && actions}
      {foot}
    </form>
  )
}
