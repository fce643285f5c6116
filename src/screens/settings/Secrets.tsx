import { useState } from 'react'
import { calls } from '#contract/calls.ts'
import type { MerchantSecret } from '#contract/merchantRows.ts'
import { shownTime } from '../../format/dates.ts'
import { Page } from '../../ui/Sections.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { NotHere } from './Answers.tsx'
import { Facts } from './Facts.tsx'
import { KeyPairSection } from './KeyPairSection.tsx'
import { KeysForm } from './KeysForm.tsx'
import { ResetDialog, type ResetTarget } from './ResetDialog.tsx'
import { SecretSection } from './SecretSection.tsx'
import { keysMachine, type TypedKeys } from './typedKeys.ts'
import { useBeginning } from './useBeginning.ts'
import { type SavingSend, type SavingSnapshot, useSaving } from './useSaving.ts'

/** What the merchant signs with, and where it is called back. */
export function Secrets() {
  const t = useT()
  const { api, permissions } = useConsole()
  const [resetting, setResetting] = useState<ResetTarget | null>(null)
  const [asked, setAsked] = useState(0)
  const [snapshot, send] = useSaving(keysMachine, {
    load: () => api.call(calls.merchantSecret, {}, { redirects: true }),
    save: ({ values, key }) => api.call(calls.changeSecret, { action: 'update', ...values }, { quiet: true, once: key }),
  })
  const { stored } = snapshot.context
  const mayReset = permissions.includes('secret_reset')
  useBeginning('do', stored !== null, (what) => {
    if (what === 'reveal' && mayReset) setAsked((times) => times + 1)
    if (what === 'reset' && mayReset) setResetting('secret')
    if (what === 'resetPair' && mayReset) setResetting('keypair')
    if (what === 'edit') document.querySelector<HTMLElement>('[name="merchantPublicKey"]')?.focus()
  })

  if (stored === null) {
    return (
      <Page layer="form">
        <NotHere
          failure={snapshot.matches('failed') ? snapshot.context.failure : null}
          onRetry={() => send({ type: 'stored.look' })}
        />
      </Page>
    )
  }
  return (
    <Page layer="form">
      <Facts
        facts={[
          { title: t('field.merchantNo'), value: stored.merchantNo, isMono: true, canCopy: true },
          { title: t('field.updateTime'), value: stored.updateTime && shownTime(stored.updateTime) },
        ]}
      />
      <SecretSection stored={stored} asked={asked} onReset={() => setResetting('secret')} mayReset={mayReset} />
      <KeyPairSection stored={stored} onReset={() => setResetting('keypair')} mayReset={mayReset} />
      <KeysForm snapshot={snapshot} send={send} mayEdit={permissions.includes('secret_update')} />
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

export type KeysSnapshot = SavingSnapshot<MerchantSecret, TypedKeys, MerchantSecret>
export type KeysSend = SavingSend<MerchantSecret, TypedKeys, MerchantSecret>
