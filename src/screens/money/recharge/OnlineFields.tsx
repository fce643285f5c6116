import { amountOf } from '../../../format/amount.ts'
import { ChoiceField } from '../../../forms/ChoiceField.tsx'
import { useT } from '../../../useConsole.tsx'
import { PayAmountField, useChoiceWords } from '../form/fields.tsx'
import type { FieldsProps } from '../form/MoneyForm.tsx'

/** How much, and by which channel. */
export function OnlineFields(props: FieldsProps) {
  const t = useT()
  const words = useChoiceWords()
  const { values, formContext, onChange, fault, onLeave } = props
  const shown = amountOf(formContext.info.currency)
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
        unlisted="judged"
        onBlur={(event) => onLeave('payChannel', event)}
        error={fault('payChannel')}
        words={words}
      />
    </>
  )
}

/** A limit without decimals that say nothing. */
const trimZeroFraction = (amount: string): string => amount.replace(/\.0+$/, '')
