import { ChoiceField } from '../../forms/ChoiceField.tsx'
import { addressOf, useAddress } from '../../state/location.ts'
import { later } from '../../ui/later.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { PayAmount, Plain, useChoiceWords } from './fieldParts.tsx'
import { moneyKinds } from './kinds.ts'
import { type FieldsProps, MoneyForm } from './MoneyForm.tsx'
import { MoneyPage } from './MoneyPage.tsx'
import { Permitted } from './Permitted.tsx'
import { isPrefill } from './prefill.ts'
import { useFlow } from './useFlow.ts'
import styles from './WayTabs.module.css'
import { WayTabs } from './WayTabs.tsx'

// It brings the whole of a list along.
const Records = later(async () => (await import('../../lists/definitions/accountScreens.tsx')).TransferScreen)

/** The address of what was transferred before. Whatever asks for more than a form is about that as well. */
const RECORDS = 'records'

/** Sends money to another merchant, and shows what was sent before. */
export function Transfer() {
  const t = useT()
  const { location } = useConsole()
  const { path, query } = addressOf(useAddress(location))
  const isForm = isPrefill(moneyKinds.transfer, query)
  const choose = (way: string) => location.go(way === RECORDS ? `${path}?${RECORDS}=1` : path)
  const tabs = (
    <WayTabs
      label={t('money.transfer.title')}
      ways={[
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
        <Permitted kind={moneyKinds.transfer}>
          <Filling choose={(nth) => choose(nth === 0 ? 'form' : RECORDS)} />
        </Permitted>
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

function Filling({ choose }: { choose(nth: number): void }) {
  const flow = useFlow('transfer')
  return <MoneyForm flow={flow} kind={moneyKinds.transfer} Fields={TransferFields} choose={choose} />
}

function TransferFields(props: FieldsProps) {
  const t = useT()
  const words = useChoiceWords()
  const { values, ground, onChange, fault, onLeave } = props
  const receivers = ground.receivers.filter(({ self, transferable }) => transferable && !self)
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
        unlisted="welcome"
        hint={known?.merchantName ?? t('money.receiver.hint')}
        error={fault('receiveMerchantNo')}
        words={words}
      />
      <PayAmount {...props} />
      <Plain {...props} name="remark" label={t('money.remark')} />
    </>
  )
}
