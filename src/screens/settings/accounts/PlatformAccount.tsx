import { useEffect, useId, useRef } from 'react'
import { optionLabel } from '#commands/optionLabel.ts'
import { isNumber } from '#commands/rows/hasNumbers.ts'
import { canUse } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { MerchantStatus } from '#contract/options.ts'
import type { PlatMerchant } from '#contract/rows/merchants.ts'
import { PATTERNS } from '#contract/rules.ts'
import { ApiError } from '../../../api/errors.ts'
import { FormActions } from '../../../FormActions.tsx'
import { formatTime } from '../../../format/dates.ts'
import { formatAddress, parseAddress } from '../../../state/location.ts'
import { LoadPlaceholder } from '../../../submission/notices.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import sections from '../../../ui/Sections.module.css'
import { Section } from '../../../ui/Sections.tsx'
import { statusTone } from '../../../ui/Status.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import { useForm } from '../../../useForm.tsx'
import { useOptions } from '../../../useOptions.ts'
import { DetailGrid } from '../DetailGrid.tsx'
import { nextStatuses } from '../form/nextStatuses.ts'
import { SettingForm } from '../form/SettingForm.tsx'
import styles from '../form/settings.module.css'
import { useSavedNotice, useSettingForm } from '../form/useSettingForm.ts'

interface StoredAccount {
  account: (Pick<PlatMerchant, 'merchantNo'> & Partial<PlatMerchant>) | null
}

interface ActionValues {
  /** `on`, `off`, `secret`, or the new status. */
  act: string
  reason: string
  merchantNo: string
}

const MAX_REASON_LENGTH = 140

const PASSCODE_SWITCHES = [
  { value: 'on', label: 'settings.plat.on' },
  { value: 'off', label: 'settings.plat.off' },
] as const

function faultsOf(
  { act, reason, merchantNo }: ActionValues,
  stored: StoredAccount | null,
  hasReason: boolean,
): Record<string, string> {
  const found: Record<string, string> = {}
  if (act === '') found.act = 'rule.required'
  if (hasReason && reason.trim() === '') found.reason = 'rule.required'
  else if (reason.length > MAX_REASON_LENGTH) found.reason = 'rule.tooLong'
  const number = stored?.account?.merchantNo ?? null
  if (number === null || !isNumber(number, merchantNo.trim(), { isTail: false })) found.merchantNo = 'settings.typed.differs'
  return found
}

/** The number to send. Another gateway may tell upper from lower case, so only a number in the documented form is put in upper case. */
function merchantNoOf(who: string): string {
  const number = who.toUpperCase()
  return PATTERNS.merchantNo.test(number) ? number : who
}

/**
 * One account with the actions of staff. Each action needs the typed merchant number and a reason, which is stored. Where the gateway looks
 * up no account, its number is all that is known, and no reason is stored.
 */
