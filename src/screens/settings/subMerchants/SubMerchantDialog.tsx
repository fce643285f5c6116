import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { LeaveDialog } from '../../../LeaveDialog.tsx'
import { subMerchantAtom } from '../../../state/requestAtoms.ts'
import { LoadPlaceholder } from '../../../submission/notices.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, type DialogProps } from '../../../ui/Dialog.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useOptions } from '../../../useOptions.ts'
import { nextStatuses } from '../form/nextStatuses.ts'
import { SettingForm } from '../form/SettingForm.tsx'
import styles from '../form/settings.module.css'
import { SubMerchantFields } from './SubMerchantFields.tsx'
import { unknownOutcomeTexts, useSubMerchantForm } from './useSubMerchantForm.ts'

/** A sub-merchant form over the current screen: the quick form for a new sub-merchant, or an update. */
export function SubMerchantDialog({ open, onClose }: Pick<DialogProps, 'open' | 'onClose'>) {
  const t = useT()
  const request = useAtomValue(subMerchantAtom)
  // Deletes the draft; null while there are no changes to lose.
  const discardRef = useRef<(() => void) | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const title = request.merchantNo === null ? 'command.sub.quickAdd' : 'command.sub.update'
  function close() {
    setLeaving(false)
    discardRef.current?.()
    onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        onClose={() => (discardRef.current === null ? close() : setLeaving(true))}
        title={request.merchantNo === null ? t(title) : `${t(title)} ${request.merchantNo}`}
        width={520}
      >
        {open && (
          <SubMerchantForm key={request.merchantNo} merchantNo={request.merchantNo} discardRef={discardRef} onClose={close} />
        )}
      </Dialog>
      <LeaveDialog open={isLeaving} onStay={() => setLeaving(false)} onLeave={close} />
    </>
  )
}

interface SubMerchantFormProps {
  merchantNo: string | null
  discardRef: { current: (() => void) | null }
  onClose(): void
}

function SubMerchantForm({ merchantNo, discardRef, onClose }: SubMerchantFormProps) {
  const t = useT()
  const { scope, toasts } = useConsole()
  const options = useOptions()
  const model = useSubMerchantForm(merchantNo === null ? 'quick' : { merchantNo })
  const { receipt: saved, stored, isBusy, isDirty, isUnknown, hasUnsavedChanges, discard } = model
  useEffect(() => {
    discardRef.current = hasUnsavedChanges ? discard : null
    return () => {
      discardRef.current = null
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per save
  useEffect(() => {
    if (saved === null) return
    const text =
      merchantNo === null
        ? t('settings.sub.added', { name: saved.merchantName, merchantNo: saved.merchantNo })
        : t('settings.saved')
    toasts.show({ tone: 'done', text })
    scope().list?.refresh()
    onClose()
  }, [saved])

  if (stored === null) return <LoadPlaceholder failure={model.failure} onRetry={model.refresh} />
  const { sub } = stored
  if (merchantNo !== null && sub === null) return <p className={styles.nothing}>{t('settings.sub.none', { merchantNo })}</p>
  const wasCreated = merchantNo === null && sub !== null
  const statuses = sub === null ? ['ACTIVE'] : [...new Set([sub.status ?? [], nextStatuses(sub, options)].flat())]
  return (
    <SettingForm
      model={model}
      {...(merchantNo === null
        ? unknownOutcomeTexts(t, model.values)
        : { checkedText: t(isDirty ? 'settings.looked.not' : 'settings.looked.saved') })}
      {...(wasCreated && { checkedText: t('settings.sub.added', { name: sub.merchantName, merchantNo: sub.merchantNo }) })}
      actions={null}
      foot={
        <div className={`actions ${styles.foot}`}>
          <Button {...FORM_EXIT} onClick={onClose}>
            {t(wasCreated || isUnknown ? 'app.close' : 'app.cancel')}
          </Button>
          {!isUnknown && !wasCreated && (
            <Button variant="primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              {t(merchantNo === null ? 'settings.sub.create' : 'settings.save')}
            </Button>
          )}
        </div>
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        model.submit()
      }}
    >
      <SubMerchantFields model={model} statuses={statuses} />
    </SettingForm>
  )
}
