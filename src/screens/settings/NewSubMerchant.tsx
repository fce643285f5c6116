import { useState } from 'react'
import { keysFor } from '#commands/keymap.ts'
import { calls } from '#contract/calls.ts'
import { dayAt } from '../../format/dates.ts'
import { FormActions } from '../../forms/FormActions.tsx'
import { Button } from '../../ui/Button.tsx'
import { Page, Section } from '../../ui/Sections.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useForm } from '../../useForm.tsx'
import { hashed } from './hashing.ts'
import { SettingForm } from './SettingForm.tsx'
import { SubFields } from './SubFields.tsx'
import styles from './settings.module.css'
import { BLANK, FULL_FIELDS, newSubMachine, placedFaults, withoutSecrets, wordsOfDoubt } from './subMerchant.ts'
import { differs, useSaving } from './useSaving.ts'
import { useStanding } from './useStanding.ts'

const STATUSES = ['ACTIVE', 'PENDING', 'SUSPENDED'] as const

/** A new sub-merchant, with all there is to say about it. */
export function NewSubMerchant() {
  const t = useT()
  const { api, clock, scope } = useConsole()
  const [machine] = useState(() => newSubMachine(FULL_FIELDS, Number(dayAt(clock.now()).slice(0, 4))))
  const [snapshot, send] = useSaving(machine, {
    async load(typed) {
      if (typed === null) return { sub: null }
      const { rows } = await api.rows(calls.subMerchants, { username: typed.username.trim() }, { quiet: true })
      return { sub: rows.find(({ username }) => username === typed.username.trim().toLowerCase()) ?? null }
    },
    async save({ values: { newPassword, confirmPwd, feeType, feeRate, merchantFee, status, ...rest }, key }) {
      const [pwd, pwd2] = [await hashed(newPassword), await hashed(confirmPwd)]
      const told = Object.fromEntries(Object.entries(rest).map(([name, typed]) => [name, typed.trim()]))
      const fee = { feeType: feeType as 'RATE', ...(feeRate && { feeRate }), ...(merchantFee && { merchantFee }) }
      const input = { ...(told as typeof rest), ...fee, status: status as 'ACTIVE', pwd, pwd2 }
      return api.call(calls.createSubMerchant, input, { quiet: true, once: key })
    },
  })
  const { values, refusal, stored, saved, looked } = snapshot.context
  const faults = placedFaults(snapshot.context.faults, refusal?.code)
  const standing = useStanding({
    snapshot,
    send,
    isDirty: saved === null && differs(values, BLANK),
    kept: { name: 'subMerchant', about: 'new', values: withoutSecrets(values) },
  })
  const { isBusy, isUnknown, isHeld, submit, discard } = standing
  const leaving = useForm({ isDirty: isHeld, submit, discard })
  const made = saved ?? (looked ? (stored?.sub ?? null) : null)

  if (made !== null) {
    return (
      <Page layer="form">
        {leaving}
        <Section title={t('settings.sub.made')} text={t('settings.sub.madeText', { name: made.merchantName })}>
          <div className={styles.done}>
            <p className={styles.big}>{made.merchantNo}</p>
            <div className={styles.links}>
              <Button look="primary" autoFocus onClick={() => send({ type: saved === null ? 'form.discard' : 'form.again' })}>
                {t('settings.sub.another')}
              </Button>
              <Button onClick={() => void scope().app.copy(made.merchantNo)}>{t('app.copy')}</Button>
              <Button onClick={() => scope().app.openSubMerchant(made.merchantNo)}>{t('command.sub.update')}</Button>
            </div>
          </div>
        </Section>
      </Page>
    )
  }
  return (
    <Page layer="form">
      {leaving}
      <Section isNamedAbove title={t('place.subCreate')} text={t('settings.sub.text')}>
        <SettingForm
          isBroad
          standing={standing}
          context={snapshot.context}
          {...wordsOfDoubt(t, values)}
          actions={<FormActions label={t('settings.sub.create')} keys={keysFor('form.submit')[0]} isBusy={isBusy} />}
        >
          <SubFields
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
