import { useSelector } from '@xstate/react'
import { amountFormatter } from '../../../format/amount.ts'
import { joinKnown } from '../../../format/joinKnown.ts'
import { spellAmount } from '../../../format/spellAmount.ts'
import type { Translate } from '../../../i18n.ts'
import { useLocale, useT } from '../../../useConsole.tsx'
import type { Flow } from '../flow/flows.ts'
import type { FormContext, MoneyKind, Values } from '../flow/kinds.ts'
import { receiptSize } from '../flow/receiptFile.ts'
import { figuresOf } from '../flow/rules.ts'
import { Detail, DetailList, MoneyAmount } from '../MoneyPage.tsx'
import styles from './form.module.css'

/** The amount in digits and in words, the details, the fee and the balance after it. */
export function MovementSummary({ flow, kind, id }: { flow: Flow; kind: MoneyKind; id?: string }) {
  const t = useT()
  const locale = useLocale()
  const { values, stored, isInDoubt } = useSelector(flow, ({ context }) => context)
  const formContext = stored!
  const figures = figuresOf(kind, values, formContext)
  const { currency } = formContext.info
  if (figures === null) return null
  const shown = amountFormatter(currency)
  return (
    <div id={id} className={styles.step}>
      <MoneyAmount value={figures.amount} currency={currency} />
      <p className={styles.amountInWords}>{spellAmount(figures.amount, locale)}</p>
      <DetailList>
        {detailsOf(kind, values, formContext, t).map(([title, value]) => (
          <Detail key={title} title={title}>
            {value}
          </Detail>
        ))}
        {kind.isOutgoing && (
          <Detail title={t(kind.name === 'withdraw' ? 'field.serviceFee' : 'field.transferFee')}>{shown(figures.fee)}</Detail>
        )}
        {kind.isOutgoing && <Detail title={t('money.arrives')}>{shown(figures.amount)}</Detail>}
        {/* The balance after it is unknown when the money may have moved already. */}
        {figures.after !== null && !isInDoubt && <Detail title={t('money.after')}>{shown(figures.after)}</Detail>}
      </DetailList>
    </div>
  )
}

/** The filled-in fields with their titles: source or destination, receipt, remark. */
function detailsOf(
  { fields }: MoneyKind,
  values: Values,
  formContext: FormContext,
  t: Translate,
): [title: string, value: string][] {
  const { banks, channels, receivers, offline } = formContext
  const bank = banks.find(({ bankCode }) => bankCode === values.bankCode)
  const account = offline?.accounts?.find(({ bankCode }) => bankCode === values.bankCode)
  const receiver = receivers.find(({ merchantNo }) => merchantNo === values.receiveMerchantNo)
  const details: Record<string, [title: string, value: string | undefined]> = {
    bankCode:
      account === undefined
        ? [t('field.bankName'), bank?.bankName ?? values.bankCode]
        : [t('money.offline.account'), joinKnown(account.bankName ?? account.bankCode, account.receiveAccount)],
    accountNumber: [t('field.accountNumber'), values.accountNumber],
    accountHoldName: [t('field.accountHoldName'), values.accountHoldName],
    receiveMerchantNo: [
      t('money.receiver'),
      receiver === undefined ? values.receiveMerchantNo : joinKnown(receiver.merchantName, receiver.merchantNo),
    ],
    payChannel: [
      t('field.payChannel'),
      channels.find(({ payChannel }) => payChannel === values.payChannel)?.name ?? values.payChannel,
    ],
    payerName: [t('field.payerName'), values.payerName],
    payerAccountNumber: [t('field.payerAccountNumber'), values.payerAccountNumber],
    receipt: [t('field.receipt'), values.receipt ? t('money.receipt.there', { size: receiptSize(values.receipt) }) : undefined],
    remark: [t('field.remark'), values.remark],
  }
  return fields.flatMap((name) => {
    const [title, value] = details[name] ?? ['', undefined]
    return value === undefined || value === '' ? [] : [[title, value] as [string, string]]
  })
}
