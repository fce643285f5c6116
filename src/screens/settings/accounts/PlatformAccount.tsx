import { optionLabel } from '#commands/optionLabel.ts'
import { calls } from '#contract/calls.ts'
import type { PlatMerchant } from '#contract/rows/merchants.ts'
import type { Sent } from '#machines/submission/submission.ts'
import type { CallOptions } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'
import { FormActions } from '../../../FormActions.tsx'
import { formatTime } from '../../../format/dates.ts'
import { LoadPlaceholder } from '../../../submission/notices.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import sections from '../../../ui/Sections.module.css'
import { Section } from '../../../ui/Sections.tsx'
import { Status } from '../../../ui/Status.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { useOptions } from '../../../useOptions.ts'
import { DetailGrid } from '../DetailGrid.tsx'
import { SettingForm } from '../form/SettingForm.tsx'
import styles from '../form/settings.module.css'
import { useSavedNotice } from '../form/useSavedNotice.ts'
import { useSettingForm } from '../form/useSettingForm.ts'
import { merchantTone as tone } from './merchantTone.ts'

interface StoredAccount {
  account: PlatMerchant | null
}

interface ActionValues {
  /** `on`, `off`, `secret`, or the new status. */
  act: string
  reason: string
  merchantNo: string
}

const MAX_REASON_LENGTH = 140

function faultsOf({ act, reason, merchantNo }: ActionValues, stored: StoredAccount | null): Record<string, string> {
  const found: Record<string, string> = {}
  if (act === '') found.act = 'rule.required'
  if (reason.trim() === '') found.reason = 'rule.required'
  else if (reason.length > MAX_REASON_LENGTH) found.reason = 'rule.tooLong'
  if (merchantNo.trim().toUpperCase() !== stored?.account?.merchantNo) found.merchantNo = 'settings.typed.differs'
  return found
}

/** One account with the actions of staff. Each action needs the typed merchant number and a reason, which is stored. */
export function PlatformAccount({ who, act }: { who: string; act: string }) {
  const t = useT()
  const { api, permissions } = useConsole()
  const options = useOptions()
  const model = useSettingForm<StoredAccount, ActionValues, true>({
    draft: { name: 'settings.account', about: who },
    initialValues: () => ({ act, reason: '', merchantNo: '' }),
    check: faultsOf,
    isDirty: ({ values: { reason, merchantNo } }) => reason !== '' || merchantNo !== '',
    async load() {
      try {
        return { account: await api.call(calls.platMerchant, { who }, { quiet: true }) }
      } catch (cause) {
        if (cause instanceof ApiError && cause.code === 'MERCHANT_NOT_FOUND') return { account: null }
        throw cause
      }
    },
    save: perform,
  })

  async function perform({ values, stored, submission }: Sent<StoredAccount, ActionValues>): Promise<true> {
    const input = { merchantNo: stored.account?.merchantNo ?? '', reason: values.reason.trim() }
    const options: CallOptions = { quiet: true, idempotencyKey: submission.idempotencyKey }
    switch (values.act) {
      case 'on':
      case 'off':
        await api.call(calls.resetOtpStatus, { ...input, status: values.act === 'on' ? 'ON' : 'OFF' }, options)
        return true
      case 'secret':
        await api.call(calls.resetOtpSecret, input, options)
        return true
      default: {
        const status = values.act as PlatMerchant['moves'][number]
        await api.call(calls.merchantStatus, { ...input, status }, options)
        return true
      }
    }
  }

  const { values, stored, isBusy, isUnknown, hasUnsavedChanges, submit, discard, field } = model
  const actError = model.error('act')
  const leaving = useForm({ isDirty: hasUnsavedChanges, submit, discard, isKept: true })
  useSavedNotice(model.receipt, () => model.send({ type: 'form.again' }))

  if (stored === null) return <LoadPlaceholder failure={model.failure} onRetry={model.refresh} />
  const { account } = stored
  if (account === null)
    return (
      <p className={styles.nothing} role="status">
        {t('settings.plat.none', { who })}
      </p>
    )

  const option = (list: 'MerchantStatus' | 'MerchantType', key: string) => optionLabel(list, key, options)
  const passcode = account.otpEnabled
    ? account.enrolled
      ? 'settings.plat.enrolled'
      : 'settings.plat.notEnrolled'
    : 'argument.passcode.OFF'
  const acts = [
    ...(permissions.includes('plat_reset_otp_status')
      ? [account.otpEnabled ? { value: 'off', label: t('settings.plat.off') } : { value: 'on', label: t('settings.plat.on') }]
      : []),
    ...(permissions.includes('plat_reset_otp_secret') ? [{ value: 'secret', label: t('settings.plat.secret') }] : []),
    ...(permissions.includes('plat_merchant_status')
      ? account.moves.map((to) => ({ value: to, label: t('settings.plat.move', { status: option('MerchantStatus', to) }) }))
      : []),
  ]
  return (
    <Section title={account.merchantName}>
      {leaving}
      <DetailGrid
        details={[
          { title: t('field.merchantNo'), value: account.merchantNo, isMono: true, canCopy: true },
          { title: t('field.username'), value: account.username, canCopy: true },
          { title: t('field.type'), value: option('MerchantType', account.type) },
          {
            title: t('field.status'),
            value: option('MerchantStatus', account.status),
            draw: <Status tone={tone(account.status)}>{option('MerchantStatus', account.status)}</Status>,
          },
          {
            title: t('settings.passcode'),
            value: t(passcode),
            draw: <Status tone={account.otpEnabled ? (account.enrolled ? 'good' : 'busy') : 'idle'}>{t(passcode)}</Status>,
          },
          { title: t('settings.lastLogin'), value: account.lastLoginTime && formatTime(account.lastLoginTime) },
        ]}
      />
      <SettingForm
        model={model}
        checkedText={t('settings.plat.looked')}
        actions={<FormActions label={t('settings.plat.do')} isBusy={isBusy} />}
      >
        <fieldset className={`${styles.fieldset} ${styles.choices}`}>
          <legend>{t('settings.plat.act')}</legend>
          {acts.map(({ value, label }, index) => (
            <label key={value}>
              <input
                type="radio"
                name="act"
                value={value}
                checked={values.act === value}
                // biome-ignore lint/a11y/noAutofocus: the account was looked up to act on it
                autoFocus={values.act === '' ? index === 0 : values.act === value}
                aria-invalid={actError !== null}
                disabled={isBusy || isUnknown}
                onChange={() => model.change({ act: value })}
              />
              {label}
            </label>
          ))}
          {actError !== null && (
            <p className={styles.wrong} role="alert">
              {actError}
            </p>
          )}
        </fieldset>
        {values.act !== '' && <p className={sections.text}>{t(consequence(values.act))}</p>}
        <TextField
          label={t('settings.plat.reason')}
          hint={t('settings.plat.reasonHint')}
          autoComplete="off"
          {...field('reason')}
        />
        <TextField
          label={t('settings.typeNumber', { merchantNo: account.merchantNo })}
          autoComplete="off"
          {...field('merchantNo')}
        />
      </SettingForm>
    </Section>
  )
}

/** Message key of what the action means for the merchant. */
function consequence(act: string) {
  if (act === 'on') return 'settings.plat.onText'
  if (act === 'off') return 'settings.plat.offText'
  return act === 'secret' ? 'settings.plat.secretText' : 'settings.plat.moveText'
}
