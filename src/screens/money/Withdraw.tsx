import { ChoiceField } from '../../forms/ChoiceField.tsx'
import { useT } from '../../useConsole.tsx'
import { PayAmount, Plain, useChoiceWords } from './fieldParts.tsx'
import { moneyKinds } from './kinds.ts'
import { type FieldsProps, MoneyForm } from './MoneyForm.tsx'
import { MoneyPage } from './MoneyPage.tsx'
import { Permitted } from './Permitted.tsx'
import { useFlow } from './useFlow.ts'

/** Takes money out to a bank account. */
export const Withdraw = () => (
  <MoneyPage>
    <Permitted kind={moneyKinds.withdraw}>
      <Filling />
    </Permitted>
  </MoneyPage>
)

function Filling() {
  const flow = useFlow('withdraw')
  return <MoneyForm flow={flow} kind={moneyKinds.withdraw} Fields={WithdrawFields} />
}

function WithdrawFields(props: FieldsProps) {
  const t = useT()
  const words = useChoiceWords()
  const { values, ground, onChange, fault, onLeave } = props
  return (
    <>
      <PayAmount {...props} />
      <ChoiceField
        label={t('money.bank')}
        name="bankCode"
        choices={ground.banks.map(({ bankCode, bankName }) => ({ value: bankCode, label: bankName, detail: bankCode }))}
        value={values.bankCode ?? ''}
        onValue={(bankCode) => onChange({ bankCode })}
        unlisted="judged"
        onBlur={(event) => onLeave('bankCode', event)}
        error={fault('bankCode')}
        words={words}
      />
      <Plain {...props} name="accountNumber" label={t('field.accountNumber')} isDigits />
      <Plain {...props} name="accountHoldName" label={t('field.accountHoldName')} />
      <Plain {...props} name="remark" label={t('money.remark')} />
    </>
  )
}
