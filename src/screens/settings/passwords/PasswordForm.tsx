import { calls } from '#contract/calls.ts'
import type { Faults, Refusal } from '#machines/submission/submission.ts'
import { FormActions } from '../../../FormActions.tsx'
import { formatTime } from '../../../format/dates.ts'
import { SecretField } from '../../../forms/SecretField.tsx'
import { focusOnArrival } from '../../../ui/focus/focusOnArrival.ts'
import { Page, Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import { useForm } from '../../../useForm.tsx'
import { SettingForm } from '../form/SettingForm.tsx'
import { useSavedNotice, useSettingForm } from '../form/useSettingForm.ts'
import { changePassword, type PasswordValues, type WhichPassword } from './changePassword.ts'
import { PasswordRules, passwordFault } from './PasswordRules.tsx'

/** When the password was changed by this form, as found by a check; null otherwise. */
interface LastChange {
  changed: string | null
}

/** The typed passwords, and the id of the newest audit event of this kind before the submission; undefined before any. */
type Typed = PasswordValues & { before: string | null | undefined }

const EMPTY: Typed = { oldPwd: '', newPassword: '', confirmPwd: '', before: undefined }

function faultsOf({ oldPwd, newPassword, confirmPwd }: PasswordValues): Faults {
  const found: Record<string, string> = {}
  if (oldPwd === '') found.oldPwd = 'rule.required'
  const fault = passwordFault(newPassword)
  if (fault !== null) found.newPassword = fault
  // The form asks for the sign-in password, which the transaction password must not equal either.
  else if (newPassword === oldPwd) found.newPassword = 'rule.samePassword'
  if (confirmPwd === '') found.confirmPwd = 'rule.required'
  else if (confirmPwd !== newPassword) found.confirmPwd = 'pwdCompareError'
  return found
}

/** Field of the call -> field of the form. */
const FIELDS: Readonly<Record<string, string>> = { pwd: 'newPassword', pwd2: 'confirmPwd' }

export const SignInPassword = () => <PasswordForm which="password" />
export const TransactionPassword = () => <PasswordForm which="txnPassword" />

/** Changes a password: the current sign-in password, then the new password twice. */
function PasswordForm({ which }: { which: WhichPassword }) {
  const t = useT()
  const title = t(which === 'password' ? 'place.password' : 'place.txnPassword')
  const { api, location } = useConsole()
  const hasAudit = useFeature('audit')
  // Without a history of commands it is unknown whether a change without an answer was made.
  const latestEvent = async () =>
    !hasAudit ? null : ((await api.rows(calls.auditEvents, { action: which, limit: '1' }, { quiet: true })).rows[0] ?? null)
  const model = useSettingForm<LastChange, Typed, true>({
    // The draft holds no password, only the event id that tells whether it was changed.
    draft: { name: 'settings.password', about: which, kept: ({ before }) => ({ before }) },
    initialValues: () => EMPTY,
    check: faultsOf,
    isDirty: ({ values: { before: _, ...typed }, isChecked, stored }) =>
      !(isChecked && stored?.changed != null) && Object.values(typed).some((text) => text !== ''),
    mapRefusal,
    // Only the audit log tells whether a change with an unknown outcome was made.
    async load(typed) {
      const event = typed === null || typed.before === undefined ? null : await latestEvent()
      return { changed: event === null || event.id === typed?.before ? null : event.time }
    },
    async save({ values }) {
      if (values.before === undefined) throw new Error('The latest audit event is unknown')
      await changePassword(api, which, values)
      return true
    },
  })
  const { values, stored, isBusy, hasUnsavedChanges, discard } = model
  async function submit() {
    if (Object.keys(faultsOf(values)).length === 0) {
      const event = await latestEvent().catch(() => undefined)
      model.change({ before: event === null ? null : event?.id })
    }
    model.submit()
  }
  const leaving = useForm({ isDirty: hasUnsavedChanges, submit, discard })
  useSavedNotice(model.receipt, () => {
    const from = location.previous()
    if (from === null || from.startsWith('/user')) model.send({ type: 'form.again' })
    else location.go(from, { replace: true })
  })
  return (
    <Page isNarrow layer="form">
      {leaving}
      <Section hasHiddenTitle title={title} text={t(`settings.${which}.text`)}>
        <SettingForm
          // A retry would count as the same request with any other password.
          model={{ ...model, submit, retry: undefined }}
          unknownText={t(hasAudit ? 'settings.unknown.password' : 'settings.unknown.passwordAlone')}
          checkedText={
            stored?.changed != null
              ? t('settings.looked.password', { time: formatTime(stored.changed) })
              : t(hasAudit ? 'settings.looked.passwordNot' : 'settings.looked.passwordAlone')
          }
          actions={<FormActions label={title} isBusy={isBusy} />}
        >
          <SecretField
            ref={focusOnArrival}
            label={t('settings.oldPwd')}
            autoComplete="current-password"
            {...model.field('oldPwd')}
          />
          <SecretField label={t('settings.newPassword')} autoComplete="new-password" {...model.field('newPassword')} />
          <PasswordRules typed={values.newPassword} />
          <SecretField label={t('settings.confirmPwd')} autoComplete="new-password" {...model.field('confirmPwd')} />
        </SettingForm>
      </Section>
    </Page>
  )
}

/** Maps the faults of the gateway to the fields of this form. */
function mapRefusal(refusal: Refusal): Refusal {
  const fields = { errorPwd: { oldPwd: 'errorPwd' }, pwdCompareError: { confirmPwd: 'pwdCompareError' } }[refusal.code]
  const renamed = Object.entries(refusal.fields).map(([name, fault]) => [FIELDS[name] ?? name, fault])
  return { ...refusal, fields: fields ?? Object.fromEntries(renamed) }
}
