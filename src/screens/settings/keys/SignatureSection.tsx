import { useEffect, useRef } from 'react'
import { calls } from '#contract/calls.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import { RefusalNotice, UnknownNotice } from '../../../submission/notices.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Sections.tsx'
import { Status } from '../../../ui/Status.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import { PasswordDialog } from '../form/PasswordDialog.tsx'
import { useSavedNotice, useSettingForm } from '../form/useSettingForm.ts'

interface SignatureSectionProps {
  stored: MerchantSecret
  /** Number of change requests by commands. */
  changeRequests: number
  mayChange: boolean
  onChange(now: MerchantSecret): void
}

/** Whether calls of the merchant API must be signed with the header. Changed with the transaction password. */
export function SignatureSection({ stored, changeRequests, mayChange, onChange }: SignatureSectionProps) {
  const t = useT()
  const { api } = useConsole()
  const opener = useRef<HTMLButtonElement>(null)
  // Where the gateway does not say, requiring the header is offered.
  const isRequired = stored.signatureHeaderRequired
  const target = isRequired ? 'OPTIONAL' : 'REQUIRED'
  const model = useSettingForm<MerchantSecret, { signatureHeader: 'REQUIRED' | 'OPTIONAL' }, MerchantSecret>({
    initialValues: () => ({ signatureHeader: target }),
    check: () => ({}),
    asksPassword: true,
    firstField: opener,
    async load(sent) {
      if (sent === null) return stored
      const now = await api.call(calls.merchantSecret, {}, { quiet: true })
      onChange(now)
      return now
    },
    async save({ values, secret, submission: { idempotencyKey } }) {
      const input = { action: 'signing' as const, ...values, txnPwd: await hashPassword(secret ?? '') }
      return api.call(calls.changeSecret, input, { quiet: true, idempotencyKey })
    },
  })
  const { send, change, submit, values, receipt, refusal, snapshot, isBusy, isUnknown, isConfirming } = model
  useSavedNotice(receipt, () => {
    onChange(receipt!)
    send({ type: 'form.again' })
  })
  function ask() {
    change({ signatureHeader: target })
    submit()
  }
  const isReady = snapshot.matches('editing')
  const answered = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per request, as soon as the form is ready
  useEffect(() => {
    if (!isReady || changeRequests === answered.current) return
    answered.current = changeRequests
    ask()
  }, [changeRequests, isReady])

  const asked = values.signatureHeader
  return (
    <Section
      title={t('settings.signing')}
      text={t('settings.signing.text')}
      tools={
        mayChange &&
        !isUnknown && (
          <Button ref={opener} onClick={ask}>
            {t(`settings.signing.to.${target}`)}
          </Button>
        )
      }
    >
      {isRequired === null ? (
        <p className="faint">{t('app.notAvailable')}</p>
      ) : (
        <Status tone={isRequired ? 'good' : 'idle'}>{t(`settings.signing.${isRequired ? 'REQUIRED' : 'OPTIONAL'}`)}</Status>
      )}
      {isReady && <RefusalNotice refusal={refusal} />}
      {isUnknown && <UnknownNotice {...model} />}
      <PasswordDialog
        open={isConfirming}
        title={t(`settings.signing.to.${asked}`)}
        text={t(`settings.signing.to.${asked}.text`)}
        submit={t(`settings.signing.to.${asked}`)}
        isBusy={isBusy}
        pending={model.pending}
        refusal={refusal}
        onPassword={(secret) => send({ type: 'secret.submit', secret })}
        onClose={() => send({ type: 'form.back' })}
      />
    </Section>
  )
}
