import { useState } from 'react'
import { calls } from '#contract/calls.ts'
import { createSavingMachine, type Faults } from '#machines/settings/savingMachine.ts'
import { FormActions } from '../../../FormActions.tsx'
import { formatTime } from '../../../format/dates.ts'
import { SecretField } from '../../../forms/SecretField.tsx'
import { Page, Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { SettingForm } from '../form/SettingForm.tsx'
import { textFields } from '../form/textFields.ts'
import { useFormStatus } from '../form/useFormStatus.ts'
import { useSavedNotice } from '../form/useSavedNotice.ts'
import { useSaving } from '../form/useSaving.ts'
import { changePassword, type PasswordValues, type WhichPassword } from './changePassword.ts'
import { PasswordRules } from './PasswordRules.tsx'
import { passwordFault } from './passwordRules.ts'

type Typed = PasswordValues

/** When the password was changed by this form, as found by a check; null otherwise. */
interface LastChange {
  changed: string | null
}

const EMPTY: Typed = { oldPwd: '', newPassword: '', confirmPwd: '' }

function faultsOf({ oldPwd, newPassword, confirmPwd }: Typed, isSame: boolean): Faults {
  const found: Record<string, string> = {}
  if (oldPwd === '') found.oldPwd = 'rule.required'
  const fault = passwordFault(newPassword)
  if (fault !== null) found.newPassword = fault
  else if (isSame && newPassword === oldPwd) found.newPassword = 'rule.samePassword'
  if (confirmPwd === '') found.confirmPwd = 'rule.required'
  else if (confirmPwd !== newPassword) found.confirmPwd = 'pwdCompareError'
  return found
}

const machineOf = (isSame: boolean) =>
  createSavingMachine<LastChange, Typed, true>({
    open: () => EMPTY,
    check: (values) => faultsOf(values, isSame),
    confirms: false,
  })

const machines = { password: machineOf(true), txnPassword: machineOf(false) }

/** Field of the call -> field of the form. */
const FIELDS: Readonly<Record<string, string>> = { pwd: 'newPassword', pwd2: 'confirmPwd' }

export const SignInPassword = () => <PasswordForm which="password" />
export const TransactionPassword = () => <PasswordForm which="txnPassword" />

/** Changes a password: the current sign-in password, then the new password twice. */
function PasswordForm({ which }: { which: WhichPassword }) {
  const t = useT()
  const { api, location } = useConsole()
  // Id of the newest audit event of this kind before the submission; undefined before any submission.
  const [before, setBefore] = useState<string | null>()
  const latestEvent = async () =>
    (await api.rows(calls.auditEvents, { action: which, limit: '1' }, { quiet: true })).rows[0] ?? null
  const [snapshot, send] = useSaving(machines[which], {
    // Only the audit log tells whether a change with an unknown outcome was made.
    async load(typed) {
      const event = typed === null || before === undefined ? null : await latestEvent()
      return { changed: event === null || event.id === before ? null : event.time }
    },
    async save({ values }) {
      setBefore(undefined)
      setBefore((await latestEvent())?.id ?? null)
      return new Promise<true>((resolve, reject) => {
        void changePassword(api, which, values, (error) => (error === undefined ? resolve(true) : reject(error)))
      })
    },
  })
  const { values, stored, looked, refusal } = snapshot.context
  const faults = mapFaults(snapshot.context.faults, refusal?.code)
  const wasChanged = looked && stored?.changed != null
  const formStatus = useFormStatus({
    snapshot,
    send,
    isDirty: !wasChanged && Object.values(values).some((typed) => typed !== ''),
    // The draft holds no password, only the event id that tells whether it was changed.
    draft: { name: 'password', about: which, values: { before } },
    fromDraft(found) {
      setBefore(found.before)
      return {}
    },
  })
  const { isBusy, isUnknown, hasUnsavedChanges: isHeld, submit, discard } = formStatus
  const leaving = useForm({ isDirty: isHeld, submit, discard })
  useSavedNotice(snapshot.matches('saved'), () => {
    const from = location.previous()
    if (from === null || from.startsWith('/user')) send({ type: 'form.again' })
    else location.go(from, { replace: true })
  })

  const text = textFields<Typed>({ context: { values, faults }, send, t, isLocked: isBusy || isUnknown })
  const labels = { show: t('login.showPassword'), hide: t('login.hidePassword') }
  const field = (name: keyof Typed) => ({ ...text(name), labels })
  return (
    <Page layer="form">
      {leaving}
      <Section
        hasHiddenTitle
        title={t(which === 'password' ? 'place.password' : 'place.txnPassword')}
        text={t(`settings.${which}.text`)}
      >
        <SettingForm
          status={{ ...formStatus, retry: undefined }}
          context={{ faults, refusal, looked }}
          unknownText={t('settings.unknown.password')}
          checkedText={
            stored?.changed == null
              ? t('settings.looked.passwordNot')
              : t('settings.looked.password', { time: formatTime(stored.changed) })
          }
          actions={<FormActions label={t('settings.password.change')} isBusy={isBusy} />}
        >
          <SecretField autoFocus label={t('settings.oldPwd')} autoComplete="current-password" {...field('oldPwd')} />
          <SecretField label={t('settings.newPassword')} autoComplete="new-password" {...field('newPassword')} />
          <PasswordRules typed={values.newPassword} />
          <SecretField label={t('settings.confirmPwd')} autoComplete="new-password" {...field('confirmPwd')} />
        </SettingForm>
      </Section>
    </Page>
  )
}

/** Maps the faults of the gateway to the fields of this form. */
function mapFaults(faults: Faults, code: string | undefined): Faults {
  if (code === 'errorPwd') return { oldPwd: 'errorPwd' }
  if (code === 'pwdCompareError') return { confirmPwd: 'pwdCompareError' }
  return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [FIELDS[name] ?? name, fault]))
}
