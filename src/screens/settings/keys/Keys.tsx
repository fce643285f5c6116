import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { canUse } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import { MAX_ADDRESS_LENGTH, PATTERNS } from '#contract/rules.ts'
import type { Faults } from '#machines/submission/submission.ts'
import { FormActions } from '../../../FormActions.tsx'
import { formatTime } from '../../../format/dates.ts'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { TextAreaField } from '../../../forms/TextAreaField.tsx'
import { currentUserAtom } from '../../../state/user.ts'
import { LoadPlaceholder } from '../../../submission/notices.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Page, Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import { useForm } from '../../../useForm.tsx'
import { DetailGrid } from '../DetailGrid.tsx'
import { SettingForm } from '../form/SettingForm.tsx'
import { type FormModel, useAutoStart, useSavedNotice, useSettingForm } from '../form/useSettingForm.ts'
import { KeyPairSection, SecretSection } from './KeySections.tsx'
import { ResetDialog } from './ResetDialog.tsx'
import { maskSecrets, type ResetTarget } from './resetKey.ts'
import { SignatureSection } from './SignatureSection.tsx'

/** The form values of the stored keys: the public key of the merchant and its callback addresses. */
const initialKeys = (stored: MerchantSecret | null) => ({
  merchantPublicKey: stored?.merchantPublicKey ?? '',
  payinNotifyAddress: stored?.payinNotifyAddress ?? '',
  payoutNotifyAddress: stored?.payoutNotifyAddress ?? '',
})

type KeysValues = ReturnType<typeof initialKeys>

