import { useT } from '../../useConsole.tsx'
import { moneyKinds } from './flow/kinds.ts'
import { type FieldsProps, MoneyChoice, PayAmountField, PlainField } from './form/fields.tsx'
import { MoneyForm } from './form/MoneyForm.tsx'
import { MoneyPage, PermissionGate } from './MoneyPage.tsx'

/** The withdraw form: pays out to a bank account. */
export const Withdraw = () => (
  <MoneyPage>
    <PermissionGate kind={moneyKinds.withdraw}>
      <MoneyForm kind={moneyKinds.withdraw} Fields={WithdrawFields} />
    </PermissionGate>
  </MoneyPage>
)

function WithdrawFields(props: FieldsProps) {
  const t = useT()
  const { banks } = props.formContext
  return (
    <>
      <PayAmountField {...props} />
      <MoneyChoice
        {...props}
        name="bankCode"
        label={t('money.bank')}
        choices={banks.map(({ bankCode, bankName }) => ({ value: bankCode, label: bankName, detail: bankCode }))}
      />
      <PlainField {...props} name="accountNumber" label={t('field.accountNumber')} isDigits />
      <PlainField {...props} name="accountHoldName" label={t('field.accountHoldName')} />
      <PlainField {...props} name="remark" label={t('money.remark')} />
    </>
  )
}
