import type { KeyboardEvent, ReactNode } from 'react'
import { handleSubmit } from '../../../forms/handleSubmit.ts'
import { Notice, RefusalNotice, UnknownNotice } from '../../../submission/notices.tsx'
import { PendingNotice } from '../../../submission/PendingStatus.tsx'
import { useT } from '../../../useConsole.tsx'
import styles from './settings.module.css'
import type { FormModel } from './useSettingForm.ts'

type Status =
  | 'form'
  | 'isFaultless'
  | 'refusal'
  | 'isChecked'
  | 'isChecking'
  | 'isUnknown'
  | 'isUnchecked'
  | 'pending'
  | 'submit'
  | 'check'
  | 'retry'

interface SettingFormProps {
  model: Pick<FormModel<unknown, object, unknown>, Status>
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
export function SettingForm({
  model,
  checkedText,
  unknownText,
  isBroad = false,
  actions,
  foot,
  onKeyDown,
  children,
}: SettingFormProps) {
  const t = useT()
  const { form, isFaultless, refusal, isChecked, isUnknown } = model
  return (
    <form
      ref={form}
      className={isBroad ? `${styles.form} ${styles.broad}` : styles.form}
      onSubmit={handleSubmit(model.submit)}
      onKeyDown={onKeyDown}
      noValidate
    >
      {isFaultless && <RefusalNotice refusal={refusal} />}
      {isChecked && !isUnknown && <Notice role="status">{checkedText}</Notice>}
      {children}
      <PendingNotice pending={model.pending} />
      {isUnknown ? <UnknownNotice {...model}>{unknownText ?? t('settings.unknown.kept')}</UnknownNotice> : actions}
      {foot}
    </form>
  )
}