const PEM = /^-----BEGIN PUBLIC KEY-----\s[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/

const addressFault = (address: string): string | null => {
  if (address === '') return null
  if (address.length > MAX_ADDRESS_LENGTH) return 'rule.tooLong'
  return PATTERNS.url.test(address) ? null : 'settings.address.rule'
}

function keyFault(typed: string): string | null {
  if (typed === '' || PEM.test(typed)) return null
  // A pasted private key is refused before it leaves the browser.
  return typed.includes('PRIVATE KEY') ? 'settings.public.private' : 'rule.format'
}

/** The faults of the form, by field. */
export function keysFaults({ merchantPublicKey, payinNotifyAddress, payoutNotifyAddress }: KeysValues): Faults {
  const faults = {
    merchantPublicKey: keyFault(merchantPublicKey.trim()),
    payinNotifyAddress: addressFault(payinNotifyAddress.trim()),
    payoutNotifyAddress: addressFault(payoutNotifyAddress.trim()),
  }
  return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** The signing keys of the merchant and its callback addresses. */
export function Keys() {
  const t = useT()
  const { api, permissions } = useConsole()
  const hasSignatureHeader = useFeature('signature-header')
  const user = useAtomValue(currentUserAtom)
  const [resetting, setResetting] = useState<ResetTarget | null>(null)
  // Kept while the dialog is open: it goes on after the first pair is stored.
  const [isFirstPair, setFirstPair] = useState(false)
  const [revealRequests, setRevealRequests] = useState(0)
  const [signingRequests, setSigningRequests] = useState(0)
  const model = useSettingForm({
    draft: { name: 'settings.keys' },
    initialValues: initialKeys,
    check: keysFaults,
    load: async (_, how) => maskSecrets(await api.call(calls.merchantSecret, {}, how)),
    save({ values, stored, submission: { idempotencyKey } }) {
      // What the gateway does not say is not cleared unless something was typed.
      const known = Object.entries(values)
        .map(([name, text]) => [name, text.trim()] as const)
        .filter(([name, text]) => text !== '' || Boolean(stored[name as keyof KeysValues]))
      return api.call(calls.changeSecret, { action: 'update', ...Object.fromEntries(known) }, { quiet: true, idempotencyKey })
    },
  })
  const { stored, send } = model
  const shownNo = stored?.merchantNo ?? user.merchantNo ?? null
  const merchantNo = shownNo ?? user.username ?? ''
  const mayReset = canUse(permissions, 'secret_reset')
  function resetPair() {
    setFirstPair(stored?.platPublicKey === '')
    setResetting('keypair')
  }
  useAutoStart('do', stored !== null, (what) => {
    if (what === 'reveal' && mayReset) setRevealRequests((times) => times + 1)
    if (what === 'reset' && mayReset) setResetting('secret')
    if (what === 'resetPair' && mayReset) resetPair()
    if (what === 'signing' && mayReset) setSigningRequests((times) => times + 1)
    if (what === 'edit') document.querySelector<HTMLElement>('[name="merchantPublicKey"]')?.focus()
  })

  if (stored === null || model.failure !== null) {
    return (
      <Page layer="form">
        <LoadPlaceholder failure={model.failure} onRetry={model.refresh} />
      </Page>
    )
  }
  return (
    <Page layer="form">
      <DetailGrid
        details={[
          { title: t('field.merchantNo'), value: shownNo, isMono: true, canCopy: true },
          ...(stored.updateTime === null ? [] : [{ title: t('field.updateTime'), value: formatTime(stored.updateTime) }]),
        ]}
      />
      <SecretSection
        stored={stored}
        revealRequests={revealRequests}
        onReset={() => setResetting('secret')}
        mayReset={mayReset}
      />
      {hasSignatureHeader && (
        <SignatureSection
          stored={stored}
          changeRequests={signingRequests}
          mayChange={mayReset}
          onChange={(now) => send({ type: 'stored.changed', stored: now })}
        />
      )}
      <KeyPairSection stored={stored} merchantNo={merchantNo} onReset={resetPair} mayReset={mayReset} />
      <CallbackSection model={model} mayEdit={canUse(permissions, 'secret_update')} />
      <ResetDialog
        target={resetting}
        isFirstPair={isFirstPair}
        merchantNo={merchantNo}
        oldSecretUntil={stored.oldSecretUntil}
        onReset={(now) => send({ type: 'stored.changed', stored: now })}
        onClose={() => setResetting(null)}
      />
    </Page>
  )
}

interface CallbackSectionProps {
  model: FormModel<MerchantSecret, KeysValues, MerchantSecret>
  mayEdit: boolean
}

/** The form of the public key of the merchant and its callback addresses for payins and payouts. */
function CallbackSection({ model, mayEdit }: CallbackSectionProps) {
  const t = useT()
  const { isBusy, isDirty, hasUnsavedChanges, submit, discard } = model
  const leaving = useForm({ isDirty: hasUnsavedChanges, submit, discard, isKept: true })
  useSavedNotice(model.receipt, () => model.send({ type: 'form.again' }))
  const field = (name: keyof KeysValues) => ({
    ...model.field(name),
    ...(!mayEdit && { readOnly: true }),
    ...(model.stored?.[name] === null && { hint: t('app.notAvailable') }),
  })
  return (
    <Section title={t('settings.callbacks')} text={t('settings.callbacks.text')}>
      {leaving}
      <SettingForm
        isBroad
        model={model}
        checkedText={t(isDirty ? 'settings.looked.not' : 'settings.looked.saved')}
        actions={
          mayEdit && (
            <FormActions label={t('settings.save')} isBusy={isBusy}>
              {isDirty && (
                <Button {...FORM_EXIT} onClick={discard}>
                  {t('form.leave.leave')}
                </Button>
              )}
            </FormActions>
          )
        }
      >
        <TextAreaField
          label={t('settings.merchantPublicKey')}
          hint={t('settings.merchantPublicKey.hint')}
          {...field('merchantPublicKey')}
        />
        <TextField label={t('settings.payinNotify')} inputMode="url" {...field('payinNotifyAddress')} />
        <TextField label={t('settings.payoutNotify')} inputMode="url" {...field('payoutNotifyAddress')} />
      </SettingForm>
    </Section>
  )
}
