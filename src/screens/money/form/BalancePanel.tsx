import { FRACTION_DIGITS } from '#contract/money.ts'
import type { FormContext, Values } from '#machines/money/submission.ts'
import { amountFormatter, amountParts } from '../../../format/amount.ts'
import { useT } from '../../../useConsole.tsx'
import card from '../card.module.css'
import { Detail, DetailList } from '../DetailList.tsx'
import type { MoneyKind } from '../flow/kinds.ts'
import { limitsOf } from '../flow/rules.ts'
import { MoneyAmount } from '../MoneyAmount.tsx'
import styles from './BalancePanel.module.css'

/** The available balance, the limits and the fee of the form. */
export function BalancePanel({ kind, formContext, values }: { kind: MoneyKind; formContext: FormContext; values: Values }) {
  const t = useT()
  const { info } = formContext
  const places = FRACTION_DIGITS[info.currency]
  const { min, max } = limitsOf(kind, values, formContext)
  const shown = amountFormatter(info.currency)
  return (
    <aside className={styles.panel} aria-label={t('money.purse')}>
      <p className={card.label}>{t('field.available')}</p>
      <MoneyAmount value={info.available} currency={info.currency} look="small" />
      <DetailList>
        <Detail title={t('money.least')}>{shown(min)}</Detail>
        <Detail title={t('money.most')}>{shown(max)}</Detail>
        {kind.isOutgoing && (
          <Detail title={t(kind.name === 'withdraw' ? 'field.serviceFee' : 'field.transferFee')}>
            {shown(kind.fee(info))}
          </Detail>
        )}
        {amountParts(info.payoutFreeze, places)?.whole !== '0' && (
          <Detail title={t('field.payoutFreeze')}>{shown(info.payoutFreeze)}</Detail>
        )}
      </DetailList>
    </aside>
  )
}
