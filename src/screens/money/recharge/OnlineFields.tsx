import { amountFormatter } from '../../../format/amount.ts'
import { ChoiceField } from '../../../forms/ChoiceField.tsx'
import { useT } from '../../../useConsole.tsx'
import { type FieldsProps, PayAmountField, useChoiceWords } from '../form/fields.tsx'

/** The fields of an online recharge: amount and channel. */
export function OnlineFields(props: FieldsProps) {
  const t = useT()
  const words = useChoiceWords()
  const { values, formContext, onChange, fault, onLeave } = props
  const shown = amountFormatter(formContext.info.currency)
  return (
    <>
      <PayAmountField {...props} />
      <ChoiceField
        label={t('field.payChannel')}
        name="payChannel"
        choices={formContext.channels.map(({ payChannel, name, minAmount, maxAmount }) => ({
          value: payChannel,
          label: name,
          detail: `${trimZeroFraction(shown(minAmount))} – ${trimZeroFraction(shown(maxAmount))}`,
        }))}
        value={values.payChannel ?? ''}
        onValue={(payChannel) => onChange({ payChannel })}
        unlisted="validated"
        onBlur={(event) => onLeave('payChannel', event)}
        error={fault('payChannel')}
        labels={words}
      />
    </>
  )
}

/** Removes a fraction of only zeros. */
const trimZeroFraction = (amount: string): string => amount.replace(/\.0+$/, '')
