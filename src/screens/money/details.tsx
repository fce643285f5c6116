import type { ReactNode, Ref } from 'react'
import { type Currency, FRACTION_DIGITS } from '#contract/money.ts'
import type { Amount as Value } from '#contract/rows/scalars.ts'
import { Amount } from '../../table/cellFormats.tsx'
import styles from './money.module.css'

/** Titles with values, one per line. */
export const DetailList = ({ children }: { children: ReactNode }) => <dl className={styles.lines}>{children}</dl>

export const Detail = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.line}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

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

/** A status text with a spinner. Focusable when a ref is given, for steps without controls. */
export const WaitingStatus = ({
  isBusy,
  ref,
  children,
}: {
  isBusy: boolean
  ref?: Ref<HTMLParagraphElement>
  children: ReactNode
}) => (
  <p ref={ref} tabIndex={ref === undefined ? undefined : -1} role="status" className={styles.waiting}>
    <span className={styles.spinner} data-on={isBusy} aria-hidden="true" />
    {children}
  </p>
)
