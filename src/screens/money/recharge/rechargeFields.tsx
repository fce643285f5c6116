import { amountFormatter } from '../../../format/amount.ts'
import { useT } from '../../../useConsole.tsx'
import { type FieldsProps, MoneyChoice, PayAmountField, PlainField } from '../form/fields.tsx'
import { ReceiptField } from './ReceiptField.tsx'

/** The fields of an offline recharge: amount, account of the platform, payer and receipt. */
export function OfflineFields(props: FieldsProps) {
  const t = useT()
  const { values, formContext, onChange, fault, onLeave } = props
  const accounts = formContext.offline?.accounts ?? []
  const chosen = accounts.find(({ bankCode }) => bankCode === values.bankCode)
  return (
    <>
      <PayAmountField {...props} />
      <MoneyChoice
        {...props}
        name="bankCode"
        label={t('money.offline.account')}
        choices={accounts.map(({ bankCode, bankName, receiveAccount }) => ({
          value: bankCode,
          label: bankName,
          detail: receiveAccount,
        }))}
        hint={chosen === undefined ? t('money.offline.account.hint') : `${chosen.receiveAccount} · ${chosen.receiveName}`}
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

/** The fields of an online recharge: amount and channel. */
export function OnlineFields(props: FieldsProps) {
  const t = useT()
  const { channels, info } = props.formContext
  const shown = amountFormatter(info.currency)
  return (
    <>
      <PayAmountField {...props} />
      <MoneyChoice
        {...props}
        name="payChannel"
        label={t('field.payChannel')}
        choices={channels.map(({ payChannel, name, minAmount, maxAmount }) => ({
          value: payChannel,
          label: name,
          detail: `${trimZeroFraction(shown(minAmount))} – ${trimZeroFraction(shown(maxAmount))}`,
        }))}
      />
    </>
  )
}

/** Removes a fraction of only zeros. */
const trimZeroFraction = (amount: string): string => amount.replace(/\.0+$/, '')
