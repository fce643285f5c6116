import type { Currency } from '#contract/money.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import type { Amount as Value } from '#contract/rows/scalars.ts'
import { Amount } from '../../table/cellFormats.tsx'
import styles from './MoneyAmount.module.css'

/** The main amount of a page, with its currency. */
export const MoneyAmount = ({
  value,
  currency,
  look = 'large',
}: {
  value: Value
  currency: Currency
  look?: 'large' | 'small'
}) => (
  <p className={styles.money} data-look={look}>
    <Amount value={value} fractionDigits={FRACTION_DIGITS[currency]} /> <span className={styles.currency}>{currency}</span>
  </p>
)
