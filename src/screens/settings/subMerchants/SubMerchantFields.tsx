import { optionLabel } from '#commands/optionLabel.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import { isMobile, normalizeMobile } from '#contract/rules.ts'
import { formatRate } from '../../../format/amount.ts'
import { ChoiceField } from '../../../forms/ChoiceField.tsx'
import { SecretField } from '../../../forms/SecretField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { focusOnArrival } from '../../../ui/focus/focusOnArrival.ts'
import { useT } from '../../../useConsole.tsx'
import { useOptions } from '../../../useOptions.ts'
import styles from '../form/settings.module.css'
import { PasswordRules } from '../passwords/PasswordRules.tsx'
import { hasFee, hasRate, type SubMerchantModel } from './useSubMerchantForm.ts'

const FEE_TYPES: readonly FeeType[] = ['RATE', 'FIXED', 'MIXED']

/** The fields of a sub-merchant that the form includes. `statuses` are those to choose from. */
export function SubMerchantFields({ model, statuses }: { model: SubMerchantModel; statuses: readonly string[] }) {
  const t = useT()
  const options = useOptions()
  const { field, fields, values } = model
  const has = (name: (typeof fields)[number]) => fields.includes(name)
  const choice = (name: 'feeType' | 'status') => ({
    name,
    value: values[name],
    onValue: (typed: string) => typed !== '' && model.change({ [name]: typed }),
    error: model.error(name),
  })
  const mobile = normalizeMobile(values.mobile)
  return (
    <>
      <div className={has('username') ? styles.pair : undefined}>
        <TextField ref={focusOnArrival} label={t('field.merchantName')} {...field('merchantName')} />
        {has('username') && (
          <TextField
            label={t('field.username')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field('username')}
          />
        )}
      </div>
      {has('newPassword') && (
        <>
          <div className={styles.pair}>
            <SecretField label={t('settings.newPassword')} autoComplete="new-password" {...field('newPassword')} />
            <SecretField label={t('settings.confirmPwd')} autoComplete="new-password" {...field('confirmPwd')} />
          </div>
          <PasswordRules typed={values.newPassword} />
        </>
      )}
      <div className={has('nationalId') ? styles.pair : undefined}>
        <TextField
          label={t('field.mobile')}
          inputMode="tel"
          hint={isMobile(mobile) && mobile !== values.mobile ? t('settings.mobile.as', { mobile }) : null}
          {...field('mobile')}
        />
        {has('nationalId') && (
          <TextField
            label={t('settings.nationalId')}
            inputMode="numeric"
            hint={t('settings.nationalId.hint')}
            {...field('nationalId')}
          />
        )}
      </div>
      {has('feeType') && (
        <div className={styles.pair}>
          <ChoiceField
            label={t('field.feeType')}
            choices={FEE_TYPES.map((type) => ({ value: type, label: t(`field.feeType.${type}`) }))}
            {...choice('feeType')}
          />
          {hasRate(values.feeType) && (
            <TextField
              label={t('settings.feeRate')}
              inputMode="decimal"
              placeholder="0.006"
              hint={model.error('feeRate') === null && /^0\.\d+$/.test(values.feeRate) ? formatRate(values.feeRate) : null}
              {...field('feeRate')}
            />
          )}
          {hasFee(values.feeType) && (
            <TextField label={t('settings.merchantFee')} inputMode="decimal" placeholder="2500.00" {...field('merchantFee')} />
          )}
        </div>
      )}
      {has('status') && (
        <ChoiceField
          label={t('field.status')}
          choices={statuses.map((key) => ({ value: key, label: optionLabel('MerchantStatus', key, options) }))}
          {...choice('status')}
        />
      )}
      {has('payinNotifyAddress') && (
        <>
          <TextField label={t('settings.payinNotify')} inputMode="url" {...field('payinNotifyAddress')} />
          <TextField label={t('settings.payoutNotify')} inputMode="url" {...field('payoutNotifyAddress')} />
        </>
      )}
    </>
  )
}