export function PlatformAccount({ who, act }: { who: string; act: string }) {
  const t = useT()
  const { api, location, permissions } = useConsole()
  const hasLookup = useFeature('merchant-lookup')
  const canMove = useFeature('merchant-status')
  const options = useOptions()
  const actsFor = (account: NonNullable<StoredAccount['account']>) => [
    ...(canUse(permissions, 'plat_reset_otp_status')
      ? PASSCODE_SWITCHES.filter(({ value }) => account.otpEnabled == null || account.otpEnabled === (value === 'off'))
      : []
    ).map(({ value, label }) => ({ value, label: t(label) })),
    ...(canUse(permissions, 'plat_reset_otp_secret') ? [{ value: 'secret', label: t('settings.plat.secret') }] : []),
    ...(canMove && canUse(permissions, 'plat_merchant_status')
      ? nextStatuses(account, options).map((to) => ({
          value: to,
          label: t('settings.plat.move', { status: optionLabel('MerchantStatus', to, options) }),
        }))
      : []),
  ]
  const latestActs = useRef(actsFor)
  latestActs.current = actsFor
  /** The action if the account offers it, which may have changed since the address was made or the action was chosen; else none. */
  const offered = (wanted: string, stored: StoredAccount | null): string =>
    stored?.account != null && latestActs.current(stored.account).some(({ value }) => value === wanted) ? wanted : ''
  const model = useSettingForm<StoredAccount, ActionValues, true>({
    draft: {
      name: 'settings.account',
      about: who,
      // The address says which action is asked for, and each is confirmed anew. What was sent is kept until its outcome is known.
      kept: (values, at) => (at === 'sent' ? values : { reason: values.reason }),
    },
    initialValues: (stored) => ({ act: offered(act, stored), reason: '', merchantNo: '' }),
    check: (values, stored) => faultsOf({ ...values, act: offered(values.act, stored) }, stored, hasLookup),
    isDirty: ({ values: { reason, merchantNo } }) => reason !== '' || merchantNo !== '',
    async load() {
      if (!hasLookup) return { account: { merchantNo: merchantNoOf(who) } }
      try {
        return { account: await api.call(calls.platMerchant, { who }, { quiet: true }) }
      } catch (cause) {
        if (cause instanceof ApiError && cause.code === 'MERCHANT_NOT_FOUND') return { account: null }
        throw cause
      }
    },
    async save({ values, stored, submission: { idempotencyKey } }) {
      const reason = hasLookup ? { reason: values.reason.trim() } : {}
      const input = { merchantNo: stored.account?.merchantNo ?? '', ...reason }
      const options = { quiet: true, idempotencyKey }
      if (values.act === 'on' || values.act === 'off') {
        await api.call(calls.resetOtpStatus, { ...input, status: values.act === 'on' ? 'ON' : 'OFF' }, options)
      } else if (values.act === 'secret') {
        await api.call(calls.resetOtpSecret, input, options)
      } else {
        const from = stored.account?.status as MerchantStatus | null | undefined
        const change = { ...input, status: values.act as MerchantStatus, ...(from != null && { from }) }
        await api.call(calls.merchantStatus, change, options)
      }
      return true
    },
  })

  const { values, stored, isBusy, isUnknown, hasUnsavedChanges, submit, discard, field } = model
  const actError = model.error('act')
  const actErrorId = useId()
  const leaving = useForm({ isDirty: hasUnsavedChanges, submit, discard, isKept: true })
  // What the address asked for is done.
  useSavedNotice(model.receipt, () =>
    act === ''
      ? model.send({ type: 'form.again' })
      : location.go(formatAddress(parseAddress(location.current()).path, new URLSearchParams({ who })), { replace: true }),
  )
  // The account is in another state than shown, so it is read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal
  useEffect(() => {
    if (model.refusal?.code === 'ORDER_STATE_CONFLICT') model.refresh()
  }, [model.objections])

  if (stored === null) return <LoadPlaceholder failure={model.failure} onRetry={model.refresh} />
  const { account } = stored
  if (account === null)
    return (
      <p className={styles.nothing} role="status">
        {t('settings.plat.none', { who })}
      </p>
    )

  const option = (list: 'MerchantStatus' | 'MerchantType', key: string | null | undefined) =>
    key == null ? null : optionLabel(list, key, options)
  const passcode = passcodeState(account)
  const acts = actsFor(account)
  const chosen = offered(values.act, stored)
  return (
    <Section title={account.merchantName ?? account.merchantNo ?? who}>
      {leaving}
      {hasLookup && (
        <DetailGrid
          details={[
            { title: t('field.merchantNo'), value: account.merchantNo, isMono: true, canCopy: true },
            { title: t('field.username'), value: account.username ?? null, canCopy: true },
            { title: t('field.type'), value: option('MerchantType', account.type) },
            {
              title: t('field.status'),
              value: option('MerchantStatus', account.status),
              tone: statusTone(account.status ?? ''),
            },
            {
              title: t('settings.passcode'),
              value: passcode && t(passcode.text),
              tone: passcode?.tone ?? 'idle',
            },
            { title: t('settings.lastLogin'), value: account.lastLoginTime == null ? null : formatTime(account.lastLoginTime) },
          ]}
        />
      )}
      <SettingForm
        model={model}
        checkedText={t(hasLookup ? 'settings.plat.looked' : 'settings.plat.notLooked')}
        actions={<FormActions label={t('settings.plat.do')} isBusy={isBusy} />}
      >
        <fieldset className={styles.choices}>
          <legend>{t('settings.plat.act')}</legend>
          {acts.map(({ value, label }, index) => (
            <label key={value}>
              <input
                type="radio"
                name="act"
                value={value}
                checked={chosen === value}
                // biome-ignore lint/a11y/noAutofocus: the account was looked up to act on it
                autoFocus={chosen === '' ? index === 0 : chosen === value}
                aria-invalid={actError !== null}
                aria-describedby={actError === null ? undefined : actErrorId}
                disabled={isBusy || isUnknown}
                onChange={() => model.change({ act: value })}
              />
              {label}
            </label>
          ))}
          {actError !== null && (
            <p className="small bad" id={actErrorId}>
              {actError}
            </p>
          )}
        </fieldset>
        {chosen !== '' && <p className={sections.text}>{t(consequence(chosen))}</p>}
        {hasLookup && (
          <TextField
            label={t('settings.plat.reason')}
            hint={t('settings.plat.reasonHint')}
            autoComplete="off"
            {...field('reason')}
          />
        )}
        <TextField
          label={t('settings.typeNumber', { merchantNo: account.merchantNo })}
          autoComplete="off"
          {...field('merchantNo')}
        />
      </SettingForm>
    </Section>
  )
}

/** The passcode of an account; null where the gateway does not say. */
function passcodeState({ otpEnabled, enrolled }: Partial<PlatMerchant>) {
  if (otpEnabled == null) return null
  if (!otpEnabled) return { text: 'argument.passcode.OFF', tone: 'idle' } as const
  if (enrolled == null) return { text: 'argument.passcode.ON', tone: 'good' } as const
  return enrolled
    ? ({ text: 'settings.plat.enrolled', tone: 'good' } as const)
    : ({ text: 'settings.plat.notEnrolled', tone: 'busy' } as const)
}

/** Message key of what the action means for the merchant. */
function consequence(act: string) {
  if (act === 'on') return 'settings.plat.onText'
  if (act === 'off') return 'settings.plat.offText'
  return act === 'secret' ? 'settings.plat.secretText' : 'settings.plat.moveText'
}
