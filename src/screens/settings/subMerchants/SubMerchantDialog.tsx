import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { calls } from '#contract/calls.ts'
import type { UpdateSubMerchant } from '#contract/shapes/merchants.ts'
import type { CallOptions } from '../../../api/client.ts'
import { dayAt } from '../../../format/dates.ts'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { LeaveDialog } from '../../../forms/LeaveDialog.tsx'
import { subMerchantAtom } from '../../../state/subMerchantAtom.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import { LoadPlaceholder } from '../form/notices.tsx'
import { SettingForm } from '../form/SettingForm.tsx'
import styles from '../form/settings.module.css'
import { useFormStatus } from '../form/useFormStatus.ts'
import { differs, useSaving } from '../form/useSaving.ts'
import { SubMerchantFields } from './SubMerchantFields.tsx'
import {
  CHANGE_FIELDS,
  createSubMerchantMachine,
  mapFaults,
  QUICK_FIELDS,
  type SubMerchantField,
  type SubMerchantValues,
  unknownOutcomeTexts,
  updateSubMerchantMachine,
  valuesOf,
  withoutSecrets,
} from './subMerchantForm.ts'

interface SubMerchantDialogProps {
  open: boolean
  onClose(): void
}

/** A sub-merchant form over the current screen: the quick form for a new sub-merchant, or an update. */
export function SubMerchantDialog({ open, onClose }: SubMerchantDialogProps) {
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
        closeLabel={t('app.close')}
        width={520}
      >
        {open && (
          <SubMerchantForm key={request.merchantNo} merchantNo={request.merchantNo} discardRef={discardRef} onClose={close} />
        )}
      </Dialog>
      <LeaveDialog
        open={isLeaving}
        onStay={() => setLeaving(false)}
        onLeave={close}
        labels={{
          title: t('form.leave.title'),
          text: t('form.leave.text'),
          stay: t('form.leave.stay'),
          leave: t('form.leave.leave'),
        }}
      />
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
  const { api, clock, scope, toasts } = useConsole()
  const fields = merchantNo === null ? QUICK_FIELDS : CHANGE_FIELDS
  const [machine] = useState(() =>
    (merchantNo === null ? createSubMerchantMachine : updateSubMerchantMachine)(fields, Number(dayAt(clock.now()).slice(0, 4))),
  )
  const [snapshot, send] = useSaving(machine, {
    async load(typed) {
      if (merchantNo === null && typed === null) return { sub: null }
      const filter = merchantNo === null ? { username: typed?.username.trim() ?? '' } : { merchantNo }
      const { rows } = await api.rows(calls.subMerchants, filter, { quiet: true })
      const found =
        merchantNo === null ? rows.find(({ username }) => username === typed?.username.trim().toLowerCase()) : rows[0]
      return { sub: found ?? null }
    },
    async save({ values, stored, idempotencyKey: key }) {
      const options: CallOptions = { quiet: true, idempotencyKey: key }
      if (merchantNo === null) return api.call(calls.addSubMerchant, await createInput(values), options)
      const changed = updateInput(values, valuesOf(stored.sub), fields)
      return api.call(calls.updateSubMerchant, { merchantNo, ...changed }, options)
    },
  })
  const { values, refusal, stored, saved, looked } = snapshot.context
  const faults = mapFaults(snapshot.context.faults, refusal?.code)
  const sub = stored?.sub ?? null
  const isChanged = differs(values, valuesOf(merchantNo === null ? null : sub))
  const formStatus = useFormStatus({
    snapshot,
    send,
    isDirty: isChanged && saved === null,
    draft: { name: 'subMerchant', about: merchantNo ?? 'quick', values: withoutSecrets(values) },
  })
  const { isBusy, isUnknown, hasUnsavedChanges: isHeld, forget } = formStatus
  useEffect(() => {
    discardRef.current = isHeld ? forget : null
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

  if (snapshot.matches('loading') || snapshot.matches('failed')) {
    return (
      <LoadPlaceholder
        failure={snapshot.matches('failed') ? snapshot.context.failure : null}
        onRetry={() => send({ type: 'stored.look' })}
      />
    )
  }
  if (merchantNo !== null && sub === null) return <p className={styles.nothing}>{t('settings.sub.none', { merchantNo })}</p>
  const wasCreated = merchantNo === null && looked && sub !== null
  return (
    <SettingForm
      status={formStatus}
      context={snapshot.context}
      {...(merchantNo === null
        ? unknownOutcomeTexts(t, values)
        : { checkedText: t(isChanged ? 'settings.looked.not' : 'settings.looked.saved') })}
      {...(wasCreated && { checkedText: t('settings.sub.added', { name: sub.merchantName, merchantNo: sub.merchantNo }) })}
      actions={null}
      foot={
        <div className={`${styles.actions} ${styles.foot}`}>
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
        formStatus.submit()
      }}
    >
      <SubMerchantFields
        fields={fields}
        values={values}
        faults={faults}
        isLocked={isBusy || isUnknown}
        statuses={sub === null ? ['ACTIVE'] : [sub.status, ...sub.moves]}
        onEdit={(edited) => send({ type: 'values.edit', values: edited })}
        onLeave={(name) => send({ type: 'field.leave', name })}
      />
    </SettingForm>
  )
}

async function createInput({
  merchantName,
  username,
  newPassword,
  confirmPwd,
  mobile,
  feeType,
  feeRate,
  merchantFee,
}: SubMerchantValues) {
  return {
    merchantName: merchantName.trim(),
    username: username.trim(),
    mobile: mobile.trim(),
    feeType: feeType as 'RATE',
    ...(feeRate && { feeRate }),
    ...(merchantFee && { merchantFee }),
    pwd: await hashPassword(newPassword),
    pwd2: await hashPassword(confirmPwd),
  }
}

const FEE_FIELDS: readonly SubMerchantField[] = ['feeType', 'feeRate', 'merchantFee']

/** Sends only the changed fields, so that concurrent changes of others are kept. A fee is sent as a whole. */
function updateInput(
  values: SubMerchantValues,
  before: SubMerchantValues,
  fields: readonly SubMerchantField[],
): Omit<UpdateSubMerchant, 'merchantNo'> {
  const changed = fields.filter((name) => values[name].trim() !== before[name])
  const sent = changed.some((name) => FEE_FIELDS.includes(name)) ? [...new Set([...changed, ...FEE_FIELDS])] : changed
  const entries = sent
    .filter((name) => !FEE_FIELDS.includes(name) || values[name] !== '')
    .map((name) => [name, values[name].trim()])
  return Object.fromEntries(entries) as Omit<UpdateSubMerchant, 'merchantNo'>
}
