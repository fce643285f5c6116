import { FormActions } from '../../../FormActions.tsx'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { TextAreaField } from '../../../forms/TextAreaField.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Section } from '../../../ui/Sections.tsx'
import { useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { SettingForm } from '../form/SettingForm.tsx'
import { useSavedNotice } from '../form/useSavedNotice.ts'
import type { KeysModel, KeysValues } from './keysForm.ts'

/** The public key of the merchant and its callback addresses for payins and payouts. */
export function KeysForm({ model, mayEdit }: { model: KeysModel; mayEdit: boolean }) {
  const t = useT()
  const { isBusy, isDirty, hasUnsavedChanges, submit, discard } = model
  const leaving = useForm({ isDirty: hasUnsavedChanges, submit, discard, isKept: true })
  useSavedNotice(model.receipt, () => model.send({ type: 'form.again' }))
  const field = (name: keyof KeysValues) => ({ ...model.field(name), ...(!mayEdit && { readOnly: true }) })
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
