import { FormActions } from '../../../FormActions.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Page, Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { SettingForm } from '../form/SettingForm.tsx'
import styles from '../form/settings.module.css'
import { SubMerchantFields } from './SubMerchantFields.tsx'
import { unknownOutcomeTexts, useSubMerchantForm } from './useSubMerchantForm.ts'

const STATUSES = ['ACTIVE', 'PENDING', 'SUSPENDED'] as const

export function NewSubMerchant() {
  const t = useT()
  const { scope } = useConsole()
  const model = useSubMerchantForm('new')
  const { receipt, stored, isBusy, isChecked, hasUnsavedChanges, submit, discard } = model
  const leaving = useForm({ isDirty: hasUnsavedChanges, submit, discard })
  const created = receipt ?? (isChecked && stored !== null ? stored.sub : null)
  return (
    <Page layer="form">
      {leaving}
      {created !== null && (
        <Section title={t('settings.sub.made')} text={t('settings.sub.madeText', { name: created.merchantName })}>
          <div className={styles.done}>
            <p className={styles.big}>{created.merchantNo}</p>
            <div className="buttons wrap">
              <Button
                variant="primary"
                autoFocus
                onClick={() => (receipt === null ? discard() : model.send({ type: 'form.again' }))}
              >
                {t('settings.sub.another')}
              </Button>
              <Button onClick={() => void scope().app.copy(created.merchantNo ?? '')}>{t('app.copy')}</Button>
              <Button onClick={() => scope().app.openSubMerchant(created.merchantNo)}>{t('command.sub.update')}</Button>
            </div>
          </div>
        </Section>
      )}
      {created === null && stored !== null && (
        <Section hasHiddenTitle title={t('place.subCreate')} text={t('settings.sub.text')}>
          <SettingForm
            isBroad
            model={model}
            {...unknownOutcomeTexts(t, model.values)}
            actions={<FormActions label={t('settings.sub.create')} isBusy={isBusy} />}
          >
            <SubMerchantFields model={model} statuses={STATUSES} />
          </SettingForm>
        </Section>
      )}
    </Page>
  )
}
