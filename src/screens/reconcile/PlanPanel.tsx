import { useEffect, useRef } from 'react'
import { rowKinds } from '#commands/rows/kinds.ts'
import { formatCount } from '../../format/amount.ts'
import { BUCKETS } from '../../reconcile/buckets.ts'
import panels from '../../runs/panels.module.css'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { markAll } from './bulkDecisions.ts'
import { exactAmountIn } from './exactAmount.ts'
import { createOrderMarks } from './orderMarks.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import type { BulkPlan } from './workbench.ts'

/** What marking the selected entries would do. Nothing is decided before it is confirmed. */
export function PlanPanel({ session, plan }: { session: ReconcileSession; plan: BulkPlan }) {
  const t = useT()
  const console = useConsole()
  const { workbench, actor } = session
  const panel = useRef<HTMLElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  const { fractionDigits } = rowKinds[actor.getSnapshot().context.settings.list]
  const writes = createOrderMarks(console, actor).isWritten()
  const text = [
    t('reconcile.plan.text', {
      n: formatCount(plan.keys.length),
      amount: exactAmountIn(fractionDigits)(plan.sum),
    }),
    ...BUCKETS.flatMap((bucket) => {
      const n = plan.buckets[bucket] ?? 0
      return n === 0 ? [] : [`${t(`reconcile.bucket.${bucket}`)} ${formatCount(n)}`]
    }),
    ...(writes && plan.orders > 0 ? [t('reconcile.plan.orders', { n: formatCount(plan.orders) })] : []),
    ...(plan.kept > 0 ? [t('reconcile.plan.kept', { n: formatCount(plan.kept) })] : []),
  ].join(' · ')
  const close = () => {
    workbench.plan.set(null)
    workbench.focusGrid()
  }
  const confirm = () => {
    workbench.plan.set(null)
    workbench.selection.clear()
    workbench.focusGrid()
    void markAll(console, session, plan.keys)
  }
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={panels.panel}
      aria-label={t('reconcile.plan.title')}
      data-layer="dialog"
      onKeyDown={(event) => {
        const isConfirmed = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        if (!isConfirmed && event.key !== 'Escape') return
        event.stopPropagation()
        event.preventDefault()
        if (event.repeat) return
        if (isConfirmed) confirm()
        else close()
      }}
    >
      <strong className="bold">{t('reconcile.plan.title')}</strong>
      <p className="breakable">{text}</p>
      <div className="buttons push">
        <Button variant="primary" onClick={confirm} aria-keyshortcuts="Control+Enter">
          {t('reconcile.plan.confirm')}
          <span aria-hidden="true">
            <Kbd keys="mod+enter" />
          </span>
        </Button>
        <Button ref={cancel} onClick={close}>
          {t('app.cancel')}
        </Button>
      </div>
    </section>
  )
}
