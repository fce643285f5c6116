import { FormActions } from '../../../FormActions.tsx'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { TextAreaField } from '../../../forms/TextAreaField.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Section } from '../../../ui/Sections.tsx'
import { useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { SettingForm } from '../form/SettingForm.tsx'
import { textFields } from '../form/textFields.ts'
import { useFormStatus } from '../form/useFormStatus.ts'
import { useSavedNotice } from '../form/useSavedNotice.ts'
import { differs } from '../form/useSaving.ts'
import { initialKeys, type KeysSend, type KeysSnapshot, type KeysValues } from './keysMachine.ts'

interface KeysFormProps {
  snapshot: KeysSnapshot
  send: KeysSend
  mayEdit: boolean
}

/** The public key of the merchant and its callback addresses for payins and payouts. */
export function KeysForm({ snapshot, send, mayEdit }: KeysFormProps) {
  const t = useT()
  const { context } = snapshot
  const isDirty = differs(context.values, initialKeys(context.stored))
  const formStatus = useFormStatus({ snapshot, send, isDirty, draft: { name: 'keys', values: context.values } })
  const { isBusy, isUnknown, hasUnsavedChanges: isHeld, submit, discard } = formStatus
  const leaving = useForm({ isDirty: isHeld, submit, discard, isKept: true })
  useSavedNotice(snapshot.matches('saved'), () => send({ type: 'form.again' }))
  const field = textFields<KeysValues>({ context, send, t, isLocked: isBusy || isUnknown || !mayEdit })
  return (
    <Section title={t('settings.callbacks')} text={t('settings.callbacks.text')}>
      {leaving}
      <SettingForm
        isBroad
        status={formStatus}
        context={context}
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
