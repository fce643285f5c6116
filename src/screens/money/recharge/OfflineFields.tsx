import { ChoiceField } from '../../../forms/ChoiceField.tsx'
import { useT } from '../../../useConsole.tsx'
import { type FieldsProps, PayAmountField, PlainField, useChoiceWords } from '../form/fields.tsx'
import { ReceiptField } from './ReceiptField.tsx'

/** The fields of an offline recharge: amount, account of the platform, payer and receipt. */
export function OfflineFields(props: FieldsProps) {
  const t = useT()
  const words = useChoiceWords()
  const { values, formContext, onChange, fault, onLeave } = props
  const accounts = formContext.offline?.accounts ?? []
  const chosen = accounts.find(({ bankCode }) => bankCode === values.bankCode)
  return (
    <>
      <PayAmountField {...props} />
      <ChoiceField
        label={t('money.offline.account')}
        name="bankCode"
        choices={accounts.map(({ bankCode, bankName, receiveAccount }) => ({
          value: bankCode,
          label: bankName,
          detail: receiveAccount,
        }))}
        value={values.bankCode ?? ''}
        onValue={(bankCode) => onChange({ bankCode })}
        unlisted="validated"
        onBlur={(event) => onLeave('bankCode', event)}
        hint={chosen === undefined ? t('money.offline.account.hint') : `${chosen.receiveAccount} · ${chosen.receiveName}`}
        error={fault('bankCode')}
        labels={words}
      />
      <PlainField {...props} name="payerName" label={t('field.payerName')} />
      <PlainField {...props} name="payerAccountNumber" label={t('field.payerAccountNumber')} isDigits />
      <ReceiptField
        value={values.receipt ?? ''}
        error={fault('receipt')}
        onValue={(receipt) => {
          onChange({ receipt })
          onLeave('receipt')
        }}
      />
      <PlainField {...props} name="remark" label={t('money.remark')} />
    </>
  )
}
