import type { FocusEvent } from 'react'
import { amountFormatter } from '../../../format/amount.ts'
import { parseUnits } from '../../../format/parseAmount.ts'
import { spellAmount } from '../../../format/spellAmount.ts'
import { AmountField } from '../../../forms/AmountField.tsx'
import { ChoiceField, type FieldChoice } from '../../../forms/ChoiceField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useLocale, useT } from '../../../useConsole.tsx'
import type { FormContext, Values } from '../flow/kinds.ts'
import { enteredAmount } from '../flow/rules.ts'

/** Props of the fields of a form. */
export interface FieldsProps {
  values: Values
  formContext: FormContext
  onChange(values: Values): void
  /** The fault of a field, null while it is valid or not yet to be shown. */
  fault(name: string): string | null
  /** Called when a field is left; with the event when the focus left it. */
  onLeave(name: string, event?: FocusEvent): void
}

/** The amount field. Its hint shows the parsed amount while typing; on blur the text becomes that amount. */
export function PayAmountField({ values, formContext, onChange, fault, onLeave }: FieldsProps) {
  const t = useT()
  const locale = useLocale()
  const { currency } = formContext.info
  const amount = enteredAmount(values, formContext, parseUnits(t('query.units')))
  const shown = amountFormatter(currency)
  return (
    <AmountField
      label={t('field.payAmount')}
      name="payAmount"
      currency={currency}
      value={values.payAmount ?? ''}
      onValue={(payAmount) => onChange({ payAmount })}
      onBlur={(event) => {
        // Normalize it, because parsing depends on the language.
        if (amount !== null && shown(amount) !== values.payAmount) onChange({ payAmount: shown(amount) })
        onLeave('payAmount', event)
      }}
      placeholder={t('money.amount.placeholder')}
      hint={amount === null ? t('money.amount.hint') : `${shown(amount)} ${currency} · ${spellAmount(amount, locale)}`}
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

/** A plain text field. With `isDigits`, spaces and hyphens are removed. */
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

interface MoneyChoiceProps extends FieldsProps {
  name: string
  label: string
  choices: readonly FieldChoice[]
  /** A typed value that is not a choice is a fault by default. */
  unlisted?: 'accepted' | 'validated'
  hint?: string
}

/** A choice of a money form. */
export function MoneyChoice({ name, label, choices, unlisted = 'validated', hint, ...form }: MoneyChoiceProps) {
  const t = useT()
  return (
    <ChoiceField
      label={label}
      name={name}
      choices={choices}
      value={form.values[name] ?? ''}
      onValue={(value) => form.onChange({ [name]: value })}
      onBlur={(event) => form.onLeave(name, event)}
      unlisted={unlisted}
      hint={hint ?? null}
      error={form.fault(name)}
      labels={{ nothing: t('form.choice.nothing'), open: t('form.choice.open') }}
    />
  )
}
