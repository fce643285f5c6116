import { rowKinds } from '#commands/rows/kinds.ts'
import { kindTitle } from '../../commandText.ts'
import { formatCount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { BUCKETS, type ReconcileSummary } from '../../reconcile/buckets.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { exactAmountIn } from './exactAmount.ts'
import styles from './PrintSummary.module.css'
import type { ReconcileSession } from './reconcileSession.ts'

/** The summary of a statement on one page, for the printer alone. */
export function PrintSummary({
  session: { actor, account },
  summary,
}: {
  session: ReconcileSession
  summary: ReconcileSummary
}) {
  const t = useT()
  const { clock, permissions } = useConsole()
  const { preview, settings } = actor.getSnapshot().context
  const { buckets, equation, lines, orders, decided, open } = summary
  const money = exactAmountIn(rowKinds[settings.list].fractionDigits)
  const days = preview?.days
  return (
    <section className={styles.page} data-print="">
      <h1>{t('place.reconcile')}</h1>
      <dl className="facts">
        <dt>{t('reconcile.sessions.file')}</dt>
        <dd>{preview === null || preview.fileName === '' ? t('reconcile.pasted') : preview.fileName}</dd>
        <dt>{t('reconcile.sessions.days')}</dt>
        <dd>{days == null ? '' : `${days.from} – ${days.to}`}</dd>
        <dt>{t('reconcile.columns.list')}</dt>
        <dd>{kindTitle(settings.list, permissions, t)}</dd>
        <dt>{t('reconcile.print.made')}</dt>
        <dd>
          {formatTime(new Date(clock.now()).toISOString())} · {account}
        </dd>
      </dl>
      <table>
        <thead>
          <tr>
            <th>{t('reconcile.print.bucket')}</th>
            <th>{t('reconcile.print.entries')}</th>
            <th>{t('reconcile.side.statement')}</th>
            <th>{t('reconcile.print.orders')}</th>
            <th>{t('reconcile.print.open')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th>{t('reconcile.bucket.all')}</th>
            <td>
              {formatCount(lines)} / {formatCount(orders)}
            </td>
            <td>{money(equation.lineTotal)}</td>
            <td>{money(equation.orderTotal)}</td>
            <td>{formatCount(open)}</td>
          </tr>
          {BUCKETS.map((bucket) => (
            <tr key={bucket}>
              <th>− {t(`reconcile.bucket.${bucket}`)}</th>
              <td>{formatCount(buckets[bucket].entries)}</td>
              <td>{money(buckets[bucket].lineSum)}</td>
              <td>{money(buckets[bucket].orderSum)}</td>
              <td>{formatCount(buckets[bucket].open)}</td>
            </tr>
          ))}
          <tr>
            <th>= {t('reconcile.rest')}</th>
            <td />
            <td>{money(equation.lineRest)}</td>
            <td>{money(equation.orderRest)}</td>
            <td />
          </tr>
        </tbody>
      </table>
      <p>
        {t('reconcile.print.difference', { amount: money(equation.difference) })} ·{' '}
        {t('reconcile.print.decided', { n: formatCount(decided) })}
      </p>
      {!equation.hasAmounts && <p>{t('reconcile.noAmounts')}</p>}
      {equation.unreadLines > 0 && <p>{t('reconcile.unreadLines', { n: formatCount(equation.unreadLines) })}</p>}
      <p className={styles.signature}>{t('reconcile.print.signature')}</p>
    </section>
  )
}
