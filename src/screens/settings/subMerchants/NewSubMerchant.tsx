import { useState } from 'react'
import { calls } from '#contract/calls.ts'
import { FormActions } from '../../../FormActions.tsx'
import { dayAt } from '../../../format/dates.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page, Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import { SettingForm } from '../form/SettingForm.tsx'
import styles from '../form/settings.module.css'
import { useFormStatus } from '../form/useFormStatus.ts'
import { differs, useSaving } from '../form/useSaving.ts'
import { SubMerchantFields } from './SubMerchantFields.tsx'
import {
  createSubMerchantMachine,
  EMPTY_VALUES,
  FULL_FIELDS,
  mapFaults,
  unknownOutcomeTexts,
  withoutSecrets,
} from './subMerchantForm.ts'

const STATUSES = ['ACTIVE', 'PENDING', 'SUSPENDED'] as const

/** The full form for a new sub-merchant. */
export function NewSubMerchant() {
  const t = useT()
  const { api, clock, scope } = useConsole()
  const [machine] = useState(() => createSubMerchantMachine(FULL_FIELDS, Number(dayAt(clock.now()).slice(0, 4))))
  const [snapshot, send] = useSaving(machine, {
    async load(typed) {
      if (typed === null) return { sub: null }
      const { rows } = await api.rows(calls.subMerchants, { username: typed.username.trim() }, { quiet: true })
      return { sub: rows.find(({ username }) => username === typed.username.trim().toLowerCase()) ?? null }
    },
    async save({ values: { newPassword, confirmPwd, feeType, feeRate, merchantFee, status, ...rest }, idempotencyKey: key }) {
      const [pwd, pwd2] = [await hashPassword(newPassword), await hashPassword(confirmPwd)]
      const texts = Object.fromEntries(Object.entries(rest).map(([name, typed]) => [name, typed.trim()]))
      const fee = { feeType: feeType as 'RATE', ...(feeRate && { feeRate }), ...(merchantFee && { merchantFee }) }
      const input = { ...(texts as typeof rest), ...fee, status: status as 'ACTIVE', pwd, pwd2 }
      return api.call(calls.createSubMerchant, input, { quiet: true, idempotencyKey: key })
    },
  })
  const { values, refusal, stored, saved, looked } = snapshot.context
  const faults = mapFaults(snapshot.context.faults, refusal?.code)
  const formStatus = useFormStatus({
    snapshot,
    send,
    isDirty: saved === null && differs(values, EMPTY_VALUES),
    draft: { name: 'subMerchant', about: 'new', values: withoutSecrets(values) },
  })
  const { isBusy, isUnknown, hasUnsavedChanges: isHeld, submit, discard } = formStatus
  const leaving = useForm({ isDirty: isHeld, submit, discard })
  const created = saved ?? (looked ? (stored?.sub ?? null) : null)

  if (created !== null) {
    return (
      <Page layer="form">
        {leaving}
        <Section title={t('settings.sub.made')} text={t('settings.sub.madeText', { name: created.merchantName })}>
          <div className={styles.done}>
            <p className={styles.big}>{created.merchantNo}</p>
            <div className={styles.links}>
              <Button
                variant="primary"
                autoFocus
                onClick={() => send({ type: saved === null ? 'form.discard' : 'form.again' })}
              >
                {t('settings.sub.another')}
              </Button>
              <Button onClick={() => void scope().app.copy(created.merchantNo)}>{t('app.copy')}</Button>
              <Button onClick={() => scope().app.openSubMerchant(created.merchantNo)}>{t('command.sub.update')}</Button>
            </div>
          </div>
        </Section>
      </Page>
    )
  }
  return (
    <Page layer="form">
      {leaving}
      <Section hasHiddenTitle title={t('place.subCreate')} text={t('settings.sub.text')}>
        <SettingForm
          isBroad
          status={formStatus}
          context={snapshot.context}
          {...unknownOutcomeTexts(t, values)}
          actions={<FormActions label={t('settings.sub.create')} isBusy={isBusy} />}
        >
          <SubMerchantFields
            fields={FULL_FIELDS}
            values={values}
            faults={faults}
            isLocked={isBusy || isUnknown}
            statuses={STATUSES}
            onEdit={(edited) => send({ type: 'values.edit', values: edited })}
            onLeave={(name) => send({ type: 'field.leave', name })}
          />
        </SettingForm>
      </Section>
    </Page>
  )
}
