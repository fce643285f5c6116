import { PLACES } from '#contract/money.ts'
import type { Ground, Values } from '#machines/money/run.ts'
import { amountOf, amountParts } from '../../format/amount.ts'
import { useT } from '../../useConsole.tsx'
import card from './card.module.css'
import type { MoneyKind } from './kinds.ts'
import { Line, Lines } from './Line.tsx'
import { Money } from './Money.tsx'
import styles from './Purse.module.css'
import { limitsOf } from './rules.ts'

/** What there is, and between which amounts it may move for what fee. */
export function Purse({ kind, ground, values }: { kind: MoneyKind; ground: Ground; values: Values }) {
  const t = useT()
  const { info } = ground
  const places = PLACES[info.currency]
  const { min, max } = limitsOf(kind, values, ground)
  const shown = amountOf(info.currency)
  return (
    <aside className={styles.purse} aria-label={t('money.purse')}>
      <p className={card.label}>{t('field.available')}</p>
      <Money value={info.available} currency={info.currency} look="small" />
      <Lines>
        <Line title={t('money.least')}>{shown(min)}</Line>
        <Line title={t('money.most')}>{shown(max)}</Line>
        {kind.isOut && (
          <Line title={t(kind.name === 'withdraw' ? 'field.serviceFee' : 'field.transferFee')}>{shown(kind.fee(info))}</Line>
        )}
        {amountParts(info.payoutFreeze, places)?.whole !== '0' && (
          <Line title={t('field.payoutFreeze')}>{shown(info.payoutFreeze)}</Line>
        )}
      </Lines>
    </aside>
  )
}
