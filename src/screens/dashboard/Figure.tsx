import type { ComponentProps, ReactNode } from 'react'
import { formatCount } from '../../format/amount.ts'
import { Amount } from '../../table/cellFormats.tsx'
import { Sparkline } from '../../ui/trend/Sparkline.tsx'
import { Change } from './Change.tsx'
import styles from './Figure.module.css'
import type { Change as ChangeOf } from './summaryFields.ts'

interface FocusItemProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The address it links to; null when it is not a link. */
  to: string | null
  /** The accessible label, when the text is not enough. */
  label?: string
}

/** A focusable figure; usually a drill-down link. */
export const FocusItem = ({ to, label, ...rest }: FocusItemProps) =>
  to === null ? (
    <span data-focus-item="" tabIndex={-1} {...(label === undefined ? {} : { role: 'img', 'aria-label': label })} {...rest} />
  ) : (
    <a data-focus-item="" href={`#${to}`} {...(label === undefined ? {} : { 'aria-label': label })} {...rest} />
  )

interface FigureProps {
  to: string | null
  title: string
  /** The previous value, as text. */
  before?: string
  change?: ChangeOf | null
  /** The unit of the change, when it is not a share. */
  formatChange?: (size: string) => string
  /** The figure on the last days. */
  trend?: readonly (number | null)[] | null
  children: ReactNode
}

/** A number with its title, which links to the rows that it counts. */
export const Figure = ({ to, title, before, change = null, formatChange, trend = null, children }: FigureProps) => (
  <FocusItem to={to} className={styles.figure}>
    <span className={styles.title}>{title} </span>
    <span className={styles.value}>
      <span className={styles.number}>{children}</span> {trend !== null && <Sparkline values={trend} />}
    </span>
    {before !== undefined && (
      <span className={styles.before}>
        <span>{before} </span>
        {change !== null && <Change change={change} {...(formatChange && { format: formatChange })} />}
      </span>
    )}
  </FocusItem>
)

/** A count or an amount. */
export const SummaryValue = ({ value, fractionDigits }: { value: number | string | null; fractionDigits: number }) =>
  typeof value === 'number' ? formatCount(value) : <Amount value={value} fractionDigits={fractionDigits} />
