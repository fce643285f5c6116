import { useEffect, useRef } from 'react'
import { rowKinds } from '#commands/rows/kinds.ts'
import { sum } from '#contract/money.ts'
import { amountIn, formatCount } from '../../format/amount.ts'
import { BUCKETS } from '../../reconcile/buckets.ts'
import panels from '../../runs/panels.module.css'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { confirmMarks, ordersOf } from './bulkDecisions.ts'
import { createDecisions } from './decisions.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import { useEntryTexts } from './useEntryTexts.ts'
import type { BulkPlan } from './workbench.ts'

/** What marking the selected entries would do. Nothing is decided before it is confirmed. */
export function PlanPanel({ session, plan }: { session: ReconcileSession; plan: BulkPlan }) {
  const t = useT()
  const console = useConsole()
  const texts = useEntryTexts(session)
  const { workbench, actor } = session
  const panel = useRef<HTMLElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  const { fractionDigits } = rowKinds[actor.getSnapshot().context.settings.list]
  const amounts = plan.rows.flatMap(({ lineSum, orderSum }) => lineSum ?? orderSum ?? [])
  const writes = createDecisions(console, session, () => texts).writesMarks()
  const orders = ordersOf(plan.rows).length
  const text = [
    t('reconcile.plan.text', {
      n: formatCount(plan.keys.length),
      amount: amountIn(fractionDigits)(sum(amounts, fractionDigits)),
    }),
    ...BUCKETS.flatMap((bucket) => {
      const n = plan.buckets[bucket] ?? 0
      return n === 0 ? [] : [`${t(`reconcile.bucket.${bucket}`)} ${formatCount(n)}`]
    }),
    ...(writes && orders > 0 ? [t('reconcile.plan.orders', { n: formatCount(orders) })] : []),
  ].join(' · ')
  const close = () => {
    workbench.plan.set(null)
    workbench.focusGrid()
  }
  const confirm = () => void confirmMarks(console, session, plan, { writes })
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
