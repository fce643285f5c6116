import { X } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { exactPlaces, formatCount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { CommandButton } from '../../keyboard/CommandButton.tsx'
import { CommandIcon } from '../../keyboard/CommandIcon.tsx'
import { useOffered } from '../../keyboard/useOffered.ts'
import type { EntryDetail } from '../../reconcile/entryRow.ts'
import { useValue } from '../../state/value.ts'
import { Amount } from '../../table/cellFormats.tsx'
import { Button } from '../../ui/Button.tsx'
import { Status, statusTone } from '../../ui/Status.tsx'
import { useConsole } from '../../useConsole.tsx'
import { toneOfEntry } from './entryColumns.tsx'
import { differenceText } from './entryTexts.ts'
import { exactAmountIn } from './exactAmount.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import { useEntryTexts } from './useEntryTexts.ts'
import styles from './Workbench.module.css'

/** The most lines or orders of an entry that are drawn. */
const MOST_SHOWN = 100

/** All of the entry under the cursor: its lines as in the file, its orders, and what does not agree. It follows the cursor. */
export function EntryDetailPane({ session }: { session: ReconcileSession }) {
  const { actor, workbench, client } = session
  const texts = useEntryTexts(session)
  const { t, fractionDigits, status } = texts
  const { scope } = useConsole()
  const money = exactAmountIn(fractionDigits)
  const [detail, setDetail] = useState<EntryDetail | null>(null)
  const subscribe = useCallback((changed: () => void) => workbench.cursor.subscribe(changed), [workbench])
  const row = useSyncExternalStore(subscribe, () => workbench.cursor.row)
  const window = useValue(workbench.rows.value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row, or the same after a decision
  useEffect(() => {
    const here = workbench.rowHere()
    if (here === null) return setDetail(null)
    let isCurrent = true
    client.call('detail', { key: here.key }).then(
      (found) => isCurrent && setDetail(found),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [row, window, client, workbench])
  const close = () => {
    workbench.isDetailOpen.set(false)
    workbench.focusGrid()
  }
  const list = actor.getSnapshot().context.settings.list
  return (
    <section className={styles.pane} aria-label={t('reconcile.detail')} data-layer="page">
      <header className={styles.paneHead}>
        {detail !== null && <Status tone={toneOfEntry(detail)}>{t(`reconcile.bucket.${detail.bucket}`)}</Status>}
        <CommandIcon of="escape" icon={X} label={t('detail.close')} onClick={close} />
      </header>
      <div className={styles.paneActions}>
        <EntryActions />
      </div>
      {detail !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keys
        <div className={styles.paneBody} tabIndex={0} role="document" aria-label={t('reconcile.detail')}>
          <p className={styles.difference}>{differenceText({ ...detail, id: detail.key }, texts)}</p>
          {detail.difference !== null && /[1-9]/.test(detail.difference) && (
            <dl className={styles.sum}>
              <dt>{t('reconcile.side.statement')}</dt>
              <dd>{money(detail.lineSum)}</dd>
              <dt>− {t('reconcile.column.order')}</dt>
              <dd>{money(detail.orderSum)}</dd>
              <dt>= {t('reconcile.column.difference')}</dt>
              <dd>{money(detail.difference)}</dd>
            </dl>
          )}
          {detail.mark !== null && (
            <p>
              <Status tone={detail.mark.as === 'RECONCILED' ? 'good' : 'bad'}>{t(`reconcile.mark.${detail.mark.as}`)}</Status>
              {detail.mark.as === 'DISCREPANCY' && ` ${detail.mark.reason}`}
            </p>
          )}
          {detail.allLines.slice(0, MOST_SHOWN).map(({ index, lineNumber, cells }) => (
            <section key={index}>
              <h3 className={styles.paneTitle}>{t('reconcile.say.line', { n: String(lineNumber) })}</h3>
              <dl className="facts">
                {cells.map((cell, at) =>
                  cell.trim() === '' ? null : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
                    <div key={at} className={styles.fact}>
                      <dt>{detail.titles[at] || t('reconcile.column.n', { n: at + 1 })}</dt>
                      <dd className="mono breakable">{cell}</dd>
                    </div>
                  ),
                )}
              </dl>
            </section>
          ))}
          {detail.allOrders.slice(0, MOST_SHOWN).map((order) => (
            <section key={order.id}>
              <h3 className={styles.paneTitle}>
                {order.merchantOrderNo ?? order.platOrderNo ?? order.id}
                <Button
                  variant="quiet"
                  onClick={() =>
                    scope().app.openRow({
                      kind: list,
                      id: order.id,
                      number: order.platOrderNo ?? order.merchantOrderNo ?? order.id,
                    })
                  }
                >
                  {t('reconcile.openOrder')}
                </Button>
              </h3>
              <dl className="facts">
                <dt>{t('field.payAmount')}</dt>
                <dd>
                  {order.amount === null ? (
                    ''
                  ) : (
                    <Amount value={order.amount} fractionDigits={exactPlaces(order.amount, fractionDigits)} />
                  )}{' '}
                  {order.currency}
                </dd>
                <dt>{t('field.payFee')}</dt>
                <dd>{money(order.fee)}</dd>
                <dt>{t('field.status')}</dt>
                <dd>
                  <Status tone={statusTone(order.status)}>{status(order.status)}</Status>
                </dd>
                <dt>{t('field.platOrderNo')}</dt>
                <dd className="mono">{order.platOrderNo}</dd>
                {order.payOrderNo !== null && <dt>{t('field.payOrderNo')}</dt>}
                {order.payOrderNo !== null && <dd className="mono">{order.payOrderNo}</dd>}
                {order.account !== null && <dt>{t('field.accountNumber')}</dt>}
                {order.account !== null && <dd className="mono">{order.account}</dd>}
                {order.name !== null && <dt>{t('reconcile.column.name')}</dt>}
                {order.name !== null && <dd>{order.name}</dd>}
                <dt>{t('reconcile.column.time')}</dt>
                <dd>{formatTime(order.time)}</dd>
              </dl>
            </section>
          ))}
          {Math.max(detail.lines, detail.orders) > MOST_SHOWN && (
            <p className="faint">{t('reconcile.moreShown', { n: formatCount(MOST_SHOWN) })}</p>
          )}
        </div>
      )}
    </section>
  )
}

const ENTRY_ACTIONS = ['reconcile.done', 'reconcile.flag', 'reconcile.refuse', 'reconcile.solve', 'reconcile.amount'] as const

/** What can be decided about the entry under the cursor now. */
function EntryActions() {
  const { runner } = useConsole()
  return useOffered(ENTRY_ACTIONS).map((command) => (
    <CommandButton key={command.id} of={command} onClick={() => runner.begin(command.id)} />
  ))
}
