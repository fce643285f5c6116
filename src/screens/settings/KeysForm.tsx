import { keysFor } from '#commands/keymap.ts'
import { FormActions } from '../../forms/FormActions.tsx'
import { WAY_OUT } from '../../forms/leaving.ts'
import { TextAreaField } from '../../forms/TextAreaField.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Section } from '../../ui/Sections.tsx'
import { useT } from '../../useConsole.tsx'
import { useForm } from '../../useForm.tsx'
import { fieldsOf } from './fieldsOf.ts'
import type { KeysSend, KeysSnapshot } from './Secrets.tsx'
import { SettingForm } from './SettingForm.tsx'
import { openKeys, type TypedKeys } from './typedKeys.ts'
import { useSaved } from './useSaved.ts'
import { differs } from './useSaving.ts'
import { useStanding } from './useStanding.ts'

interface KeysFormProps {
  snapshot: KeysSnapshot
  send: KeysSend
  mayEdit: boolean
}

/** The merchant's own public key, and where it is told of payins and payouts. */
export function KeysForm({ snapshot, send, mayEdit }: KeysFormProps) {
  const t = useT()
  const { context } = snapshot
  const isDirty = differs(context.values, openKeys(context.stored))
  const standing = useStanding({ snapshot, send, isDirty, kept: { name: 'keys', values: context.values } })
  const { isBusy, isUnknown, isHeld, submit, discard } = standing
  const leaving = useForm({ isDirty: isHeld, submit, discard, isKept: true })
  useSaved(snapshot.matches('saved'), () => send({ type: 'form.again' }))
  const field = fieldsOf<TypedKeys>({ context, send, t, isLocked: isBusy || isUnknown || !mayEdit })
  return (
    <Section title={t('settings.callbacks')} text={t('settings.callbacks.text')}>
      {leaving}
      <SettingForm
        isBroad
        standing={standing}
        context={context}
        looked={t(isDirty ? 'settings.looked.not' : 'settings.looked.saved')}
        actions={
          mayEdit && (
            <FormActions label={t('settings.save')} keys={keysFor('form.submit')[0]} isBusy={isBusy}>
              {isDirty && (
                <Button {...WAY_OUT} onClick={discard}>
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
