import { rowKinds } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import { formatCount } from '../../format/amount.ts'
import { ButtonKeys } from '../../keyboard/CommandKeys.tsx'
import { BUCKETS, type Bucket, type ReconcileSummary } from '../../reconcile/buckets.ts'
import { useT } from '../../useConsole.tsx'
import styles from './BucketTable.module.css'
import { toneOf } from './entryColumns.tsx'
import { exactAmountIn } from './exactAmount.ts'

interface BucketTableProps {
  summary: ReconcileSummary
  list: OrderRowKind
  shown: Bucket | 'all'
  onShow(bucket: Bucket | 'all'): void
}

/**
 * The buckets as an equation of both sides: the total of the statement less each bucket is zero, and so is that of the orders. A bucket
 * opens by a click or by its digit.
 */
export function BucketTable({ summary, list, shown, onShow }: BucketTableProps) {
  const t = useT()
  const { buckets, equation, lines, orders, open } = summary
  const { fractionDigits } = rowKinds[list]
  const full = exactAmountIn(fractionDigits)
  const sums = BUCKETS.flatMap((bucket) => [buckets[bucket].lineSum, buckets[bucket].orderSum])
  const areWhole = [equation.lineTotal, equation.orderTotal, ...sums].every((sum) => !/\.\d*[1-9]/.test(sum))
  // Whole amounts are shown without decimals, so that ten of them fit.
  const money = (sum: string) => (areWhole ? full(sum).replace(/\.0+$/, '') : full(sum))
  /** Takes nothing from the equation, so that a narrow window does without it. Its digit opens it all the same. */
  const isOptional = (bucket: Bucket) => buckets[bucket].entries === 0 && shown !== bucket
  const isZero = (sum: string) => !/[1-9]/.test(sum)
  return (
    <table className={styles.table} aria-label={t('reconcile.equation')}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t('reconcile.side')}</span>
          </th>
          <th scope="col" aria-current={shown === 'all' || undefined}>
            <button type="button" className={styles.bucket} onClick={() => onShow('all')}>
              <span className={styles.name}>
                {t('reconcile.bucket.all')}
                <ButtonKeys of="reconcile.all" />
              </span>
              <span className={styles.count}>{formatCount(lines)}</span>
              <span className={styles.open} data-done={open === 0 || undefined}>
                {open === 0 ? t('reconcile.allDone') : t('reconcile.open', { n: formatCount(open) })}
              </span>
            </button>
          </th>
          {BUCKETS.map((bucket, index) => (
            <th
              key={bucket}
              scope="col"
              data-tone={buckets[bucket].entries === 0 ? undefined : toneOf(bucket, { isCompared: equation.hasAmounts })}
              data-empty={buckets[bucket].entries === 0 || undefined}
              data-optional={isOptional(bucket) || undefined}
              aria-current={shown === bucket || undefined}
            >
              <button type="button" className={styles.bucket} onClick={() => onShow(bucket)}>
                <span className={styles.name}>
                  <span className={styles.title}>{t(`reconcile.bucket.${bucket}`)}</span>
                  <ButtonKeys of={`reconcile.bucket${(index + 1) as 1}`} />
                </span>
                <span className={styles.count}>{formatCount(buckets[bucket].entries)}</span>
                <span className={styles.open}>
                  {buckets[bucket].open > 0 ? t('reconcile.open', { n: formatCount(buckets[bucket].open) }) : '\u00A0'}
                </span>
              </button>
            </th>
          ))}
          <th scope="col" className={styles.restHead}>
            <span className={styles.name}>{t('reconcile.rest')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('reconcile.side.statement')}</th>
          <td>{money(equation.lineTotal)}</td>
          {BUCKETS.map((bucket) => (
            <td
              key={bucket}
              data-sign="−"
              data-empty={isZero(buckets[bucket].lineSum) || undefined}
              data-optional={isOptional(bucket) || undefined}
            >
              {money(buckets[bucket].lineSum)}
            </td>
          ))}
          <td data-sign="=" className={styles.rest} data-wrong={!isZero(equation.lineRest) || undefined}>
            {money(equation.lineRest)}
          </td>
        </tr>
        <tr>
          <th scope="row">{t('reconcile.side.orders', { n: formatCount(orders) })}</th>
          <td>{money(equation.orderTotal)}</td>
          {BUCKETS.map((bucket) => (
            <td
              key={bucket}
              data-sign="−"
              data-empty={isZero(buckets[bucket].orderSum) || undefined}
              data-optional={isOptional(bucket) || undefined}
            >
              {money(buckets[bucket].orderSum)}
            </td>
          ))}
          <td data-sign="=" className={styles.rest} data-wrong={!isZero(equation.orderRest) || undefined}>
            {money(equation.orderRest)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
