import { type FormEvent, useEffect, useRef } from 'react'
import { isNumber } from '#commands/rows/hasNumbers.ts'
import { calls } from '#contract/calls.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import type { Faults } from '#machines/submission/submission.ts'
import { formatTime } from '../../../format/dates.ts'
import { ChoiceField } from '../../../forms/ChoiceField.tsx'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { Notice, UnknownNotice } from '../../../submission/notices.tsx'
import { useTransactionPassword } from '../../../submission/useTransactionPassword.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import sections from '../../../ui/Sections.module.css'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import styles from '../form/settings.module.css'
import { useSettingForm } from '../form/useSettingForm.ts'
import { KeyText } from './KeySections.tsx'
import { maskSecrets, type ResetKey, type ResetTarget, resetKey } from './resetKey.ts'

interface ResetValues {
  overlapHours: string
  /** The merchant number, typed as a confirmation. */
  merchantNo: string
}

const OVERLAPS = ['0', '1', '24', '72', '168'] as const

interface ResetDialogProps {
  /** The key to reset; null closes the dialog. */
  target: ResetTarget | null
  /** Whether the key pair is the first one, which replaces none. */
  isFirstPair: boolean
  merchantNo: string
  /** Until when the previous secret is still accepted; null when there is none. */
  oldSecretUntil: string | null
  onReset(now: MerchantSecret): void
  onClose(): void
}

/** Resets the secret or the key pair. The new value is shown in full only here. */
export function ResetDialog({ target, isFirstPair, onClose, ...rest }: ResetDialogProps) {
  const t = useT()
  const initialFocus = useRef<HTMLElement>(null)
  // The dialog stays open while the request runs and while the new key is shown.
  const isLocked = useRef(false)
  return (
    <Dialog
      open={target !== null}
      onClose={() => isLocked.current || onClose()}
      title={t(target !== 'keypair' ? 'command.secret.reset' : isFirstPair ? 'settings.pair.make' : 'command.secret.resetPair')}
      width={520}
      initialFocus={initialFocus}
    >
      {target !== null && (
        <ResetForm
          key={target}
          target={target}
          isFirstPair={isFirstPair}
          onClose={onClose}
          initialFocus={initialFocus}
          isLocked={isLocked}
          {...rest}
        />
      )}
    </Dialog>
  )
}

type ResetFormProps = ResetDialogProps & {
  target: ResetTarget
  initialFocus: { current: HTMLElement | null }
  isLocked: { current: boolean }
}

function ResetForm({
  target,
  isFirstPair,
  merchantNo,
  oldSecretUntil,
  onReset,
  onClose,
  initialFocus,
  isLocked,
}: ResetFormProps) {
  const t = useT()
  const { api } = useConsole()
  const hasOverlap = useFeature('secret-overlap') && target === 'secret'
  const model = useSettingForm<MerchantSecret | null, ResetValues, ResetKey>({
    initialValues: () => ({ overlapHours: '24', merchantNo: '' }),
    check: (typed): Faults =>
      isNumber(merchantNo, typed.merchantNo.trim(), { isTail: false }) ? {} : { merchantNo: 'settings.typed.differs' },
    asksPassword: true,
    firstField: initialFocus,
    // Nothing to load at the start; only a check after an unknown outcome.
    async load(typed) {
      if (typed === null) return null
      const now = maskSecrets(await api.call(calls.merchantSecret, {}, { quiet: true }))
      onReset(now)
      return now
    },
    // The full key stays in this dialog; the screen behind it gets it masked.
    async save({ values: { overlapHours }, secret }) {
      const overlap = hasOverlap ? { overlapHours } : {}
      return resetKey(api, { target, ...overlap, txnPwd: await hashPassword(secret ?? '') }, onReset)
    },
  })
  const { values, refusal, receipt: saved, isChecked, stored, isBusy, isConfirming, send } = model
  const password = useTransactionPassword({
    ref: useRef<HTMLInputElement>(null),
    label: t('settings.txnPwd'),
    refusal,
    isBusy,
    autoFocus: true,
    onPassword: (secret) => send({ type: 'secret.submit', secret }),
  })

  useEffect(() => {
    isLocked.current = isBusy || saved !== null
    return () => {
      isLocked.current = false
    }
  }, [isLocked, isBusy, saved])

  if (saved !== null) {
    const isSecret = target === 'secret'
    const { value, isListed } = saved
    const notSent = isSecret && isListed ? 'settings.reset.toReveal' : 'settings.reset.notSent'
    return (
      <div className={styles.form}>
        <p className={sections.text}>
          {t(value === null ? notSent : isSecret ? 'settings.reset.newSecret' : 'settings.reset.newKey')}
        </p>
        {value !== null && (
          <KeyText
            label={t(isSecret ? 'settings.secret' : 'settings.pair.private')}
            text={value}
            file={`${merchantNo}-${isSecret ? 'secret.txt' : 'platform-private.pem'}`}
          />
        )}
        <div className="actions">
          <Button variant="primary" onClick={onClose} autoFocus>
            {t(value === null ? 'app.close' : 'settings.reset.kept')}
          </Button>
        </div>
      </div>
    )
  }
  // A new secret is shown once, so a lost reset is not repeated.
  if (model.isUnknown) return <UnknownNotice {...model} retry={undefined} />

  function checkedText({ secret, updateTime }: MerchantSecret): string {
    if (target === 'secret') return secret === null ? t('settings.reset.lookedNot') : t('settings.reset.looked', { secret })
    return updateTime === null
      ? t('settings.reset.lookedNot')
      : t('settings.reset.lookedPair', { time: formatTime(updateTime) })
  }

  function submit(event: FormEvent) {
    if (isConfirming) return password.submit(event)
    event.preventDefault()
    model.submit()
  }

  return (
    <form ref={model.form} className={styles.form} onSubmit={submit} noValidate>
      <p className={sections.text}>
        {t(
          target === 'keypair'
            ? isFirstPair
              ? 'settings.reset.firstPairText'
              : 'settings.reset.pairText'
            : hasOverlap
              ? 'settings.reset.secretText'
              : 'settings.reset.secretAlone',
        )}
      </p>
      {isChecked && stored !== null && <Notice role="status">{checkedText(stored)}</Notice>}
      {password.notice}
      {isConfirming ? (
        password.field
      ) : (
        <>
          {hasOverlap && oldSecretUntil != null && (
            <Notice tone="unsure">{t('settings.reset.endsOld', { time: formatTime(oldSecretUntil) })}</Notice>
          )}
          {hasOverlap && (
            <ChoiceField
              label={t('settings.reset.overlap')}
              hint={t('settings.reset.overlapHint')}
              name="overlapHours"
              value={values.overlapHours}
              onValue={(overlapHours) => model.change({ overlapHours: overlapHours || '24' })}
              choices={OVERLAPS.map((hours) => ({ value: hours, label: t(`settings.overlap.${hours}`) }))}
            />
          )}
          <TextField
            ref={initialFocus as { current: HTMLInputElement | null }}
            label={t('settings.typeNumber', { merchantNo })}
            {...model.field('merchantNo')}
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
      <div className="actions">
        <Button {...FORM_EXIT} onClick={isConfirming && !isBusy ? () => send({ type: 'form.back' }) : onClose}>
          {t(isConfirming ? 'settings.back' : 'app.cancel')}
        </Button>
        <Button variant={isConfirming ? 'danger' : 'primary'} type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {t(isConfirming ? (target === 'secret' ? 'settings.secret.reset' : 'settings.pair.reset') : 'settings.next')}
        </Button>
      </div>
    </form>
  )
}
