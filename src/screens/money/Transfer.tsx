import { ChoiceField } from '../../forms/ChoiceField.tsx'
import { parseAddress, useAddress } from '../../state/location.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { moneyKinds } from './flow/kinds.ts'
import { type FieldsProps, PayAmountField, PlainField, useChoiceWords } from './form/fields.tsx'
import { MoneyForm } from './form/MoneyForm.tsx'
import { isPrefill } from './form/prefill.ts'
import { useFlow } from './form/useFlow.ts'
import styles from './ModeTabs.module.css'
import { ModeTabs } from './ModeTabs.tsx'
import { MoneyPage } from './MoneyPage.tsx'
import { PermissionGate } from './PermissionGate.tsx'

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
          <TransferForm choose={(nth) => choose(nth === 0 ? 'form' : RECORDS)} />
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

function TransferForm({ choose }: { choose(nth: number): void }) {
  const flow = useFlow('transfer')
  return <MoneyForm flow={flow} kind={moneyKinds.transfer} Fields={TransferFields} choose={choose} />
}

function TransferFields(props: FieldsProps) {
  const t = useT()
  const words = useChoiceWords()
  const { values, formContext, onChange, fault, onLeave } = props
  const receivers = formContext.receivers.filter(({ self, transferable }) => transferable && !self)
  const known = receivers.find(({ merchantNo }) => merchantNo === values.receiveMerchantNo)
  return (
    <>
      <ChoiceField
        label={t('money.receiver')}
        name="receiveMerchantNo"
        choices={receivers.map(({ merchantNo, merchantName }) => ({
          value: merchantNo,
          label: merchantNo,
          detail: merchantName,
        }))}
        value={values.receiveMerchantNo ?? ''}
        onValue={(receiveMerchantNo) => onChange({ receiveMerchantNo })}
        onBlur={(event) => onLeave('receiveMerchantNo', event)}
        unlisted="accepted"
        hint={known?.merchantName ?? t('money.receiver.hint')}
        error={fault('receiveMerchantNo')}
        labels={words}
      />
      <PayAmountField {...props} />
      <PlainField {...props} name="remark" label={t('money.remark')} />
    </>
  )
}
