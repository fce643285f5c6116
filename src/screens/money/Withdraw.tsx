import { moneyKinds } from './flow/kinds.ts'
import { MoneyForm } from './form/MoneyForm.tsx'
import { MoneyPage, PermissionGate } from './MoneyPage.tsx'

/** The withdraw form: pays out to a bank account. */
export const Withdraw = () => (
  <MoneyPage>
    <PermissionGate kind={moneyKinds.withdraw}>
      <MoneyForm kind={moneyKinds.withdraw} />
    </PermissionGate>
  </MoneyPage>
)
