import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { rowKinds } from '#commands/rows/kinds.ts'
import { formatCount } from '../../format/amount.ts'
import { BulkPanel } from '../../runs/BulkPanel.tsx'
import { useValue } from '../../state/value.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { BucketTable } from './BucketTable.tsx'
import { createDecisionUndo } from './decisionUndo.ts'
import { EntryDetailPane } from './EntryDetailPane.tsx'
import { EntryGrid } from './EntryGrid.tsx'
import { exactAmountIn } from './exactAmount.ts'
import { PlanPanel } from './PlanPanel.tsx'
import { PrintSummary } from './PrintSummary.tsx'
import { ProposalsPanel } from './ProposalsPanel.tsx'
import type { ReconcileSession } from './reconcileSession.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { usePrinting } from './usePrinting.ts'
import styles from './Workbench.module.css'

/** Typed text filters after this pause, in milliseconds. */
const FILTER_DELAY_MS = 120

/** The result of a statement: the equation of its buckets, and the rows of one of them. */
export function WorkbenchView({ session }: { session: ReconcileSession }) {
  const t = useT()
  const console = useConsole()
  const { announcer } = console
  const { actor, workbench } = session
  const summary = useSelector(actor, ({ context }) => context.summary)
  const settings = useSelector(actor, ({ context }) => context.settings)
  const isAttached = useSelector(actor, ({ context }) => context.isAttached)
  const filter = useValue(workbench.filter)
  const bulk = useValue(workbench.bulk)
  const plan = useValue(workbench.plan)
  const proposals = useValue(workbench.proposals)
  const isDetailOpen = useValue(workbench.isDetailOpen)
  const isPrinting = usePrinting(workbench)
  const { fractionDigits } = rowKinds[settings.list]
  useEffect(() => {
    if (!isAttached) return
    const { entryOf } = createDecisionUndo(console, session)
    for (const step of workbench.takeUndoable()) console.undo.push(entryOf(step))
    void workbench.start()
  }, [console, session, isAttached, workbench])
  const open = summary?.open ?? 0
  useEffect(() => {
    announcer.polite(open === 0 ? t('reconcile.allDone') : t('reconcile.open', { n: formatCount(open) }))
  }, [announcer, open, t])
  if (summary === null) return null
  const { equation, balance } = summary
  const money = exactAmountIn(fractionDigits)
  return (
    <div className={styles.workbench}>
      {isPrinting && <PrintSummary session={session} summary={summary} />}
      {bulk !== null && <BulkPanel key={bulk.id} bulk={bulk} fractionDigits={fractionDigits} onLeave={workbench.focusGrid} />}
      {plan !== null && <PlanPanel session={session} plan={plan} />}
      <div className={styles.buckets}>
        <BucketTable
          summary={summary}
          list={settings.list}
          shown={filter.bucket}
          onShow={(bucket) => void workbench.setBucket(bucket)}
        />
      </div>
      <div className={styles.tools}>
        <FilterField session={session} />
        <label className={styles.openOnly}>
          <input
            type="checkbox"
            checked={filter.openOnly}
            onChange={({ target }) => void workbench.show({ openOnly: target.checked })}
          />
          {t('reconcile.openOnly')}
        </label>
        <Counts session={session} />
        {equation.unreadLines > 0 && (
          <span className={styles.alarm}>{t('reconcile.unreadLines', { n: formatCount(equation.unreadLines) })}</span>
        )}
        {!equation.hasAmounts && <span className={styles.notice}>{t('reconcile.noAmounts')}</span>}
        {balance !== null && !balance.isRight && (
          <span className={styles.alarm}>{t('reconcile.balanceWrong', { amount: money(balance.difference) })}</span>
        )}
        {balance?.isRight === true && <span className={styles.fine}>{t('reconcile.balanceRight')}</span>}
      </div>
      <div className={styles.work}>
        <EntryGrid session={session} />
        {proposals !== null ? (
          <ProposalsPanel session={session} open={proposals} />
        ) : (
          isDetailOpen && <EntryDetailPane session={session} />
        )}
      </div>
      <SelectionBar session={session} />
    </div>
  )
}

function FilterField({ session: { workbench } }: { session: ReconcileSession }) {
  const t = useT()
  const needle = useValue(workbench.filter).needle
  const [text, setText] = useState(needle)
  const [known, setKnown] = useState(needle)
  // Escape and another bucket clear it from outside.
  if (needle !== known) {
    setKnown(needle)
    if (needle !== text.trim()) setText(needle)
  }
  useEffect(() => {
    if (text.trim() === workbench.filter.get().needle) return
    const timer = setTimeout(() => void workbench.show({ needle: text.trim() }), FILTER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text, workbench])
  return (
    <input
      ref={(element) => {
        workbench.handles.filter = element
      }}
      type="search"
      className={styles.filter}
      aria-label={t('reconcile.filter')}
      placeholder={t('reconcile.filter')}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        workbench.focusGrid()
      }}
    />
  )
}

function Counts({ session: { workbench } }: { session: ReconcileSession }) {
  const t = useT()
  const { total } = useValue(workbench.rows.value)
  const subscribe = useCallback((changed: () => void) => workbench.cursor.subscribe(changed), [workbench])
  const row = useSyncExternalStore(subscribe, () => workbench.cursor.row)
  if (total === null) return null
  return (
    <span className={styles.counts}>
      {total > 0 && row >= 0 && `${t('list.position', { n: formatCount(row + 1) })} · `}
      {t('table.total', { n: formatCount(total) })}
    </span>
  )
}
