import { optionLabel } from '#commands/optionLabel.ts'
import { normalizeMobile, PATTERNS } from '#contract/rules.ts'
import { ChoiceField } from '../../../forms/ChoiceField.tsx'
import { SecretField } from '../../../forms/SecretField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useT } from '../../../useConsole.tsx'
import { useOptions } from '../../../useOptions.ts'
import styles from '../form/settings.module.css'
import { PasswordRules } from '../passwords/PasswordRules.tsx'
import { rateText } from '../rateText.ts'
import { FEE_TYPES, hasFee, hasRate, type SubMerchantField, type SubMerchantModel } from './subMerchantForm.ts'

interface SubMerchantFieldsProps {
  fields: readonly SubMerchantField[]
  model: SubMerchantModel
  /** The statuses to choose from. */
  statuses: readonly string[]
}

/** The fields of a sub-merchant that the form includes. */
export function SubMerchantFields({ fields, model, statuses }: SubMerchantFieldsProps) {
  const t = useT()
  const options = useOptions()
  const has = (name: SubMerchantField) => fields.includes(name)
  const { field, values } = model
  const choice = (name: 'feeType' | 'status') => ({
    name,
    value: values[name],
    onValue: (typed: string) => typed !== '' && model.change({ [name]: typed }),
    error: model.error(name),
    labels: { nothing: t('form.choice.nothing'), open: t('form.choice.open') },
  })
  const secret = { labels: { show: t('login.showPassword'), hide: t('login.hidePassword') }, autoComplete: 'new-password' }
  const mobile = normalizeMobile(values.mobile)
  return (
    <>
      <div className={has('username') ? styles.pair : undefined}>
        <TextField label={t('field.merchantName')} autoFocus {...field('merchantName')} />
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
            <SecretField label={t('settings.newPassword')} {...secret} {...field('newPassword')} />
            <SecretField label={t('settings.confirmPwd')} {...secret} {...field('confirmPwd')} />
          </div>
          <PasswordRules typed={values.newPassword} />
        </>
      )}
      <div className={has('nationalId') ? styles.pair : undefined}>
        <TextField
          label={t('field.mobile')}
          inputMode="tel"
          hint={PATTERNS.mobile.test(mobile) && mobile !== values.mobile ? t('settings.mobile.as', { mobile }) : null}
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
              hint={model.error('feeRate') === null && /^0\.\d+$/.test(values.feeRate) ? rateText(values.feeRate) : null}
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
