import type { ComponentType, FocusEvent } from 'react'
import { amountFormatter } from '../../../format/amount.ts'
import { joinKnown } from '../../../format/joinKnown.ts'
import { parseUnits } from '../../../format/parseAmount.ts'
import { spellAmount } from '../../../format/spellAmount.ts'
import { ChoiceField } from '../../../forms/ChoiceField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useLocale, useT } from '../../../useConsole.tsx'
import type { FormContext, MoneyKindName, Values } from '../flow/kinds.ts'
import { enteredAmount } from '../flow/rules.ts'
import { ReceiptField } from '../recharge/ReceiptField.tsx'
import styles from './form.module.css'

interface FieldsProps {
  values: Values
  formContext: FormContext
  field(name: string): {
    name: string
    value: string
    onValue(text: string): void
    onBlur(event: FocusEvent): void
    /** Null while it is valid or not yet to be shown. */
    error: string | null
  }
  /** Validates a field without a blur. */
  onLeave(name: string): void
}

/** The amount field. Its hint shows the parsed amount while typing; on blur the text becomes that amount. */
function PayAmountField({ values, formContext, field }: FieldsProps) {
  const t = useT()
  const locale = useLocale()
  const { currency } = formContext.info
  const amount = enteredAmount(values, formContext, parseUnits(t('query.units')))
  const shown = amountFormatter(currency)
  const { value, onValue, onBlur, ...rest } = field('payAmount')
  return (
    <TextField
      {...rest}
      label={t('field.payAmount')}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onValue={onValue}
      onBlur={(event) => {
        // Normalize it, because parsing depends on the language.
        if (amount !== null && shown(amount) !== value) onValue(shown(amount))
        onBlur(event)
      }}
      placeholder={t('money.amount.placeholder')}
      hint={amount === null ? t('money.amount.hint') : `${shown(amount)} ${currency} · ${spellAmount(amount, locale)}`}
      end={
        <span className={styles.unit} aria-hidden="true">
          {currency}
        </span>
      }
    />
  )
}

type PlainFieldProps = FieldsProps & { name: string; label: string }

const PlainField = ({ name, label, field }: PlainFieldProps) => (
  <TextField {...field(name)} label={label} autoComplete="off" spellCheck={false} />
)

/** A field for digits. Spaces and hyphens are removed. */
function DigitsField({ name, label, field }: PlainFieldProps) {
  const { onValue, ...rest } = field(name)
  return (
    <TextField
      {...rest}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      onValue={(text) => onValue(text.replace(/[\s-]/g, ''))}
    />
  )
}

const bankChoices = ({ banks }: FormContext) =>
  banks.map(({ bankCode, bankName }) => ({ value: bankCode, label: bankName ?? bankCode, detail: bankCode }))

function WithdrawFields(props: FieldsProps) {
  const t = useT()
  return (
    <>
      <PayAmountField {...props} />
      <ChoiceField
        {...props.field('bankCode')}
        label={t('money.bank')}
        unlisted="validated"
        choices={bankChoices(props.formContext)}
      />
      <DigitsField {...props} name="accountNumber" label={t('field.accountNumber')} />
      <PlainField {...props} name="accountHoldName" label={t('field.accountHoldName')} />
      <PlainField {...props} name="remark" label={t('money.remark')} />
    </>
  )
}

function TransferFields(props: FieldsProps) {
  const t = useT()
  const { values, formContext } = props
  const receivers = formContext.receivers.filter(({ self, transferable }) => transferable && !self)
  const known = receivers.find(({ merchantNo }) => merchantNo === values.receiveMerchantNo)
  return (
    <>
      <ChoiceField
        {...props.field('receiveMerchantNo')}
        label={t('money.receiver')}
        choices={receivers.map(({ merchantNo, merchantName }) => ({
          value: merchantNo,
          label: merchantNo,
          detail: merchantName,
        }))}
        unlisted="accepted"
        hint={known?.merchantName ?? t('money.receiver.hint')}
      />
      <PayAmountField {...props} />
      <PlainField {...props} name="remark" label={t('money.remark')} />
    </>
  )
}

function accountHint(accounts: readonly unknown[] | null) {
  if (accounts === null) return 'app.notAvailable'
  return accounts.length === 0 ? 'money.offline.account.none' : 'money.offline.account.hint'
}

function OfflineFields(props: FieldsProps) {
  const t = useT()
  const { values, formContext, field, onLeave } = props
  const accounts = formContext.offline?.accounts ?? null
  const chosen = accounts?.find(({ bankCode }) => bankCode === values.bankCode)
  const receipt = field('receipt')
  return (
    <>
      <PayAmountField {...props} />
      <ChoiceField
        {...props.field('bankCode')}
        label={t('money.offline.account')}
        unlisted={accounts === null ? 'accepted' : 'validated'}
        choices={
          accounts?.map(({ bankCode, bankName, receiveAccount }) => ({
            value: bankCode,
            label: bankName ?? bankCode,
            detail: receiveAccount,
          })) ?? bankChoices(formContext)
        }
        hint={chosen === undefined ? t(accountHint(accounts)) : joinKnown(chosen.receiveAccount, chosen.receiveName)}
      />
      <PlainField {...props} name="payerName" label={t('field.payerName')} />
      <DigitsField {...props} name="payerAccountNumber" label={t('field.payerAccountNumber')} />
      <ReceiptField
        value={receipt.value}
        error={receipt.error}
        onValue={(url) => {
          receipt.onValue(url)
          onLeave('receipt')
        }}
      />
      <PlainField {...props} name="remark" label={t('money.remark')} />
    </>
  )
}

function OnlineFields(props: FieldsProps) {
  const t = useT()
  const { channels, info } = props.formContext
  const limit = (amount: string | null) => trimZeroFraction(amountFormatter(info.currency)(amount))
  return (
    <>
      <PayAmountField {...props} />
      <ChoiceField
        {...props.field('payChannel')}
        label={t('field.payChannel')}
        unlisted="validated"
        choices={channels.map(({ payChannel, name, minAmount, maxAmount }) => ({
          value: payChannel,
          label: name ?? payChannel,
          detail: minAmount === null && maxAmount === null ? null : `${limit(minAmount)} – ${limit(maxAmount)}`,
        }))}
      />
    </>
  )
}

/** Removes a fraction of only zeros. */
const trimZeroFraction = (amount: string): string => amount.replace(/\.0+$/, '')

export const FIELDS: Record<MoneyKindName, ComponentType<FieldsProps>> = {
  withdraw: WithdrawFields,
  transfer: TransferFields,
  rechargeOnline: OnlineFields,
  rechargeOffline: OfflineFields,
}
