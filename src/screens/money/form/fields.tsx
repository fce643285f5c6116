import { amountOf } from '../../../format/amount.ts'
import { spelled } from '../../../format/spelled.ts'
import { unitsIn } from '../../../format/writtenAmount.ts'
import { AmountField } from '../../../forms/AmountField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useLocale, useT } from '../../../useConsole.tsx'
import { enteredAmount } from '../flow/figures.ts'
import type { FieldsProps } from './MoneyForm.tsx'

/** The amount, said back as it was read while it is typed; left, it stands there as it was read. */
export function PayAmountField({ values, formContext, onChange, fault, onLeave }: FieldsProps) {
  const t = useT()
  const locale = useLocale()
  const { currency } = formContext.info
  const amount = enteredAmount(values, formContext, unitsIn(t('query.units')))
  const shown = amountOf(currency)
  return (
    <AmountField
      label={t('field.payAmount')}
      name="payAmount"
      currency={currency}
      value={values.payAmount ?? ''}
      onValue={(payAmount) => onChange({ payAmount })}
      onBlur={(event) => {
        // What it was read as must not change with the language.
        if (amount !== null && shown(amount) !== values.payAmount) onChange({ payAmount: shown(amount) })
        onLeave('payAmount', event)
      }}
      placeholder={t('money.amount.placeholder')}
      hint={amount === null ? t('money.amount.hint') : `${shown(amount)} ${currency} · ${spelled(amount, locale)}`}
      error={fault('payAmount')}
    />
  )
}

interface PlainFieldProps extends FieldsProps {
  name: string
  label: string
  isDigits?: boolean
  hint?: string
}

/** A line of text that is sent as it is. */
export const PlainField = ({ name, label, isDigits = false, hint, values, onChange, fault, onLeave }: PlainFieldProps) => (
  <TextField
    label={label}
    name={name}
    value={values[name] ?? ''}
    onValue={(text) => onChange({ [name]: isDigits ? text.replace(/[\s-]/g, '') : text })}
    onBlur={(event) => onLeave(name, event)}
    error={fault(name)}
    autoComplete="off"
    spellCheck={false}
    {...(isDigits ? { inputMode: 'numeric' as const } : {})}
    {...(hint === undefined ? {} : { hint })}
  />
)

/** Words that a field with choices needs. */
export function useChoiceWords() {
  const t = useT()
  return { nothing: t('form.choice.nothing'), open: t('form.choice.open') }
}
