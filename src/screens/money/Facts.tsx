import type { Ground, Values } from '#machines/money/run.ts'
import { amountOf } from '../../format/amount.ts'
import { spelled } from '../../format/spelled.ts'
import type { Translate } from '../../i18n.ts'
import { useLocale, useT } from '../../useConsole.tsx'
import styles from './Facts.module.css'
import { figuresOf } from './figures.ts'
import type { MoneyKind } from './kinds.ts'
import { Line, Lines } from './Line.tsx'
import { Money } from './Money.tsx'
import { sizeOf } from './receiptFile.ts'

interface FactsProps {
  kind: MoneyKind
  values: Values
  ground: Ground
  /** Whether it may have moved already: then nobody can tell what it leaves. */
  isInDoubt: boolean
}

/** What is about to move, in digits and in words, and what it leaves behind. */
export function Facts({ kind, values, ground, isInDoubt }: FactsProps) {
  const t = useT()
  const locale = useLocale()
  const figures = figuresOf(kind, values, ground)
  const { currency } = ground.info
  if (figures === null) return null
  const shown = amountOf(currency)
  return (
    <>
      <Money value={figures.amount} currency={currency} />
      <p className={styles.words}>{spelled(figures.amount, locale)}</p>
      <Lines>
        {detailsOf(kind, values, ground, t).map(([title, value]) => (
          <Line key={title} title={title}>
            {value}
          </Line>
        ))}
        {kind.isOut && (
          <Line title={t(kind.name === 'withdraw' ? 'field.serviceFee' : 'field.transferFee')}>{shown(figures.fee)}</Line>
        )}
        {kind.isOut && <Line title={t('money.arrives')}>{shown(figures.arrives)}</Line>}
        {figures.after !== null && !isInDoubt && <Line title={t('money.after')}>{shown(figures.after)}</Line>}
      </Lines>
    </>
  )
}

/** Where it goes, or comes from, field by field. */
function detailsOf({ fields }: MoneyKind, values: Values, ground: Ground, t: Translate): [title: string, value: string][] {
  const { banks, channels, receivers, offline } = ground
  const bank = banks.find(({ bankCode }) => bankCode === values.bankCode)
  const account = offline?.accounts.find(({ bankCode }) => bankCode === values.bankCode)
  const receiver = receivers.find(({ merchantNo }) => merchantNo === values.receiveMerchantNo)
  const said: Record<string, [title: string, value: string | undefined]> = {
    bankCode:
      account === undefined
        ? [t('field.bankName'), bank?.bankName ?? values.bankCode]
        : [t('money.offline.account'), `${account.bankName} · ${account.receiveAccount}`],
    accountNumber: [t('field.accountNumber'), values.accountNumber],
    accountHoldName: [t('field.accountHoldName'), values.accountHoldName],
    receiveMerchantNo: [
      t('money.receiver'),
      receiver === undefined ? values.receiveMerchantNo : `${receiver.merchantName} · ${receiver.merchantNo}`,
    ],
    payChannel: [
      t('field.payChannel'),
      channels.find(({ payChannel }) => payChannel === values.payChannel)?.name ?? values.payChannel,
    ],
    payerName: [t('field.payerName'), values.payerName],
    payerAccountNumber: [t('field.payerAccountNumber'), values.payerAccountNumber],
    receipt: [t('field.receipt'), values.receipt ? t('money.receipt.there', { size: sizeOf(values.receipt) }) : undefined],
    remark: [t('field.remark'), values.remark],
  }
  return fields.flatMap((name) => {
    const [title, value] = said[name] ?? ['', undefined]
    return value === undefined || value === '' ? [] : [[title, value] as [string, string]]
  })
}
