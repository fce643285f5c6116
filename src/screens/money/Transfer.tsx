import { parseAddress, useAddress } from '../../state/location.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { moneyKinds } from './flow/kinds.ts'
import { MoneyForm } from './form/MoneyForm.tsx'
import { isPrefill } from './form/prefill.ts'
import { ModeTabs, MoneyPage, PermissionGate } from './MoneyPage.tsx'
import styles from './money.module.css'

// Loaded late, because it imports all of the list code.
const Records = lazyComponent(async () => (await import('../../lists/screens/accountScreens.tsx')).TransferScreen)

/** The parameter and tab of the transfer list. Any other parameter than a prefill selects it as well. */
const RECORDS = 'records'

/** The transfer form, and the list of earlier transfers. */
export function Transfer() {
  const t = useT()
  const { location } = useConsole()
  const { path, query } = parseAddress(useAddress(location))
  const isForm = isPrefill(moneyKinds.transfer, query)
  const choose = (mode: string) => location.go(mode === RECORDS ? `${path}?${RECORDS}=1` : path)
  const tabs = (
    <ModeTabs
      label={t('money.transfer.title')}
      modes={[
        { value: 'form', title: t('money.transfer.new') },
        { value: RECORDS, title: t('money.transfer.records') },
      ]}
      value={isForm ? 'form' : RECORDS}
      onChoose={choose}
    />
  )
  if (isForm) {
    return (
      <MoneyPage>
        {tabs}
        <PermissionGate kind={moneyKinds.transfer}>
          <MoneyForm kind={moneyKinds.transfer} choose={(nth) => choose(nth === 0 ? 'form' : RECORDS)} />
        </PermissionGate>
      </MoneyPage>
    )
  }
  return (
    <>
      <div className={styles.strip}>{tabs}</div>
      <Records />
    </>
  )
}
