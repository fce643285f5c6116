import { useState } from 'react'
import { calls } from '#contract/calls.ts'
import { formatTime } from '../../../format/dates.ts'
import { LoadPlaceholder } from '../../../submission/notices.tsx'
import { Page } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { DetailGrid } from '../DetailGrid.tsx'
import { useAutoStart } from '../form/useAutoStart.ts'
import { useSettingForm } from '../form/useSettingForm.ts'
import { KeyPairSection } from './KeyPairSection.tsx'
import { KeysForm } from './KeysForm.tsx'
import { initialKeys, keysFaults } from './keysForm.ts'
import { ResetDialog, type ResetTarget } from './ResetDialog.tsx'
import { SecretSection } from './SecretSection.tsx'

/** The signing keys of the merchant and its callback addresses. */
export function Keys() {
  const t = useT()
  const { api, permissions } = useConsole()
  const [resetting, setResetting] = useState<ResetTarget | null>(null)
  const [revealRequests, setRevealRequests] = useState(0)
  const model = useSettingForm({
    draft: { name: 'settings.keys' },
    initialValues: initialKeys,
    check: keysFaults,
    load: () => api.call(calls.merchantSecret, {}, { redirects: true }),
    save: ({ values, submission: { idempotencyKey } }) =>
      api.call(calls.changeSecret, { action: 'update', ...values }, { quiet: true, idempotencyKey }),
  })
  const { stored, send } = model
  const mayReset = permissions.includes('secret_reset')
  useAutoStart('do', stored !== null, (what) => {
    if (what === 'reveal' && mayReset) setRevealRequests((times) => times + 1)
    if (what === 'reset' && mayReset) setResetting('secret')
    if (what === 'resetPair' && mayReset) setResetting('keypair')
    if (what === 'edit') document.querySelector<HTMLElement>('[name="merchantPublicKey"]')?.focus()
  })

  if (stored === null) {
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
          { title: t('field.merchantNo'), value: stored.merchantNo, isMono: true, canCopy: true },
          { title: t('field.updateTime'), value: stored.updateTime && formatTime(stored.updateTime) },
        ]}
      />
      <SecretSection
        stored={stored}
        revealRequests={revealRequests}
        onReset={() => setResetting('secret')}
        mayReset={mayReset}
      />
      <KeyPairSection stored={stored} onReset={() => setResetting('keypair')} mayReset={mayReset} />
      <KeysForm model={model} mayEdit={permissions.includes('secret_update')} />
      <ResetDialog
        target={resetting}
        merchantNo={stored.merchantNo}
        oldSecretUntil={stored.oldSecretUntil}
        onReset={(now) => send({ type: 'stored.changed', stored: now })}
        onClose={() => setResetting(null)}
      />
    </Page>
  )
}
