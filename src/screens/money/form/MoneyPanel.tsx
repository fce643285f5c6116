import { fractionDigitsOf } from '#contract/money.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import { amountFormatter, amountParts } from '../../../format/amount.ts'
import { duration } from '../../../format/durations.ts'
import { NO_FIGURE } from '../../../format/noFigure.ts'
import { parseUnits } from '../../../format/parseAmount.ts'
import { useT } from '../../../useConsole.tsx'
import type { FormContext, MoneyKind, Values } from '../flow/kinds.ts'
import { figuresOf, limitsOf } from '../flow/rules.ts'
import { Detail, DetailList, MoneyAmount } from '../MoneyPage.tsx'
import { EarlierMovements, type EarlierMovementsProps } from './EarlierMovements.tsx'
import styles from './form.module.css'

/**
 * Beside the form: the balance, what the typed amount does to it, the limits, and earlier movements to fill the form in from. What the
 * gateway does not say is left out.
 */
export function MoneyPanel({ values, ...earlier }: EarlierMovementsProps & { values: Values }) {
  const { kind, formContext } = earlier
  const t = useT()
  return (
    <div className={styles.panel}>
      <aside aria-label={t('money.purse')}>
        <p className="label">{t('field.available')}</p>
        <MoneyAmount value={formContext.info.available} currency={formContext.info.currency} look="small" />
        <DetailList>
          <Preview kind={kind} formContext={formContext} values={values} usualTime={earlier.earlier.usualTime} />
        </DetailList>
      </aside>
      <EarlierMovements {...earlier} />
    </div>
  )
}

interface PreviewProps {
  kind: MoneyKind
  formContext: FormContext
  values: Values
  usualTime: number | null
}

function Preview({ kind, formContext, values, usualTime }: PreviewProps) {
  const t = useT()
  const { info } = formContext
  const shown = amountFormatter(info.currency)
  const figures = figuresOf(kind, values, formContext, parseUnits(t('query.units')))
  const { min, max } = limitsOf(kind, values, formContext)
  const fee = kind.fee(info)
  const isFrozen = amountParts(info.payoutFreeze, fractionDigitsOf(info.currency))?.whole !== '0'
  const figure = (value: Amount | null | undefined) => (
    <span className={value?.startsWith('-') ? 'bad' : undefined}>{value == null ? NO_FIGURE : shown(value)}</span>
  )
  return (
    <>
      {kind.isOutgoing && fee !== null && (
        <Detail title={t(kind.name === 'withdraw' ? 'field.serviceFee' : 'field.transferFee')}>
          {/^[0.]*$/.test(fee) ? t('money.free') : shown(fee)}
        </Detail>
      )}
      {kind.isOutgoing && <Detail title={t('money.arrives')}>{figure(figures?.amount)}</Detail>}
      {info.available !== null && (fee !== null || !kind.isOutgoing) && (
        <Detail title={t(kind.isOutgoing ? 'money.after' : 'money.afterPaid')}>
          {figure(figures?.after ?? figures?.paid)}
        </Detail>
      )}
      {kind.isOutgoing && usualTime !== null && (
        <Detail title={t('money.arrival')}>{t('money.arrival.usual', { span: duration(usualTime, t) })}</Detail>
      )}
      {min !== null && <Detail title={t('money.least')}>{shown(min)}</Detail>}
      {max !== null && <Detail title={t('money.most')}>{shown(max)}</Detail>}
      {max !== null && <Detail title={t('money.limitLeft')}>{figure(figures?.limitLeft)}</Detail>}
      {isFrozen && info.payoutFreeze !== null && <Detail title={t('field.payoutFreeze')}>{shown(info.payoutFreeze)}</Detail>}
    </>
  )
}
