import { ChoiceField } from '../../forms/ChoiceField.tsx'
import { useT } from '../../useConsole.tsx'
import { moneyKinds } from './flow/kinds.ts'
import { type FieldsProps, PayAmountField, PlainField, useChoiceWords } from './form/fields.tsx'
import { MoneyForm } from './form/MoneyForm.tsx'
import { useFlow } from './form/useFlow.ts'
import { MoneyPage } from './MoneyPage.tsx'
import { PermissionGate } from './PermissionGate.tsx'

/** The withdraw form: pays out to a bank account. */
export const Withdraw = () => (
  <MoneyPage>
    <PermissionGate kind={moneyKinds.withdraw}>
      <WithdrawForm />
    </PermissionGate>
  </MoneyPage>
)

function WithdrawForm() {
  const flow = useFlow('withdraw')
  return <MoneyForm flow={flow} kind={moneyKinds.withdraw} Fields={WithdrawFields} />
}

function WithdrawFields(props: FieldsProps) {
  const t = useT()
  const words = useChoiceWords()
  const { values, formContext, onChange, fault, onLeave } = props
  return (
    <>
      <PayAmountField {...props} />
      <ChoiceField
        label={t('money.bank')}
        name="bankCode"
        choices={formContext.banks.map(({ bankCode, bankName }) => ({ value: bankCode, label: bankName, detail: bankCode }))}
        value={values.bankCode ?? ''}
        onValue={(bankCode) => onChange({ bankCode })}
        unlisted="validated"
        onBlur={(event) => onLeave('bankCode', event)}
        error={fault('bankCode')}
        labels={words}
      />
      <PlainField {...props} name="accountNumber" label={t('field.accountNumber')} isDigits />
      <PlainField {...props} name="accountHoldName" label={t('field.accountHoldName')} />
      <PlainField {...props} name="remark" label={t('money.remark')} />
    </>
  )
}
